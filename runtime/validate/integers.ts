// Functions for integers beyond 2^53. Several such integers share one JavaScript number, so the number may
// have lost digits.

/** Whether a value is an integer that a JavaScript number holds exactly. */
export function isSafeInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Whether a value is an exact integer: a safe number or a bigint. */
export function isExactInteger(value: unknown): value is number | bigint {
  return Number.isSafeInteger(value) || typeof value === "bigint";
}

/** Whether a value is a text of digits in the form that `String` writes for an integer. */
export function isDigits(value: unknown): value is string {
  return typeof value === "string" && /^(?:0|-?[1-9]\d*)$/.test(value);
}

/** Whether a value is a text of digits whose integer a JavaScript number cannot hold. */
export function isLargeDigits(value: unknown): value is string {
  return isDigits(value) && !Number.isSafeInteger(Number(value));
}

export function fitsInt64(value: number | bigint | string): boolean {
  return isWithin(value, -(2n ** 63n), 2n ** 63n);
}

export function fitsUint64(value: number | bigint | string): boolean {
  return isWithin(value, 0n, 2n ** 64n);
}

/**
 * Whether an integer is at least `from` and less than `to`. A text with more than 20 characters is out of
 * range, so it is not parsed.
 */
function isWithin(value: number | bigint | string, from: bigint, to: bigint): boolean {
  if (typeof value === "string" && value.length > 20) return false;
  const integer = BigInt(value);
  return integer >= from && integer < to;
}

/** Converts a 64-bit integer to a bigint. Returns any other value unchanged. */
export function toBigint(value: unknown): unknown {
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}

/** Converts a 64-bit integer to a text of digits. Returns any other value unchanged. */
export function toDigits(value: unknown): unknown {
  return isExactInteger(value) ? String(value) : value;
}
