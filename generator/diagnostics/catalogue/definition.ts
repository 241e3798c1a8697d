/** A kind of diagnostic. Its code never changes, and no other diagnostic gets the same code. */
export interface Definition<P> {
  /** A short name of the problem, for lists. */
  readonly title: string;
  /**
   * `error`: nothing is written for the tool or the set. `warning`: something is lost or likely wrong.
   * `note`: something was changed without loss.
   */
  readonly severity: "error" | "warning" | "note";
  /**
   * The text of the problem. The text begins in lower case and ends without a full stop. The expected value comes
   * before the value that was found.
   */
  readonly message: (parameters: P) => string;
  readonly cause: string;
  readonly fix: string;
  /**
   * The effect of the problem in a foreign document, in which only the invalid detail is lost and not the tool. The
   * problem is then a warning. Without this text, the problem has the same severity in every document.
   */
  readonly foreign?: string;
}

export function define<P = Record<never, never>>(definition: Definition<P>): Definition<P> {
  return definition;
}

/** The code of a kind of diagnostic, for example `TP401`. */
export type Code = `TP${number}`;

/** A definition with its code. A rule defines its diagnostics in this form, in its own file. */
export interface Problem<P> extends Definition<P> {
  readonly code: Code;
}

export function defineProblem<P = Record<never, never>>(code: Code, definition: Definition<P>): Problem<P> {
  return { code, ...definition };
}
