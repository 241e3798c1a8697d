import type { Effects } from "../start/effects.js";
import type { Decision, Host, PendingCall } from "../host.js";

/** A promise of Restate. Its combinators are the only way to await several of them. */
export type RestatePromiseLike<T> = Promise<T> & {
  map<U>(mapper: (value?: T) => U): RestatePromiseLike<U>;
  orTimeout(millis: number): RestatePromiseLike<T>;
};

/** The members of Restate's context that are used. */
export interface RestateContextLike {
  run<T>(name: string, action: () => Promise<T>): RestatePromiseLike<T>;
  awakeable<T>(): { readonly id: string; readonly promise: RestatePromiseLike<T> };
  sleep(millis: number): RestatePromiseLike<void>;
  request(): { readonly id: string; readonly attemptCompletedSignal: AbortSignal };
  readonly date: { now(): Promise<number> };
}

/** The members of `RestatePromise` that are used. */
export interface RestateCombinators {
  all(promises: readonly RestatePromiseLike<unknown>[]): Promise<unknown[]>;
  race(promises: readonly RestatePromiseLike<unknown>[]): Promise<unknown>;
}

/** Reports a call that waits, with the id of the awakeable that takes its decision. */
export type OnWaiting = (callId: string, awakeableId: string, pending: PendingCall) => Promise<void>;

/** Runs by their context, which exists once for each attempt of an invocation. */
const runsOf = new WeakMap<RestateContextLike, number>();

/**
 * Journals effects with Restate. Requires `RestatePromise`, because `Promise.all` over `ctx.run` never settles there.
 * The run has the id of the invocation; the second run of an invocation has `:2` behind that id.
 */
export function restateHost(
  ctx: RestateContextLike,
  RestatePromise: RestateCombinators,
  effects: Effects,
  onWaiting?: OnWaiting,
): Host {
  const { id, attemptCompletedSignal: attempt } = ctx.request();
  const count = (runsOf.get(ctx) ?? 0) + 1;
  runsOf.set(ctx, count);
  // An effect that was stopped with its attempt has no outcome. Restate repeats the effect.
  const journal = <T>(name: string, effect: () => Promise<T>): RestatePromiseLike<T> =>
    ctx.run(name, async () => {
      const outcome = await effect();
      attempt.throwIfAborted();
      return outcome;
    });
  return {
    runId: count === 1 ? id : `${id}:${count}`,
    attempt,
    model: (effect) => journal(effect.name, () => effects.model(effect)),
    tools: async (batch) =>
      (await RestatePromise.all(
        batch.map((effect) => journal(effect.name, () => effects.tool(effect))),
      )) as Awaited<ReturnType<Host["tools"]>>,
    now: () => ctx.date.now(),
    ...(onWaiting && { wait: waitForAwakeables(ctx, RestatePromise, onWaiting) }),
  };
}

/**
 * Restate fails if two promises are awaited at the same time, so all notifications run together, and decisions are
 * awaited one after another. Their timers start together.
 */
function waitForAwakeables(
  ctx: RestateContextLike,
  RestatePromise: RestateCombinators,
  onWaiting: OnWaiting,
): NonNullable<Host["wait"]> {
  const notifications: RestatePromiseLike<void>[] = [];
  let lastDecision: Promise<unknown> = Promise.resolve();
  return (pending, timeoutMs) => {
    const { id, promise } = ctx.awakeable<Decision>();
    notifications.push(ctx.run(`waiting:${pending.key}`, () => onWaiting(pending.callId, id, pending)));
    const timer = timeoutMs === undefined ? undefined : ctx.sleep(timeoutMs).map(() => undefined);
    const decision = lastDecision.then(async () => {
      if (notifications.length > 0) await RestatePromise.all(notifications.splice(0));
      return (timer ? RestatePromise.race([promise, timer]) : promise) as Promise<Decision | undefined>;
    });
    lastDecision = decision;
    return decision;
  };
}
