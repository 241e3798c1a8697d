import { describe, expect, it } from "vitest";
import { createWeather } from "../../generated/weather/index.js";
import { dispatch } from "../../runtime/call/dispatch.js";
import type { ToolChecks, Toolset } from "../../runtime/tool.js";
import { answerToolCall } from "../../runtime/call/live.js";
import { createToolset } from "../../runtime/start/toolset.js";
import { call } from "../../testing/index.js";
import { agentOnFake } from "./agent-on-fake.js";

const anything: ToolChecks = { parse: (wire) => ({ ok: true, value: wire }) };

/**
 * Creates one tool whose checks come from `checks`. Counts how often the checks were loaded and how often the
 * tool ran.
 */
function lazy(checks: () => ToolChecks | Promise<ToolChecks>): {
  tools: Toolset;
  count: { requested: number; ran: number };
} {
  const count = { requested: 0, ran: 0 };
  const entry = {
    name: "lazy",
    declaration: { name: "lazy", description: "Loads its checks when it is called." },
    policy: {},
    checks: () => {
      count.requested += 1;
      return checks();
    },
  };
  return { count, tools: createToolset({ name: "set", tools: [{ entry, run: () => (count.ran += 1) }] }) };
}

describe("the checks of a tool", () => {
  it("are loaded with its first call, and once", async () => {
    const { tools, count } = lazy(async () => anything);
    expect(tools.hash).toMatch(/^[0-9a-f]{8}$/);
    expect(count).toEqual({ requested: 0, ran: 0 });
    await dispatch(tools, { name: "lazy", args: {} });
    await dispatch(tools, { name: "lazy", args: {} });
    expect(count).toEqual({ requested: 1, ran: 2 });
  });

  it("may be loaded already", async () => {
    const { tools } = lazy(() => anything);
    expect(await dispatch(tools, { name: "lazy", args: {} })).toEqual({
      name: "lazy",
      response: { result: 1 },
    });
  });

  it("that cannot be loaded prevent the call, reveal nothing to the model, and are loaded again later", async () => {
    const failures = [new Error("https://cdn.example/tools/lazy.js is not there")];
    const { tools, count } = lazy(async () => {
      const failure = failures.pop();
      if (failure) throw failure;
      return anything;
    });
    const reported: unknown[] = [];
    const onError = (error: unknown): void => void reported.push(error);
    const refused = await dispatch(tools, { name: "lazy", args: {} }, { onError });
    expect(refused.response).toMatchObject({ error: { code: "TOOL_FAILED" } });
    expect(JSON.stringify(refused)).not.toContain("cdn.example");
    expect(reported).toMatchObject([{ message: "https://cdn.example/tools/lazy.js is not there" }]);
    expect(count).toEqual({ requested: 1, ran: 0 });
    const answered = await dispatch(tools, { name: "lazy", args: {} });
    expect(answered.response).toEqual({ result: 1 });
  });

  it("of generated tools refuse wrong arguments in the first call", async () => {
    let ran = 0;
    const tools = createWeather({
      handlers: {
        get_current_weather: () => {
          ran += 1;
          return { temperature: 18, unit: "celsius" };
        },
      } as never,
    });
    const refused = await dispatch(tools, { name: "get_current_weather", args: { location: 7, days: 1 } });
    expect(refused.response).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
    expect(ran).toBe(0);
  });
});

describe("handlers of one turn, when their checks are loaded for the first time", () => {
  /** Creates tools whose checks arrive in the reverse order of the calls. */
  function slowFirst(started: string[]): Toolset {
    const names = ["first", "second", "third"];
    return createToolset({
      name: "set",
      tools: names.map((name, index) => ({
        entry: {
          name,
          declaration: { name, description: "Loads its checks when it is called." },
          policy: {},
          checks: async () => {
            for (let tick = 0; tick < 50 - 20 * index; tick++) await Promise.resolve();
            return anything;
          },
        },
        run: () => started.push(name),
      })),
    });
  }

  it("start in the order of the calls, in a run", async () => {
    const started: string[] = [];
    const calls = ["first", "second", "third"].map((name) => call(name));
    const { agent } = await agentOnFake([calls, "done"], { tools: slowFirst(started) });
    expect(await agent.run("go")).toMatchObject({ status: "done" });
    expect(started).toEqual(["first", "second", "third"]);
  });

  it("start in the order of the calls, in a live session", async () => {
    const started: string[] = [];
    const functionCalls = ["first", "second", "third"].map((name) => ({ name, args: {} }));
    await answerToolCall(slowFirst(started), { functionCalls });
    expect(started).toEqual(["first", "second", "third"]);
  });

  it("run although the checks of an earlier call cannot be loaded", async () => {
    const started: string[] = [];
    const tools = slowFirst(started);
    const first = tools.tools.get("first");
    if (first) Object.assign(first.entry, { checks: () => Promise.reject(new Error("gone")) });
    const { agent } = await agentOnFake([[call("first"), call("second")], "done"], { tools });
    const { turns } = await agent.run("go");
    expect(turns[0]?.calls.map(({ code }) => code)).toEqual(["TOOL_FAILED", undefined]);
    expect(started).toEqual(["second"]);
  });
});
