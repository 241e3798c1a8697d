// The example programs of the founding documents in the form that users write today: a spec and a program.

export interface Program {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** The commands of toolpress that run before the program, each as its arguments. */
  readonly commands: readonly (readonly string[])[];
  readonly program: string;
  /** The answers of the model: calls, and at last a text. */
  readonly replies: readonly (string | readonly { readonly name: string; readonly args?: object }[])[];
  readonly prints: string;
  readonly model?: string;
  /** The largest number of lines that a person writes, in the spec and in the program. */
  readonly most?: readonly [spec: number, program: number];
  readonly python?: true;
}

const gen = [["gen"]];
const model = 'gemini({ apiKey: "KEY", model: "gemini-2.5-flash", baseUrl: process.env.BASE_URL })';

const meetings = `tools:
  schedule_meeting:
    description: Schedules a meeting with specified attendees at a given time and date.
    parameters:
      - { name: attendees, type: array, items: { type: string }, description: List of people attending the meeting., required: true }
      - { name: date, type: string, description: "Date of the meeting (e.g., '2024-07-29')", required: true }
      - { name: time, type: string, description: "Time of the meeting (e.g., '15:00')", required: true }
      - { name: topic, type: string, description: The subject or topic of the meeting., required: true }
`;
const thermostat = `tools:
  get_weather_forecast:
    description: Gets the current weather temperature for a given location.
    parameters:
      - { name: location, type: string, required: true }
  set_thermostat_temperature:
    description: Sets the thermostat to a desired temperature.
    parameters:
      - { name: temperature, type: integer, required: true }
`;
const weather = `tools:
  get_weather:
    description: Gets the weather of a place.
    parameters: [{ name: location, type: string, required: true }]
`;
const home = `
def get_weather_forecast(location: str):
    return {"temperature": 25, "unit": "celsius"}

def set_thermostat_temperature(temperature: int):
    return {"status": "success"}
`;
const forecastOf = (location: string) => ({ name: "get_weather_forecast", args: { location } });
const setTo20 = { name: "set_thermostat_temperature", args: { temperature: 20 } };
const warmer = "If it's warmer than 20°C in London, set the thermostat to 20°C, otherwise set it to 18°C.";

