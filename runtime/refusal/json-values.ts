// Helpers for refusals. The checks have similar helpers, but the two do not share code: bundlers move code
// that two lazy chunks share into the main chunk, which every application loads.

/** Returns a property or an item of a value, or undefined if it is missing. */
export function fieldAt(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Parses a JSON text. Returns the value unchanged if it is not a JSON text. */
export function parseText(value: unknown): unknown {
  try {
    return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
  } catch {
    return value;
  }
}
