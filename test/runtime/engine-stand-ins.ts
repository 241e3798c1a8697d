import type { CloudflareOptions, WorkflowStepLike } from "../../runtime/hosts/cloudflare.js";
import type { DbosLike } from "../../runtime/hosts/dbos.js";
import type { Decision } from "../../runtime/host.js";
import type { RestateContextLike, RestatePromiseLike } from "../../runtime/hosts/restate.js";
import type { TemporalWorkflowLike } from "../../runtime/hosts/temporal.js";

// Small stand-ins for the engines. `npm run test:engines` runs the same hosts on the real ones.

/** A clock that only moves when something waits for it. */
export class ManualClock {
  time = 0;
  readonly #timers: { readonly at: number; readonly fire: () => void }[] = [];

  sleep(ms: number): Promise<void> {
    return new Promise((fire) => this.#timers.push({ at: this.time + ms, fire }));
  }

  /** Moves to the next timer. */
  advance(): void {
    const [next] = this.#timers.sort((one, other) => one.at - other.at).splice(0, 1);
    if (next === undefined) throw new Error("nothing waits for the clock");
    this.time = next.at;
    next.fire();
  }

  get waiting(): number {
    return this.#timers.length;
  }
}

/**
 * A context and combinators of Restate. Like the SDK, they fail if the program awaits two promises at the same time.
 */
export function restate(id = "inv_1") {
  const clock = new ManualClock();
  const attempt = new AbortController();
  const journal: string[] = [];
  const decide: ((decision: Decision) => void)[] = [];
  const starts = new WeakMap<object, () => Promise<unknown>>();
  let awaited = 0;
  const durable = <T>(start: () => Promise<T>): RestatePromiseLike<T> => {
    // The program gets only `then` and `map` of it, as it should use no other.
    const promise = {
      then: (...handlers: Parameters<Promise<T>["then"]>) => {
        if (awaited++ > 0) throw new Error("awaitNext already pending");
        return start()
          .finally(() => awaited--)
          .then(...handlers);
      },
      map: <U>(mapper: (value?: T) => U) => durable(() => start().then(mapper)),
    } as RestatePromiseLike<T>;
    starts.set(promise, start);
    return promise;
  };
  const started = (promises: readonly RestatePromiseLike<unknown>[]) =>
    promises.map((promise) => starts.get(promise)!());
  const ctx: RestateContextLike = {
    run: (name, action) => (journal.push(name), durable(action)),
    awakeable: <T>() => {
      const promise = new Promise<T>((resolve) => decide.push(resolve as never));
      return { id: `awakeable_${decide.length}`, promise: durable(() => promise) };
    },
    sleep: (ms) => {
      const over = clock.sleep(ms);
      return durable(() => over);
    },
    request: () => ({ id, attemptCompletedSignal: attempt.signal }),
    date: { now: () => durable(() => Promise.resolve(clock.time)) },
  };
  const combinators = {
    all: (promises: readonly RestatePromiseLike<unknown>[]) => durable(() => Promise.all(started(promises))),
    race: (promises: readonly RestatePromiseLike<unknown>[]) =>
      durable(() => Promise.race(started(promises))),
  };
  return { clock, attempt, journal, decide, ctx, combinators };
}

/** DBOS with messages by topic. A `recv` without a message waits for the clock. */
export function dbos(workflowID: string | undefined = "wf_1", messages = new Map<string, Decision[]>()) {
  const clock = new ManualClock();
  const journal: string[] = [];
  const engine: DbosLike = {
    workflowID,
    runStep: (action, { name }) => (journal.push(name), action()),
    now: () => Promise.resolve(clock.time),
    recv: async <T>(topic: string, seconds = 60) => {
      const message = messages.get(topic)?.shift();
      if (message === undefined) await clock.sleep(seconds * 1000);
      return (message ?? messages.get(topic)?.shift() ?? null) as T | null;
    },
  };
  return { clock, journal, engine };
}

/** The workflow module of Temporal; `decide` sends the signal. */
export function temporal(runId = "run_1") {
  const clock = new ManualClock();
  const handlers = new Map<unknown, (key: string, decision: Decision) => void>();
  const conditions: { readonly isMet: () => boolean; readonly met: () => void }[] = [];
  const workflow: TemporalWorkflowLike = {
    workflowInfo: () => ({ runId }),
    condition: (isMet, timeoutMs) =>
      Promise.race([
        ...(isMet() ? [Promise.resolve()] : []),
        new Promise<void>((met) => conditions.push({ isMet, met })),
        ...(timeoutMs === undefined ? [] : [clock.sleep(timeoutMs)]),
      ]),
    defineSignal: (name) => name,
    setHandler: (signal, handler) => handlers.set(signal, handler),
  };
  const decide = (key: string, decision: Decision, signal = "decision"): void => {
    handlers.get(signal)?.(key, decision);
    for (const { isMet, met } of conditions) if (isMet()) met();
  };
  return { clock, workflow, decide };
}

/** Steps of Cloudflare Workflows, with events by type. A wait without an event rejects when the clock moves on. */
export function cloudflare(events = new Map<string, Decision>()) {
  const clock = new ManualClock();
  const journal: string[] = [];
  const step: WorkflowStepLike = {
    do: (name, action) => {
      journal.push(name);
      // The host reads the time in a step, because a replay must find the same one.
      return name === "now" ? Promise.resolve(clock.time) : action();
    },
    waitForEvent: async (_name, { type, timeout }) => {
      if (!events.has(type)) await clock.sleep(timeout);
      if (!events.has(type)) throw new Error(`Execution timed out after ${timeout}ms`);
      return { payload: events.get(type) };
    },
  };
  const announced: string[] = [];
  const options: CloudflareOptions = {
    waitMs: Infinity,
    onWaiting: (type, { callId }) => Promise.resolve(void announced.push(`${callId} ${type}`)),
  };
  return { clock, journal, step, announced, options };
}
