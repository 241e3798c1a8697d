import type { Effects } from "../start/effects.js";
import type { Decision, Host } from "../host.js";

/** The members of `DBOS` that are used. */
export interface DbosLike {
  runStep<T>(action: () => Promise<T>, config: { name: string }): Promise<T>;
  now(): Promise<number>;
  recv?<T>(topic: string, timeoutSeconds?: number): Promise<T | null>;
}

/** Journals effects with DBOS. Send decisions to the workflow under the topic `decision:<key of the pending call>`. */
export function dbosHost(
  dbos: DbosLike,
  effects: Effects,
  options: { readonly waitSeconds?: number } = {},
): Host {
  const { waitSeconds } = options;
  return {
    model: (step) => dbos.runStep(() => effects.model(step), { name: step.name }),
    tools: (batch) =>
      Promise.all(batch.map((step) => dbos.runStep(() => effects.tool(step), { name: step.name }))),
    now: () => dbos.now(),
    ...(waitSeconds !== undefined && {
      wait: async ({ key }) =>
        (await dbos.recv?.<Decision>(`decision:${key}`, waitSeconds)) ?? {
          deny: "Nobody decided in time.",
        },
    }),
  };
}
