import { isObject } from "./is-object.js";

/** JSON with sorted keys: equal values give equal texts, even if a database reorders keys. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    isObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  );
}
