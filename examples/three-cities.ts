import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";
import { createWeather } from "../generated/weather/index.js";
import { weatherHandlers } from "./weather.js";

/** Several calls in one turn run at the same time; their answers go back in order. */
export function threeCities(model: Model, onEvent: (event: RunEvent) => void): Promise<RunResult> {
  const tools = createWeather({ handlers: weatherHandlers });
  const agent = createAgent({ tools, model, onEvent, concurrency: 3 });
  return agent.run("Where is it warmest right now: Paris, London or Rome?");
}
