import { describe, expect, it } from "vitest";
import { createBookings } from "../../generated/bookings/index.js";
import { createPythonWeather } from "../../generated/python-weather/index.js";
import { createWeather } from "../../generated/weather/index.js";
import { createAgent } from "../../runtime/start/agent.js";
import { combine } from "../../runtime/start/combine.js";
import { createToolset } from "../../runtime/start/toolset.js";
import { scriptedModel } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

// Mistakes that the types would report. A JavaScript program gets an error message instead.

const tools = handMade([{ name: "tool", run: () => 1 }]);
const model = scriptedModel(["done", "done"]);

describe("a tool set", () => {
  const noTools = "createToolset() needs `tools`, each with its `entry` and `run`";
  it.each<[string, () => unknown, string]>([
    [
      "without handlers",
      () => createWeather({} as never),
      'weather: no handler for "get_current_weather"; add it to `handlers`',
    ],
    [
      "without a remote",
      () => createPythonWeather({ remotes: {} } as never),
      'python-weather: no remote for "get_current_weather"; add it to `remotes`',
    ],
    ["without a connection", () => createBookings({} as never), "bookings: no connection; add it as `http`"],
    ["of nothing", () => createToolset({} as never), noTools],
    [
      "of a list of sets",
      () => combine([tools, tools] as never),
      "combine() takes sets as create…() returns them, one per argument",
    ],
    [
      "without options",
      () => createAgent(undefined as never) as never,
      "createAgent() needs `tools` and `model`",
    ],
    ["of sets", () => createToolset({ name: "x", tools: [tools] } as never), noTools],
  ])("%s is refused", (_, create, message) => {
    expect(create).toThrow(new TypeError(message));
  });
});

describe("an agent", () => {
  const noSet =
    "createAgent(): `tools` must be one tool set, as create…() or combine() returns it, not handlers or a list";
  it.each<[string, unknown, string]>([
    ["a list of sets", { tools: [tools], model }, noSet],
    ["handlers", { tools: { get_weather: () => 1 }, model }, noSet],
    ["the declarations", { tools: [{ functionDeclarations: [] }], model }, noSet],
    [
      "no model",
      { tools, model: "gemini-3.5-flash" },
      "createAgent(): `model` must be a model, such as gemini({ model, apiKey })",
    ],
  ])("with %s does not run", async (_, options, message) => {
    await expect(createAgent(options as never).run("go")).rejects.toThrow(new TypeError(message));
    const state = JSON.parse("{}") as never;
    await expect(createAgent(options as never).resume(state, { decisions: {} })).rejects.toThrow(message);
  });

  it.each<[object, object, string]>([
    [{ maxTurn: 3 }, {}, 'createAgent(): there is no option "maxTurn"; did you mean "maxTurns"?'],
    [{ streaming: true }, {}, 'createAgent(): there is no option "streaming"'],
    [
      { systemInstruction: "x" },
      {},
      'createAgent(): there is no option "systemInstruction"; did you mean "system"?',
    ],
    [{}, { stopOnTool: ["tol"] }, 'stopOnTool: "hand-made" has no tool "tol"'],
    [{ stopOnTool: ["tool", "tol"] }, {}, 'stopOnTool: "hand-made" has no tool "tol"'],
    [{}, { Context: 1 }, 'the options of a run: there is no option "Context"; did you mean "context"?'],
    [{}, { model }, 'the options of a run: there is no option "model"'],
    [
      { model: "gemini-3.5-flash" },
      {},
      "createAgent(): `model` must be a model, such as gemini({ model, apiKey })",
    ],
  ])("with the options %j and %j refuses to run", async (agent, run, message) => {
    await expect(createAgent({ tools, model, ...agent } as never).run("go", run)).rejects.toThrow(
      new TypeError(message),
    );
  });

  it.each(
    [["", [], null, undefined, { text: "" }, [{ text: "" }], { role: "user", parts: [{ text: "" }] }]].flat(),
  )("refuses the empty input %j before a request", async (input) => {
    const { length } = model.requests;
    await expect(createAgent({ tools, model }).run(input as never)).rejects.toThrow("The input is empty");
    expect(model.requests).toHaveLength(length);
  });

  it.each([5, true, [["go"]], ["go"]])("refuses the input %j, which is no content", async (input) => {
    await expect(createAgent({ tools, model }).run(input as never)).rejects.toThrow(
      `expected a text, parts or contents, found ${JSON.stringify(input)}`,
    );
  });
});
