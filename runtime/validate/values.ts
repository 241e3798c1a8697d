/** The same as in `base/is-object.ts`. Checks are loaded apart from the loop, and bundlers load at once what two late parts share. */
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

/** The type of a JSON value. */
export function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
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
  return a === b || canonical(a) === canonical(b);
}

/** Index of the first item that an earlier one equals, or -1. Linear: items are compared by a canonical text. */
export function duplicate(values: readonly unknown[]): number {
  const seen = new Set<unknown>();
  return values.findIndex((value) => seen.size === seen.add(canonical(value)).size);
}

/** The same text for equal values; none for those that are nested beyond what a machine can follow. */
function canonical(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_, inner: unknown) =>
      isObject(inner)
        ? Object.fromEntries(
            keys(inner)
              .sort()
              .map((name) => [name, inner[name]]),
          )
        : typeof inner === "bigint"
          ? canonicalBigint(inner)
          : inner,
    );
  } catch {
    return undefined;
  }
}

/** Equal to the number of the same value. Beyond that an object whose keys are not sorted, as those of no other value are. */
function canonicalBigint(value: bigint): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : { b: 0, a: String(value) };
}
