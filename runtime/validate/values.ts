/**
 * A copy of the function in `base/is-object.ts`. Bundlers move code that two lazy chunks share into the main
 * chunk, which every application loads.
 */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a number that JSON can represent. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Returns the type of a JSON value. */
export function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** Returns the value of an own property. Inherited properties such as `constructor` count as missing. */
export function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** Returns the names of the properties that have a value. */
export function keys(value: object): string[] {
  return Object.keys(value).filter((name) => (value as Record<string, unknown>)[name] !== undefined);
}

/** Whether two JSON values are equal. The order of keys does not matter. */
export function equal(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

/**
 * Returns the index of the first item that equals an earlier item, or -1. Comparing canonical texts takes
 * linear time.
 */
export function duplicate(values: readonly unknown[]): number {
  const seen = new Set<unknown>();
  return values.findIndex((value) => seen.size === seen.add(canonical(value)).size);
}

/**
 * Returns a text that is the same for equal values. Returns undefined for a value that is nested too deeply.
 */
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

/**
 * Returns a value for the canonical text of a bigint. A bigint equals the number with the same value. A
 * larger bigint becomes an object with unsorted keys: no other value has such a text.
 */
function canonicalBigint(value: bigint): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : { b: 0, a: String(value) };
}
