import { describe, expect } from "vitest";
import { createAgent, createToolset, gemini, type Content, type GeminiSchema } from "@toolpress/runtime";
import { calls, item, MODEL, textAnswer } from "./item.js";
import { project } from "./project.js";
import { declaredBy, oneTool, lintOutput, sent, sentParameters, toolsOf } from "./sent.js";
import { askWeather, weatherTools } from "./weather.js";

// The API reference of Tool, FunctionDeclaration, Schema and Type

const properties = (given: object): string => oneTool({ type: "object", properties: given });
const declaration = (given: object): string =>
  `tools: { do_it: { declaration: ${JSON.stringify({ name: "do_it", description: "Does what it is asked to do.", ...given })} } }`;
const raw = (a: object): string => declaration({ parameters: { type: "OBJECT", properties: { a } } });

describe("Tool", () => {
  item("S4-1", "Tool is { functionDeclarations: [ … ] }.", async (world) => {
    expect(await sent(world, oneTool({}))).toEqual([
      { functionDeclarations: [{ name: "do_it", description: "Does what it is asked to do." }] },
    ]);
  });

  item("S4-2", "The list is optional.", async (world) => {
    expect(await sent(world, "builtins: [codeExecution]")).toEqual([{ codeExecution: {} }]);
    const { agent, service } = await world.agent(
      { tools: createToolset({ name: "nothing", tools: [] }) },
      textAnswer("Hi."),
    );
    await agent.run("Hello");
    expect(service.requests[0]?.body).not.toHaveProperty("tools");
  });

  item("S4-3", "Neither the model nor the system executes a function; the client does.", async (world) => {
    const ran: unknown[] = [];
    const tools = await weatherTools({ get_weather: (args) => (ran.push(args), 21) });
    const { agent } = await world.agent({ tools }, calls(askWeather("Boston")), textAnswer("21."));
    const paused = await agent.step("What's the weather?");
    // The model has requested a call. Nothing runs until the client allows it.
    if (paused.status !== "paused") throw new Error(paused.status);
    expect(ran).toEqual([]);
    const decisions = { [paused.pending[0]?.callId ?? ""]: "approve" as const };
    expect(await agent.resume(paused.state, { decisions })).toMatchObject({ status: "done", text: "21." });
    expect(ran).toEqual([{ location: "Boston" }]);
    expect(world.bodies()[1]?.contents.at(-1)?.parts).toEqual([
      { functionResponse: { name: "get_weather", response: { result: 21 } } },
    ]);
  });

  item("S4-4", "The model may call a subset of the functions.", async (world) => {
    const ran: string[] = [];
    const tools = await weatherTools({
      get_weather: () => (ran.push("weather"), 21),
      set_thermostat: () => ran.push("thermostat"),
    });
    const { agent } = await world.agent({ tools }, calls(askWeather("Boston")), textAnswer("21."));
    await agent.run("What's the weather?");
    expect(world.bodies()[0]?.tools?.[0]?.functionDeclarations?.length).toBe(2);
    expect(ran).toEqual(["weather"]);
  });

  item("S4-5", 'The next turn may hold a FunctionResponse with the role "function".', async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("21."));
    const functionResponse = { name: "get_weather", response: { result: 21 } };
    const contents: Content[] = [
      { role: "user", parts: [{ text: "What's the weather?" }] },
      { role: "model", parts: [{ functionCall: askWeather("Boston") }] },
      { role: "function", parts: [{ functionResponse }] },
    ];
    expect((await agent.run(undefined, { contents })).text).toBe("21.");
    // Google's own clients send "user".
    expect(world.bodies()[0]?.contents).toEqual([
      contents[0],
      contents[1],
      { role: "user", parts: [{ functionResponse }] },
    ]);
  });
});

