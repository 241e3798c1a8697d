import { readFileSync } from "node:fs";
import { GoogleGenAI, Type, type Content as SdkContent, type Part as SdkPart } from "@google/genai";
import { afterEach, describe, expect, it } from "vitest";
import { createCalculator } from "../../generated/calculator/index.js";
import { createLights } from "../../generated/lights/index.js";
import { createMeetings } from "../../generated/meetings/index.js";
import { createThermostat } from "../../generated/thermostat/index.js";
import { createWeather } from "../../generated/weather/index.js";
import { answerToolCall, dispatch, gemini, type FunctionCall } from "@toolpress/runtime";
import { call, fakeGemini, responsesOf, type FakeGemini } from "toolpress/testing";
import { ask, functions, refusalOf, user } from "../testing/post.js";
import { closeFakes, onFake } from "./on-fake.js";

let sdkFake: FakeGemini | undefined;
afterEach(async () => {
  await closeFakes();
  await sdkFake?.close();
});

const meetings = () => createMeetings({ handlers: { schedule_meeting: ({ topic }) => ({ id: topic }) } });
const meeting = { attendees: ["Bob", "Alice"], date: "2025-03-14", time: "10:00", topic: "Q3 planning" };
const declarationsOf = (set: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../generated/${set}/declarations.json`, import.meta.url), "utf8"));

describe("the guide's request", () => {
  it("adds external data to the conversation with contents and tools", async () => {
    const { agent, fake } = await onFake(["It is sunny."], {
      tools: createWeather({ handlers: { get_current_weather: ({ unit }) => ({ temperature: 1, unit }) } }),
    });
    await agent.run("What's the weather in London?");
    expect(fake.requests[0]?.body).toEqual({
      contents: [{ role: "user", parts: [{ text: "What's the weather in London?" }] }],
      tools: [declarationsOf("weather")],
    });
  });

  it("declares name, description and parameters with an enum and required names", () => {
    expect(declarationsOf("weather")).toMatchObject({
      functionDeclarations: [
        {
          name: "get_current_weather",
          description: expect.any(String),
          parameters: {
            properties: { location: { type: "STRING" }, unit: { enum: ["celsius", "fahrenheit"] } },
            required: ["location"],
          },
        },
      ],
    });
  });

  it("may leave description and parameters out, and write types in lower case", async () => {
    const contents = [user("hi")];
    const parameters = { type: "object", properties: { a: { type: "string" } } };
    expect(
      await refusalOf({
        contents,
        tools: [{ functionDeclarations: [{ name: "bare" }, { name: "lower", parameters }] }],
      }),
    ).toBe("accepted");
  });

  it("goes to models/{model}:generateContent with the key in a header, as JSON", async () => {
    const { agent, fake } = await onFake(["Hi."], { tools: meetings() }, "gemini-2.5-flash");
    await agent.run("Hi");
    expect(fake.requests[0]).toMatchObject({
      path: "/v1beta/models/gemini-2.5-flash:generateContent",
      headers: { "x-goog-api-key": "key", "content-type": "application/json" },
    });
  });

  it("uses the six type constants of the official client", async () => {
    const constants = [Type.STRING, Type.NUMBER, Type.INTEGER, Type.BOOLEAN, Type.ARRAY, Type.OBJECT];
    expect(constants).toEqual(["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"]);
    const nested: Readonly<Record<string, object>> = {
      ARRAY: { items: { type: Type.STRING } },
      OBJECT: { properties: { a: { type: Type.STRING } } },
    };
    const properties = Object.fromEntries(constants.map((type) => [type, { type, ...nested[type] }]));
    const tools = [
      {
        functionDeclarations: [
          { name: "all", description: "All six.", parameters: { type: Type.OBJECT, properties } },
        ],
      },
    ];
    expect(await refusalOf({ contents: [user("hi")], tools })).toBe("accepted");
  });
});

describe("the guide's response", () => {
  it("contains the call in candidates, with role model, STOP, index and usage", async () => {
    const { json } = await ask(
      { contents: [user("Plan it")], tools: functions("schedule_meeting") },
      { script: [call("schedule_meeting", meeting)] },
    );
    expect(json.candidates[0]).toMatchObject({
      content: { role: "model", parts: [{ functionCall: { name: "schedule_meeting", args: meeting } }] },
      finishReason: "STOP",
      index: 0,
    });
    expect(Object.keys(json.usageMetadata)).toEqual(
      expect.arrayContaining(["promptTokenCount", "candidatesTokenCount", "totalTokenCount"]),
    );
  });

  it("is answered by the code of the client, in the order user, model, user, with result", async () => {
    const { agent, fake } = await onFake([call("schedule_meeting", meeting), "Planned."], {
      tools: meetings(),
      approve: () => "run",
    });
    await agent.run("Plan it");
    const contents = fake.requests[1]?.body.contents ?? [];
    expect(contents.map((content) => content.role)).toEqual(["user", "model", "user"]);
    expect(responsesOf(contents[2] ?? {})[0]).toMatchObject({
      name: "schedule_meeting",
      response: { result: { id: "Q3 planning" } },
    });
  });
});

describe("the guide's examples", () => {
  it("declares schedule_meeting as a plain object", () => {
    expect(declarationsOf("meetings")).toMatchObject({
      functionDeclarations: [
        {
          name: "schedule_meeting",
          parameters: {
            type: "OBJECT",
            properties: { attendees: { type: "ARRAY", items: { type: "STRING" } } },
            required: ["attendees", "date", "time", "topic"],
          },
        },
      ],
    });
  });

  it("accepts functions and returns the text", async () => {
    const multiply = ({ a, b }: { a: number; b: number }) => a * b;
    const { agent } = await onFake([call("multiply", { a: 57, b: 23 }), "1311."], {
      tools: createCalculator({ handlers: { multiply } }),
    });
    expect(await agent.run("57 times 23?")).toMatchObject({
      text: "1311.",
      turns: [{ calls: [{ response: { result: 1311 } }] }, {}],
    });
    expect(declarationsOf("calculator")).toMatchObject({
      functionDeclarations: [
        {
          name: "multiply",
          parameters: { properties: { a: { type: "NUMBER" }, b: { type: "NUMBER" } }, required: ["a", "b"] },
        },
      ],
    });
  });

  it("continues from one call to the next that depends on it", async () => {
    const order: string[] = [];
    const tools = createThermostat({
      handlers: {
        get_weather_forecast: ({ location }) => (
          order.push(`forecast ${location}`),
          { temperature: 25, unit: "celsius" }
        ),
        set_thermostat_temperature: ({ temperature }) => (
          order.push(`set ${temperature}`),
          { status: "success" }
        ),
      },
    });
    const script = [
      call("get_weather_forecast", { location: "London" }),
      call("set_thermostat_temperature", { temperature: 20 }),
      "Set to 20.",
    ];
    const { agent } = await onFake(script, { tools });
    await agent.run("Warmer than 20 in London?");
    expect(order).toEqual(["forecast London", "set 20"]);
  });

  it("runs the same function three times in one turn", async () => {
    const { agent } = await onFake(
      [["Paris", "London", "Rome"].map((location) => call("get_current_weather", { location })), "Rome."],
      {
        tools: createWeather({
          handlers: { get_current_weather: ({ location, unit }) => ({ temperature: location.length, unit }) },
        }),
      },
    );
    const result = await agent.run("Warmest?");
    expect(result.turns[0]?.calls.map(({ response }) => response["result"])).toMatchObject([
      { temperature: 5 },
      { temperature: 6 },
      { temperature: 4 },
    ]);
  });

  it("combines code execution with functions", async () => {
    const nothing = () => null;
    const tools = createLights({
      handlers: { turn_on_the_lights: nothing, turn_off_the_lights: nothing, set_light_values: nothing },
    });
    const { agent, fake } = await onFake(["Done."], { tools });
    await agent.run("Compute");
    expect(fake.requests[0]?.body.tools?.[1]).toEqual({ codeExecution: {} });
    expect(fake.requests[0]?.body.toolConfig).toEqual({
      functionCallingConfig: { mode: "VALIDATED" },
      includeServerSideToolInvocations: true,
    });
  });

  it("runs a custom loop with the official client and our dispatch", async () => {
    sdkFake = await fakeGemini({
      script: [call("multiply", { a: 6, b: 7 }), call("multiply", { a: 42, b: 2 }), "84."],
    });
    const ai = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: sdkFake.url } });
    const tools = createCalculator({ handlers: { multiply: ({ a, b }) => a * b } });
    const config = { tools: [declarationsOf("calculator") as object] };
    const contents: SdkContent[] = [{ role: "user", parts: [{ text: "6 times 7, doubled?" }] }];
    const log: string[] = [];
    for (;;) {
      const response = await ai.models.generateContent({ model: "gemini-3.5-flash", contents, config });
      const calls = response.functionCalls ?? [];
      if (calls.length === 0) {
        expect(response.text).toBe("84.");
        break;
      }
      contents.push(response.candidates![0]!.content!);
      const answers = await Promise.all(calls.map((made) => dispatch(tools, made as FunctionCall)));
      log.push(...answers.map(({ name, response: given }) => `${name} ${JSON.stringify(given)}`));
      contents.push({
        role: "user",
        parts: answers.map((functionResponse) => ({ functionResponse }) as SdkPart),
      });
    }
    expect(log).toEqual(['multiply {"result":42}', 'multiply {"result":84}']);
    sdkFake.assertDone();
  });

  it("answers the tool calls of a Live session", async () => {
    const tools = createCalculator({ handlers: { multiply: ({ a, b }) => a * b } });
    const toolCall = { functionCalls: [{ id: "1", name: "multiply", args: { a: 6, b: 7 } }] };
    expect(await answerToolCall(tools, toolCall)).toEqual({
      functionResponses: [{ id: "1", name: "multiply", response: { result: 42 } }],
    });
  });

  it("link to Google's own documentation", () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    for (const page of [
      "gemini-api/docs/function-calling",
      "api/generate-content",
      "gemini-api/docs/thought-signatures",
    ]) {
      expect(readme).toContain(`https://ai.google.dev/${page}`);
    }
  });

  it("need only a key and a model", () => {
    expect(() => gemini({ model: "gemini-3.5-flash" })).toThrow("needs `apiKey`");
  });
});
