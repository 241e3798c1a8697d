import type { Effects } from "./effects.js";
import type { Host } from "../host.js";

/** Runs everything in this process. */
export function localHost(effects: Effects): Host {
  return {
    model: (step) => effects.model(step),
    tools: (batch) => Promise.all(batch.map((step) => effects.tool(step))),
  };
}
