import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect } from "vitest";
import { Type } from "@google/genai";
import { createAgent, dispatch, gemini, type Content } from "@toolpress/runtime";
import { calls, item, MODEL, reply, textAnswer, type World } from "./item.js";
import type { Service } from "./judges.js";
import { ask, official } from "./official.js";
import { project } from "./project.js";
import { declaredBy, oneTool, sent, sentParameters, toolsOf } from "./sent.js";
import { askWeather, weatherProject, weatherTools } from "./weather.js";

// "Google Gemini Function Calling Schema" (translated from Korean): structures, the wire, cautions

const question = "What's the weather in London?";

/** `functionDeclarations` of the founding document, as a spec file. */
const first = {
  name: "function_name",
  description: "Function description",
  parameters: {
    type: "object",
    properties: { param_name: { type: "string", description: "Parameter description" } },
    required: ["param_name"],
  },
};
const basic = { functionDeclarations: [first] };
const upperCase = {
  name: "function_name",
  description: "Function description",
  parameters: {
    type: "OBJECT",
    properties: { param_name: { type: "STRING", description: "Parameter description" } },
    required: ["param_name"],
  },
};

/** Compiles a file in Gemini's own dialect and returns it as a request contains it. */
async function compiled(world: World, file: object): Promise<readonly object[]> {
  const home = project({ "specs/own.json": JSON.stringify(file) });
  await home.gen();
  return declaredBy(world, home);
}

const schedule = {
  name: "schedule_meeting",
  args: {
    attendees: ["Bob", "Alice"],
    date: "2025-03-27",
    time: "10:00 AM",
    topic: "Q3 planning",
  },
};
const scheduleSpec = `
tools:
  schedule_meeting:
    description: Schedules a meeting with specified attendees at a given time and date.
    parameters:
      - { name: attendees, type: array, items: { type: string }, description: List of people attending the meeting., required: true }
      - { name: date, type: string, description: "Date of the meeting (e.g., '2024-07-29')", required: true }
      - { name: time, type: string, description: "Time of the meeting (e.g., '15:00')", required: true }
      - { name: topic, type: string, description: The subject or topic of the meeting., required: true }
`;

