import { describe, expect } from "vitest";
import { GoogleGenAI, Modality, Type, type LiveServerMessage, type Content } from "@google/genai";
import { asCallableTool } from "@toolpress/runtime/google-genai";
import { answerToolCall, dispatch } from "@toolpress/runtime";
import { pythonRemote } from "@toolpress/runtime/remotes/python";
import { calls, item, MODEL, offline, pythonItem, reply, textAnswer } from "./item.js";
import { liveService } from "./live-service.js";
import { official } from "./official.js";
import { project } from "./project.js";
import { declared, toolsOf } from "./sent.js";
import { askWeather, weatherTools } from "./weather.js";

// "Google Gemini Function Calling Schema" (translated from Korean): the programs

describe("Python SDK", () => {
  item("S3-20", "schedule_meeting as a dictionary, in a Tool, in the config.", async (world) => {
    const schedule_meeting_function = {
      name: "schedule_meeting",
      description: "Schedules a meeting with specified attendees at a given time and date.",
      parameters: {
        type: "object",
        properties: {
          attendees: {
            type: "array",
            items: { type: "string" },
            description: "List of people attending the meeting.",
          },
          date: { type: "string", description: "Date of the meeting (e.g., '2024-07-29')" },
          time: { type: "string", description: "Time of the meeting (e.g., '15:00')" },
          topic: { type: "string", description: "The subject or topic of the meeting." },
        },
        required: ["attendees", "date", "time", "topic"],
      },
    };
    const spec = `tools: { schedule_meeting: { declaration: ${JSON.stringify(schedule_meeting_function)} } }`;
    const { agent } = await world.agent({ tools: await toolsOf(spec) }, textAnswer("Done."));
    const text = "Schedule a meeting with Bob and Alice for 03/14/2025 at 10:00 AM about the Q3 planning.";
    await agent.run(text);
    expect(world.bodies()[0]).toEqual({
      contents: [{ role: "user", parts: [{ text }] }],
      tools: [{ functionDeclarations: [schedule_meeting_function] }],
    });
  });

  item("S3-21", "The model gemini-2.5-flash.", async (world) => {
    const { agent, service } = await world.agent({ tools: await weatherTools() }, textAnswer("Hi."));
    await agent.run("Hello");
    expect(service.requests[0]?.path).toContain("/models/gemini-2.5-flash:");
  });

  pythonItem(
    "S3-22",
    "Functions are passed as they are; they are executed; the text is read.",
    async (world) => {
      const home = project({
        "home.py": `
def get_weather_forecast(location: str):
    return {"temperature": 25, "unit": "celsius"}

def set_thermostat_temperature(temperature: int):
    return {"status": "success"}
`,
      });
      expect((await home.toolpress("import", "home.py")).code).toBe(0);
      await home.gen();
      const remote = pythonRemote({ file: `${home.folder}/home.py` });
      const tools = await home.create("home", { remotes: { home: remote } });
      const { agent, service } = await world.agent(
        { tools },
        calls(forecastOf("London")),
        calls(setTo(20)),
        textAnswer("The thermostat is at 20 °C."),
      );
      const warmer =
        "If it's warmer than 20°C in London, set the thermostat to 20°C, otherwise set it to 18°C.";
      expect((await agent.run(warmer)).text).toBe("The thermostat is at 20 °C.");
      const responses = service.requests
        .slice(1)
        .map(({ body }) => body.contents.at(-1)?.parts?.[0]?.functionResponse);
      expect(responses).toEqual([
        { name: "get_weather_forecast", response: { result: { temperature: 25, unit: "celsius" } } },
        { name: "set_thermostat_temperature", response: { result: { status: "success" } } },
      ]);
    },
  );
});

/** The two tools of the founding document. */
const thermostat = `
tools:
  get_weather_forecast:
    description: Gets the current weather temperature for a given location.
    parameters:
      - { name: location, type: string, required: true }
  set_thermostat_temperature:
    description: Sets the thermostat to a desired temperature.
    parameters:
      - { name: temperature, type: integer, required: true }
`;
const forecast = { temperature: 25, unit: "celsius" };
const forecastOf = (location: string) => ({ name: "get_weather_forecast", args: { location } });
const setTo = (temperature: number) => ({
  name: "set_thermostat_temperature",
  args: { temperature },
});
const prompt = "If it's warmer than 20°C in London, set thermostat to 20°C";

