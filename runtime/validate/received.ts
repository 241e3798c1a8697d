const maxExcerpt = 40;

/** Describes a value by its type and a short excerpt. A large value is never shown completely. */
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
 * The explanation for a rounded integer: beyond 2^53, several integers share one number. The model can send a
 * smaller number, or digits if the schema allows them.
 */
const inexact = ", which is beyond ±" + Number.MAX_SAFE_INTEGER + " and has lost digits";

/** Puts a text in quotes. The text is not escaped, because the code that prints the message escapes it. */
function quoted(text: string): string {
  return '"' + (text.length <= maxExcerpt ? text : text.slice(0, maxExcerpt - 1) + "…") + '"';
}
