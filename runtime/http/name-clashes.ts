import type { HttpScheme } from "./operation.js";
import { refuse } from "./refuse.js";

/**
 * Refuses keys of an object that equal the name of another parameter or credential. The model chooses these keys, and
 * services differ in which of two values they use.
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

/** Services read `a[]` and `a[0]` as `a`. The brackets of a deep object are its own. */
function isSame(name: string, other: string, ownName: string): boolean {
  const [otherSpellings, ownStems] = [spellingsOf(other), spellingsOf(ownName).map(stem)];
  return spellingsOf(name).some((first) =>
    otherSpellings.some(
      (second) => first === second || (!ownStems.includes(stem(first)) && stem(first) === stem(second)),
    ),
  );
}

/** The names that a lenient parser could read: it may decode twice and split at `;`, `&`, `=` and NUL. */
function spellingsOf(name: string): readonly string[] {
  return [name, decoded(name)]
    .flatMap((text) => text.split(/[;&=\0]/))
    .map(folded)
    .filter((part) => part !== "");
}

/** Ignores case, surrounding blanks and invisible characters. PHP reads dots and blanks as underscores. */
function folded(name: string): string {
  const text = name.normalize("NFKC").replace(invisible, "").replace(/\+/g, " ").trim().toLowerCase();
  const inner = text.startsWith("[") ? (text.slice(1).split("]", 1)[0] ?? "") : text;
  return inner.replace(/[. ]/g, "_");
}

const invisible = /[\x01-\x08\x0e-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

function stem(name: string): string {
  return name.split("[", 1)[0] ?? "";
}

/** The same for the keys of a complete body and of the items of a list. */
export function refuseWithheld(value: unknown, withheld: readonly string[]): void {
  if (withheld.length === 0) return;
  if (Array.isArray(value)) for (const item of value) refuseWithheld(item, withheld);
  else if (typeof value === "object" && value !== null)
    refuseNameClash("body", "", Object.keys(value), withheld);
}

/** The names in `a=1&b=2`. */
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
    // The document itself may contain an invalid encoding in its path.
    return text;
  }
}

/** The names of all credentials in this location. */
export function credentialNames(
  schemes: Readonly<Record<string, HttpScheme>>,
  location: "query" | "cookie",
): readonly string[] {
  return Object.values(schemes).flatMap((scheme) =>
    scheme.type === "apiKey" && scheme.in === location ? [scheme.name] : [],
  );
}
