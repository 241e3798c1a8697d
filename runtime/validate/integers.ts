// Integers beyond 2^53, where several integers share one number, so such a number may have lost digits.

/** An integer that a number holds exactly. */
export function isSafeInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** An exact integer: a safe number or a bigint. */
export function isExactInteger(value: unknown): value is number | bigint {
  return Number.isSafeInteger(value) || typeof value === "bigint";
}

/** The digits of an integer as text, in the form that `String` writes. */
export function isDigits(value: unknown): value is string {
  return typeof value === "string" && /^(?:0|-?[1-9]\d*)$/.test(value);
}

/** The digits of an integer that a number cannot hold. */
export function isLargeDigits(value: unknown): value is string {
  return isDigits(value) && !Number.isSafeInteger(Number(value));
}

export function fitsInt64(value: number | bigint | string): boolean {
  return isWithin(value, -(2n ** 63n), 2n ** 63n);
}

export function fitsUint64(value: number | bigint | string): boolean {
  return isWithin(value, 0n, 2n ** 64n);
}

/** `from` is included, `to` is not. Longer texts are out of range and are not parsed. */
function isWithin(value: number | bigint | string, from: bigint, to: bigint): boolean {
  if (typeof value === "string" && value.length > 20) return false;
  const integer = BigInt(value);
  return integer >= from && integer < to;
}

/** A 64-bit integer as a bigint. Any other value is returned unchanged. */
export function toBigint(value: unknown): unknown {
  return Number.isSafeInteger(value) ? BigInt(value as number) : value;
}

/** A 64-bit integer as text. Any other value is returned unchanged. */
export function toDigits(value: unknown): unknown {
  return isExactInteger(value) ? String(value) : value;
}
