import type { Toolset } from "@toolpress/runtime";
import { project, type Project } from "./project.js";

// The tools that most items need: get_weather from the founding documents, and a second tool that depends on
// it.

const spec = `
tools:
  get_weather:
    description: Gets the current weather of a place.
    parameters:
      type: object
      properties:
        location: { type: string, description: "The city and state, e.g. San Francisco, CA" }
        unit: { type: string, enum: [celsius, fahrenheit], description: The temperature unit }
      required: [location]
  set_thermostat:
    description: Sets the temperature of a room.
    parameters:
      - { name: temperature, type: number, description: Degrees Celsius, required: true }
`;

let home: Promise<Project> | undefined;

/** Creates a project with the tools. Its code is generated once for a test file. */
export function weatherProject(): Promise<Project> {
  home ??= (async () => {
    const made = project({ "specs/weather.tools.yaml": spec });
    await made.gen();
    return made;
  })();
  return home;
}

/** Handlers by the name of the tool. A tool without a handler returns a plain answer. */
export type Handlers = Readonly<Record<string, (args: never) => unknown>>;

/** Creates the tools with handlers. */
export async function weatherTools(handlers: Handlers = {}): Promise<Toolset> {
  const usual: Handlers = {
    get_weather: () => ({ temperature: 21 }),
    set_thermostat: () => ({ status: "success" }),
  };
  return (await weatherProject()).create("weather", { handlers: { ...usual, ...handlers } });
}

/** Returns a call of the model that requests the weather of a city. */
export const askWeather = (location: string) => ({ name: "get_weather", args: { location } });
