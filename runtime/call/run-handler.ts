import type { CallToExecute, ExecuteOptions } from "./execute-call.js";
import { createLimiter, type Limiter } from "../base/limiter.js";
import { race, type Raced } from "../base/race.js";
import type { ToolPolicy, Toolset } from "../tool.js";

/** The queue of the serial tools of one set, shared by all runs and dispatches. */
interface Line {
  readonly alone: Limiter;
  /**
   * Settles when the last handler ends. JavaScript cannot be stopped, so that may be long after its call was
   * answered.
   */
  ended?: Promise<unknown>;
}

/** Keyed by the `tools` map, which copies of a set share. */
const lines = new WeakMap<object, Line>();

/** Timers can fire a few ms early. Do not start a handler with less than this left of the turn. */
const LEAST_MS = 4;

/** Runs a handler under its timeout. A serial tool queues first; queueing does not count against the timeout. */
export async function runHandler<Context>(
  { tools }: Toolset<Context>,
  policy: ToolPolicy,
  { timeLeft = () => Infinity }: CallToExecute,
  { toolTimeoutMs = 30_000, signal }: ExecuteOptions<Context>,
  handler: (signal: AbortSignal) => unknown,
): Promise<Raced<unknown>> {
  const run = async (work: typeof handler, until = signal): Promise<Raced<unknown>> => {
    const left = timeLeft();
    const timeoutMs = Math.min(policy.timeoutMs ?? toolTimeoutMs, left);
    const isUp = timeoutMs <= 0 || left < LEAST_MS;
    return isUp ? { stopped: "TIMEOUT" } : race(work, timeoutMs, until);
  };
  if (!policy.serial) return run(handler);
  const line = lines.get(tools) ?? { alone: createLimiter(1) };
  lines.set(tools, line);
  const start = async (own: AbortSignal): Promise<unknown> => {
    // The previous handler may still run after its timeout. Waiting for it counts against this call, so a handler
    // that never ends shows as a timeout.
    await line.ended;
    if (own.aborted) return undefined;
    const running = (async () => handler(own))();
    line.ended = running.then(forget, forget);
    return running;
  };
  // A call that timed out in the queue must not start later, even though the next turn has a fresh budget.
  const queued = await race((given) => line.alone(() => run(start, given)), timeLeft(), signal);
  return "value" in queued ? queued.value : queued;
}

function forget(): void {}
