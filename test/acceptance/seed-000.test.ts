import { execFileSync } from "node:child_process";
import { describe, expect } from "vitest";
import { pythonRemote } from "@toolpress/runtime/remotes/python";
import {
  createAgent,
  dispatch,
  gemini,
  ToolError,
  wholeResponse,
  type Content,
  type FunctionDeclaration,
} from "@toolpress/runtime";
import { calls, item, MODEL, offline, pythonItem, reply, says, type World } from "./item.js";
import { project } from "./project.js";
import { declared, declaredBy } from "./sent.js";
import { askWeather, weatherProject, weatherTools } from "./weather.js";

// "Full requirements for canonical Gemini tool calling"

const question = "What's the weather in Boston?";
const user = (text: string): Content => ({ role: "user", parts: [{ text }] });

/** Whether the Python here has Pydantic; says so where it has not. */
function hasPydantic(): boolean {
  try {
    execFileSync("python3", ["-c", "import pydantic"], { stdio: "ignore" });
    return true;
  } catch {
    console.log("Pydantic is not installed: S0-14 runs with the schema of a model only");
    return false;
  }
}

/** Declarations of a spec that is given as text, as a request has them. */
async function compiled(world: World, file: string, text: string): Promise<readonly FunctionDeclaration[]> {
  const home = project({ [file]: text });
  await home.gen();
  return declaredBy(world, home);
}

