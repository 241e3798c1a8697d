/** A kind of diagnostic. Its code never changes, and no other diagnostic gets the same code. */
export interface Definition<P> {
  /** The problem in a few words, for lists. */
  readonly title: string;
  /** `error`: nothing is written. `warning`: something is lost or likely wrong. `note`: something was changed without loss. */
  readonly severity: "error" | "warning" | "note";
  /**
   * The message begins in lower case and ends without a full stop. It names the expected value before the
   * value that was found.
   */
  readonly message: (parameters: P) => string;
  readonly cause: string;
  readonly fix: string;
  /**
   * The effect of the problem in a foreign document. There, only the invalid detail is lost and not the tool,
   * so the problem is a warning. Without this text, the problem has the same severity in every document.
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
