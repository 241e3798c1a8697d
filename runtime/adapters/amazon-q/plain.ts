/** A copy as JSON, or nothing where the value has no JSON form. */
export function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null") as unknown;
  } catch {
    return undefined;
  }
}