describe("Declaration", () => {
  item("S0-1", "Four areas exist: declaration, configuration, core loop, automatic loop.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      says("21."),
    );
    const result = await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "AUTO" } } });
    expect(result.text).toBe("21.");
    const [first, second] = world.bodies();
    expect(Object.keys(first ?? {}).sort()).toEqual(["contents", "toolConfig", "tools"]);
    expect(second?.contents.map(({ role }) => role)).toEqual(["user", "model", "user"]);
  });

  item("S0-2", "FunctionDeclaration has name, description, parameters.", async (world) => {
    const [declaration] = await declared(world, await weatherTools());
    expect(Object.keys(declaration ?? {})).toEqual(["name", "description", "parameters"]);
  });

  item("S0-3", "parameters is a valid OpenAPI 3.0 Schema Object.", async (world) => {
    // The fake answers 400 to whatever is not in Gemini's subset of OpenAPI 3.0.
    const { agent } = await world.agent({ tools: await weatherTools() }, says("Hi."));
    expect(await agent.run(question)).toMatchObject({ status: "done" });
    expect(world.bodies()[0]?.tools?.[0]?.functionDeclarations?.[1]?.parameters).toEqual({
      type: "OBJECT",
      properties: { temperature: { type: "NUMBER", description: "Degrees Celsius" } },
      required: ["temperature"],
      propertyOrdering: ["temperature"],
    });
  });

  const kinds = `
tools:
  every_kind:
    description: Takes one argument of every type.
    parameters:
      - { name: s, type: string, description: Text, format: date-time }
      - { name: n, type: number, description: Number, format: double, required: true }
      - { name: i, type: integer, description: Integer, format: int32 }
      - { name: o, type: object, description: Object, properties: { b: { type: boolean, description: Inner } } }
      - { name: a, type: array, description: List, items: { type: string, description: Item } }
      - { name: b, type: boolean, description: Yes or no }
`;
  const kindsOf = async (world: World): Promise<FunctionDeclaration["parameters"]> => {
    const [declaration] = await compiled(world, "specs/spec.tools.yaml", kinds);
    return declaration?.parameters;
  };

  item("S0-4", "Types string, number, integer, object, array, boolean.", async (world) => {
    const types = Object.values((await kindsOf(world))?.properties ?? {}).map(({ type }): unknown => type);
    expect(types).toEqual(["STRING", "NUMBER", "INTEGER", "OBJECT", "ARRAY", "BOOLEAN"]);
  });

  item("S0-5", "format is carried.", async (world) => {
    const { s, n, i } = (await kindsOf(world))?.properties ?? {};
    expect([s?.format, n?.format, i?.format]).toEqual(["date-time", "double", "int32"]);
  });

  item("S0-6", "Which parameters are required is carried.", async (world) => {
    expect(await kindsOf(world)).toHaveProperty("required", ["n"]);
  });

  item("S0-7", "The whole declaration serialises to exactly the JSON the API expects.", async (world) => {
    const { agent, service } = await world.agent({ tools: await weatherTools() }, says("Sunny."));
    await agent.run(question);
    expect(service.requests[0]?.body.tools?.[0]?.functionDeclarations?.[0]).toEqual({
      name: "get_weather",
      description: "Gets the current weather of a place.",
      parameters: {
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
      },
    });
  });

  item("S0-8", "Tool is a container that holds a list of FunctionDeclarations.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, says("Hi."));
    await agent.run(question);
    const tools = world.bodies()[0]?.tools;
    expect(tools?.length).toBe(1);
    expect(tools?.[0]?.functionDeclarations?.map(({ name }) => name)).toEqual([
      "get_weather",
      "set_thermostat",
    ]);
  });

  offline("S0-9", "The library builds that wrapper itself.", async () => {
    const home = await weatherProject();
    const file = JSON.parse(home.read("generated/weather/declarations.json")) as object;
    expect(Object.keys(file)).toEqual(["functionDeclarations"]);
    expect(home.read("specs/weather.tools.yaml")).not.toContain("functionDeclarations");
  });

  const parameters = {
    type: "object",
    properties: { a: { type: "number", description: "First" }, b: { type: "number", description: "Second" } },
    required: ["a", "b"],
  };
  const multiply = { name: "multiply", description: "Returns a * b.", parameters };

  item("S0-10", "Several sources of tools all end as the same FunctionDeclaration.", async (world) => {
    const sources: Readonly<Record<string, string>> = {
      "specs/spec.tools.yaml": `tools: { multiply: ${JSON.stringify({ description: "Returns a * b.", parameters })} }`,
      "specs/spec.tools.ts": `import { defineTools } from "../../../generator/define-tools.js";
export default defineTools({ tools: { multiply: ${JSON.stringify({ description: "Returns a * b.", parameters })} } });`,
      "specs/spec.gemini.json": JSON.stringify({ functionDeclarations: [multiply] }),
      "specs/spec.openai.json": JSON.stringify([{ type: "function", function: multiply }]),
      "specs/spec.mcp.json": JSON.stringify({
        tools: [{ name: "multiply", description: "Returns a * b.", inputSchema: parameters }],
      }),
    };
    for (const [file, text] of Object.entries(sources)) {
      const home = project({
        [file]: text,
        "toolpress.config.yaml": `propertyOrdering: never\nspecs: [${file}]\n`,
      });
      await home.gen();
      expect([file, await declaredBy(world, home)]).toEqual([
        file,
        [
          {
            name: "multiply",
            description: "Returns a * b.",
            parameters: {
              type: "OBJECT",
              properties: {
                a: { type: "NUMBER", description: "First" },
                b: { type: "NUMBER", description: "Second" },
              },
              required: ["a", "b"],
            },
          },
        ],
      ]);
    }
  });

  const source = `
def multiply(a: float, b: float = 2) -> float:
    """Returns a * b.

    Args:
        a: The first factor
    """
    return a * b
`;
  const importPython = async (world: World): Promise<readonly unknown[]> => {
    const home = project({ "tools.py": source });
    const { code, output } = await home.toolpress("import", "tools.py");
    if (code !== 0) throw new Error(output);
    await home.gen();
    return declaredBy(world, home);
  };

  pythonItem("S0-11", "A Python function: its name becomes the name of the declaration.", async (world) => {
    expect(await importPython(world)).toMatchObject([{ name: "multiply" }]);
  });

  pythonItem("S0-12", "Its docstring becomes the description.", async (world) => {
    expect(await importPython(world)).toMatchObject([{ description: "Returns a * b." }]);
  });

  pythonItem("S0-13", "Its type hints become the schema.", async (world) => {
    expect(await importPython(world)).toMatchObject([
      {
        parameters: {
          properties: {
            a: { type: "NUMBER", description: "The first factor" },
            b: { type: "NUMBER", default: 2 },
          },
          required: ["a"],
        },
      },
    ]);
  });

  item("S0-14", "A Pydantic model is the schema of the arguments.", async (world) => {
    // What `Model.model_json_schema()` prints.
    const model = {
      title: "ScheduleMeeting",
      description: "Schedules a meeting.",
      type: "object",
      properties: {
        attendees: { items: { type: "string" }, title: "Attendees", type: "array" },
        place: { $ref: "#/$defs/Place" },
      },
      required: ["attendees", "place"],
      $defs: {
        Place: { properties: { room: { minLength: 1, type: "string" } }, required: ["room"], type: "object" },
      },
    };
    expect(await compiled(world, "specs/schedule-meeting.json", JSON.stringify(model))).toMatchObject([
      {
        name: "ScheduleMeeting",
        parameters: {
          properties: {
            attendees: { type: "ARRAY", items: { type: "STRING" } },
            place: {
              type: "OBJECT",
              properties: { room: { type: "STRING", minLength: 1 } },
              required: ["room"],
            },
          },
          required: ["attendees", "place"],
        },
      },
    ]);
    if (!hasPydantic()) return;
    const home = project({
      "meetings.py": `
from pydantic import BaseModel, Field

class Place(BaseModel):
    room: str = Field(min_length=1)

def schedule_meeting(attendees: list[str], place: Place):
    """Schedules a meeting."""
    assert isinstance(place, Place)
    return place.room
`,
    });
    expect((await home.toolpress("import", "meetings.py")).code).toBe(0);
    await home.gen();
    const remote = pythonRemote({ file: `${home.folder}/meetings.py` });
    const tools = await home.create("meetings", { remotes: { meetings: remote } });
    const call = (room: string) => ({
      name: "schedule_meeting",
      args: { attendees: ["Bob"], place: { room } },
    });
    expect((await dispatch(tools, call("7"))).response).toEqual({ result: "7" });
    expect((await dispatch(tools, call(""))).response).toMatchObject({
      error: { code: "INVALID_ARGUMENTS" },
    });
  });

  item("S0-15", "A raw declaration is passed on with full user control.", async (world) => {
    const declaration = { ...multiply, parameters: { ...parameters, propertyOrdering: ["b", "a"] } };
    const { name: _name, ...rest } = declaration;
    const spec = `tools: { multiply: { declaration: ${JSON.stringify({ name: "multiply", ...rest })} } }`;
    expect(await compiled(world, "specs/spec.tools.yaml", spec)).toEqual([declaration]);
  });
});

