import type { Effects } from "./effects.js";
import type { Host } from "../host.js";

/** Runs all effects in this process. */
export function localHost(effects: Effects): Host {
  return {
    model: (step) => effects.model(step),
    tools: (batch) => Promise.all(batch.map((step) => effects.tool(step))),
  };
}
