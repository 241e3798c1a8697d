/** No sensible arguments or results nest deeper. */
export const MAX_DEPTH = 64;

/** Recurses at most `depth` levels, so a hostile value cannot exhaust the stack. */
export function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((item) => isDeeper(item, depth - 1));
}
