// JSON with integers beyond 2^53. `JSON.parse` rounds such integers, and `JSON.stringify` throws on a bigint.

/**
 * How `parseExact` returns an integer that a JavaScript number cannot hold: its digits as a string, or a
 * bigint.
 */
export type LargeInteger = "text" | "bigint";

/**
 * Works like `JSON.parse`, but keeps every digit of every integer. Throws the same errors as `JSON.parse`.
 */
export function parseExact(source: string, large: LargeInteger = "text"): unknown {
  const rounded: unknown = JSON.parse(source);
  // A number holds every integer of up to 15 digits exactly. Few texts contain an integer with more digits,
  // so most texts need no second parse.
  const quoted = /\d{16}/.test(source) ? quoteLargeIntegers(source) : source;
  if (quoted === source) return rounded;
  const texts: unknown = JSON.parse(quoted);
  return large === "text" ? texts : restoreIntegers(rounded, texts);
}

/**
 * Works like `JSON.stringify`, but writes a bigint as plain digits. Accepts only plain JSON values and
 * bigints.
 */
export function stringifyExact(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!hasBigint(value)) throw error;
    return write(value) ?? "null";
  }
}

/** Puts quotes around each integer that a JavaScript number cannot hold. Reads each character once. */
export function quoteLargeIntegers(source: string): string {
  const token = /"|-?\d[\d.eE+-]*/g;
  let result = "";
  let copied = 0;
  for (let found = token.exec(source); found; found = token.exec(source)) {
    const [text] = found;
    if (text === '"') token.lastIndex = endOfString(source, found.index);
    else if (/^-?[1-9]\d{15,}$/.test(text) && !Number.isSafeInteger(Number(text))) {
      result += source.slice(copied, found.index) + '"' + text + '"';
      copied = token.lastIndex;
    }
  }
  return result + source.slice(copied);
}

/** Returns the index after the closing quote of the string that begins at `start`. */
function endOfString(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); end !== -1; end = source.indexOf('"', end + 1)) {
    let slashes = 0;
    while (source[end - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return source.length;
}

/**
 * Replaces the rounded integers in `rounded` by bigints. `texts` is a parse of the same text with quoted
 * large integers: a number in `rounded` that is a string in `texts` is a large integer.
 */
function restoreIntegers(rounded: unknown, texts: unknown): unknown {
  if (typeof rounded === "number") return typeof texts === "string" ? BigInt(texts) : rounded;
  if (typeof rounded !== "object" || rounded === null) return rounded;
  const from = texts as Record<string, unknown>;
  // Assigning to `__proto__` is safe here, because `JSON.parse` created the key as an own property.
  for (const key of Object.keys(rounded))
    (rounded as Record<string, unknown>)[key] = restoreIntegers(
      (rounded as Record<string, unknown>)[key],
      from[key],
    );
  return rounded;
}

export function hasBigint(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasBigint);
}

function write(value: unknown): string | undefined {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return "[" + value.map((item) => write(item) ?? "null").join(",") + "]";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, item]) => {
    const text = write(item);
    return text === undefined ? [] : [JSON.stringify(key) + ":" + text];
  });
  return "{" + members.join(",") + "}";
}
