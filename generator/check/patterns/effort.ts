/** Steps that the analysis of a pattern may still take. */
export interface Effort {
  left: number;
}

/** Thrown if a pattern is too large to be judged. */
export class TooLarge extends Error {}

/** Subtracts steps from an effort. Throws if no effort is left, which ends the analysis. */
export function spend(effort: Effort, steps: number): void {
  effort.left -= steps;
  if (effort.left <= 0) throw new TooLarge();
}
