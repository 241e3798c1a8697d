const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** RFC 9562, any version. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** RFC 6901. */
export function isJsonPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}

/** A number of levels, then a pointer or `#`. */
export function isRelativeJsonPointer(text: string): boolean {
  return /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text);
}

/** Compiling a hundred thousand `\p{L}` takes an engine many seconds. */
const longestRegex = 8_192;

/** ECMA-262 with the `u` flag. */
export function isRegex(text: string): boolean {
  if (text.length > longestRegex) return false;
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** RFC 4648, padded. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
}

export function isInt32(value: number): boolean {
  return value === (value | 0);
}

/** Exact only within the precision of a number. */
export function isInt64(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
}

/** Exact only within the precision of a number. */
export function isUint64(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 2 ** 64;
}
