/** Deeper than any sensible arguments or result. */
export const MAX_DEPTH = 64;

/** Looks no deeper than it must, so a hostile value costs no stack. */
export function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((item) => isDeeper(item, depth - 1));
}