describe("FunctionDeclaration", () => {
  item("S4-6", "The fields name, description, parameters.", async (world) => {
    const [tool] = (await sent(world, properties({ a: { type: "string" } }))) as [
      { functionDeclarations: [object] },
    ];
    expect(Object.keys(tool.functionDeclarations[0])).toEqual(["name", "description", "parameters"]);
  });

  item("S4-7", "name: a-z A-Z 0-9 _ -, at most 63.", async (world) => {
    const longest = `a${"b".repeat(62)}`;
    const names = ["get-weather", "Get_Weather2", longest];
    const entries = names.map((name) => `  ${name}: { description: Does what it is asked to do. }`);
    const [tool] = (await sent(world, `tools:\n${entries.join("\n")}`)) as [
      { functionDeclarations: { name: string }[] },
    ];
    expect(tool.functionDeclarations.map(({ name }) => name)).toEqual(names);
    for (const name of [`${longest}c`, "with space", "ümlaut", "a.b"])
      expect(
        await lintOutput(`tools: { ${JSON.stringify(name)}: { description: Does what it is asked to do. } }`),
      ).toMatch(/error TP205 .*63 letters, digits, underscores and dashes/);
    // A program can write declarations itself. Calls then follow these declarations.
    const own = JSON.stringify({ name: "other", description: "Does it." });
    expect(await lintOutput(`tools: { do_it: { declaration: ${own} } }`)).toMatch(
      /error TP224 .*"other".*"do_it"/,
    );
    const dashed = JSON.stringify({ name: "do-it", description: "Does it." });
    expect(await sent(world, `tools: { do-it: { declaration: ${dashed} } }`)).toEqual([
      { functionDeclarations: [{ name: "do-it", description: "Does it." }] },
    ]);
  });

  item("S4-8", "description is required.", async (world) => {
    const silent =
      "tools: { do_it: { declaration: { name: do_it, parameters: { type: OBJECT, properties: { a: { type: STRING } } } } } }";
    expect(await lintOutput(silent)).toMatch(/warning TP401 .*its name is sent as one/);
    expect(await lintOutput(silent, "--strict")).toMatch(/error TP401/);
    expect(await sent(world, silent)).toEqual([
      {
        functionDeclarations: [
          {
            name: "do_it",
            description: "do it",
            parameters: { type: "OBJECT", properties: { a: { type: "STRING" } } },
          },
        ],
      },
    ]);
  });

  item("S4-9", "parameters is optional; its keys are case-sensitive names.", async (world) => {
    const seen: unknown[] = [];
    const two = properties({ City: { type: "string" }, city: { type: "string" } });
    const tools = await toolsOf(two, { do_it: (args) => (seen.push(args), "ok") });
    const args = { City: "Rome", city: "Oslo" };
    const { agent, service } = await world.agent(
      { tools },
      calls({ name: "do_it", args }),
      textAnswer("Done."),
    );
    await agent.run("Do it.");
    expect(seen).toEqual([args]);
    expect(service.requests[0]?.body.tools?.[0]?.functionDeclarations?.[0]?.parameters?.properties).toEqual({
      City: { type: "STRING" },
      city: { type: "STRING" },
    });
    expect(await sent(world, oneTool({}))).toEqual([
      { functionDeclarations: [{ name: "do_it", description: "Does what it is asked to do." }] },
    ]);
  });
});

