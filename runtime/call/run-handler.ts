import type { CallToExecute, ExecuteOptions } from "./call-options.js";
import { createLimiter, type Limiter } from "../base/limiter.js";
import { race, type Raced } from "../base/race.js";
import type { ToolPolicy, Toolset } from "../tool.js";

/** The queue of the serial tools of one set. All runs and dispatches share it. */
interface SerialQueue {
  readonly runAlone: Limiter;
  /**
   * Settles when the last handler ends. A handler continues to run after its timeout, possibly long after its
   * call was answered.
   */
  ended?: Promise<unknown>;
}

/** The queues by `tools` map, because copies of a set share that map. */
const serialQueues = new WeakMap<object, SerialQueue>();

/**
 * The milliseconds that a turn must have left when a handler starts. Timers can fire a few milliseconds
 * early.
 */
const MIN_START_MS = 4;

/**
 * Runs a handler under its timeout. A serial tool first waits in a queue, and that time does not count
 * against the timeout.
 */
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
    // The previous handler may still run after its timeout. The wait for its end counts against the timeout
    // of this call, so a handler that never ends becomes visible as timeouts of later calls.
    await queue.ended;
    if (handlerSignal.aborted) return undefined;
    const running = (async () => handler(handlerSignal))();
    queue.ended = running.then(forget, forget);
    return running;
  };
  // A call that timed out in the queue must not start later, even if the next turn has enough time.
  const queued = await race(
    (queueSignal) => queue.runAlone(() => run(start, queueSignal)),
    timeLeft(),
    signal,
  );
  return queued.ok ? queued.value : queued;
}

function forget(): void {}
