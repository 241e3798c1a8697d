import { createRequire } from "node:module";
import type * as redosDetector from "redos-detector";
import { isExponential } from "./ambiguity.js";
import { parsePattern } from "./parse-pattern.js";

const known = new Map<string, boolean>();

/** Steps instead of seconds: the verdict must be the same on every machine. */
const maxSteps = 500;

/** Whether a short hostile text can keep a pattern busy for minutes. Slower than linear is not enough: texts are capped. */
export function isUnsafePattern(pattern: string): boolean {
  let verdict = known.get(pattern);
  if (verdict === undefined) known.set(pattern, (verdict = judge(pattern)));
  return verdict;
}

/** The structure of nearly every pattern tells; where a pattern refers back or is very large, the detector must. */
function judge(pattern: string): boolean {
  if (!/\)[*+{]/.test(pattern)) return false;
  const expression = parsePattern(pattern);
  return (expression && isExponential(expression, /\$|\\b|\(\?<?[=!]/i.test(pattern))) ?? isSuspect(pattern);
}

function isSuspect(pattern: string): boolean {
  const { isSafePattern } = createRequire(import.meta.url)("redos-detector") as typeof redosDetector;
  try {
    return !isSafePattern(pattern, { unicode: true, maxSteps, timeout: Infinity }).safe;
  } catch {
    return true;
  }
}