describe("Schema", () => {
  item(
    "S4-10",
    "A subset of OpenAPI 3.0, for input and output: objects, primitives, arrays.",
    async (world) => {
      const spec = `
tools:
  list_rooms:
    description: Lists the rooms of the house.
    parameters: { type: object, properties: { floor: { type: integer } } }
    response: { type: array, items: { type: object, properties: { name: { type: string } } } }
`;
      const [tool] = (await sent(world, spec, "declareResponses: true\n")) as [
        { functionDeclarations: [{ parameters: unknown; response: unknown }] },
      ];
      expect(tool.functionDeclarations[0]).toMatchObject({
        parameters: { type: "OBJECT", properties: { floor: { type: "INTEGER" } } },
        response: { type: "ARRAY", items: { type: "OBJECT", properties: { name: { type: "STRING" } } } },
      });
    },
  );

  item("S4-11", "type is required.", async (world) => {
    expect(await lintOutput(raw({ description: "A" }))).toMatch(/error TP506 .*type: must be specified/);
    const silent = properties({ a: { description: "The first" } });
    expect(await lintOutput(silent)).toMatch(/warning TP448 .*"a" has no type/);
    // The spec has no type here. The request has the type STRING, because Gemini accepts arbitrary values
    // only as JSON text.
    expect(await sentParameters(world, silent)).toHaveProperty("properties.a", {
      type: "STRING",
      description: "The first. JSON text.",
    });
  });

  item("S4-12", "format: NUMBER float and double, INTEGER int32 and int64.", async (world) => {
    const given = {
      f: { type: "number", format: "float" },
      d: { type: "number", format: "double" },
      i: { type: "integer", format: "int32" },
    };
    expect(await sentParameters(world, properties(given))).toHaveProperty("properties", {
      f: { type: "NUMBER", format: "float" },
      d: { type: "NUMBER", format: "double" },
      i: { type: "INTEGER", format: "int32" },
    });
    const long = { type: "INTEGER", format: "int64" };
    expect(await sentParameters(world, raw(long))).toEqual({ type: "OBJECT", properties: { a: long } });
    for (const wrong of [
      { type: "NUMBER", format: "int32" },
      { type: "INTEGER", format: "float" },
      { type: "STRING", format: "uri" },
    ])
      expect(await lintOutput(raw(wrong))).toMatch(/warning TP447/);
    expect(await lintOutput(properties({ a: { type: "integer", format: "float" } }))).toMatch(
      /warning TP447/,
    );
  });

  item("S4-13", "description may hold examples, and may be Markdown.", async (world) => {
    const description = "The **city**, e.g. `Rome`:\n\n- one\n- two";
    expect(await sentParameters(world, properties({ a: { type: "string", description } }))).toHaveProperty(
      "properties.a",
      { type: "STRING", description },
    );
  });

  item("S4-14", "nullable.", async (world) => {
    const seen: unknown[] = [];
    const given = {
      a: { type: ["string", "null"] },
      b: { anyOf: [{ type: "number" }, { type: "null" }] },
      c: { enum: ["x", null] },
      d: { type: "boolean" },
    };
    const tools = await toolsOf(properties(given), { do_it: (args) => (seen.push(args), "ok") });
    const made = (args: object) => ({ name: "do_it", args });
    const { agent, service } = await world.agent(
      { tools },
      calls(made({ a: null, b: null, c: null }), made({ d: null })),
      textAnswer("Done."),
    );
    await agent.run("Do it.");
    expect(service.requests[0]?.body.tools?.[0]?.functionDeclarations?.[0]?.parameters?.properties).toEqual({
      a: { type: "STRING", nullable: true },
      b: { type: "NUMBER", nullable: true },
      c: { type: "STRING", format: "enum", enum: ["x"], nullable: true },
      d: { type: "BOOLEAN" },
    });
    // A nullable argument may arrive as null. An optional argument may be missing.
    expect(seen).toEqual([{ a: null, b: null, c: null }, {}]);
    const own = { type: "STRING", nullable: true };
    expect(await sentParameters(world, raw(own))).toHaveProperty("properties.a", own);
  });

  item("S4-15", 'enum: a STRING with the format "enum".', async (world) => {
    const given = { type: "string", enum: ["EAST", "NORTH", "SOUTH", "WEST"] };
    expect(await sentParameters(world, properties({ direction: given }))).toHaveProperty(
      "properties.direction",
      { type: "STRING", format: "enum", enum: ["EAST", "NORTH", "SOUTH", "WEST"] },
    );
    expect(await lintOutput(raw({ type: "INTEGER", enum: ["1"] }))).toMatch(
      /error TP506 .*only allowed for STRING type/,
    );
  });

  item("S4-16", "properties.", async (world) => {
    expect(await sentParameters(world, properties({ a: { type: "boolean" } }))).toEqual({
      type: "OBJECT",
      properties: { a: { type: "BOOLEAN" } },
      propertyOrdering: ["a"],
    });
    expect(await lintOutput(oneTool({ type: "object", properties: ["a"] }))).toMatch(
      /error TP303 .*properties/,
    );
  });

  item("S4-17", "required[].", async (world) => {
    const given = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    expect(await sentParameters(world, oneTool(given))).toHaveProperty("required", ["a"]);
    expect(await lintOutput(oneTool({ ...given, required: ["b"] }))).toMatch(/TP410 .*"b"/);
  });

  item("S4-18", "items.", async (world) => {
    expect(
      await sentParameters(world, properties({ a: { type: "array", items: { type: "number" } } })),
    ).toHaveProperty("properties.a", { type: "ARRAY", items: { type: "NUMBER" } });
    expect(await lintOutput(properties({ a: { type: "array" } }))).toMatch(/TP409/);
    expect(await lintOutput(properties({ a: { type: "string", items: { type: "string" } } }))).toMatch(
      /warning TP449 .*"items"/,
    );
  });
});

