import { isObject } from "./is-object.js";

/**
 * Returns JSON with sorted keys. Equal values have equal texts, even if a database changed the order of keys.
 */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    isObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  );
}
