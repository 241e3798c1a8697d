import { createHash } from "node:crypto";

/** A short hash of everything that decides a file's text. Places in the spec do not count. */
export function keyOf(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts, withoutPlaces)).digest("base64url").slice(0, 22);
}

function withoutPlaces(_name: string, value: unknown): unknown {
  if (value instanceof Map) return [...value];
  if (value instanceof Set) return [...value];
  return isOrigin(value) ? undefined : value;
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("document" in value)) return false;
  const { document } = value;
  return (
    typeof document === "object" &&
    document !== null &&
    "place" in document &&
    typeof document.place === "function"
  );
}
