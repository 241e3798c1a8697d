import type { Effects } from "../start/effects.js";
import type { Host } from "../host.js";

/** Activities of a Temporal worker. Register the methods of `createEffects(...)` under these names. */
export type TemporalActivities = Pick<Effects, "model" | "tool">;

/**
 * Runs inside a workflow. `activities` is the result of `proxyActivities`: a workflow can send JSON to the worker,
 * but not closures.
 */
export function temporalHost(
  activities: TemporalActivities,
  otherMethods: Pick<Host, "wait" | "now"> = {},
): Host {
  return {
    model: (effect) => activities.model(effect),
    tools: (batch) => Promise.all(batch.map((effect) => activities.tool(effect))),
    ...otherMethods,
  };
}
