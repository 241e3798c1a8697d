import { afterEach, describe, expect, it } from "vitest";
import { createWeather, type WeatherHandlers } from "../../generated/weather/index.js";
import { dispatch } from "@toolpress/runtime";
import { assertReplayable, call, callsOf } from "toolpress/testing";
import { closeFakes, onFake } from "./on-fake.js";

afterEach(closeFakes);

interface Session {
  readonly sessionId: string;
}

const executed: unknown[] = [];

/** The function `get_current_weather(location, unit="celsius")` of a worker, as a handler in this process. */
const handlers: WeatherHandlers<Session> = {
  get_current_weather({ location, unit }, { context, tool }) {
    executed.push([context.sessionId, tool, { location, unit }]);
    return { temperature: 22, unit, conditions: "sunny" };
  },
};

const tools = () => createWeather<Session>({ handlers });
const context: Session = { sessionId: "user_123" };

describe("the workflow of a session", () => {
  it("declares the function with its documentation and its default", () => {
    const declaration = tools().tools.get("get_current_weather")?.entry.declaration;
    expect(declaration?.description).toMatch(/^Get the current weather in a given location\./);
    expect(declaration?.parameters).toMatchObject({
      type: "OBJECT",
      properties: { location: { type: "STRING" }, unit: { type: "STRING", default: "celsius" } },
      required: ["location"],
    });
  });

  it("runs from the question through the call in its session to the answer", async () => {
    executed.length = 0;
    const script = [
      call("get_current_weather", { location: "Boston, MA" }),
      "It is 22 °C and sunny in Boston.",
    ];
    const { agent, fake } = await onFake<Session>(script, { tools: tools() });
    const result = await agent.run("What's the weather in Boston?", {
      context,
      activeTools: ["get_current_weather"],
    });

    expect(fake.requests[0]?.body.tools).toEqual([
      { functionDeclarations: [tools().tools.get("get_current_weather")?.entry.declaration] },
    ]);
    expect(executed).toEqual([
      ["user_123", "get_current_weather", { location: "Boston, MA", unit: "celsius" }],
    ]);
    const id = callsOf(result.contents)[0]?.id;
    expect(fake.requests[1]?.body.contents).toEqual([
      { role: "user", parts: [{ text: "What's the weather in Boston?" }] },
      {
        role: "model",
        parts: [
          {
            functionCall: { id, name: "get_current_weather", args: { location: "Boston, MA" } },
            thoughtSignature: expect.any(String),
          },
        ],
      },
      {
        role: "user",
        parts: [
          {
            functionResponse: {
              id,
              name: "get_current_weather",
              response: { result: { temperature: 22, unit: "celsius", conditions: "sunny" } },
            },
          },
        ],
      },
    ]);
    expect(result).toMatchObject({ status: "done", text: "It is 22 °C and sunny in Boston." });
    assertReplayable(result.contents);
  });

  it("executes one call by name in its session", async () => {
    executed.length = 0;
    const response = await dispatch(
      tools(),
      { name: "get_current_weather", args: { location: "Rome" } },
      { context },
    );
    expect(response.response).toEqual({ result: { temperature: 22, unit: "celsius", conditions: "sunny" } });
    expect(executed).toEqual([["user_123", "get_current_weather", { location: "Rome", unit: "celsius" }]]);
  });
});
