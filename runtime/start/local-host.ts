import type { Effects } from "./effects.js";
import type { Host } from "../host.js";

/** A host that runs all effects in this process. */
export function localHost(effects: Effects): Host {
  return {
    model: (effect) => effects.model(effect),
    tools: (batch) => Promise.all(batch.map((effect) => effects.tool(effect))),
  };
}
