// Decides which names services treat as equal. `runtime/http/name-clashes.ts` implements the same rules, and a test
// compares both.

/**
 * Returns whether a service may confuse two names. Services may ignore case, blanks or dots, and may read `a[]` and
 * `a[0]` as `a`.
 */
export function isSameName(one: string, other: string): boolean {
  const names = new Set(spellingsOf(other).map(withoutIndex));
  return spellingsOf(one).some((name) => names.has(withoutIndex(name)));
}

/** Returns whether a service may confuse two names at the same location of a request, for example in its headers. */
export function isSameIn(location: string, one: string, other: string): boolean {
  return location === "header" ? foldedHeader(one) === foldedHeader(other) : isSameName(one, other);
}

/**
 * Returns the name of a header as services compare it. Case is ignored in headers. CGI, WSGI and PHP do not distinguish
 * dashes from underscores.
 */
export function foldedHeader(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

/**
 * Removes indexes from the end of a name: `a[0]` and `a[]` become `a`. Brackets that contain a name are kept:
 * `page[size]`.
 */
function withoutIndex(name: string): string {
  let rest = name;
  for (let open = rest.lastIndexOf("["); open > 0 && rest.endsWith("]"); open = rest.lastIndexOf("[")) {
    if (/\D/.test(rest.slice(open + 1, -1))) break;
    rest = rest.slice(0, open);
  }
  return rest;
}

/**
 * Returns the different ways in which a lenient parser may read a name. Such a parser decodes the name twice and splits
 * it at `;`, `&`, `=` and NUL.
 */
function spellingsOf(name: string): readonly string[] {
  return [name, decoded(name)]
    .flatMap((text) => text.split(/[;&=\0]/))
    .map(folded)
    .filter((part) => part !== "");
}

/**
 * Returns a name in lower case, without invisible characters and surrounding blanks. Dots and blanks become
 * underscores, as in PHP.
 */
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
