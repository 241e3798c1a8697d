/** Whether a number is a whole multiple in decimal: 0.3 is one of 0.1, which binary division denies. */
export function isMultiple(value: number | bigint, of: number): boolean {
  if (typeof value === "number" && value % of === 0) return true;
  const [digits, exponent] = decimal(value);
  const [divisor, divisorExponent] = decimal(of);
  const least = Math.min(exponent, divisorExponent);
  const whole = (number: bigint, power: number): bigint => number * 10n ** BigInt(power - least);
  return whole(digits, exponent) % whole(divisor, divisorExponent) === 0n;
}

/** The shortest decimal that reads back as this number: digits and a power of ten. */
function decimal(value: number | bigint): [digits: bigint, exponent: number] {
  if (typeof value === "bigint") return [value, 0];
  const [, whole, fraction = "", exponent] = /(.+?)(?:\.(.+))?e(.+)/.exec(value.toExponential())!;
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
