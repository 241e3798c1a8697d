const maxExcerpt = 40;

/** Type and a short excerpt of a value; never the whole of a large one. */
export function received(value: unknown): string {
  if (typeof value === "string") return "string " + quoted(value);
  if (typeof value === "number" || typeof value === "boolean") return typeof value + " " + value;
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "empty array" : "array of " + value.length;
  if (typeof value !== "object") return typeof value;
  const names = Object.keys(value);
  if (names.length === 0) return "empty object";
  return "object with " + names.slice(0, 3).map(quoted).join(", ") + (names.length > 3 ? ", …" : "");
}

/** A JSON string of limited length; only text that needs escapes is given to the slower printer. */
function quoted(text: string): string {
  const short = text.length <= maxExcerpt ? text : text.slice(0, maxExcerpt - 1) + "…";
  for (let index = 0; index < short.length; index += 1) {
    const unit = short.charCodeAt(index);
    if (unit < 32 || unit === 34 || unit === 92 || unit > 126) return JSON.stringify(short);
  }
  return '"' + short + '"';
}
