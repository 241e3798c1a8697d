import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";
import { createLights, type LightsHandlers } from "../generated/lights/index.js";

const handlers: LightsHandlers = {
  turn_on_the_lights: () => ({ on: true }),
  turn_off_the_lights: () => ({ on: false }),
  set_light_values: ({ room, brightness, color_temp }) => ({ room, brightness, color_temp }),
};

/**
 * Gemini runs code on its own servers, together with our functions. The response contains the code. This
 * process never executes it.
 */
export function codeExecution(model: Model, onEvent: (event: RunEvent) => void): Promise<RunResult> {
  const agent = createAgent({ tools: createLights({ handlers }), model, onEvent });
  return agent.run("Compute the 10th prime number with code, then set the kitchen light to that percentage.");
}
