import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect } from "vitest";
import { pythonRemote } from "@toolpress/runtime/remotes/python";
import { dispatch, type FunctionDeclaration, type Tool } from "@toolpress/runtime";
import { pydanticOf, skipped } from "../remotes/has-python.js";
import { calls, item, pythonItem, textAnswer, type World } from "./item.js";
import { project } from "./project.js";
import { declared, declaredBy } from "./sent.js";
import { askWeather, weatherProject, weatherTools } from "./weather.js";

// "Full requirements for canonical Gemini tool calling": declaring tools, and choosing among them

const question = "What's the weather in Boston?";

const hasPydantic =
  pydanticOf("python3") !== undefined || skipped("Pydantic is not installed: S0-14 with a model of its own");

/** Compiles a spec and returns its declarations as a request contains them. */
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
      textAnswer("21."),
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

  item("S0-3", "parameters is a valid OpenAPI 3.0 Schema Object.", async (world) => {
    const parameters = await kindsOf(world);
    const text = JSON.stringify(parameters).replace(/"type":"[A-Z]+"/g, (type) => type.toLowerCase());
    // Ajv refuses values that a schema does not allow. The types are in upper case (C9), and the order of
    // properties is the one that Gemini uses.
    const ajv = new Ajv({ strict: true, keywords: ["propertyOrdering"] });
    addFormats.default(ajv);
    const validate = ajv.compile(JSON.parse(text) as object);
    const fits = { s: "2025-03-27T10:00:00Z", n: 1.5, i: 2, o: { b: true }, a: ["x"], b: false };
    for (const [value, ok] of [
      [fits, true],
      [{ n: 1 }, true],
      [{ ...fits, n: undefined }, false],
      [{ ...fits, i: 1.5 }, false],
      [{ ...fits, s: "tomorrow" }, false],
      [{ ...fits, o: { b: "yes" } }, false],
      [{ ...fits, a: [1] }, false],
    ] as const)
      expect([value, validate(JSON.parse(JSON.stringify(value)))]).toEqual([value, ok]);
  });

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
    const { agent, service } = await world.agent({ tools: await weatherTools() }, textAnswer("Sunny."));
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
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("Hi."));
    await agent.run(question);
    const tools = world.bodies()[0]?.tools;
    expect(tools?.length).toBe(1);
    expect(tools?.[0]?.functionDeclarations?.map(({ name }) => name)).toEqual([
      "get_weather",
      "set_thermostat",
    ]);
  });

  item("S0-9", "The library builds that wrapper itself.", async (world) => {
    const home = await weatherProject();
    const written = home.read("specs/weather.tools.yaml");
    expect(written).not.toContain("functionDeclarations");
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("Hi."));
    await agent.run(question);
    const file = JSON.parse(home.read("generated/weather/declarations.json")) as Tool;
    expect(Object.keys(file)).toEqual(["functionDeclarations"]);
    expect(world.bodies()[0]?.tools).toEqual([file]);
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
      // This is the schema that a Pydantic model prints. S0-11 to S0-14 use Python functions and models
      // themselves.
      "specs/spec.json": JSON.stringify({ title: "multiply", description: "Returns a * b.", ...parameters }),
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
    // The output of `Model.model_json_schema()`.
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
    if (!hasPydantic) return;
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
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("Hi."));
    await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "NONE" } } });
    expect(world.bodies()[0]?.toolConfig).toEqual({ functionCallingConfig: { mode: "NONE" } });
  });

  item("S0-17", "mode is an enum with AUTO, ANY, NONE.", async (world) => {
    for (const mode of ["AUTO", "ANY", "NONE"] as const) {
      const replies = mode === "ANY" ? [calls(askWeather("Boston")), textAnswer("21.")] : [textAnswer("Hi.")];
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
    const { agent: talker } = await world.agent({ tools }, textAnswer("Hello."));
    expect((await talker.run("Hi")).turns.flatMap(({ calls: made }) => made)).toEqual([]);
    const { agent: caller } = await world.agent({ tools }, calls(askWeather("Boston")), textAnswer("21."));
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
    const { agent } = await world.agent({ tools }, calls(askWeather("Boston")), textAnswer("I cannot look."));
    const result = await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "NONE" } } });
    expect(result.text).toBe("I cannot look.");
    expect(result.turns[0]?.calls[0]?.code).toBe("NOT_ALLOWED");
    expect(ran).toEqual([]);
  });

  item("S0-21", "allowedFunctionNames is an optional list of names.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      textAnswer("21."),
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
      textAnswer("It is 21 degrees."),
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
      textAnswer("One."),
      textAnswer("Two."),
    );
    await agent.run(question, { toolConfig: { functionCallingConfig: { mode: "NONE" } } });
    await agent.run(question);
    expect(world.bodies().map(({ toolConfig }) => toolConfig?.functionCallingConfig?.mode)).toEqual([
      "NONE",
      "VALIDATED",
    ]);
  });
});