describe("Tools that depend on each other", () => {
  item("S3-23", "Two tools: the weather, then the thermostat.", async (world) => {
    const set: unknown[] = [];
    const tools = await toolsOf(thermostat, {
      get_weather_forecast: () => forecast,
      set_thermostat_temperature: ({ temperature }: { temperature: number }) => {
        set.push(temperature);
        return { status: "success" };
      },
    });
    const { agent } = await world.agent(
      { tools },
      calls(forecastOf("London")),
      calls(setTo(20)),
      textAnswer("Set to 20 °C."),
    );
    expect((await agent.run(prompt)).text).toBe("Set to 20 °C.");
    expect(set).toEqual([20]);
    expect(world.bodies()[2]?.contents.slice(1)).toEqual([
      { role: "model", parts: [{ functionCall: forecastOf("London") }] },
      {
        role: "user",
        parts: [{ functionResponse: { name: "get_weather_forecast", response: { result: forecast } } }],
      },
      { role: "model", parts: [{ functionCall: setTo(20) }] },
      {
        role: "user",
        parts: [
          {
            functionResponse: {
              name: "set_thermostat_temperature",
              response: { result: { status: "success" } },
            },
          },
        ],
      },
    ]);
  });
});

describe("JavaScript SDK", () => {
  item("S3-24", "Declarations with the constants of Type, in config.tools.", async (world) => {
    const home = project({
      "specs/forecast.tools.ts": `
import { Type } from "@google/genai";
import { defineTools } from "../../../generator/define-tools.js";
export default defineTools({
  tools: {
    get_weather_forecast: {
      description: "Gets the current weather temperature for a given location.",
      parameters: {
        type: Type.OBJECT,
        properties: { location: { type: Type.STRING } },
        required: ["location"],
      },
    },
  },
});`,
    });
    await home.gen();
    const tools = await home.create("forecast", { handlers: { get_weather_forecast: () => forecast } });
    const { agent } = await world.agent({ tools }, textAnswer("Where?"));
    await agent.run("What's the weather in London?");
    expect(world.bodies()[0]?.tools).toEqual([
      {
        functionDeclarations: [
          {
            name: "get_weather_forecast",
            description: "Gets the current weather temperature for a given location.",
            parameters: {
              type: Type.OBJECT,
              properties: { location: { type: Type.STRING } },
              required: ["location"],
              propertyOrdering: ["location"],
            },
          },
        ],
      },
    ]);
  });

  /** The manual loop of the founding document with its `while (true)`. `log` replaces `console.log`. */
  const manualLoop = async (ai: GoogleGenAI, log: (text: string) => void): Promise<readonly Content[]> => {
    const tools = await toolsOf(thermostat, {
      get_weather_forecast: ({ location }: { location: string }) => {
        log(`Tool Call: get_weather_forecast(location=${location})`);
        return { temperature: 25, unit: "celsius" };
      },
      set_thermostat_temperature: ({ temperature }: { temperature: number }) => {
        log(`Tool Call: set_thermostat_temperature(temperature=${temperature})`);
        return { status: "success" };
      },
    });
    const config = { tools: [await asCallableTool(tools).tool()] };
    const contents: Content[] = [{ role: "user", parts: [{ text: prompt }] }];
    while (true) {
      const result = await ai.models.generateContent({ model: MODEL, contents, config });
      const functionCalls = result.functionCalls ?? [];
      if (functionCalls.length === 0) {
        log(result.text ?? "");
        return contents;
      }
      contents.push(result.candidates![0]!.content!);
      const answers = await Promise.all(functionCalls.map((call) => dispatch(tools, call)));
      contents.push({ role: "user", parts: answers.map((functionResponse) => ({ functionResponse })) });
    }
  };
  const script = [calls(forecastOf("London")), calls(setTo(20)), textAnswer("It is set to 20 °C.")] as const;

  item("S3-25", "The manual loop: a map of functions, while (true).", async (world) => {
    const service = await world.serve(...script);
    const log: string[] = [];
    await manualLoop(official(service), (text) => log.push(text));
    expect(log.at(-1)).toBe("It is set to 20 °C.");
    expect(service.requests.map(({ body }) => body.contents.length)).toEqual([1, 3, 5]);
  });

  item("S3-26", "It reads result.functionCalls; all of them, not only the first.", async (world) => {
    const both = calls(forecastOf("London"), forecastOf("Paris"));
    const service = await world.serve(both, textAnswer("Both 25 °C."));
    const log: string[] = [];
    await manualLoop(official(service), (text) => log.push(text));
    expect(log).toEqual([
      "Tool Call: get_weather_forecast(location=London)",
      "Tool Call: get_weather_forecast(location=Paris)",
      "Both 25 °C.",
    ]);
  });

  item("S3-27", "Dispatch by name, with the object of arguments.", async (world) => {
    const service = await world.serve(...script);
    const contents = await manualLoop(official(service), () => undefined);
    expect(contents[4]?.parts?.[0]?.functionResponse?.name).toBe("set_thermostat_temperature");
    const unknown = await dispatch(await toolsOf(thermostat), { name: "set_sauna", args: {} });
    expect(unknown).toMatchObject({ name: "set_sauna", response: { error: { code: "UNKNOWN_TOOL" } } });
  });

  item("S3-28", "Push the model's functionCall.", async (world) => {
    const service = await world.serve(...script);
    await manualLoop(official(service), () => undefined);
    expect(service.requests[1]?.body.contents[1]).toEqual({
      role: "model",
      parts: [{ functionCall: { name: "get_weather_forecast", args: { location: "London" } } }],
    });
  });

  item("S3-29", "Push the user's functionResponse { result }.", async (world) => {
    const service = await world.serve(...script);
    await manualLoop(official(service), () => undefined);
    expect(service.requests[1]?.body.contents[2]).toEqual({
      role: "user",
      parts: [
        {
          functionResponse: {
            name: "get_weather_forecast",
            response: { result: { temperature: 25, unit: "celsius" } },
          },
        },
      ],
    });
  });

  item("S3-30", "Loop until there is no call, then print the text.", async (world) => {
    const service = await world.serve(textAnswer("Nothing to do."));
    const log: string[] = [];
    await manualLoop(official(service), (text) => log.push(text));
    expect(log).toEqual(["Nothing to do."]);
  });

  item("S3-31", "Log each call of a tool.", async (world) => {
    const log: string[] = [];
    const { agent } = await world.agent(
      {
        tools: await weatherTools(),
        onEvent: (event) => {
          if (event.type === "tool_call") log.push(`${event.tool}(${JSON.stringify(event.args)})`);
        },
      },
      calls(askWeather("London")),
      textAnswer("21."),
    );
    await agent.run("What's the weather in London?");
    expect(log).toEqual(['get_weather({"location":"London"})']);
  });
});

