import type { Effects } from "../start/effects.js";
import type { Host } from "../host.js";

/** The activities of a Temporal worker. Register the methods of `createEffects(...)` under these names. */
export type TemporalActivities = Pick<Effects, "model" | "tool">;

/**
 * Creates a host that runs inside a workflow. `activities` is the result of `proxyActivities`. A workflow can
 * send JSON to a worker but no functions, so the worker itself creates the effects.
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
