import type { PendingCall } from "./host.js";
import type { Issue } from "./issue.js";
import type { RunStatus } from "./run-result.js";
import type { Usage } from "./loop/usage.js";
import type { UsageMetadata } from "./wire.js";

/**
 * An event of a run. A replayed run emits the same `id`, so a listener can skip an event that it has already
 * handled. Deltas are provisional: a request that an engine repeats sends another text under the same ids.
 * `text` of `turn_end` is the text that counts.
 */
export type RunEvent = EventBody & {
  /**
   * `<run>:<turn>:<call index, or "-">:<type>:<count>`. After `resume`, the run is written `<run>+<number of
   * resumes>`.
   */
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

/**
 * The type of an event, with the fields of this type. An event about a call also has the fields `index` (the
 * position of the call in its turn), `callId` and `tool`.
 */
export type EventBody =
  | { readonly type: "run_start" }
  | { readonly type: "turn_start" }
  | { readonly type: "text_delta"; readonly text: string }
  | { readonly type: "thought_delta"; readonly text: string }
  /** Emitted only for Vertex AI with `streamFunctionCallArguments`: a piece of the arguments of a call. */
  | {
      readonly type: "tool_args_delta";
      readonly tool: string;
      readonly path: string;
      readonly value: unknown;
    }
  /** `tool_call`: the answer of the model contains a call, with `args`. */
  | ({ readonly type: "tool_call"; readonly args: unknown } & CallFields)
  /** `tool_start`: the handler starts. `notes` describe the repairs of the arguments. */
  | ({ readonly type: "tool_start"; readonly notes?: readonly string[] | undefined } & CallFields)
  /** `tool_progress`: the handler reported `value`. */
  | ({ readonly type: "tool_progress"; readonly value: unknown } & CallFields)
  /** `tool_end`: the call ended after `ms` milliseconds. `ok` is false if the call failed with `code`. */
  | ({
      readonly type: "tool_end";
      readonly ok: boolean;
      readonly ms: number;
      readonly code?: string | undefined;
      readonly response: unknown;
    } & CallFields)
  /** `tool_error`: the cause of a failed call, for developers. The model does not see the cause. */
  | ({ readonly type: "tool_error"; readonly error: unknown } & CallFields)
  /**
   * `result_mismatch`: the result of a service or remote does not match the spec, for developers. The model
   * gets the result nevertheless. `issues` contains only pointers that were not reported before for this tool.
   */
  | ({ readonly type: "result_mismatch"; readonly issues: readonly Issue[] } & CallFields)
  | { readonly type: "waiting"; readonly pending: readonly PendingCall[] }
  /**
   * The request will be sent again. With `discard`, the listener must drop the earlier deltas of this turn.
   */
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
      /** The reason why a connection failed, as the platform reports it. */
      readonly cause?: string;
      readonly discard: boolean;
    }
  /**
   * A turn sends one request or, after a failed attempt, several. Each request has its own `model_start` and
   * `model_end`.
   */
  | { readonly type: "model_start"; readonly attempt: number }
  | {
      readonly type: "model_end";
      readonly ms: number;
      readonly finishReason?: string | undefined;
      readonly usage?: UsageMetadata | undefined;
      readonly error?: string;
      /** The reason why a connection failed, as the platform reports it. */
      readonly cause?: string | undefined;
    }
  | { readonly type: "turn_end"; readonly finishReason: string; readonly usage: Usage; readonly text: string }
  | { readonly type: "hook_error"; readonly error: unknown }
  | { readonly type: "run_end"; readonly status: RunStatus; readonly usage: Usage };

export type Listener = (event: RunEvent) => unknown;
export type Emit = (turn: number, body: EventBody) => void;

/**
 * Returns a function that sends events to all listeners. If a listener throws, the other listeners get a
 * `hook_error` event, and the run continues.
 */
export function createEmitter(runId: string, listeners: readonly Listener[], resumed?: number): Emit {
  // A resumed run counts from 0 again. The number of resumes keeps the ids different.
  const origin = resumed ? `${runId}+${resumed}` : runId;
  /**
   * The next count of each kind of event, by turn. A stream has thousands of events, so the id prefix of a
   * kind is stored and not built again for each event.
   */
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
        // A listener may be an async function, which fails later.
        if (returned) Promise.resolve(returned).catch((error) => failed(error, listener));
      } catch (error) {
        failed(error, listener);
      }
    }
  };
  return emit;
}
