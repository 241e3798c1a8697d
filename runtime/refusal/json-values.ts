// What refusals need to look into values. Not shared with the checks: bundlers load at once what two late parts share.

/** A property or an item of a value; undefined where it has none. */
export function fieldAt(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** What a JSON text says; whatever is no such text stays as it is. */
export function readText(value: unknown): unknown {
  try {
    return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
  } catch {
    return value;
  }
}
