import { isObject } from "./is-object.js";

/** JSON with sorted keys: the same text for the same value, in whatever order a database gives its keys back. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    isObject(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  );
}