describe("Type", () => {
  item("S4-19", "TYPE_UNSPECIFIED must not be used.", async (world) => {
    const unset = { type: "TYPE_UNSPECIFIED" };
    expect(await lintOutput(properties({ a: unset }))).toMatch(/error TP301/);
    expect(await lintOutput(raw(unset))).toMatch(/error TP506/);
    const parameters = { type: "OBJECT", properties: { a: unset } };
    const given = [{ name: "do_it", description: "Does what it is asked to do.", parameters }];
    const home = project({ "specs/own.json": JSON.stringify(given) });
    expect((await home.toolpress("lint")).output).toMatch(/warning TP328 .*TYPE_UNSPECIFIED/);
    await home.gen();
    expect((await declaredBy(world, home))[0]?.parameters?.properties).toEqual({
      a: { type: "STRING", description: "JSON text." },
    });
  });

  item("S4-20", "STRING.", async (world) => {
    expect(await sentParameters(world, properties({ a: { type: "string" } }))).toHaveProperty(
      "properties.a.type",
      "STRING",
    );
  });

  item("S4-21", "NUMBER.", async (world) => {
    expect(await sentParameters(world, properties({ a: { type: "number" } }))).toHaveProperty(
      "properties.a.type",
      "NUMBER",
    );
  });

  item("S4-22", "INTEGER.", async (world) => {
    expect(await sentParameters(world, properties({ a: { type: "integer" } }))).toHaveProperty(
      "properties.a.type",
      "INTEGER",
    );
  });

  item("S4-23", "BOOLEAN.", async (world) => {
    expect(await sentParameters(world, properties({ a: { type: "boolean" } }))).toHaveProperty(
      "properties.a.type",
      "BOOLEAN",
    );
  });

  item("S4-24", "ARRAY.", async (world) => {
    const given = { a: { type: "array", items: { type: "string" } } };
    expect(await sentParameters(world, properties(given))).toHaveProperty("properties.a.type", "ARRAY");
  });

  item("S4-25", "OBJECT.", async (world) => {
    const given = { a: { type: "object", properties: { b: { type: "string" } } } };
    const found = (await sentParameters(world, properties(given))) as GeminiSchema;
    expect([found.type, found.properties?.["a"]?.type]).toEqual(["OBJECT", "OBJECT"]);
  });

  item("S4-26", "Values of an enum are texts on the wire.", async (world) => {
    const seen: unknown[] = [];
    const tools = await toolsOf(properties({ size: { type: "integer", enum: [1, 2, 3] } }), {
      do_it: ({ size }: { size: number }) => (seen.push(size), "ok"),
    });
    const service = await world.serve(calls({ name: "do_it", args: { size: "2" } }), textAnswer("Done."));
    const model = gemini({ apiKey: "KEY", model: MODEL, baseUrl: service.url });
    await createAgent({ tools, model }).run("Do it.");
    expect(service.requests[0]?.body.tools?.[0]?.functionDeclarations?.[0]?.parameters?.properties).toEqual({
      size: { type: "STRING", format: "enum", enum: ["1", "2", "3"] },
    });
    expect(seen).toEqual([2]);
  });
});
