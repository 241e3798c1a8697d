/** The number of steps that the analysis of a pattern may still take. */
export interface Effort {
  left: number;
}

/** Thrown if a pattern is too large or too complicated to be analysed. */
export class TooLarge extends Error {}

/** Subtracts steps from an effort. Throws `TooLarge` if no steps are left, which ends the analysis. */
export function spend(effort: Effort, steps: number): void {
  effort.left -= steps;
  if (effort.left <= 0) throw new TooLarge();
}
