/** Steps that the analysis of a pattern may still take. */
export interface Effort {
  left: number;
}

/** Thrown where a pattern is too large to be judged. */
export class TooLarge extends Error {}

/** Takes steps off an effort, and ends the analysis where none is left. */
export function spend(effort: Effort, steps: number): void {
  effort.left -= steps;
  if (effort.left <= 0) throw new TooLarge();
}
