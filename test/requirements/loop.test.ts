import { afterEach, describe, expect, it } from "vitest";
import { createWeather } from "../../generated/weather/index.js";
import { createRouter } from "../../generated/router/index.js";
import { assertReplayable, call, callsOf, responsesOf, text, thought } from "toolpress/testing";
import { closeFakes, configOf, onFake } from "./on-fake.js";

afterEach(closeFakes);

const ran: unknown[] = [];
const weather = () =>
  createWeather({
    handlers: {
      get_current_weather: (args) => {
        ran.push(args);
        return { temperature: 7, unit: args.unit };
      },
    },
  });
const routes = () => {
  const route = ({ reason }: { reason: string }) => ({ reason });
  return createRouter({
    handlers: { route_to_billing: route, route_to_support: route, route_to_human: route },
  });
};
const boston = call("get_current_weather", { location: "Boston" });

describe("configuration", () => {
  it("sends no tool configuration when nothing is configured, which is AUTO", async () => {
    const { agent, fake } = await onFake(["Hello."], { tools: weather() });
    expect(await agent.run("Hi")).toMatchObject({ status: "done", text: "Hello." });
    expect(fake.requests[0]?.body.toolConfig).toBeUndefined();
  });

  it("forces a call with ANY, limited to the allowed names, and allows text afterwards", async () => {
    const { agent, fake } = await onFake([call("route_to_billing", { reason: "twice" }), "Billing it is."], {
      tools: routes(),
    });
    expect(await agent.run("I was charged twice")).toMatchObject({ status: "done", text: "Billing it is." });
    expect(configOf(fake)[0]).toEqual({
      mode: "ANY",
      allowedFunctionNames: ["route_to_billing", "route_to_support"],
    });
    expect(configOf(fake)[1]).not.toMatchObject({ mode: "ANY" });
  });

  it("answers a call outside the allowed names with an error and does not run it", async () => {
    const { agent } = await onFake([call("route_to_human", { reason: "me" }), "Sorry."], { tools: routes() });
    const result = await agent.run("Hi");
    expect(result.turns[0]?.calls[0]).toMatchObject({ code: "NOT_ALLOWED", started: false });
    assertReplayable(result.contents);
  });

  it("forbids calls with NONE, as if there were no tools", async () => {
    const { agent, fake } = await onFake([boston, "No."], {
      tools: weather(),
      toolConfig: { functionCallingConfig: { mode: "NONE" } },
    });
    ran.length = 0;
    const result = await agent.run("Weather?");
    expect(configOf(fake)[0]).toEqual({ mode: "NONE" });
    expect(result.turns[0]?.calls[0]?.code).toBe("NOT_ALLOWED");
    expect(ran).toEqual([]);
  });

  it("can be set for every run", async () => {
    const { agent, fake } = await onFake(["a", "b"], { tools: weather() });
    await agent.run("Hi", { toolConfig: { functionCallingConfig: { mode: "VALIDATED" } } });
    await agent.run("Hi");
    expect(configOf(fake)).toEqual([{ mode: "VALIDATED" }, undefined]);
  });
});

describe("the loop", () => {
  it("accepts calls together with thoughts and text, and keeps both in the history", async () => {
    const { agent, fake } = await onFake([[thought("hm"), text("Let me look."), boston], "7 °C."], {
      tools: weather(),
    });
    const result = await agent.run("Weather in Boston?");
    expect(result).toMatchObject({ status: "done", text: "7 °C." });
    expect(fake.requests[1]?.body.contents[1]?.parts.map((part) => Object.keys(part)[0])).toEqual([
      "text",
      "text",
      "functionCall",
    ]);
  });

  it("checks the arguments against the declaration and reports errors to the model", async () => {
    ran.length = 0;
    const wrong = call("get_current_weather", { location: {}, unit: "kelvin" });
    const { agent } = await onFake([wrong, boston, "7 °C."], { tools: weather() });
    const result = await agent.run("Weather?");
    const { error } = result.turns[0]?.calls[0]?.response as { error: { code: string; message: string } };
    expect(error.code).toBe("INVALID_ARGUMENTS");
    expect(error.message).toContain("change location: expected non-empty string, got empty object");
    expect(error.message).toContain('unit: expected "celsius" | "fahrenheit", got string "kelvin"');
    expect(ran).toEqual([{ location: "Boston", unit: "celsius" }]);
  });

  it("runs every call of a turn and answers them in order under their names and ids", async () => {
    const cities = ["Paris", "London", "Rome"];
    const { agent, fake } = await onFake(
      [cities.map((location) => call("get_current_weather", { location })), "Done."],
      { tools: weather() },
    );
    await agent.run("Three cities");
    const [, calls, answers] = fake.requests[1]?.body.contents ?? [];
    expect(responsesOf(answers ?? {}).map(({ id, name }) => ({ id, name }))).toEqual(
      callsOf(calls ?? {}).map(({ id, name }) => ({ id, name })),
    );
  });

  it.each([
    ["result", undefined],
    ["output", "output"],
  ])("wraps the value in an object with the key %s", async (key, resultKey) => {
    const { agent, fake } = await onFake([boston, "7."], {
      tools: weather(),
      ...(resultKey && { resultKey }),
    });
    await agent.run("Weather?");
    expect(responsesOf(fake.requests[1]?.body.contents[2] ?? {})[0]?.response).toEqual({
      [key]: { temperature: 7, unit: "celsius" },
    });
  });

  it("answers with an error if a value has no JSON form", async () => {
    const tools = createWeather({
      handlers: { get_current_weather: () => ({ temperature: new Map(), unit: "celsius" }) as never },
    });
    const { agent } = await onFake([boston, "Sorry."], { tools });
    expect((await agent.run("Weather?")).turns[0]?.calls[0]?.code).toMatch(
      /UNSERIALIZABLE_RESULT|INVALID_RESULT/,
    );
  });

  it("converts an exception to an error response without its text, and continues", async () => {
    const tools = createWeather({
      handlers: {
        get_current_weather: () => {
          throw new Error("db password=hunter2");
        },
      },
    });
    const { agent, fake } = await onFake([boston, "It failed."], { tools });
    expect(await agent.run("Weather?")).toMatchObject({ status: "done", text: "It failed." });
    expect(JSON.stringify(fake.requests[1]?.body)).not.toContain("hunter2");
    expect(responsesOf(fake.requests[1]?.body.contents[2] ?? {})[0]?.response).toMatchObject({
      error: { code: "TOOL_FAILED" },
    });
  });

  it("streams: handles the call, executes, then streams the text that follows", async () => {
    const { agent } = await onFake([boston, text("It is ", "7 °C.")], { tools: weather() });
    const stream = agent.stream("Weather?");
    const seen: string[] = [];
    for await (const event of stream) {
      if (event.type === "text_delta") seen.push(event.text);
      if (event.type === "tool_call" || event.type === "tool_end") seen.push(event.type);
    }
    expect(seen).toEqual(["tool_call", "tool_end", "It is ", "7 °C."]);
    expect(await stream.result).toMatchObject({ status: "done", text: "It is 7 °C." });
  });

  it("returns the calls instead of running them if automatic mode is off", async () => {
    ran.length = 0;
    const { agent } = await onFake([boston, "7 °C."], { tools: weather(), automatic: false });
    const result = await agent.run("Weather?");
    expect(result).toMatchObject({
      status: "paused",
      pending: [{ tool: "get_current_weather", args: { location: "Boston" }, reason: "manual" }],
    });
    expect(ran).toEqual([]);
  });
});
