import type { Effects } from "../start/effects.js";
import type { Decision, Host, PendingCall } from "../host.js";

/** A promise of Restate. Only the combinators of `RestatePromise` can await several of these promises. */
export type RestatePromiseLike<T> = Promise<T> & {
  map<U>(mapper: (value?: T) => U): RestatePromiseLike<U>;
  orTimeout(millis: number): RestatePromiseLike<T>;
};

/** The members of Restate's context that `restateHost` uses. */
export interface RestateContextLike {
  run<T>(name: string, action: () => Promise<T>): RestatePromiseLike<T>;
  awakeable<T>(): { readonly id: string; readonly promise: RestatePromiseLike<T> };
  sleep(millis: number): RestatePromiseLike<void>;
  request(): { readonly id: string; readonly attemptCompletedSignal: AbortSignal };
  readonly date: { now(): Promise<number> };
}

/** The members of `RestatePromise` that `restateHost` uses. */
export interface RestateCombinators {
  all(promises: readonly RestatePromiseLike<unknown>[]): Promise<unknown[]>;
  race(promises: readonly RestatePromiseLike<unknown>[]): Promise<unknown>;
}

/** Called when a call waits. Resolve the awakeable `awakeableId` with the decision. */
export type OnWaiting = (callId: string, awakeableId: string, pending: PendingCall) => Promise<void>;

/** The number of runs by context. Each attempt of an invocation has a context of its own. */
const runsOf = new WeakMap<RestateContextLike, number>();

/**
 * Creates a host that stores the outcomes of effects with Restate. The host needs `RestatePromise`, because
 * `Promise.all` over `ctx.run` never settles. The first run of an invocation has the id of the invocation, and the
 * second run has this id with `:2` behind it.
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
  // An effect that was stopped with its attempt has no outcome, so that Restate repeats the effect.
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
 * Asks for decisions with awakeables. Restate fails if two promises are awaited at the same time. Therefore
 * one `RestatePromise.all` awaits all notifications, and the decisions are awaited one after another. The timers of all
 * waits start before the first one is awaited.
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
