/** Values listed in full; longer lists are left to the nearest ones. */
const maxListed = 12;
const maxText = 160;
const maxValue = 40;

/** The types of a type code, as a reader gets them: `string or null`. */
export function typeWords(types: string): string {
  return types.replaceAll("|", " or ");
}

/** A list of values in full, or how many there are with the first of them; with `whole` nothing where it is not in full. */
export function listed(values: Iterable<unknown>): string;
export function listed(values: Iterable<unknown>, whole: true): string | undefined;
export function listed(values: Iterable<unknown>, whole = false): string | undefined {
  const all = [...values];
  const text = all.length > maxListed ? "" : all.map(shown).join(" | ");
  if (text !== "" && text.length <= maxText) return text;
  if (whole) return undefined;
  return "one of " + all.length + " values, such as " + all.slice(0, 3).map(shown).join(", ");
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > maxValue ? text.slice(0, maxValue - 1) + "…" : text;
}