describe("Configuration", () => {
  item("S0-16", "ToolConfig contains functionCallingConfig.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, says("Hi."));
    await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "NONE" } } });
    expect(world.bodies()[0]?.toolConfig).toEqual({ functionCallingConfig: { mode: "NONE" } });
  });

  item("S0-17", "mode is an enum with AUTO, ANY, NONE.", async (world) => {
    for (const mode of ["AUTO", "ANY", "NONE"] as const) {
      const replies = mode === "ANY" ? [calls(askWeather("Boston")), says("21.")] : [says("Hi.")];
      const { agent, service } = await world.agent({ tools: await weatherTools() }, ...replies);
      await agent.run(question, { toolConfig: { functionCallingConfig: { mode } } });
      expect(service.requests[0]?.body.toolConfig?.functionCallingConfig).toEqual({ mode });
    }
    const home = project({
      "specs/spec.tools.yaml": "toolConfig: { mode: SOMETIMES }\ntools: { f: { description: Does it. } }",
    });
    expect((await home.toolpress("gen")).output).toMatch(/TP202.*mode/);
  });

  item("S0-18", "AUTO is the default; the model decides.", async (world) => {
    const tools = await weatherTools();
    const { agent: talker } = await world.agent({ tools }, says("Hello."));
    expect((await talker.run("Hi")).turns.flatMap(({ calls: made }) => made)).toEqual([]);
    const { agent: caller } = await world.agent({ tools }, calls(askWeather("Boston")), says("21."));
    expect((await caller.run(question)).turns[0]?.calls.length).toBe(1);
    expect(world.bodies().map(({ toolConfig }) => toolConfig)).toEqual([undefined, undefined, undefined]);
  });

  item("S0-19", "ANY forces a call, text is not possible (router and dispatcher agents).", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools(), stopOnTool: ["get_weather"] },
      calls(askWeather("Boston")),
    );
    const result = await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "ANY" } } });
    expect(result).toMatchObject({ status: "stopped", by: "get_weather", output: { temperature: 21 } });
    expect(world.bodies().map(({ toolConfig }) => toolConfig)).toEqual([
      { functionCallingConfig: { mode: "ANY" } },
    ]);
  });

  item("S0-20", "NONE forbids calls; behaves as though no tools were given.", async (world) => {
    const ran: string[] = [];
    const tools = await weatherTools({ get_weather: () => ran.push("weather") });
    const { agent } = await world.agent({ tools }, calls(askWeather("Boston")), says("I cannot look."));
    const result = await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "NONE" } } });
    expect(result.text).toBe("I cannot look.");
    expect(result.turns[0]?.calls[0]?.code).toBe("NOT_ALLOWED");
    expect(ran).toEqual([]);
  });

  item("S0-21", "allowedFunctionNames is an optional list of names.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      says("21."),
    );
    await agent.run(question, {
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["get_weather"] } },
    });
    expect(world.bodies()[0]?.toolConfig?.functionCallingConfig?.allowedFunctionNames).toEqual([
      "get_weather",
    ]);
    await expect(
      agent.run(question, {
        toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["get_wether"] } },
      }),
    ).rejects.toThrow('"weather" has no tool or group "get_wether"');
  });

  item("S0-22", "With ANY it limits the choice to that list.", async (world) => {
    const ran: string[] = [];
    const tools = await weatherTools({
      get_weather: () => (ran.push("weather"), { temperature: 21 }),
      set_thermostat: () => ran.push("thermostat"),
    });
    const { agent } = await world.agent(
      { tools },
      calls(askWeather("Boston")),
      calls({ name: "set_thermostat", args: { temperature: 5 } }),
      says("It is 21 degrees."),
    );
    const result = await agent.run("How warm is it?", {
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["get_weather"] } },
    });
    expect(result).toMatchObject({ status: "done", text: "It is 21 degrees." });
    expect(ran).toEqual(["weather"]);
    const allowedFunctionNames = ["get_weather"];
    expect(world.bodies().map(({ toolConfig }) => toolConfig?.functionCallingConfig)).toEqual([
      { mode: "ANY", allowedFunctionNames },
      { mode: "VALIDATED", allowedFunctionNames },
      { mode: "VALIDATED", allowedFunctionNames },
    ]);
  });

  item("S0-23", "All of it is set per generate_content call.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools(), toolConfig: { functionCallingConfig: { mode: "VALIDATED" } } },
      says("One."),
      says("Two."),
    );
    await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "NONE" } } });
    await agent.run(question);
    expect(world.bodies().map(({ toolConfig }) => toolConfig?.functionCallingConfig?.mode)).toEqual([
      "NONE",
      "VALIDATED",
    ]);
  });
});

