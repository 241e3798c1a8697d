/** A copy of the one in `base/is-object.ts`, because bundlers move code that two lazy chunks share into the main chunk. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A number that JSON can represent. */
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

/** Reads an own property, even if every object inherits its name, such as `constructor`. */
export function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** The names of the properties with a value. */
export function keys(value: object): string[] {
  return Object.keys(value).filter((name) => (value as Record<string, unknown>)[name] !== undefined);
}

/** JSON equality: the order of keys does not matter. */
export function equal(a: unknown, b: unknown): boolean {
  return a === b || canonical(a) === canonical(b);
}

/** The index of the first item that equals an earlier one, or -1. Takes linear time by comparing canonical texts. */
export function duplicate(values: readonly unknown[]): number {
  const seen = new Set<unknown>();
  return values.findIndex((value) => seen.size === seen.add(canonical(value)).size);
}

/** Equal values give equal texts. Undefined for values that nest too deeply. */
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
 * Equals the number of the same value. Larger ones become an object with unsorted keys, which equals no other value.
 */
function canonicalBigint(value: bigint): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : { b: 0, a: String(value) };
}