describe("Structure of the request", () => {
  item("S3-1", "Functions bring real-time data and external APIs.", async (world) => {
    const station = createServer((_request, out) => void out.end('{"temperature":25}')).listen(
      0,
      "127.0.0.1",
    );
    await once(station, "listening");
    const { port } = station.address() as AddressInfo;
    const get_weather = async (): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}`)).json();
    const tools = await weatherTools({ get_weather });
    const { agent, service } = await world.agent({ tools }, calls(askWeather("London")), textAnswer("25."));
    await agent.run(question);
    expect(service.requests[1]?.body.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
      result: { temperature: 25 },
    });
    station.close();
  });

  item("S3-2", "contents[] { role: user, parts: [{ text }] }.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("Hi."));
    await agent.run("User message");
    expect(world.bodies()[0]?.contents).toEqual([{ role: "user", parts: [{ text: "User message" }] }]);
  });

  item("S3-3", "tools[] { functionDeclarations[] }.", async (world) => {
    const [tool, ...rest] = (await sent(world, oneTool({}))) ?? [];
    expect([Object.keys(tool ?? {}), rest]).toEqual([["functionDeclarations"], []]);
  });

  item("S3-4", "functionDeclarations is required inside a tool.", async (world) => {
    expect(await compiled(world, basic)).toEqual([upperCase]);
    const home = project({ "specs/own.json": JSON.stringify({ tools: [{ functionDeclarations: "none" }] }) });
    expect((await home.toolpress("gen")).code).toBe(1);
  });

  item("S3-5", "name is required.", async (world) => {
    expect(await compiled(world, basic)).toMatchObject([{ name: "function_name" }]);
    const { name: _name, ...nameless } = first;
    const home = project({ "specs/own.json": JSON.stringify({ functionDeclarations: [nameless] }) });
    const { code, output } = await home.toolpress("gen");
    expect([code, output]).toEqual([1, expect.stringMatching(/own\.json:1:\d+ +error TP\d+.*name/)]);
  });

  item("S3-6", "description is optional.", async (world) => {
    const { description: _text, ...silent } = first;
    expect(await compiled(world, { functionDeclarations: [silent] })).toEqual([
      { ...upperCase, description: "function name" },
    ]);
  });

  item("S3-7", "parameters is required; a function without arguments has none today.", async (world) => {
    expect(await sent(world, oneTool({ type: "object", properties: {} }))).toEqual([
      { functionDeclarations: [{ name: "do_it", description: "Does what it is asked to do." }] },
    ]);
  });

  item("S3-8", "Lower-case names of types are accepted.", async (world) => {
    const parameters = { type: "object", properties: { a: { type: "string" } } };
    const spec = `tools: { do_it: { declaration: ${JSON.stringify({ name: "do_it", description: "Does it.", parameters })} } }`;
    expect(await sent(world, spec)).toEqual([
      { functionDeclarations: [{ name: "do_it", description: "Does it.", parameters }] },
    ]);
    expect(await compiled(world, basic)).toEqual([upperCase]);
  });

  item("S3-9", "The example: location and unit, required [location].", async (world) => {
    const parameters = {
      type: "object",
      properties: {
        location: { type: "string", description: "The city and state, e.g. San Francisco, CA" },
        unit: { type: "string", enum: ["celsius", "fahrenheit"], description: "The temperature unit" },
      },
      required: ["location"],
    };
    expect(await sentParameters(world, oneTool(parameters))).toEqual({
      type: "OBJECT",
      properties: {
        location: { type: "STRING", description: "The city and state, e.g. San Francisco, CA" },
        unit: {
          type: "STRING",
          format: "enum",
          enum: ["celsius", "fahrenheit"],
          description: "The temperature unit",
        },
      },
      required: ["location"],
      propertyOrdering: ["location", "unit"],
    });
  });
});

describe("toolConfig", () => {
  item("S3-10", "toolConfig.functionCallingConfig.mode.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("London")),
      textAnswer("25."),
    );
    await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "ANY" } } });
    expect(world.bodies()[0]?.toolConfig).toEqual({ functionCallingConfig: { mode: "ANY" } });
  });

  item("S3-11", "AUTO is the default.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      textAnswer("Hi."),
      textAnswer("Hi."),
    );
    await agent.run(question);
    await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "AUTO" } } });
    expect(world.bodies().map(({ toolConfig }) => toolConfig)).toEqual([
      undefined,
      { functionCallingConfig: { mode: "AUTO" } },
    ]);
  });

  item("S3-12", "ANY: a function must be called.", async (world) => {
    const tools = await toolsOf(`toolConfig: { mode: ANY }\n${scheduleSpec}`);
    const { agent } = await world.agent({ tools }, calls(schedule), textAnswer("Done."));
    expect((await agent.run("Schedule it.")).text).toBe("Done.");
    // After the first call, the model may answer with a text. `keepMode: true` keeps ANY.
    expect(world.bodies().map(({ toolConfig }) => toolConfig?.functionCallingConfig?.mode)).toEqual([
      "ANY",
      "AUTO",
    ]);
  });

  item("S3-13", "NONE: no function is called.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("I cannot look."));
    await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "NONE" } } });
    expect(world.bodies()[0]?.toolConfig).toEqual({ functionCallingConfig: { mode: "NONE" } });
  });
});

/** The response of the founding document, without any change. */
const response = {
  candidates: [
    {
      content: { parts: [{ functionCall: schedule }], role: "model" },
      finishReason: "STOP",
      index: 0,
    },
  ],
  usageMetadata: { promptTokenCount: 56, candidatesTokenCount: 20, totalTokenCount: 76 },
};

describe("Structure of the response", () => {
  item("S3-14", "candidates[].content { parts: [functionCall], role: model }.", async (world) => {
    const { agent } = await world.agent({ tools: await toolsOf(scheduleSpec) }, response);
    const { contents } = await agent.step("Schedule it.");
    expect(contents[1]).toEqual({ parts: [{ functionCall: schedule }], role: "model" });
  });

  item("S3-15", "finishReason STOP, index 0.", async (world) => {
    const { agent } = await world.agent(
      { tools: await toolsOf(scheduleSpec) },
      response,
      textAnswer("Done."),
    );
    const { status, turns } = await agent.run("Schedule it.");
    expect(status).toBe("done");
    expect(turns.map(({ finishReason }) => finishReason)).toEqual(["STOP", "STOP"]);
    // The stream has two candidates. The candidate with index 0 is the answer.
    const piece = (text: string, index: number, finishReason?: string): object => ({
      candidates: [
        { content: { parts: [{ text }], role: "model" }, index, ...(finishReason && { finishReason }) },
      ],
    });
    const pieces = [piece("No. ", 1), piece("Do", 0), piece("Never.", 1, "STOP"), piece("ne.", 0, "STOP")];
    const { agent: other } = await world.agent({ tools: await toolsOf(scheduleSpec) }, pieces);
    expect(await other.stream("Schedule it.").result).toMatchObject({ status: "done", text: "Done." });
  });

  item("S3-16", "usageMetadata: prompt, candidates, total.", async (world) => {
    const { agent } = await world.agent({ tools: await toolsOf(scheduleSpec) }, response);
    const paused = await agent.step("Schedule it.");
    expect(paused.usage).toMatchObject({ promptTokens: 56, outputTokens: 20, totalTokens: 76 });
    // For several turns, the counts are added.
    const both = await world.agent({ tools: await toolsOf(scheduleSpec) }, response, textAnswer("Done."));
    const { usage } = await both.agent.run("Schedule it.");
    expect(usage).toMatchObject({ promptTokens: 112, outputTokens: 40, totalTokens: 152 });
  });

  item("S3-17", "An argument that is a list: attendees.", async (world) => {
    const seen: unknown[] = [];
    const tools = await toolsOf(scheduleSpec, {
      schedule_meeting: ({ attendees }: { attendees: string[] }) => (seen.push(attendees), "ok"),
    });
    const { agent } = await world.agent({ tools }, response, textAnswer("Done."));
    await agent.run("Schedule it.");
    expect(seen).toEqual([["Bob", "Alice"]]);
  });

  const weather = { temperature: 25, unit: "celsius" };
  /** The three contents of the founding document. */
  const three = [
    { role: "user", parts: [{ text: "Original user query" }] },
    { role: "model", parts: [{ functionCall: { name: "get_weather", args: { location: "London" } } }] },
    {
      role: "user",
      parts: [{ functionResponse: { name: "get_weather", response: { result: weather } } }],
    },
  ];

  item("S3-18", "The order of the history: user text, functionCall, functionResponse.", async (world) => {
    const tools = await weatherTools({ get_weather: () => weather });
    const { agent } = await world.agent({ tools }, calls(askWeather("London")), textAnswer("25."));
    await agent.run("Original user query");
    expect(world.bodies()[1]?.contents).toEqual(three);
  });

  item("S3-19", "response { result: { … an object … } }.", async (world) => {
    const tools = await weatherTools({ get_weather: () => weather });
    const { agent } = await world.agent({ tools }, calls(askWeather("London")), textAnswer("25."));
    await agent.run("Original user query");
    expect(world.bodies()[1]?.contents.at(-1)).toEqual(three[2]);
  });
});

describe("Types", () => {
  item("S3-37", "The six constants of Type.", async (world) => {
    const constants = [Type.STRING, Type.NUMBER, Type.INTEGER, Type.BOOLEAN, Type.ARRAY, Type.OBJECT];
    const properties = Object.fromEntries(
      constants.map((type) => [
        `a_${type.toLowerCase()}`,
        {
          type,
          ...(type === Type.ARRAY && { items: { type: Type.STRING } }),
          ...(type === Type.OBJECT && { properties: { a: { type: Type.STRING } } }),
        },
      ]),
    );
    const declaration = {
      name: "do_it",
      description: "Does it.",
      parameters: { type: Type.OBJECT, properties },
    };
    const spec = `tools: { do_it: { declaration: ${JSON.stringify(declaration)} } }`;
    expect(await sent(world, spec)).toEqual([{ functionDeclarations: [declaration] }]);
  });
});

describe("REST", () => {
  item("S3-38", "POST v1beta/models/{model}:generateContent.", async (world) => {
    const { agent, service } = await world.agent({ tools: await weatherTools() }, textAnswer("Hi."));
    await agent.run(question);
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /v1beta/models/gemini-2.5-flash:generateContent",
    ]);
  });

  item("S3-39", "The header x-goog-api-key.", async (world) => {
    const { agent, service } = await world.agent({ tools: await weatherTools() }, textAnswer("Hi."));
    await agent.run(question);
    expect(service.requests[0]?.headers["x-goog-api-key"]).toBe("KEY");
    expect(service.requests[0]?.path).not.toContain("key=");
  });

  item("S3-40", "The content type is JSON.", async (world) => {
    const { agent, service } = await world.agent({ tools: await weatherTools() }, textAnswer("Hi."));
    await agent.run(question);
    expect(service.requests[0]?.headers["content-type"]).toBe("application/json");
  });

  item("S3-41", "The example of a request body.", async (world) => {
    const text = "Schedule a meeting with Bob and Alice for 03/27/2025 at 10:00 AM about the Q3 planning.";
    const { agent } = await world.agent({ tools: await toolsOf(scheduleSpec) }, textAnswer("Done."));
    await agent.run(text);
    expect(world.bodies()[0]).toEqual({
      contents: [{ role: "user", parts: [{ text }] }],
      tools: [
        {
          functionDeclarations: [
            {
              name: "schedule_meeting",
              description: "Schedules a meeting with specified attendees at a given time and date.",
              parameters: {
                type: "OBJECT",
                properties: {
                  attendees: {
                    type: "ARRAY",
                    items: { type: "STRING" },
                    description: "List of people attending the meeting.",
                  },
                  date: { type: "STRING", description: "Date of the meeting (e.g., '2024-07-29')" },
                  time: { type: "STRING", description: "Time of the meeting (e.g., '15:00')" },
                  topic: { type: "STRING", description: "The subject or topic of the meeting." },
                },
                required: ["attendees", "date", "time", "topic"],
                propertyOrdering: ["attendees", "date", "time", "topic"],
              },
            },
          ],
        },
      ],
    });
  });
});

describe("Cautions", () => {
  item("S3-42", "Execution is the duty of the client.", async (world) => {
    const ran: string[] = [];
    const tools = await weatherTools({ get_weather: () => ran.push("weather") });
    const { agent } = await world.agent({ tools }, calls(askWeather("London")));
    expect((await agent.step(question)).status).toBe("paused");
    expect(ran).toEqual([]);
  });

  item("S3-43", "args is an object; nothing is parsed from text.", async (world) => {
    const seen: unknown[] = [];
    const tools = await weatherTools({ get_weather: (args) => (seen.push(args), 25) });
    const { agent } = await world.agent({ tools }, calls(askWeather("London")), textAnswer("25."));
    await agent.run(question);
    expect(seen).toEqual([{ location: "London" }]);
    // If a model writes its arguments as text, the request is repeated. The text is not parsed.
    const text = { name: "get_weather", args: '{"location":"Paris"}' };
    const written = reply([{ functionCall: text }]);
    const { agent: other, service } = await world.agent(
      { tools },
      written,
      calls(askWeather("Rome")),
      textAnswer("25."),
    );
    expect(await other.run(question)).toMatchObject({ status: "done" });
    expect(seen).toEqual([{ location: "London" }, { location: "Rome" }]);
    expect(JSON.stringify(service.requests.map(({ body }) => body.contents))).not.toContain("Paris");
  });

  item("S3-44", "Keep the history.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("London")),
      calls({ name: "set_thermostat", args: { temperature: 20 } }),
      textAnswer("Set."),
    );
    await agent.run(question);
    const [first, second, third] = world.bodies().map(({ contents }) => contents);
    expect(second?.slice(0, 1)).toEqual(first);
    expect(third?.slice(0, 3)).toEqual(second);
    expect(third?.length).toBe(5);
  });

  item("S3-45", "functionResponse needs name and response.result.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("London")),
      textAnswer("21."),
    );
    await agent.run(question);
    expect(world.bodies()[1]?.contents.at(-1)?.parts).toEqual([
      { functionResponse: { name: "get_weather", response: { result: { temperature: 21 } } } },
    ]);
  });

  item("S3-46", "The order of roles: user, model, user.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("21."));
    // Another program wrote this history with the role "function".
    const contents: Content[] = [
      { role: "user", parts: [{ text: question }] },
      { role: "model", parts: [{ functionCall: askWeather("London") }] },
      {
        role: "function",
        parts: [{ functionResponse: await dispatch(await weatherTools(), askWeather("London")) }],
      },
    ];
    expect((await agent.run(undefined, { contents })).text).toBe("21.");
    expect(world.bodies()[0]?.contents.map(({ role }) => role)).toEqual(["user", "model", "user"]);
  });

  item("S3-47", "The official references hold.", async (world) => {
    // For the same functions, Google's own client and toolpress send the same request.
    const declarations = (await weatherProject()).declarations("weather");
    const [theirs, ours] = [await world.serve(textAnswer("Hi.")), await world.serve(textAnswer("Hi."))];
    await ask(official(theirs), [{ role: "user", parts: [{ text: "Hello" }] }], declarations);
    const model = gemini({ apiKey: "KEY", model: `models/${MODEL}`, baseUrl: ours.url });
    await createAgent({ tools: await weatherTools(), model }).run("Hello");
    const sentBy = ({ requests: [request] }: Service): unknown[] => [
      request?.method,
      request?.path,
      request?.headers["x-goog-api-key"],
      request?.body.contents,
      request?.body.tools,
    ];
    expect(sentBy(ours)).toEqual(sentBy(theirs));
    expect(ours.requests[0]?.path).toBe(`/v1beta/models/${MODEL}:generateContent`);
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    expect(readme).toContain("https://ai.google.dev/gemini-api/docs/function-calling");
  });
});
