import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";
import { createWeather, type WeatherHandlers } from "../generated/weather/index.js";

/** Temperatures by city. A real handler would request them from a service. */
const celsius: Readonly<Record<string, number>> = { Boston: 7.5, Paris: 16, London: 12, Rome: 21 };

export const weatherHandlers: WeatherHandlers = {
  async get_current_weather({ location, unit }) {
    const degrees = celsius[location.split(",")[0] ?? ""] ?? 10;
    const temperature = unit === "celsius" ? degrees : degrees * 1.8 + 32;
    return { temperature, unit, conditions: degrees > 15 ? "sunny" : "drizzle" };
  },
};

/** The simplest conversation: one question, one call and one answer. */
export function weather(model: Model, onEvent: (event: RunEvent) => void): Promise<RunResult> {
  const agent = createAgent({ tools: createWeather({ handlers: weatherHandlers }), model, onEvent });
  return agent.run("What's the weather in Boston?");
}
