/** Returns a copy of the value as JSON, or undefined if JSON cannot represent the value. */
export function jsonCopy(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null") as unknown;
  } catch {
    return undefined;
  }
}
