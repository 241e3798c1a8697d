const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A UUID of any version (RFC 9562). */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** A JSON pointer (RFC 6901). */
export function isJsonPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}

/** A relative JSON pointer: a number of levels, followed by a pointer or `#`. */
export function isRelativeJsonPointer(text: string): boolean {
  return /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text);
}

/**
 * The length of the longest pattern that is accepted. An engine takes many seconds to compile a pattern of a
 * hundred thousand `\p{L}`.
 */
const longestRegex = 8_192;

/** A regular expression of ECMA-262 with the `u` flag. */
export function isRegex(text: string): boolean {
  if (text.length > longestRegex) return false;
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** Base64 with padding (RFC 4648). */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
}

export function isInt32(value: number): boolean {
  return value === (value | 0);
}

/** Also accepts 2^63: a JavaScript number cannot hold the largest int64, 2^63 - 1. */
export function isInt64(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
}

/** Also accepts 2^64: a JavaScript number cannot hold the largest uint64, 2^64 - 1. */
export function isUint64(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 2 ** 64;
}
