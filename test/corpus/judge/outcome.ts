/** Why calls ended as they did, with the tools it happened to. */
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
  /** Calls for which no valid sample was found. */
  readonly unsampled: number;
  readonly calls: number;
  readonly accepted: number;
  readonly refused: number;
  /** Refused for a reason that lies in Prism. */
  readonly limited: number;
  readonly notSent: number;
  /** Accepted, then an answer that does not fit the document, which is reported to the developer. */
  readonly mismatches: number;
  /** Of these, answers of Prism that violate the document, as Prism itself reports. */
  readonly mismatchesOfPrism: number;
  /** Places of arguments that a tool does not take, each counted once for a tool. */
  readonly lost: number;
  /** Writing calls with nothing but required arguments. */
  readonly writes: number;
  /** Of these, calls that contain anything that was not supplied. */
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
  /** Why the document could not be judged, or not by Prism. */
  readonly problem?: string;
}

/** Counts causes by kind and text. */
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
