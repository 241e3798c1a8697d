import { createEffects, type EffectOptions, type Effects } from "./effects.js";
import { createEmitter, type Listener, type RunEvent } from "./events.js";
import { findFlaw, startContents, type Input } from "./history.js";
import type { Decision, Host } from "./host.js";
import { localHost } from "./local-host.js";
import type { LoopOptions } from "./loop-options.js";
import { runLoop } from "./loop.js";
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
  const start = (
    options: RunOptions<Context>,
    from: Pick<LoopInput, "contents" | "resumed">,
    listeners: readonly Listener[],
    streaming: boolean,
  ): Promise<RunResult> => {
    const settings = { ...agent, ...options };
    const runId = from.resumed?.state?.runId ?? options.runId ?? crypto.randomUUID();
    const emit = createEmitter(
      runId,
      [agent.onEvent, options.onEvent, ...listeners].filter((listener) => !!listener),
    );
    const { signal, release } = withDeadline(options.signal, settings.deadlineMs);
    const effects = createEffects<Context>({ ...settings, ...signal, emit, streaming });
    const host = (agent.host ?? localHost)(effects);
    const face = agent.model.face && { face: agent.model.face };
    const input: LoopInput<Context> = {
      ...from,
      ...signal,
      runId,
      tools: agent.tools,
      options: { ...face, ...settings },
      emit,
    };
    return runLoop(host, input).finally(release);
  };
  const contentsOf = (input: Input | undefined, options: RunOptions<Context>): { contents: Content[] } => {
    const contents = startContents(options.contents ?? [], input);
    const flaw = findFlaw(contents);
    if (flaw) throw new TypeError(flaw);
    return { contents };
  };

  return {
    run: async (input, options = {}) => start(options, contentsOf(input, options), [], false),
    step: async (input, options = {}) =>
      start({ ...options, automatic: false }, contentsOf(input, options), [], false),
    stream: (input, options = {}) =>
      openStream(options.signal, (signal, listener) =>
        start({ ...options, signal }, contentsOf(input, options), [listener], true),
      ),
    resume: async (state, { decisions, ...options }) =>
      start(options, { contents: [], resumed: { state, decisions } }, [], false),
  };
}

/** The caller's signal and the deadline as one. */
function withDeadline(
  given: AbortSignal | undefined,
  deadlineMs: number | undefined,
): { signal: { signal?: AbortSignal }; release: () => void } {
  if (deadlineMs === undefined) return { signal: given ? { signal: given } : {}, release: () => {} };
  const { controller, release } = follow(given);
  const timer = setTimeout(() => controller.abort(DEADLINE), deadlineMs);
  return {
    signal: { signal: controller.signal },
    release: () => {
      clearTimeout(timer);
      release();
    },
  };
}

/** A controller that is aborted with `signal`, until it is released. */
function follow(signal: AbortSignal | undefined): { controller: AbortController; release: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  return { controller, release: () => signal?.removeEventListener("abort", abort) };
}

function openStream(
  given: AbortSignal | undefined,
  start: (signal: AbortSignal, listener: Listener) => Promise<RunResult>,
): RunStream {
  const { controller, release } = follow(given);
  const queue: RunEvent[] = [];
  let wake = (): void => {};
  let ended = false;
  const result = start(controller.signal, (event) => {
    queue.push(event);
    wake();
  }).finally(() => {
    release();
    ended = true;
    wake();
  });
  // Whoever only iterates learns of a rejection from the iteration.
  result.catch(() => {});
  return {
    result,
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          yield* queue.splice(0);
          if (queue.length > 0) continue;
          if (ended) break;
          await new Promise<void>((resolve) => (wake = resolve));
        }
        await result;
      } finally {
        if (!ended) controller.abort("the stream was left");
      }
    },
  };
}
