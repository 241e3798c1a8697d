import { defined } from "./defined.js";
import { createEffects, type EffectOptions, type Effects } from "./effects.js";
import { createEmitter, type Listener, type RunEvent } from "./events.js";
import type { Input } from "./history.js";
import type { Decision, Host } from "./host.js";
import { localHost } from "./local-host.js";
import type { LoopOptions } from "./loop-options.js";
import { DEADLINE, type LoopInput } from "./run.js";
import type { RunResult } from "./run-result.js";
import type { State } from "./state.js";
import type { Content } from "./wire.js";

type Configurable<Context> = LoopOptions &
  Omit<EffectOptions<Context>, "tools" | "model" | "context" | "signal" | "streaming" | "emit" | "now">;

export interface AgentOptions<Context = unknown>
  extends Configurable<Context>, Pick<EffectOptions<Context>, "tools" | "model"> {
  readonly onEvent?: Listener;
  /** Where effects happen; in this process where left out. */
  readonly host?: (effects: Effects) => Host;
}

/** Everything an agent can be told can be told again for one run. */
export interface RunOptions<Context = unknown> extends Partial<Configurable<Context>> {
  /** The conversation so far. */
  readonly contents?: readonly Content[];
  /** Handed to handlers and policies. */
  readonly context?: Context;
  readonly signal?: AbortSignal;
  readonly runId?: string;
  /** Asks for streams and tells `onEvent` of their deltas; `agent.stream` always does. */
  readonly streaming?: boolean;
  readonly onEvent?: Listener;
}

/** The context may be left out only where handlers do not need one. */
type RunArguments<Context, Options> = unknown extends Context
  ? [options?: Options]
  : undefined extends Context
    ? [options?: Options]
    : [options: Options & { readonly context: Context }];

export interface ResumeOptions<Context = unknown> extends Omit<RunOptions<Context>, "contents" | "runId"> {
  /** By call id. A call that is not named goes on waiting. */
  readonly decisions: Readonly<Record<string, Decision>>;
}

/** The events of a run as they happen; leaving the iteration aborts the run. */
export interface RunStream extends AsyncIterable<RunEvent> {
  readonly result: Promise<RunResult>;
}

export interface Agent<Context = unknown> {
  run(input: Input | undefined, ...rest: RunArguments<Context, RunOptions<Context>>): Promise<RunResult>;
  stream(input: Input | undefined, ...rest: RunArguments<Context, RunOptions<Context>>): RunStream;
  /** One request; its calls are handed over as `pending`. */
  step(input: Input | undefined, ...rest: RunArguments<Context, RunOptions<Context>>): Promise<RunResult>;
  /** Goes on with a paused run after checking its state, arguments and policies again. */
  resume(state: State, options: ResumeOptions<Context>): Promise<RunResult>;
}

export function createAgent<Context = unknown>(agent: AgentOptions<Context>): Agent<Context> {
  const start = async (
    options: RunOptions<Context>,
    loop: (host: Host, input: LoopInput<Context>) => Promise<RunResult>,
    listener?: Listener,
  ): Promise<RunResult> => {
    const settings = { turnTimeoutMs: 120_000, ...defined(agent), ...defined(options) };
    const runId = options.runId ?? crypto.randomUUID();
    const listeners = [agent.onEvent, options.onEvent, listener].filter((given) => !!given);
    const emit = createEmitter(runId, listeners);
    const clock = new AbortController();
    const timer =
      settings.deadlineMs === undefined
        ? undefined
        : // Longer waits than a timer can hold would fire at once.
          setTimeout(() => clock.abort(DEADLINE), Math.min(settings.deadlineMs, 2 ** 31 - 1));
    const signal = either(clock.signal, options.signal);
    const host = (agent.host ?? localHost)(createEffects<Context>({ ...settings, signal, emit }));
    const { tools, model } = agent;
    try {
      return await loop(host, { runId, tools, options: { face: model.face, ...settings }, signal, emit });
    } finally {
      clearTimeout(timer);
    }
  };
  const run = (
    input: Input | undefined,
    options: RunOptions<Context>,
    listener?: Listener,
  ): Promise<RunResult> =>
    start(
      options,
      async (host, loop) => {
        const { runLoop, startContents } = await import("./loop.js");
        return runLoop(host, { ...loop, contents: startContents(options.contents ?? [], input) });
      },
      listener,
    );

  return {
    run: async (input, options = {}) => run(input, options),
    step: async (input, options = {}) => run(input, { ...options, automatic: false }),
    stream: (input, options = {}) =>
      openStream((signal, listener) =>
        run(input, { ...options, streaming: true, signal: either(signal, options.signal) }, listener),
      ),
    resume: async (state, { decisions, ...options }) => {
      const { resumeLoop } = await import("./resume-loop.js");
      return start({ ...options, runId: state?.runId }, (host, loop) =>
        resumeLoop(host, { ...loop, state, decisions }),
      );
    },
  };
}

function either(own: AbortSignal, given: AbortSignal | undefined): AbortSignal {
  return given ? AbortSignal.any([own, given]) : own;
}

function openStream(start: (signal: AbortSignal, listener: Listener) => Promise<RunResult>): RunStream {
  const controller = new AbortController();
  const queue: RunEvent[] = [];
  let taken = 0;
  const waiting: (() => void)[] = [];
  const wake = (): void => waiting.splice(0).forEach((go) => go());
  let ended = false;
  const result = start(controller.signal, (event) => {
    queue.push(event);
    wake();
  }).finally(() => {
    ended = true;
    wake();
  });
  // Whoever only iterates learns of a rejection from the iteration.
  result.catch(() => {});
  // Not an async generator, which waits three times for each event.
  const next = async (): Promise<IteratorResult<RunEvent, undefined>> => {
    while (taken === queue.length && !ended) await new Promise<void>((resolve) => waiting.push(resolve));
    const value = queue[taken++];
    if (taken >= queue.length) queue.length = taken = 0;
    if (value) return { value, done: false };
    await result;
    return { value, done: true };
  };
  return {
    result,
    [Symbol.asyncIterator]: () => ({
      next,
      return: async () => {
        controller.abort("the stream was left");
        return { value: undefined, done: true };
      },
    }),
  };
}