describe("Core loop", () => {
  item("S0-24", "The first request carries contents.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, says("Hi."));
    await agent.run(question);
    expect(world.bodies()[0]?.contents).toEqual([user(question)]);
  });

  item("S0-25", "The first request carries tools.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, says("Hi."));
    await agent.run(question);
    expect(world.bodies()[0]?.tools?.[0]?.functionDeclarations?.length).toBe(2);
  });

  item("S0-26", "The first request carries an optional tool_config.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, says("Hi."), says("Hi."));
    await agent.run(question);
    await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "AUTO" } } });
    expect(world.bodies().map((body) => "toolConfig" in body)).toEqual([false, true]);
  });

  item("S0-27", "A call comes without text; today text and thoughts may stand beside it.", async (world) => {
    const parts = [
      { text: "I need the weather.", thought: true },
      { text: "Let me look." },
      { functionCall: askWeather("Boston"), thoughtSignature: "c2lnbmF0dXJl" },
    ];
    const { agent } = await world.agent({ tools: await weatherTools() }, reply(parts), says("21."));
    expect((await agent.run(question)).text).toBe("21.");
    expect(world.bodies()[1]?.contents[1]).toEqual({ role: "model", parts });
  });

  item("S0-28", "It holds one or more FunctionCall objects.", async (world) => {
    const made = [
      askWeather("Boston"),
      askWeather("Rome"),
      { name: "set_thermostat", args: { temperature: 20 } },
    ];
    const { agent } = await world.agent({ tools: await weatherTools() }, calls(...made), says("Done."));
    const { turns } = await agent.run(question);
    expect(turns[0]?.calls.map(({ tool }) => tool)).toEqual(["get_weather", "get_weather", "set_thermostat"]);
  });

  item("S0-29", "FunctionCall.name.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, calls(askWeather("Boston")));
    const result = await agent.step(question);
    expect(result).toMatchObject({ status: "paused", pending: [{ tool: "get_weather" }] });
  });

  item("S0-30", "FunctionCall.args match the declaration's schema: they are checked.", async (world) => {
    const wrong = { name: "get_weather", args: { city: "Boston", unit: "kelvin" } };
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(wrong),
      calls(askWeather("Boston")),
      says("21."),
    );
    const { turns } = await agent.run(question);
    expect(turns.map(({ calls: [made] }) => made?.code)).toEqual(["INVALID_ARGUMENTS", undefined, undefined]);
    expect(JSON.stringify(world.bodies()[1]?.contents.at(-1))).toContain("location");
  });

  item("S0-31", "The client executes.", async (world) => {
    const seen: unknown[] = [];
    const tools = await weatherTools({ get_weather: (args) => (seen.push(args), 21) });
    const { agent } = await world.agent({ tools }, calls(askWeather("Boston")), says("21."));
    await agent.run(question);
    expect(seen).toEqual([{ location: "Boston" }]);
  });

  item("S0-32", "The client sends a new generate_content request.", async (world) => {
    const { agent, service } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      says("21."),
    );
    await agent.run(question);
    expect(service.requests.map(({ path }) => path)).toEqual(
      Array(2).fill(`/v1beta/models/${MODEL}:generateContent`),
    );
  });

  item("S0-33", "That request has the entire previous history.", async (world) => {
    const call = { role: "model", parts: [{ functionCall: askWeather("Boston") }] };
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      reply(call.parts),
      says("21."),
      says("You asked about Boston."),
    );
    const first = await agent.run(question);
    await agent.run("What did I ask?", { contents: first.contents });
    const [one, two, three] = world.bodies().map(({ contents }) => contents);
    expect(two?.slice(0, 2)).toEqual([...(one ?? []), call]);
    expect(three?.slice(0, 3)).toEqual(two);
    expect(three?.slice(3)).toEqual([{ role: "model", parts: [{ text: "21." }] }, user("What did I ask?")]);
  });

  item("S0-34", "That request has a new Content with a FunctionResponse.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      says("21."),
    );
    await agent.run(question);
    expect(world.bodies()[1]?.contents.at(-1)).toEqual({
      role: "user",
      parts: [{ functionResponse: { name: "get_weather", response: { result: { temperature: 21 } } } }],
    });
  });

  item("S0-35", "FunctionResponse.name is the function that was called.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls({ name: "set_thermostat", args: { temperature: 20 } }, askWeather("Rome")),
      says("Done."),
    );
    await agent.run(question);
    const names = world
      .bodies()[1]
      ?.contents.at(-1)
      ?.parts?.map((part) => part.functionResponse?.name);
    expect(names).toEqual(["set_thermostat", "get_weather"]);
  });

  item("S0-36", "FunctionResponse.response is an object that contains the return value.", async (world) => {
    for (const [value, response] of [
      [21, { result: 21 }],
      ["mild", { result: "mild" }],
      [[1, 2], { result: [1, 2] }],
      [undefined, { result: null }],
    ] as const) {
      const tools = await weatherTools({ get_weather: () => value });
      const { agent, service } = await world.agent({ tools }, calls(askWeather("Boston")), says("Done."));
      await agent.run(question);
      expect(service.requests[1]?.body.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual(
        response,
      );
    }
  });

  item("S0-37", 'The usual key is "content" or "result".', async (world) => {
    for (const resultKey of ["result", "content"]) {
      const { agent, service } = await world.agent(
        { tools: await weatherTools(), resultKey },
        calls(askWeather("Boston")),
        says("21."),
      );
      await agent.run(question);
      expect(service.requests[1]?.body.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
        [resultKey]: { temperature: 21 },
      });
    }
    const tools = await weatherTools({ get_weather: () => wholeResponse({ response: { degrees: 21 } }) });
    const { agent, service } = await world.agent({ tools }, calls(askWeather("Boston")), says("21."));
    await agent.run(question);
    expect(service.requests[1]?.body.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
      degrees: 21,
    });
  });

  item("S0-38", "The value must be JSON-serialisable.", async (world) => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const errors: unknown[] = [];
    const tools = await weatherTools({ get_weather: () => circle });
    const { agent } = await world.agent(
      { tools, onEvent: (event) => event.type === "tool_error" && errors.push(event.error) },
      calls(askWeather("Boston")),
      says("Sorry."),
    );
    expect((await agent.run(question)).turns[0]?.calls[0]?.code).toBe("UNSERIALIZABLE_RESULT");
    expect(errors.length).toBe(1);
  });

  item("S0-39", "The model then answers in text.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      says("It is 21 degrees."),
    );
    expect(await agent.run(question)).toMatchObject({ status: "done", text: "It is 21 degrees." });
  });
});

