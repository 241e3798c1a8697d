export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A number that JSON can say. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Reads a property whose name every object inherits, such as `constructor`. */
export function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** The names of the properties that are there. */
export function keys(value: object): string[] {
  return Object.keys(value).filter((name) => (value as Record<string, unknown>)[name] !== undefined);
}

/** JSON equality: order of keys does not matter. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (Array.isArray(b)) return false;
  const names = keys(a);
  return (
    names.length === keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && equal(own(a, name), own(b, name)))
  );
}

/** Index of the first item that an earlier one equals, or -1. Linear: composite items are compared by a canonical text. */
export function duplicate(values: readonly unknown[]): number {
  const simple = new Set<unknown>();
  const composite = new Set<string>();
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    const isComposite = typeof value === "object" && value !== null;
    const size = simple.size + composite.size;
    if (isComposite) composite.add(canonical(value));
    else simple.add(value);
    if (simple.size + composite.size === size) return index;
  }
  return -1;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  return (
    "{" +
    keys(value)
      .sort()
      .map((name) => JSON.stringify(name) + ":" + canonical(own(value, name)))
      .join(",") +
    "}"
  );
}
