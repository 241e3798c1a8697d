// The names that services treat as equal. `runtime/http/name-clashes.ts` folds names in the same way; a test compares
// the two.

/** Whether a service may confuse two names: because of case, blanks or dots, or because it reads `a[]` and `a[0]` as `a`. */
export function isSameName(one: string, other: string): boolean {
  const names = new Set(spellingsOf(other).map(withoutIndex));
  return spellingsOf(one).some((name) => names.has(withoutIndex(name)));
}

/** Whether a service may confuse two names in one place of a request. */
export function isSameIn(place: string, one: string, other: string): boolean {
  return place === "header" ? foldedHeader(one) === foldedHeader(other) : isSameName(one, other);
}

/**
 * The name of a header in folded form. Case does not count in headers, and CGI, WSGI and PHP do not distinguish
 * dashes from underscores.
 */
export function foldedHeader(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

/** Removes an index from a name. Brackets that contain a name are part of the name: `page[size]` is not `page`. */
function withoutIndex(name: string): string {
  let rest = name;
  for (let open = rest.lastIndexOf("["); open > 0 && rest.endsWith("]"); open = rest.lastIndexOf("[")) {
    if (/\D/.test(rest.slice(open + 1, -1))) break;
    rest = rest.slice(0, open);
  }
  return rest;
}

/** The names that a lenient parser may read in a name. Such a parser decodes twice and splits at `;`, `&`, `=` and NUL. */
function spellingsOf(name: string): readonly string[] {
  return [name, decoded(name)]
    .flatMap((text) => text.split(/[;&=\0]/))
    .map(folded)
    .filter((part) => part !== "");
}

/** The name without case, surrounding blanks and invisible characters. PHP reads dots and blanks as underscores. */
function folded(name: string): string {
  const text = name.normalize("NFKC").replace(unseen, "").replace(/\+/g, " ").trim().toLowerCase();
  const inner = text.startsWith("[") ? (text.slice(1).split("]", 1)[0] ?? "") : text;
  return inner.replace(/[. ]/g, "_");
}

const unseen = /[\x01-\x08\x0e-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
