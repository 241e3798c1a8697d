import redos from "redos-detector";

export type PatternVerdict = "safe" | "polynomial" | "exponential";

const known = new Map<string, PatternVerdict>();

/** Steps instead of seconds: the verdict must be the same on every machine. */
const maxSteps = 2_000;

/** How long a hostile text can keep a pattern busy. */
export function judgePattern(pattern: string): PatternVerdict {
  let verdict = known.get(pattern);
  if (verdict === undefined) known.set(pattern, (verdict = judge(pattern)));
  return verdict;
}

function judge(pattern: string): PatternVerdict {
  if (!/[*+{]/.test(pattern)) return "safe";
  const { safe } = redos.isSafePattern(pattern, { unicode: true, maxSteps, timeout: Infinity });
  if (safe) return "safe";
  return /\)(?:[*+]|\{\d+,\}|\{\d*,\d{2,}\})/.test(pattern) ? "exponential" : "polynomial";
}
