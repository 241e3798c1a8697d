/**
 * The largest number of values in a list. A longer list is shortened, and a suggestion names the most similar
 * values.
 */
const maxListed = 12;
const maxText = 160;
const maxValue = 40;

/** Writes types that are separated by `|` as words: `string|null` becomes `string or null`. */
export function typeWords(types: string): string {
  return types.replaceAll("|", " or ");
}

/**
 * Lists values. A long list is shortened to the number of values and the first three. With `inFull`, a list
 * that is too long gives undefined instead.
 */
export function listValues(values: Iterable<unknown>): string;
export function listValues(values: Iterable<unknown>, inFull: true): string | undefined;
export function listValues(values: Iterable<unknown>, inFull = false): string | undefined {
  const all = [...values];
  const text = all.length > maxListed ? "" : all.map(shortJson).join(" | ");
  if (text !== "" && text.length <= maxText) return text;
  if (inFull) return undefined;
  return "one of " + all.length + " values, such as " + all.slice(0, 3).map(shortJson).join(", ");
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > maxValue ? text.slice(0, maxValue - 1) + "…" : text;
}
