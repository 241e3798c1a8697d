import type { Effects } from "../effects.js";
import type { Decision, Host, ToolOutcome } from "../host.js";

/** What is used of Restate's context and of its `RestatePromise`. */
export interface RestateContextLike {
  run<T>(name: string, action: () => Promise<T>): PromiseLike<T>;
  awakeable<T>(): { readonly id: string; readonly promise: PromiseLike<T> };
  readonly date: { now(): PromiseLike<number> };
}
export interface RestatePromiseLike {
  all<T>(promises: readonly PromiseLike<T>[]): PromiseLike<T[]>;
}

/** Steps are journalled by Restate. Its own combinator is needed: `Promise.all` over `ctx.run` never ends there. */
export function restateHost(
  ctx: RestateContextLike,
  RestatePromise: RestatePromiseLike,
  effects: Effects,
  onWaiting?: (callId: string, awakeableId: string) => Promise<void>,
): Host {
  return {
    model: (step) => ctx.run(step.name, () => effects.model(step)),
    tools: (batch) =>
      RestatePromise.all<ToolOutcome>(batch.map((step) => ctx.run(step.name, () => effects.tool(step)))),
    now: () => ctx.date.now(),
    ...(onWaiting && {
      wait: async ({ callId, key }) => {
        const { id, promise } = ctx.awakeable<Decision>();
        await ctx.run(`waiting:${key}`, () => onWaiting(callId, id));
        return promise;
      },
    }),
  };
}
