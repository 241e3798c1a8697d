/** Longer lists are abbreviated; a suggestion names the nearest values. */
const maxListed = 12;
const maxText = 160;
const maxValue = 40;

/** The types of a type code in words: `string or null`. */
export function typeWords(types: string): string {
  return types.replaceAll("|", " or ");
}

/**
 * Lists values in full, or their number and the first three. With `inFull` the result is undefined if the list is too
 * long.
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
