const maxExcerpt = 40;

/** The type of a value and a short excerpt; never a complete large value. */
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

/**
 * Beyond 2^53 several integers share one number. The model can send a smaller number, or digits if the schema allows
 * them.
 */
const inexact = ", which is beyond ±" + Number.MAX_SAFE_INTEGER + " and has lost digits";

/** Not escaped: the code that prints it does that. */
function quoted(text: string): string {
  return '"' + (text.length <= maxExcerpt ? text : text.slice(0, maxExcerpt - 1) + "…") + '"';
}
