/**
 * Returns the keys of a JSON pointer in a URI fragment. The result is undefined if the pointer is malformed.
 */
export function parsePointer(fragment: string): readonly string[] | undefined {
  if (fragment === "") return [];
  if (!fragment.startsWith("/")) return undefined;
  const decoded = decodeFragment(fragment);
  if (decoded === undefined || /~(?![01])/.test(decoded)) return undefined;
  return decoded
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

/**
 * Returns the value under a key of a mapping or an index of a list. The result is undefined if the key or
 * index does not exist.
 */
export function step(
  value: unknown,
  key: string,
): { readonly value: unknown; readonly key: string | number } | undefined {
  if (Array.isArray(value)) {
    if (!/^(0|[1-9][0-9]*)$/.test(key) || Number(key) >= value.length) return undefined;
    return { value: value[Number(key)], key: Number(key) };
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return { value: (value as Record<string, unknown>)[key], key };
}

/** Returns the JSON pointer for a list of keys and indexes. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
