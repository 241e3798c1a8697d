import { createAgent, type Model, type RunEvent, type RunResult } from "@toolpress/runtime";
import { createThermostat, type ThermostatHandlers } from "../generated/thermostat/index.js";

/** The methods of an object with state can be handlers. */
class House implements ThermostatHandlers {
  temperature = 15;

  get_weather_forecast() {
    return { temperature: 25, unit: "celsius" as const };
  }

  set_thermostat_temperature({ temperature }: { temperature: number }) {
    this.temperature = temperature;
    return { status: "success" as const };
  }
}

/**
 * The second call depends on the answer to the first. The loop continues until the model answers with a text.
 */
export function thermostat(model: Model, onEvent: (event: RunEvent) => void): Promise<RunResult> {
  const agent = createAgent({ tools: createThermostat({ handlers: new House() }), model, onEvent });
  return agent.run("If it's warmer than 20 °C in London, set the thermostat to 20 °C, otherwise to 18 °C.");
}
