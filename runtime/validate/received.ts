const maxExcerpt = 40;

/** Type and a short excerpt of a value; never the whole of a large one. */
export function received(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return "string " + excerpt(value);
  if (Array.isArray(value)) return value.length === 0 ? "empty array" : "array of " + value.length;
  if (typeof value !== "object") return typeof value + " " + String(value).slice(0, maxExcerpt);
  const names = Object.keys(value);
  if (names.length === 0) return "empty object";
  return "object with " + names.slice(0, 3).map(excerpt).join(", ") + (names.length > 3 ? ", …" : "");
}

function excerpt(text: string): string {
  return text.length <= maxExcerpt
    ? JSON.stringify(text)
    : JSON.stringify(text.slice(0, maxExcerpt - 1) + "…");
}