describe("Features", () => {
  item("S3-32", "Sequential calls: the location, its weather, the thermostat.", async (world) => {
    const spec = `
tools:
  get_current_location: { description: Says where the user is. }
  get_weather: { description: Gets the weather of a place., parameters: [{ name: location, type: string, required: true }] }
  set_thermostat: { description: Sets the temperature of a room., parameters: [{ name: temp, type: number, required: true }] }
`;
    const order: string[] = [];
    const tools = await toolsOf(spec, {
      get_current_location: () => (order.push("location"), "London"),
      get_weather: ({ location }: { location: string }) => (order.push(`weather of ${location}`), 25),
      set_thermostat: ({ temp }: { temp: number }) => (order.push(`thermostat ${temp}`), "ok"),
    });
    const { agent, service } = await world.agent(
      { tools },
      calls({ name: "get_current_location" }),
      calls(askWeather("London")),
      calls({ name: "set_thermostat", args: { temp: 20 } }),
      textAnswer("Done."),
    );
    expect((await agent.run("Make it pleasant.")).text).toBe("Done.");
    expect(order).toEqual(["location", "weather of London", "thermostat 20"]);
    expect(service.requests.length).toBe(4);
  });

  item("S3-33", "Parallel calls: one function three times.", async (world) => {
    const running = { now: 0, most: 0 };
    const tools = await weatherTools({
      get_weather: async ({ location }: { location: string }) => {
        running.most = Math.max(running.most, ++running.now);
        await new Promise((resolve) => setImmediate(resolve));
        running.now -= 1;
        return location;
      },
    });
    const { agent } = await world.agent(
      { tools },
      calls(askWeather("Paris"), askWeather("London"), askWeather("Tokyo")),
      textAnswer("All fine."),
    );
    await agent.run("Paris, London and Tokyo?");
    expect(running.most).toBe(3);
    expect(world.bodies()[1]?.contents.at(-1)).toEqual({
      role: "user",
      parts: ["Paris", "London", "Tokyo"].map((result) => ({
        functionResponse: { name: "get_weather", response: { result } },
      })),
    });
  });

  pythonItem("S3-34", "from_callable and to_json_dict of multiply(a: float, b: float).", async (world) => {
    const home = project({
      "mathx.py": `
def multiply(a: float, b: float):
    """Returns a * b."""
    return a * b
`,
    });
    expect((await home.toolpress("import", "mathx.py")).code).toBe(0);
    await home.gen();
    const remote = pythonRemote({ file: `${home.folder}/mathx.py` });
    const tools = await home.create("mathx", { remotes: { mathx: remote } });
    expect(await declared(world, tools)).toEqual([
      {
        name: "multiply",
        description: "Returns a * b.",
        parameters: {
          type: "OBJECT",
          properties: { a: { type: "NUMBER" }, b: { type: "NUMBER" } },
          required: ["a", "b"],
          propertyOrdering: ["a", "b"],
        },
      },
    ]);
    expect(await dispatch(tools, { name: "multiply", args: { a: 6, b: 7.5 } })).toEqual({
      name: "multiply",
      response: { result: 45 },
    });
  });

  const lights = `
builtins: [codeExecution]
tools:
  turn_on_lights: { description: Turns the lights on. }
  turn_off_lights: { description: Turns the lights off. }
`;
  const functionDeclarations = [
    { name: "turn_on_lights", description: "Turns the lights on." },
    { name: "turn_off_lights", description: "Turns the lights off." },
  ];

  item("S3-35", "code_execution beside function_declarations.", async (world) => {
    const code = { executableCode: { language: "PYTHON", code: "print(7)" } };
    const outcome = { codeExecutionResult: { outcome: "OUTCOME_OK", output: "7\n" } };
    const on = { functionCall: { id: "c1", name: "turn_on_lights", args: {} }, thoughtSignature: "c2ln" };
    const { agent } = await world.agent(
      { tools: await toolsOf(lights), model: "gemini-3.5-flash" },
      reply([code, outcome, on]),
      textAnswer("They are on."),
    );
    expect((await agent.run("Lights on.")).text).toBe("They are on.");
    const [first, second] = world.bodies();
    expect(first?.tools).toEqual([{ functionDeclarations }, { codeExecution: {} }]);
    expect(first?.toolConfig).toEqual({ includeServerSideToolInvocations: true });
    expect(second?.contents[1]).toEqual({ role: "model", parts: [code, outcome, on] });
  });

  offline("S3-36", "In a Live session with audio.", async () => {
    const tools = await toolsOf(lights, { turn_on_lights: () => ({ on: true }) });
    const service = await liveService(
      { setupComplete: {} },
      { toolCall: { functionCalls: [{ id: "c1", name: "turn_on_lights", args: {} }] } },
      { serverContent: { turnComplete: true } },
    );
    const ai = new GoogleGenAI({ apiKey: "KEY", httpOptions: { baseUrl: service.url } });
    const received: LiveServerMessage[] = [];
    let next: (message: LiveServerMessage) => void = () => undefined;
    const message = (): Promise<LiveServerMessage> => new Promise((resolve) => (next = resolve));
    const session = await ai.live.connect({
      model: MODEL,
      config: {
        responseModalities: [Modality.AUDIO],
        tools: [{ codeExecution: {} }, await asCallableTool(tools).tool()],
      },
      callbacks: {
        onmessage: (one) => {
          received.push(one);
          next(one);
        },
      },
    });
    const request = message();
    session.sendClientContent({ turns: "Lights on." });
    const { toolCall } = await request;
    const done = message();
    session.sendToolResponse(await answerToolCall(tools, toolCall ?? {}));
    expect((await done).serverContent).toEqual({ turnComplete: true });
    session.close();
    service.close();
    expect(service.received[0]).toEqual({
      setup: {
        model: `models/${MODEL}`,
        generationConfig: { responseModalities: ["AUDIO"] },
        tools: [{ codeExecution: {} }, { functionDeclarations }],
      },
    });
    expect(service.received.at(-1)).toEqual({
      toolResponse: {
        functionResponses: [{ id: "c1", name: "turn_on_lights", response: { result: { on: true } } }],
      },
    });
  });
});