export const programs: readonly Program[] = [
  {
    title: "schedule_meeting",
    files: { "specs/meetings.tools.yaml": meetings },
    commands: gen,
    program: `import { createAgent, gemini } from "@toolpress/runtime";
import { createMeetings } from "./generated/meetings/index.js";

const tools = createMeetings({ handlers: { schedule_meeting: ({ topic }) => "booked: " + topic } });
const model = ${model};
const paused = await createAgent({ tools, model }).step(
  "Schedule a meeting with Bob and Alice for 03/14/2025 at 10:00 AM about the Q3 planning.",
);
if (paused.status === "paused") console.log(paused.pending[0]?.tool, JSON.stringify(paused.pending[0]?.args));
`,
    replies: [
      [
        {
          name: "schedule_meeting",
          args: { attendees: ["Bob", "Alice"], date: "2025-03-14", time: "10:00 AM", topic: "Q3 planning" },
        },
      ],
    ],
    prints:
      'schedule_meeting {"attendees":["Bob","Alice"],"date":"2025-03-14","time":"10:00 AM","topic":"Q3 planning"}\n',
    most: [12, 9],
  },
  {
    title: "thermostat",
    files: { "specs/home.tools.yaml": thermostat },
    commands: gen,
    program: `import { createAgent, gemini } from "@toolpress/runtime";
import { createHome } from "./generated/home/index.js";

const tools = createHome({
  handlers: {
    get_weather_forecast: () => ({ temperature: 25, unit: "celsius" }),
    set_thermostat_temperature: () => ({ status: "success" }),
  },
});
const model = ${model};
const { text } = await createAgent({ tools, model }).run("${warmer}");
console.log(text);
`,
    replies: [[forecastOf("London")], [setTo20], "The thermostat is at 20 °C."],
    prints: "The thermostat is at 20 °C.\n",
    most: [10, 14],
  },
  {
    title: "thermostat, with the functions of the document in Python",
    files: { "home.py": home },
    commands: [["import", "home.py"], ["gen"]],
    program: `import { pythonRemote } from "@toolpress/runtime/remotes/python";
import { createAgent, gemini } from "@toolpress/runtime";
import { createHome } from "./generated/home/index.js";

const home = pythonRemote({ file: process.env.PROJECT + "/home.py" });
const tools = createHome({ remotes: { home } });
const model = ${model};
const { text } = await createAgent({ tools, model }).run("${warmer}");
console.log(text);
`,
    replies: [[forecastOf("London")], [setTo20], "The thermostat is at 20 °C."],
    prints: "The thermostat is at 20 °C.\n",
    most: [0, 11],
    python: true,
  },
  {
    title: "parallel cities",
    files: { "specs/weather.tools.yaml": weather },
    commands: gen,
    program: `import { createAgent, gemini } from "@toolpress/runtime";
import { createWeather } from "./generated/weather/index.js";

const degrees: Record<string, number> = { Paris: 16, London: 12, Tokyo: 21 };
const tools = createWeather({ handlers: { get_weather: ({ location }) => degrees[location] ?? 0 } });
const model = ${model};
const { turns, text } = await createAgent({ tools, model }).run("Where is it warmest: Paris, London or Tokyo?");
console.log(turns[0]?.calls.length, text);
`,
    replies: [
      ["Paris", "London", "Tokyo"].map((location) => ({ name: "get_weather", args: { location } })),
      "Tokyo is the warmest.",
    ],
    prints: "3 Tokyo is the warmest.\n",
  },
  {
    title: "multiply",
    files: { "mathx.py": 'def multiply(a: float, b: float):\n    """Returns a * b."""\n    return a * b\n' },
    commands: [["import", "mathx.py"], ["gen"]],
    program: `import { pythonRemote } from "@toolpress/runtime/remotes/python";
import { createAgent, gemini } from "@toolpress/runtime";
import { createMathx } from "./generated/mathx/index.js";

const mathx = pythonRemote({ file: process.env.PROJECT + "/mathx.py" });
const tools = createMathx({ remotes: { mathx } });
console.log(tools.tools.get("multiply")?.entry.declaration.description);
const model = ${model};
const { contents, text } = await createAgent({ tools, model }).run("What is 6 times 7.5?");
console.log(JSON.stringify(contents[2]?.parts?.[0]?.functionResponse?.response), text);
`,
    replies: [[{ name: "multiply", args: { a: 6, b: 7.5 } }], "45."],
    prints: 'Returns a * b.\n{"result":45} 45.\n',
    python: true,
  },
  {
    title: "declarations with the constants of Type",
    files: {
      "specs/forecast.tools.ts": `import { Type } from "@google/genai";
import { defineTools } from "../../../generator/define-tools.js";

export const forecast = ({ location }: { location: string }) => ({ location, temperature: 25, unit: "celsius" });
export const multiply = ({ a, b }: { a: number; b: number }) => a * b;
export default defineTools({
  tools: {
    get_weather_forecast: {
      description: "Gets the current weather temperature for a given location.",
      parameters: {
        type: Type.OBJECT,
        properties: { location: { type: Type.STRING } },
        required: ["location"],
      },
      run: forecast,
    },
    get_forecast_by_name: {
      declaration: {
        name: "get_forecast_by_name",
        description: "Gets the forecast of a place by its name.",
        parameters: { type: Type.OBJECT, properties: { location: { type: Type.STRING } }, required: ["location"] },
      },
      run: forecast,
    },
    multiply: {
      description: "Returns the product of two numbers.",
      parameters: {
        type: "object",
        properties: { a: { type: "number" }, b: { type: "number" } },
        required: ["a", "b"],
      },
      run: multiply,
    },
  },
});
`,
    },
    commands: gen,
    program: `import { createAgent, gemini } from "@toolpress/runtime";
import { createForecast } from "./generated/forecast/index.js";

const model = ${model};
const { text, contents } = await createAgent({ tools: createForecast(), model }).run("What's the weather in London?");
console.log(JSON.stringify(contents[2]?.parts?.map((part) => part.functionResponse?.response)), text);
`,
    replies: [[forecastOf("London"), { name: "multiply", args: { a: 6, b: 7.5 } }], "25 °C."],
    prints: '[{"result":{"location":"London","temperature":25,"unit":"celsius"}},{"result":45}] 25 °C.\n',
  },
  {
    title: "manual loop with the official client",
    files: { "specs/home.tools.yaml": thermostat },
    commands: gen,
    program: `import { GoogleGenAI, type Content } from "@google/genai";
import { dispatch } from "@toolpress/runtime";
import { asCallableTool } from "@toolpress/runtime/google-genai";
import { createHome } from "./generated/home/index.js";

const tools = createHome({
  handlers: {
    get_weather_forecast: ({ location }) => {
      console.log(\`Tool Call: get_weather_forecast(location=\${location})\`);
      return { temperature: 25, unit: "celsius" };
    },
    set_thermostat_temperature: ({ temperature }) => {
      console.log(\`Tool Call: set_thermostat_temperature(temperature=\${temperature})\`);
      return { status: "success" };
    },
  },
});
const ai = new GoogleGenAI({ apiKey: "KEY", httpOptions: { baseUrl: process.env.BASE_URL! } });
const config = { tools: [await asCallableTool(tools).tool()] };
const contents: Content[] = [{ role: "user", parts: [{ text: "${warmer}" }] }];
while (true) {
  const result = await ai.models.generateContent({ model: "gemini-2.5-flash", contents, config });
  const calls = result.functionCalls ?? [];
  if (calls.length === 0) {
    console.log(result.text);
    break;
  }
  contents.push(result.candidates![0]!.content!);
  const answers = await Promise.all(calls.map((call) => dispatch(tools, call)));
  contents.push({ role: "user", parts: answers.map((functionResponse) => ({ functionResponse })) });
}
`,
    replies: [[forecastOf("London")], [setTo20], "It is set."],
    prints:
      "Tool Call: get_weather_forecast(location=London)\nTool Call: set_thermostat_temperature(temperature=20)\nIt is set.\n",
  },
  {
    title: "code execution",
    files: {
      "specs/lights.tools.yaml": `builtins: [codeExecution]
tools:
  turn_on_lights: { description: Turns the lights on. }
  turn_off_lights: { description: Turns the lights off. }
`,
    },
    commands: gen,
    program: `import { createAgent, gemini } from "@toolpress/runtime";
import { createLights } from "./generated/lights/index.js";

const tools = createLights({ handlers: { turn_on_lights: () => "on", turn_off_lights: () => "off" } });
const model = gemini({ apiKey: "KEY", model: "gemini-3.5-flash", baseUrl: process.env.BASE_URL });
const { text } = await createAgent({ tools, model }).run("Compute the 10th prime with code.");
console.log(text);
`,
    replies: ["The 10th prime is 29."],
    prints: "The 10th prime is 29.\n",
    model: "gemini-3.5-flash",
  },
  {
    title: "the body of cURL",
    files: { "specs/meetings.tools.yaml": meetings },
    commands: gen,
    program: `import { readFileSync } from "node:fs";

const tools = [JSON.parse(readFileSync(process.env.PROJECT + "/generated/meetings/declarations.json", "utf8"))];
const text = "Schedule a meeting with Bob and Alice for 03/27/2025 at 10:00 AM about the Q3 planning.";
const response = await fetch(process.env.BASE_URL + "/v1beta/models/gemini-2.5-flash:generateContent", {
  method: "POST",
  headers: { "x-goog-api-key": "KEY", "Content-Type": "application/json" },
  body: JSON.stringify({ contents: [{ role: "user", parts: [{ text }] }], tools }),
});
const { candidates } = await response.json();
console.log(candidates[0].content.parts[0].functionCall.name);
`,
    replies: [
      [
        {
          name: "schedule_meeting",
          args: { attendees: ["Bob"], date: "2025-03-27", time: "10:00 AM", topic: "Q3" },
        },
      ],
    ],
    prints: "schedule_meeting\n",
  },
  {
    title: "the bridge in seven steps",
    files: {},
    commands: [["import", "snakepit:fixture.Adapter", "--remote", "bridge"], ["gen"]],
    program: `import { createAgent, gemini } from "@toolpress/runtime";
import { snakepitRemote } from "@toolpress/runtime/remotes/snakepit";
import { createBridge } from "./generated/bridge/index.js";

const command = process.env.SNAKEPIT_WORKER!.split(" ");
const bridge = snakepitRemote({ command, adapter: "fixture.Adapter", session: "user_123" });
const model = ${model};
const agent = createAgent({ tools: createBridge({ remotes: { bridge } }), model });
console.log((await agent.run("What's the weather like in Boston?")).text);
`,
    replies: [[{ name: "get_current_weather", args: { location: "Boston, MA" } }], "7 °C in Boston."],
    prints: "7 °C in Boston.\n",
  },
  {
    title: "the conversion in ten steps",
    files: {},
    commands: [],
    program: `import { GoogleGenAI, type Content } from "@google/genai";
import { createToolUses, toFunctionDeclarations, toolUsesOf, withToolRound } from "@toolpress/runtime/amazon-q";

const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const tools = [{ toolSpecification: { name: "fs_read", description: "Reads a file.", inputSchema: { json: schema } } }];
const { declarations, names } = toFunctionDeclarations(tools);
const ai = new GoogleGenAI({ apiKey: "KEY", httpOptions: { baseUrl: process.env.BASE_URL! } });
const config = { tools: [{ functionDeclarations: declarations }] };
const ask = (contents: Content[]) =>
  ai.models.generateContent({ model: "gemini-2.5-flash", contents, config });
const contents = [{ role: "user", parts: [{ text: "What is in /etc/hostname?" }] }];
const turn = (await ask(contents)).candidates![0]!.content!;
const table = createToolUses({ names });
const uses = toolUsesOf(turn, table);
const results = uses.map(({ toolUseId }) => ({ toolUseId, content: [{ text: "host" }], status: "success" as const }));
console.log((await ask(withToolRound(contents, { model: turn, uses, results }, table))).text);
`,
    replies: [[{ name: "fs_read", args: { path: "/etc/hostname" } }], "It says host."],
    prints: "It says host.\n",
  },
];
