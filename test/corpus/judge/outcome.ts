/** One cause of an outcome, with the tools to which it applies. */
export interface Cause {
  readonly kind: CauseKind;
  readonly text: string;
  readonly count: number;
  readonly tools: readonly string[];
}

export type CauseKind =
  | "refused by Prism"
  | "limit of Prism"
  | "not sent"
  | "result mismatch"
  | "lost"
  | "unasked"
  | "example different"
  | "example refused";

/** The outcome of one document. */
export interface Outcome {
  readonly name: string;
  readonly version: string;
  readonly operations: number;
  readonly tools: number;
  /** The number of calls for which no valid sample was found. */
  readonly unsampled: number;
  readonly calls: number;
  readonly accepted: number;
  readonly refused: number;
  /** The number of calls that were refused because of a limit of Prism. */
  readonly limited: number;
  readonly notSent: number;
  /**
   * The number of accepted calls whose answer does not match the document. Such answers are reported to the
   * developer.
   */
  readonly mismatches: number;
  /** The number of mismatching answers that Prism itself reports as violations of the document. */
  readonly mismatchesOfPrism: number;
  /** The number of locations of arguments that a tool does not accept. Each location counts once per tool. */
  readonly lost: number;
  /** The number of calls that write and only have required arguments. */
  readonly writes: number;
  /** The number of these writing calls whose request contains a value that was not supplied. */
  readonly unasked: number;
  readonly unaskedBytes: number;
  readonly examples: {
    readonly valid: number;
    readonly equal: number;
    readonly different: number;
    readonly refused: number;
  };
  readonly errors: Readonly<Record<string, number>>;
  readonly causes: readonly Cause[];
  readonly seconds: number;
  /** The reason why the document could not be judged, or could not be judged by Prism. */
  readonly problem?: string;
}

/** Counts causes by their kind and text. */
export class Causes {
  readonly #found = new Map<string, { kind: CauseKind; text: string; count: number; tools: string[] }>();

  add(kind: CauseKind, text: string, tool: string): void {
    const key = `${kind} ${text}`;
    const cause = this.#found.get(key) ?? { kind, text, count: 0, tools: [] };
    this.#found.set(key, cause);
    cause.count += 1;
    if (!cause.tools.includes(tool)) cause.tools.push(tool);
  }

  list(): readonly Cause[] {
    return [...this.#found.values()].sort((a, b) => b.count - a.count);
  }
}
