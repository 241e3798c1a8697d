import type { Effects } from "../start/effects.js";
import type { Decision, Host, PendingCall, ToolOutcome } from "../host.js";

/** The members of Restate's context and of `RestatePromise` that `restateHost` uses. */
export interface RestateContextLike {
  run<T>(name: string, action: () => Promise<T>): PromiseLike<T>;
  awakeable<T>(): { readonly id: string; readonly promise: PromiseLike<T> };
  readonly date: { now(): PromiseLike<number> };
}
export interface RestatePromiseLike {
  all<T>(promises: readonly PromiseLike<T>[]): PromiseLike<T[]>;
}

/** Called when a call waits. Resolve the awakeable `awakeableId` with the decision. */
export type OnWaiting = (callId: string, awakeableId: string, pending: PendingCall) => Promise<void>;

/**
 * Creates a host that stores the outcomes of effects with Restate. The host needs `RestatePromise`, because
 * `Promise.all` over `ctx.run` never settles.
 */
export function restateHost(
  ctx: RestateContextLike,
  RestatePromise: RestatePromiseLike,
  effects: Effects,
  onWaiting?: OnWaiting,
): Host {
  return {
    model: (effect) => ctx.run(effect.name, () => effects.model(effect)),
    tools: (batch) =>
      RestatePromise.all<ToolOutcome>(
        batch.map((effect) => ctx.run(effect.name, () => effects.tool(effect))),
      ),
    now: () => ctx.date.now(),
    ...(onWaiting && { wait: waitForAwakeables(ctx, RestatePromise, onWaiting) }),
  };
}

/**
 * Asks for decisions with awakeables. Restate fails if two promises are awaited at the same time. Therefore
 * one `RestatePromise.all` awaits all notifications, and the decisions are awaited one after another.
 */
function waitForAwakeables(
  ctx: RestateContextLike,
  RestatePromise: RestatePromiseLike,
  onWaiting: OnWaiting,
): NonNullable<Host["wait"]> {
  const notifications: PromiseLike<void>[] = [];
  let lastDecision: Promise<unknown> = Promise.resolve();
  return (pending) => {
    const { id, promise } = ctx.awakeable<Decision>();
    notifications.push(ctx.run(`waiting:${pending.key}`, () => onWaiting(pending.callId, id, pending)));
    const decision = lastDecision.then(async () => {
      if (notifications.length > 0) await RestatePromise.all(notifications.splice(0));
      return promise;
    });
    lastDecision = decision;
    return decision;
  };
}
