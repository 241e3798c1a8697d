import type { BoundValue } from "./tool.js";

/** The policy of a tool, as generated code contains it. */
export interface ToolPolicy {
  /** A person must agree before the tool runs. */
  readonly approval?: boolean;
  readonly timeoutMs?: number;
  /**
   * Serial tools of a set never run at the same time, even in different runs. The handler of a serial tool
   * must not wait for another serial tool.
   */
  readonly serial?: boolean;
  /** The result of the tool arrives after the handler returned. The run pauses until then. */
  readonly longRunning?: boolean;
  /** For the Live API: the model continues to speak while the tool runs. */
  readonly nonBlocking?: boolean;
  readonly bind?: Readonly<Record<string, BoundValue>>;
  readonly result?: {
    readonly pick?: readonly string[];
    readonly maxItems?: number;
    readonly maxChars?: number;
  };
}

/** The policies that this runtime implements. The compiler reports a missing one. */
export const policies: Readonly<Record<keyof ToolPolicy, 1>> = {
  approval: 1,
  timeoutMs: 1,
  serial: 1,
  longRunning: 1,
  nonBlocking: 1,
  bind: 1,
  result: 1,
};