describe("Automatic loop", () => {
  item("S0-40", "The user supplies a map of names to callables.", async (world) => {
    const handlers = { get_weather: () => 21, set_thermostat: () => "set" };
    const { agent } = await world.agent(
      { tools: await weatherTools(handlers) },
      calls(askWeather("Boston")),
      says("21."),
    );
    expect((await agent.run(question)).status).toBe("done");
    const home = await weatherProject();
    await expect(home.create("weather", { handlers: { get_weather: () => 21 } })).rejects.toThrow(
      "set_thermostat",
    );
  });

  item("S0-41", "It sends the first request.", async (world) => {
    const { agent, service } = await world.agent({ tools: await weatherTools() }, says("Hi."));
    await agent.run(question);
    expect(service.requests.length).toBe(1);
  });

  item("S0-42", "It looks for FunctionCalls.", async (world) => {
    const parts = [{ text: "Looking." }, { functionCall: askWeather("Boston") }];
    const { agent } = await world.agent({ tools: await weatherTools() }, reply(parts), says("21."));
    expect((await agent.run(question)).turns.map(({ calls: made }) => made.length)).toEqual([1, 0]);
  });

  item("S0-43", "It looks the functions up.", async (world) => {
    for (const name of ["get_wether", "toString", "__proto__"]) {
      const { agent } = await world.agent(
        { tools: await weatherTools() },
        calls({ name, args: {} }),
        says("Sorry."),
      );
      expect((await agent.run(question)).turns[0]?.calls[0]?.code).toBe("UNKNOWN_TOOL");
    }
  });

  item("S0-44", "It runs them with the model's args.", async (world) => {
    const seen: unknown[] = [];
    const tools = await weatherTools({ get_weather: (args) => (seen.push(args), 21) });
    const args = { location: "Boston", unit: "celsius" };
    const { agent } = await world.agent({ tools }, calls({ name: "get_weather", args }), says("21."));
    await agent.run(question);
    expect(seen).toEqual([args]);
  });

  item("S0-45", "It catches exceptions and turns them into an error response.", async (world) => {
    for (const [thrown, error] of [
      [new Error("secret"), { code: "TOOL_FAILED", message: "The tool failed." }],
      [
        new ToolError("NO_STATION", "No station there."),
        { code: "NO_STATION", message: "No station there." },
      ],
    ] as const) {
      const tools = await weatherTools({
        get_weather: () => {
          throw thrown;
        },
      });
      const { agent, service } = await world.agent({ tools }, calls(askWeather("Boston")), says("Sorry."));
      expect((await agent.run(question)).status).toBe("done");
      expect(service.requests[1]?.body.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
        error,
      });
    }
  });

  item("S0-46", "It builds FunctionResponse parts.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Paris"), askWeather("Rome")),
      says("Both 21."),
    );
    await agent.run(question);
    const functionResponse = { name: "get_weather", response: { result: { temperature: 21 } } };
    expect(world.bodies()[1]?.contents.at(-1)?.parts).toEqual([{ functionResponse }, { functionResponse }]);
  });

  item(
    "S0-47",
    "It appends the model's FunctionCall and our FunctionResponse to the history.",
    async (world) => {
      const { agent } = await world.agent(
        { tools: await weatherTools() },
        calls(askWeather("Boston")),
        says("21."),
      );
      const { contents } = await agent.run(question);
      expect(contents).toEqual([
        user(question),
        { role: "model", parts: [{ functionCall: askWeather("Boston") }] },
        {
          role: "user",
          parts: [{ functionResponse: { name: "get_weather", response: { result: { temperature: 21 } } } }],
        },
        { role: "model", parts: [{ text: "21." }] },
      ]);
    },
  );

  item("S0-48", "It sends the next request by itself.", async (world) => {
    const { agent, service } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      calls({ name: "set_thermostat", args: { temperature: 20 } }),
      says("Set to 20."),
    );
    expect((await agent.run(question)).text).toBe("Set to 20.");
    expect(service.requests.map(({ body }) => body.contents.length)).toEqual([1, 3, 5]);
  });

  item("S0-49", "It returns the final text, hiding the middle steps.", async (world) => {
    const first = reply([{ text: "Looking." }, { functionCall: askWeather("Boston") }]);
    const { agent } = await world.agent({ tools: await weatherTools() }, first, says("21."));
    expect((await agent.run(question)).text).toBe("21.");
  });

  /** A stream of two events: the text in two pieces. */
  const pieces = [
    { candidates: [{ content: { parts: [{ text: "21 " }], role: "model" }, index: 0 }] },
    says("degrees."),
  ];

  item("S0-50", "The automatic loop works in streaming mode.", async (world) => {
    const service = await world.serve(calls(askWeather("Boston")), pieces);
    const model = gemini({ apiKey: "KEY", model: MODEL, baseUrl: service.url });
    const stream = createAgent({ tools: await weatherTools(), model }).stream(question);
    const deltas: string[] = [];
    for await (const event of stream) if (event.type === "text_delta") deltas.push(event.text);
    expect(deltas).toEqual(["21 ", "degrees."]);
    expect(await stream.result).toMatchObject({ status: "done", text: "21 degrees." });
  });

  item(
    "S0-51",
    "In streaming it handles the call, executes, then streams the text of the next answer.",
    async (world) => {
      const { agent, service } = await world.agent(
        { tools: await weatherTools() },
        calls(askWeather("Boston")),
        pieces,
      );
      const seen: string[] = [];
      for await (const { type } of agent.stream(question)) seen.push(type);
      expect(seen.filter((type) => /^(tool_call|tool_end|text_delta|run_end)$/.test(type))).toEqual([
        "tool_call",
        "tool_end",
        "text_delta",
        "text_delta",
        "run_end",
      ]);
      expect(service.requests.map(({ path }) => path)).toEqual(
        Array(2).fill(`/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`),
      );
    },
  );

  item("S0-52", "Automatic mode can be switched on and off.", async (world) => {
    const ran: string[] = [];
    const tools = await weatherTools({ get_weather: () => ran.push("weather") });
    const { agent } = await world.agent({ tools }, calls(askWeather("Boston")), says("Rainy."));
    const paused = await agent.run(question, { automatic: false });
    if (paused.status !== "paused") throw new Error(paused.status);
    expect(ran).toEqual([]);
    const decisions = { [paused.pending[0]?.callId ?? ""]: { output: "rain" } };
    expect(await agent.resume(paused.state, { decisions })).toMatchObject({ status: "done", text: "Rainy." });
    expect(ran).toEqual([]);
  });
});
