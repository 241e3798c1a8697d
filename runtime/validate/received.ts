const maxExcerpt = 40;

/** Type and a short excerpt of a value; never the whole of a large one. */
export function received(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return "string " + quoted(value);
  if (Array.isArray(value)) return value.length === 0 ? "empty array" : "array of " + value.length;
  if (typeof value === "bigint") return "integer " + String(value);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return "number " + String(value) + inexact;
  if (typeof value !== "object") return typeof value + " " + String(value);
  const names = Object.keys(value);
  if (names.length === 0) return "empty object";
  return "object with " + names.slice(0, 3).map(quoted).join(", ") + (names.length > 3 ? ", …" : "");
}

/** Beyond 2^53 neighbours share one number. A model that reads this can send a smaller one, or digits where they are asked for. */
const inexact = ", which is beyond ±" + Number.MAX_SAFE_INTEGER + " and has lost digits";

/** Not escaped: that is left to whoever prints it. */
function quoted(text: string): string {
  return '"' + (text.length <= maxExcerpt ? text : text.slice(0, maxExcerpt - 1) + "…") + '"';
}
