/**
 * Whether `value` is a multiple of `of` in decimal. For example, 0.3 is a multiple of 0.1, although the
 * binary division leaves a remainder.
 */
export function isMultiple(value: number | bigint, of: number): boolean {
  if (typeof value === "number" && value % of === 0) return true;
  const [digits, exponent] = decimal(value);
  const [divisor, divisorExponent] = decimal(of);
  const lowest = Math.min(exponent, divisorExponent);
  const scaled = (number: bigint, power: number): bigint => number * 10n ** BigInt(power - lowest);
  return scaled(digits, exponent) % scaled(divisor, divisorExponent) === 0n;
}

/** Returns the shortest decimal that parses to this number, as digits and a power of ten. */
function decimal(value: number | bigint): [digits: bigint, exponent: number] {
  if (typeof value === "bigint") return [value, 0];
  const [, integerPart, fraction = "", exponent] = /(.+?)(?:\.(.+))?e(.+)/.exec(value.toExponential())!;
  return [BigInt(integerPart + fraction), Number(exponent) - fraction.length];
}
