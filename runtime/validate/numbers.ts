/** Whether a number is a whole multiple in decimal: 0.3 is one of 0.1, which binary division denies. */
export function isMultiple(value: number, of: number): boolean {
  const remainder = value % of;
  if (remainder === 0) return true;
  const [digits, exponent] = decimal(value);
  const [divisor, divisorExponent] = decimal(of);
  const scale = exponent - divisorExponent;
  return scale >= 0
    ? (digits * 10n ** BigInt(scale)) % divisor === 0n
    : digits % (divisor * 10n ** BigInt(-scale)) === 0n;
}

/** The shortest decimal that reads back as this number: digits and a power of ten. */
function decimal(value: number): [digits: bigint, exponent: number] {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const fraction = mantissa.split(".")[1] ?? "";
  return [BigInt(mantissa.replace(".", "")), Number(exponent) - fraction.length];
}
