import type { PendingCall } from "./host.js";
import type { Issue } from "./issue.js";
import type { RunStatus } from "./run-result.js";
import type { Usage } from "./loop/usage.js";
import type { UsageMetadata } from "./wire.js";

/** An event of a run. Its `id` is the same on every replay, so a listener can skip events that it has seen. */
export type RunEvent = EventBody & {
  /** `<run>:<turn>:<call or ->:<type>:<count>`. The run is followed by `+<times>` after `resume`. */
  readonly id: string;
  readonly runId: string;
  readonly turn: number;
};

interface CallFields {
  /** The position of the call in its turn. */
  readonly index: number;
  readonly callId: string;
  readonly tool: string;
}

export type EventBody =
  | { readonly type: "run_start" }
  | { readonly type: "turn_start" }
  | { readonly type: "text_delta"; readonly text: string }
  | { readonly type: "thought_delta"; readonly text: string }
  /** Vertex only, with `streamFunctionCallArguments`. */
  | {
      readonly type: "tool_args_delta";
      readonly tool: string;
      readonly path: string;
      readonly value: unknown;
    }
  | ({ readonly type: "tool_call"; readonly args: unknown } & CallFields)
  /** `notes` are the repairs of the arguments. */
  | ({ readonly type: "tool_start"; readonly notes?: readonly string[] | undefined } & CallFields)
  | ({ readonly type: "tool_progress"; readonly value: unknown } & CallFields)
  | ({
      readonly type: "tool_end";
      readonly ok: boolean;
      readonly ms: number;
      readonly code?: string | undefined;
      readonly response: unknown;
    } & CallFields)
  /** For developers: the cause of a failure, which the model does not see. */
  | ({ readonly type: "tool_error"; readonly error: unknown } & CallFields)
  /**
   * For developers: a result of a service or remote does not match the spec. The model gets the result all the same.
   * `issues` contains only pointers that were not reported before for this tool.
   */
  | ({ readonly type: "result_mismatch"; readonly issues: readonly Issue[] } & CallFields)
  | { readonly type: "waiting"; readonly pending: readonly PendingCall[] }
  /** The request is repeated. With `discard`, earlier deltas of this turn are void. */
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
      /** The platform's report about a failed connection. */
      readonly cause?: string;
      readonly discard: boolean;
    }
  /** One request of a turn and its response. */
  | { readonly type: "model_start"; readonly attempt: number }
  | {
      readonly type: "model_end";
      readonly ms: number;
      readonly finishReason?: string | undefined;
      readonly usage?: UsageMetadata | undefined;
      readonly error?: string;
      /** The platform's report about a failed connection. */
      readonly cause?: string | undefined;
    }
  | { readonly type: "turn_end"; readonly finishReason: string; readonly usage: Usage; readonly text: string }
  | { readonly type: "hook_error"; readonly error: unknown }
  | { readonly type: "run_end"; readonly status: RunStatus; readonly usage: Usage };

export type Listener = (event: RunEvent) => unknown;
export type Emit = (turn: number, body: EventBody) => void;

/** Sends events to listeners. An error in one is reported to the others and has no other effect. */
export function createEmitter(runId: string, listeners: readonly Listener[], resumed?: number): Emit {
  // Counts start again when a run is resumed.
  const origin = resumed ? `${runId}+${resumed}` : runId;
  /** Event counts by turn and kind. A stream has thousands of events, so a count is found without building its key. */
  const turns: Map<string, { readonly prefix: string; count: number }>[] = [];
  const nextId = (turn: number, body: EventBody): string => {
    const { type } = body;
    const index = "index" in body ? body.index : "-";
    const key = index === "-" ? type : `${index}:${type}`;
    const kinds = (turns[turn] ??= new Map());
    let kind = kinds.get(key);
    if (!kind) kinds.set(key, (kind = { prefix: `${origin}:${turn}:${index}:${type}:`, count: 0 }));
    return kind.prefix + kind.count++;
  };
  const emit = (turn: number, body: EventBody, except?: Listener): void => {
    if (listeners.length === 0) return;
    const event: RunEvent = { ...body, id: nextId(turn, body), runId, turn };
    const failed = (error: unknown, listener: Listener): void => {
      if (body.type !== "hook_error") emit(turn, { type: "hook_error", error }, listener);
    };
    for (const listener of listeners) {
      if (listener === except) continue;
      try {
        const returned = listener(event);
        // A listener may be an async function.
        if (returned) Promise.resolve(returned).catch((error) => failed(error, listener));
      } catch (error) {
        failed(error, listener);
      }
    }
  };
  return emit;
}
