import type { CallToExecute, ExecuteOptions } from "./call-options.js";
import { createLimiter, type Limiter } from "../base/limiter.js";
import { race, type Raced } from "../base/race.js";
import type { ToolPolicy, Toolset } from "../tool.js";

/** The queue of the serial tools of one set, shared by all runs and dispatches. */
interface SerialQueue {
  readonly runAlone: Limiter;
  /**
   * Settles when the last handler ends. JavaScript cannot be stopped, so that may be long after its call was
   * answered.
   */
  ended?: Promise<unknown>;
}

/** Keyed by the `tools` map, which copies of a set share. */
const serialQueues = new WeakMap<object, SerialQueue>();

/** Timers can fire a few ms early. Do not start a handler with less than this left of the turn. */
const MIN_START_MS = 4;

/** Runs a handler under its timeout. A serial tool queues first; queueing does not count against the timeout. */
export async function runHandler<Context>(
  { tools }: Toolset<Context>,
  policy: ToolPolicy,
  { timeLeft = () => Infinity }: CallToExecute,
  { toolTimeoutMs = 30_000, signal }: ExecuteOptions<Context>,
  handler: (signal: AbortSignal) => unknown,
): Promise<Raced<unknown>> {
  const run = async (work: typeof handler, abortSignal = signal): Promise<Raced<unknown>> => {
    const remaining = timeLeft();
    const timeoutMs = Math.min(policy.timeoutMs ?? toolTimeoutMs, remaining);
    const isOver = timeoutMs <= 0 || remaining < MIN_START_MS;
    return isOver ? { ok: false, stopped: "TIMEOUT" } : race(work, timeoutMs, abortSignal);
  };
  if (!policy.serial) return run(handler);
  const queue = serialQueues.get(tools) ?? { runAlone: createLimiter(1) };
  serialQueues.set(tools, queue);
  const start = async (handlerSignal: AbortSignal): Promise<unknown> => {
    // The previous handler may still run after its timeout. Waiting for it counts against this call, so a handler
    // that never ends shows as a timeout.
    await queue.ended;
    if (handlerSignal.aborted) return undefined;
    const running = (async () => handler(handlerSignal))();
    queue.ended = running.then(forget, forget);
    return running;
  };
  // A call that timed out in the queue must not start later, even though the next turn has a fresh budget.
  const queued = await race(
    (queueSignal) => queue.runAlone(() => run(start, queueSignal)),
    timeLeft(),
    signal,
  );
  return queued.ok ? queued.value : queued;
}

function forget(): void {}
