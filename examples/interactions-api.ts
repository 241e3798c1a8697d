import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";
import { createWeather } from "../generated/weather/index.js";
import { weatherHandlers } from "./weather.js";

/**
 * The model is `interactions({ apiKey, model })` of `@toolpress/runtime/interactions`. Nothing else differs: tools, handlers, events and
 * results are those of every agent.
 */
export async function interactionsApi(model: Model, onEvent: (event: RunEvent) => void): Promise<RunResult> {
  const tools = createWeather({ handlers: weatherHandlers });
  const agent = createAgent({ tools, model, onEvent });
  return agent.stream("How much warmer is Rome than Paris?").result;
}
