import type { HttpScheme } from "./operation.js";
import { refuse } from "./refuse.js";

/**
 * Refuses an argument whose keys equal the name of another parameter or of a credential. The model chooses
 * the keys of an object. If a request contains a name twice, services differ in which value they use.
 */
export function refuseNameClash(
  subject: string,
  ownName: string,
  sent: readonly string[],
  takenNames: readonly string[],
): void {
  for (const name of sent) {
    if (name === ownName) continue;
    const other = takenNames.find((first) => first !== ownName && isSame(name, first, ownName));
    if (other !== undefined)
      throw refuse(subject, `cannot hold ${JSON.stringify(name)}: that is the name of another parameter`);
  }
}

/**
 * Whether a service could take two names for the same one. Services read `a[]` and `a[0]` as `a`. The names
 * `own[…]` of a deep object belong to the parameter `own` itself.
 */
function isSame(name: string, other: string, ownName: string): boolean {
  const [otherSpellings, ownStems] = [spellingsOf(other), spellingsOf(ownName).map(stem)];
  return spellingsOf(name).some((first) =>
    otherSpellings.some(
      (second) => first === second || (!ownStems.includes(stem(first)) && stem(first) === stem(second)),
    ),
  );
}

/**
 * Returns the names that a lenient parser could read. Such a parser may decode a name twice, or split it at
 * `;`, `&`, `=` and NUL.
 */
function spellingsOf(name: string): readonly string[] {
  return [name, decoded(name)]
    .flatMap((text) => text.split(/[;&=\0]/))
    .map(folded)
    .filter((part) => part !== "");
}

/**
 * Returns the form of a name that is equal for all spellings that a service could treat as one name. Case,
 * surrounding blanks and invisible characters do not count. PHP reads dots and blanks as underscores.
 */
function folded(name: string): string {
  const text = name.normalize("NFKC").replace(invisible, "").replace(/\+/g, " ").trim().toLowerCase();
  const inner = text.startsWith("[") ? (text.slice(1).split("]", 1)[0] ?? "") : text;
  return inner.replace(/[. ]/g, "_");
}

const invisible = /[\x01-\x08\x0e-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

function stem(name: string): string {
  return name.split("[", 1)[0] ?? "";
}

/** Refuses a body whose keys equal a withheld name. For a list, the keys of its items are checked. */
export function refuseWithheld(value: unknown, withheld: readonly string[]): void {
  if (withheld.length === 0) return;
  if (Array.isArray(value)) for (const item of value) refuseWithheld(item, withheld);
  else if (typeof value === "object" && value !== null)
    refuseNameClash("body", "", Object.keys(value), withheld);
}

/** Returns the names in a text such as `a=1&b=2`. */
export function namesIn(text: string, separator = "&"): readonly string[] {
  return text
    .split(separator)
    .filter((pair) => pair !== "")
    .map((pair) => decoded(pair.split("=", 1)[0] ?? ""));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text may contain an invalid encoding, such as `%zz`: a path of the document can contain one, and so can
    // a key that the model chose. It is then compared unchanged.
    return text;
  }
}

/** Returns the names of all credentials that are sent in the query or in cookies. */
export function credentialNames(
  schemes: Readonly<Record<string, HttpScheme>>,
  location: "query" | "cookie",
): readonly string[] {
  return Object.values(schemes).flatMap((scheme) =>
    scheme.type === "apiKey" && scheme.in === location ? [scheme.name] : [],
  );
}
