import type { Effects } from "../start/effects.js";
import type { Decision, Host } from "../host.js";

/** The members of `DBOS` that `dbosHost` uses. */
export interface DbosLike {
  runStep<T>(action: () => Promise<T>, config: { name: string }): Promise<T>;
  now(): Promise<number>;
  recv?<T>(topic: string, timeoutSeconds?: number): Promise<T | null>;
}

/**
 * Creates a host that stores the outcomes of effects with DBOS. Send the decision about a waiting call to the
 * workflow, under the topic `decision:<key of the pending call>`.
 */
export function dbosHost(
  dbos: DbosLike,
  effects: Effects,
  options: { readonly waitSeconds?: number } = {},
): Host {
  const { waitSeconds } = options;
  return {
    model: (effect) => dbos.runStep(() => effects.model(effect), { name: effect.name }),
    tools: (batch) =>
      Promise.all(batch.map((effect) => dbos.runStep(() => effects.tool(effect), { name: effect.name }))),
    now: () => dbos.now(),
    ...(waitSeconds !== undefined && {
      wait: async ({ key }) =>
        (await dbos.recv?.<Decision>(`decision:${key}`, waitSeconds)) ?? {
          deny: "No decision was made in time.",
        },
    }),
  };
}
