import { put } from "./edit.js";

type Properties = Readonly<Record<string, unknown>>;

/** Fills in the defaults of absent properties; the same object when none is absent. */
export function withDefaults(value: Properties, defaults: Properties): Properties {
  const absent = Object.keys(defaults).filter(
    (name) => !Object.hasOwn(value, name) || value[name] === undefined,
  );
  if (absent.length === 0) return value;
  const filled = { ...value };
  for (const name of absent) put(filled, name, structuredClone(defaults[name]));
  return filled;
}

/** Completes one property, if it is there. */
export function completeProperty(
  value: Properties,
  name: string,
  complete: (value: unknown) => unknown,
): Properties {
  if (!Object.hasOwn(value, name)) return value;
  const after = complete(value[name]);
  if (after === value[name]) return value;
  const changed = { ...value };
  put(changed, name, after);
  return changed;
}

/** Completes the items of an array. */
export function completeItems(value: unknown, complete: (value: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  const completed = value.map(complete);
  return completed.some((item, index) => item !== value[index]) ? completed : value;
}

/** Completes the values of a map. */
export function completeEntries(
  value: unknown,
  known: readonly string[],
  complete: (value: unknown) => unknown,
): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .reduce((result, name) => completeProperty(result, name, complete), value as Properties);
}
