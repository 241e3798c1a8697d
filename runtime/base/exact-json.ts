// JSON with integers beyond 2^53: `JSON.parse` rounds them, and `JSON.stringify` refuses a bigint.

/** The form of an integer that a number cannot hold: its digits as text, or a bigint. */
export type LargeInteger = "text" | "bigint";

/** Like `JSON.parse`, but keeps every digit of every integer. Throws the same errors. */
export function parseExact(source: string, large: LargeInteger = "text"): unknown {
  const rounded: unknown = JSON.parse(source);
  // Every integer of 15 digits fits a number. Most texts contain none that is longer.
  const quoted = /\d{16}/.test(source) ? quoteLargeIntegers(source) : source;
  if (quoted === source) return rounded;
  const texts: unknown = JSON.parse(quoted);
  return large === "text" ? texts : restoreIntegers(rounded, texts);
}

/** Like `JSON.stringify`, but writes a bigint as plain digits. For plain JSON values only. */
export function stringifyExact(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!hasBigint(value)) throw error;
    return write(value) ?? "null";
  }
}

/** Puts quotes around the integers that a number cannot hold. Linear: each character is read once. */
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

/** The index after the closing quote. */
function endOfString(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); end !== -1; end = source.indexOf('"', end + 1)) {
    let slashes = 0;
    while (source[end - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return source.length;
}

/**
 * Compares two parses of the same text, one rounded and one with quoted integers. A number that became a text is a
 * large integer.
 */
function restoreIntegers(rounded: unknown, texts: unknown): unknown {
  if (typeof rounded === "number") return typeof texts === "string" ? BigInt(texts) : rounded;
  if (typeof rounded !== "object" || rounded === null) return rounded;
  const from = texts as Record<string, unknown>;
  // Assignment is safe for every key, even `__proto__`: `JSON.parse` made it an own property.
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
