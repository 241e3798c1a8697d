import type { HttpScheme } from "./operation.js";
import { refuse } from "./refuse.js";

/**
 * Keys of an object may become names on the wire, and the model chooses them. One that is the name of another parameter or of a
 * credential would be a second value for it, and services differ in which they take: it is refused.
 */
export function refuseTaken(
  what: string,
  own: string,
  sent: readonly string[],
  taken: readonly string[],
): void {
  for (const name of sent) {
    if (name === own) continue;
    const other = taken.find((one) => one !== own && isSame(name, one, own));
    if (other !== undefined)
      throw refuse(what, `cannot hold ${JSON.stringify(name)}: that is the name of another parameter`);
  }
}

/** Services fold case, dots and blanks, and take `a[]` and `a[0]` for `a`. The brackets of a deep object are its own. */
function isSame(name: string, other: string, own: string): boolean {
  const [one, two] = [folded(name), folded(other)];
  return one === two || (stem(one) !== stem(folded(own)) && stem(one) === stem(two));
}

function folded(name: string): string {
  return name.trim().toLowerCase().replace(/[. ]/g, "_");
}

function stem(name: string): string {
  return name.split("[", 1)[0] ?? "";
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
    // What the document itself wrote into its path.
    return text;
  }
}

/** The names that credentials have in one place. */
export function credentialNames(
  schemes: Readonly<Record<string, HttpScheme>>,
  place: "query" | "cookie",
): readonly string[] {
  return Object.values(schemes).flatMap((scheme) =>
    scheme.type === "apiKey" && scheme.in === place ? [scheme.name] : [],
  );
}
