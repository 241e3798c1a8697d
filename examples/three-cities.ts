import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";
import { createWeather } from "../generated/weather/index.js";
import { weatherHandlers } from "./weather.js";

/** The calls of one turn run at the same time. Their answers are sent in the order of the calls. */
export function threeCities(model: Model, onEvent: (event: RunEvent) => void): Promise<RunResult> {
  const tools = createWeather({ handlers: weatherHandlers });
  const agent = createAgent({ tools, model, onEvent, concurrency: 3 });
  return agent.run("Where is it warmest right now: Paris, London or Rome?");
}
