/** The greatest depth of arguments and results that the runtime accepts. Real values are less deep. */
export const MAX_DEPTH = 64;

/**
 * Whether a value has more than `depth` levels. The recursion stops at that depth, so a hostile value cannot
 * exhaust the stack.
 */
export function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((item) => isDeeper(item, depth - 1));
}
