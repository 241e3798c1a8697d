import type { CallToExecute, ExecuteOptions } from "./execute-call.js";
import { createLimiter, type Limiter } from "../base/limiter.js";
import { race, type Raced } from "../base/race.js";
import type { ToolPolicy, Toolset } from "../tool.js";

/** What keeps the serial tools of a set apart, whichever run or message calls them. */
interface Line {
  readonly alone: Limiter;
  /** Settles when the last handler has ended. Code cannot be stopped, so that may be long after its call was answered. */
  ended?: Promise<unknown>;
}

/** By the tools of a set, which its copies share. */
const lines = new WeakMap<object, Line>();

/** Timers fire a little early; what a call that took all of the turn's time leaves behind is none to start another in. */
const LEAST_MS = 4;

/** Runs a handler for as long as it may take. That of a serial tool first waits in line, which is no time of its own. */
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
    return isUp ? { ok: false, stopped: "TIMEOUT" } : race(work, timeoutMs, until);
  };
  if (!policy.serial) return run(handler);
  const line = lines.get(tools) ?? { alone: createLimiter(1) };
  lines.set(tools, line);
  const start = async (own: AbortSignal): Promise<unknown> => {
    // A handler that was given up is waited for, but in the time of this one: if it never ends, that shows as a timeout.
    await line.ended;
    if (own.aborted) return undefined;
    const running = (async () => handler(own))();
    line.ended = running.then(forget, forget);
    return running;
  };
  // What has been given up in line does not start when its turn comes: the next turn has time again.
  const queued = await race((given) => line.alone(() => run(start, given)), timeLeft(), signal);
  return queued.ok ? queued.value : queued;
}

function forget(): void {}
