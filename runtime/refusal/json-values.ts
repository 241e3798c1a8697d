// Helpers of refusals. Not shared with the checks, because bundlers move code that two lazy chunks share into the
// main chunk.

/** A property or item of a value; undefined if it is missing. */
export function fieldAt(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** The value of a JSON text. Any other value is returned unchanged. */
export function parseText(value: unknown): unknown {
  try {
    return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
  } catch {
    return value;
  }
}
