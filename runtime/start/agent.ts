import { defined } from "../base/defined.js";
import { createEffects, type EffectOptions, type Effects } from "./effects.js";
import { createEmitter, type Listener, type RunEvent } from "../events.js";
import type { ContentLike, Input } from "../loop/history.js";
import type { Decision, Host } from "../host.js";
import { localHost } from "./local-host.js";
import { DEADLINE, type LoopOptions } from "../base/loop-options.js";
import { onAbort } from "../base/on-abort.js";
import type { LoopInput } from "../loop/run.js";
import type { RunResult } from "../run-result.js";
import type { State } from "../loop/state.js";
import type { OptionsFor, WithContext } from "../tool.js";

type Configurable<Context> = LoopOptions &
  Omit<EffectOptions<Context>, "tools" | "model" | "context" | "signal" | "streaming" | "emit" | "now">;

export interface AgentOptions<Context = unknown>
  extends Configurable<Context>, Pick<EffectOptions<Context>, "tools" | "model"> {
  /** Called with each event of each run. */
  readonly onEvent?: Listener;
  /**
   * Makes effects durable, such as a host of `@toolpress/runtime/hosts/*`.
   * @default effects run in this process
   */
  readonly host?: (effects: Effects) => Host;
}

/** Options of one run. Each option of the agent can be given again; `undefined` means the agent's. */
export interface RunOptions<Context = unknown> extends OrUndefined<Configurable<Context>> {
  /** The conversation so far, also in the types of the official client. */
  readonly contents?: readonly ContentLike[] | undefined;
  /** Passed to handlers and policies. */
  readonly context?: Context;
  /** Aborts the run. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Identifies the run in events and keys.
   * @default a random UUID
   */
  readonly runId?: string | undefined;
  /**
   * Requests streams and reports their deltas to `onEvent`. `agent.stream` always does this.
   * @default false
   */
  readonly streaming?: boolean | undefined;
  /** Called with each event of this run, beside the listener of the agent. */
  readonly onEvent?: Listener | undefined;
}

type OrUndefined<T> = { readonly [K in keyof T]?: T[K] | undefined };

export interface ResumeOptions<Context = unknown> extends Omit<RunOptions<Context>, "contents" | "runId"> {
  /** Decisions by call id. Required. A call without a decision continues to wait. */
  readonly decisions: Readonly<Record<string, Decision>>;
}

/** The events of a run as they happen. Leaving the iteration aborts the run. */
export interface RunStream extends AsyncIterable<RunEvent> {
  readonly result: Promise<RunResult>;
}

export interface Agent<Context = unknown> {
  /**
   * Runs the conversation until the model answers without a call, a limit applies or a call waits for a decision.
   * `input` is the next message of the user: text, parts or contents. Rejects only on a mistake in the program: every
   * other end is a `status` of the result.
   */
  run(input: Input | undefined, ...rest: OptionsFor<Context, RunOptions<Context>>): Promise<RunResult>;
  /** The same as `run`, with the events of the run as they happen. */
  stream(input: Input | undefined, ...rest: OptionsFor<Context, RunOptions<Context>>): RunStream;
  /** Sends one request and returns its calls as `pending`. */
  step(input: Input | undefined, ...rest: OptionsFor<Context, RunOptions<Context>>): Promise<RunResult>;
  /** Continues a paused run after checking its state, arguments and policies again. */
  resume(state: State, options: WithContext<Context, ResumeOptions<Context>>): Promise<RunResult>;
}

/**
 * Creates an agent: a model that calls the tools of a set until it has an answer. `tools` and `model` are required.
 * Every other option can be overridden for one run.
 */
export function createAgent<Context = unknown>(agent: AgentOptions<Context>): Agent<Context> {
  if (!agent?.tools || !agent.model) throw new TypeError("createAgent() needs `tools` and `model`");
  const start = async (
    options: RunOptions<Context> & { readonly resumed?: number },
    loop: (host: Host, input: LoopInput<Context>) => Promise<RunResult>,
    listener?: Listener,
    controller = new AbortController(),
  ): Promise<RunResult> => {
    const settings = { turnTimeoutMs: 120_000, ...defined(agent), ...defined(options) };
    const runId = options.runId ?? crypto.randomUUID();
    const listeners = [agent.onEvent, options.onEvent, listener].filter((candidate) => !!candidate);
    const emit = createEmitter(runId, listeners, options.resumed);
    const { signal } = controller;
    const unlink = onAbort(options.signal, () => controller.abort(options.signal?.reason));
    const timer =
      settings.deadlineMs === undefined
        ? undefined
        : // A longer delay does not fit a timer and would fire at once.
          setTimeout(() => controller.abort(DEADLINE), Math.min(settings.deadlineMs, 2 ** 31 - 1));
    try {
      const host = (agent.host ?? localHost)(createEffects({ ...settings, signal, emit } as EffectOptions));
      const { tools, model } = agent;
      return await loop(host, { runId, tools, options: { flavor: model.flavor, ...settings }, signal, emit });
    } finally {
      clearTimeout(timer);
      unlink();
    }
  };
  const run = (
    input: Input | undefined,
    options: RunOptions<Context>,
    ...stream: [listener?: Listener, controller?: AbortController]
  ): Promise<RunResult> =>
    start(
      options,
      async (host, loop) => {
        const { checkOptions, runLoop, startContents } = await import("../loop/loop.js");
        checkOptions(agent, options);
        return runLoop(host, {
          ...loop,
          contents: startContents(options.contents ?? [], input, agent.model.id),
        });
      },
      ...stream,
    );

  return {
    run: async (input, options = {}) => run(input, options),
    step: async (input, options = {}) => run(input, { ...options, automatic: false }),
    stream: (input, options = {}) =>
      openStream((...stream) => run(input, { ...options, streaming: true }, ...stream)),
    resume: async (state, { decisions = {}, ...options }) => {
      const { checkOptions, resumeLoop, originOf } = await import("../loop/resume-loop.js");
      checkOptions(agent, options);
      return start({ ...options, ...originOf(state) }, (host, loop) =>
        resumeLoop(host, { ...loop, state, decisions }),
      );
    },
  };
}

function openStream(
  start: (listener: Listener, controller: AbortController) => Promise<RunResult>,
): RunStream {
  const controller = new AbortController();
  const queue: RunEvent[] = [];
  let consumed = 0;
  const waiting: (() => void)[] = [];
  const wake = (): void => waiting.splice(0).forEach((go) => go());
  let ended = false;
  const result = start((event) => {
    queue.push(event);
    wake();
  }, controller).finally(() => {
    ended = true;
    wake();
  });
  // A consumer that only iterates gets the rejection from the iteration.
  result.catch(() => {});
  // Not an async generator: that would await three times per event.
  const next = async (): Promise<IteratorResult<RunEvent, undefined>> => {
    while (consumed === queue.length && !ended) await new Promise<void>((resolve) => waiting.push(resolve));
    const value = queue[consumed++];
    if (consumed >= queue.length) queue.length = consumed = 0;
    if (value) return { value, done: false };
    await result;
    return { value, done: true };
  };
  return {
    result,
    [Symbol.asyncIterator]: () => ({
      next,
      return: async () => {
        controller.abort("the stream was closed");
        return { value: undefined, done: true };
      },
    }),
  };
}
