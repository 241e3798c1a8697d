import { defined } from "../base/defined.js";
import { createEffects, type EffectOptions, type Effects } from "./effects.js";
import { createEmitter, type Listener, type RunEvent } from "../events.js";
import type { ContentLike, Input } from "../loop/history.js";
import type { Decision, Host } from "../host.js";
import { localHost } from "./local-host.js";
import { ATTEMPT_ENDED, DEADLINE, type LoopOptions } from "../base/loop-options.js";
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
   * Creates a host that makes effects durable, for example one of `@toolpress/runtime/hosts/*`.
   * @default effects run in this process
   */
  readonly host?: (effects: Effects) => Host;
}

/**
 * Options of one run. An option of the agent can be set here for this run. `undefined` keeps the value of the
 * agent.
 */
export interface RunOptions<Context = unknown> extends OrUndefined<Configurable<Context>> {
  /** The conversation so far. Contents in the types of the official client are accepted too. */
  readonly contents?: readonly ContentLike[] | undefined;
  /** The context that handlers and policies receive. */
  readonly context?: Context;
  /** Aborts the run. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The id of the run, which event ids and idempotency keys contain. Required if the agent has a `host` without
   * an id of its own.
   * @default the id of the engine's run, or a random UUID without `host`
   */
  readonly runId?: string | undefined;
  /**
   * `true` streams the responses of the model and reports the deltas to `onEvent`. `agent.stream` always
   * streams.
   * @default false
   */
  readonly streaming?: boolean | undefined;
  /** Called with each event of this run. The listener of the agent is called too. */
  readonly onEvent?: Listener | undefined;
}

type OrUndefined<T> = { readonly [K in keyof T]?: T[K] | undefined };

export interface ResumeOptions<Context = unknown> extends Omit<RunOptions<Context>, "contents" | "runId"> {
  /** The decisions, by call id. Required. A call without a decision continues to wait. */
  readonly decisions: Readonly<Record<string, Decision>>;
}

/** The events of a run, in the order in which they happen. Ending the iteration early aborts the run. */
export interface RunStream extends AsyncIterable<RunEvent> {
  readonly result: Promise<RunResult>;
}

export interface Agent<Context = unknown> {
  /**
   * Runs the conversation until the model answers without a call, a limit applies or a call waits for a
   * decision. `input` is the next message of the user: a text, parts or contents. The promise rejects only on
   * a mistake in the program. Every other end is a `status` of the result.
   */
  run(input: Input | undefined, ...rest: OptionsFor<Context, RunOptions<Context>>): Promise<RunResult>;
  /** Works like `run` and also iterates over the events of the run. */
  stream(input: Input | undefined, ...rest: OptionsFor<Context, RunOptions<Context>>): RunStream;
  /** Sends one request to the model. The calls of the answer are not executed: `pending` contains them. */
  step(input: Input | undefined, ...rest: OptionsFor<Context, RunOptions<Context>>): Promise<RunResult>;
  /** Continues a paused run. The state, the arguments and the policies are checked again. */
  resume(state: State, options: WithContext<Context, ResumeOptions<Context>>): Promise<RunResult>;
}

/**
 * Creates an agent: a model that calls the tools of a set until it has an answer. `tools` and `model` are
 * required. All other options except `host` can be overridden for one run.
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
    const { signal } = controller;
    const unlink = onAbort(options.signal, () => controller.abort(options.signal?.reason));
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const effects = { ...settings, signal, emit: (turn, body) => emit(turn, body) } as EffectOptions;
      const host = (agent.host ?? localHost)(createEffects(effects));
      // A random id would be another one in each replay. Without an id the loop refuses to run.
      const runId = options.runId ?? host.runId ?? (agent.host ? "" : crypto.randomUUID());
      const listeners = [agent.onEvent, options.onEvent, listener].filter((candidate) => !!candidate);
      const emit = createEmitter(runId, listeners, options.resumed);
      onAbort(host.attempt, () => controller.abort(ATTEMPT_ENDED));
      const { tools, model } = agent;
      const { deadlineMs } = settings;
      if (deadlineMs !== undefined && !host.now)
        // A longer delay does not fit a timer and would fire at once.
        timer = setTimeout(() => controller.abort(DEADLINE), Math.min(deadlineMs, 2 ** 31 - 1));
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
  // A consumer may await only the iteration, which rejects with the same error. This handler prevents an
  // unhandled rejection of `result`.
  result.catch(() => {});
  // An async generator would await three times per event, so this iterator is written by hand.
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
