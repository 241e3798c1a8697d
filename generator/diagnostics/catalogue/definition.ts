/** A kind of problem. A code is never renumbered nor reused. */
export interface Definition<P> {
  /** A few words, for lists. */
  readonly title: string;
  /** `error`: nothing is written. `warning`: something is lost or likely wrong. `note`: something was changed without loss. */
  readonly severity: "error" | "warning" | "note";
  /** Lower case, no full stop; what was expected before what was found. */
  readonly message: (parameters: P) => string;
  readonly cause: string;
  readonly fix: string;
  /**
   * In a document of another dialect the problem costs a detail, not the tool: it is a warning, and this text describes the effect on the
   * detail.
   */
  readonly foreign?: string;
}

export function define<P = Record<never, never>>(definition: Definition<P>): Definition<P> {
  return definition;
}

/** Identifies a kind of problem, for example `TP401`. */
export type Code = `TP${number}`;

/** A definition with its code, for a problem that is defined beside the code that reports it. */
export interface Problem<P> extends Definition<P> {
  readonly code: Code;
}

export function defineProblem<P = Record<never, never>>(code: Code, definition: Definition<P>): Problem<P> {
  return { code, ...definition };
}
