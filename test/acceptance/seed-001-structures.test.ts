import { readFileSync } from "node:fs";
import { GoogleGenAI } from "@google/genai";
import { describe, expect } from "vitest";
import { asCallableTool, fromGoogleGenAI } from "@toolpress/runtime/google-genai";
import {
  createAgent,
  createToolset,
  dispatch,
  functionCall,
  functionResponse,
  gemini,
  type Blob,
  type Candidate,
  type Content,
  type FunctionCall,
  type FunctionDeclaration,
  type FunctionResponse,
  type GeminiSchema,
  type Part,
  type Schema,
  type Tool,
} from "@toolpress/runtime";
import { calls, item, MODEL, offline, reply, textAnswer } from "./item.js";
import { oneTool, lintOutput, sent, sentParameters, toolsOf } from "./sent.js";
import { askWeather, weatherTools } from "./weather.js";

// "Design document: Gemini tool integration", goals and structures

const boston = "What's the weather in Boston?";

describe("Goals", () => {
  item("S1-1", "Parity with the official SDK: definition and flow.", async (world) => {
    const tools = await weatherTools();
    // The same script runs first with the automatic loop of the official client, then with the loop of
    // toolpress.
    const theirs = await world.serve(calls(askWeather("Boston")), textAnswer("21 degrees."));
    const ai = new GoogleGenAI({ apiKey: "KEY", httpOptions: { baseUrl: theirs.url } });
    const answer = await ai.models.generateContent({
      model: MODEL,
      contents: boston,
      config: { tools: [asCallableTool(tools)] },
    });
    const { agent, service: ours } = await world.agent(
      { tools },
      calls(askWeather("Boston")),
      textAnswer("21 degrees."),
    );
    const result = await agent.run(boston);
    expect([answer.text, result.text]).toEqual(["21 degrees.", "21 degrees."]);
    expect(ours.requests.map(({ body }) => body.contents)).toEqual(
      theirs.requests.map(({ body }) => body.contents),
    );
    expect(ours.requests[0]?.body.tools).toEqual(theirs.requests[0]?.body.tools);
    expect(ours.requests.map(({ path }) => path)).toEqual(theirs.requests.map(({ path }) => path));
  });

  item("S1-3", "Extensible to other tool types, such as Google Search.", async (world) => {
    const service = await world.serve(textAnswer("Hi."));
    const tools = await toolsOf(`
builtins: [googleSearch, codeExecution]
tools: { look_up: { description: Looks something up in the archive. } }`);
    await createAgent({
      tools,
      model: gemini({ apiKey: "KEY", model: "gemini-3.5-flash", baseUrl: service.url }),
    }).run("Hello");
    expect(service.requests[0]?.body.tools).toEqual([
      { functionDeclarations: [{ name: "look_up", description: "Looks something up in the archive." }] },
      { googleSearch: {} },
      { codeExecution: {} },
    ]);
  });

  offline("S1-4", "Two layers: core, and the integration layer.", async () => {
    // The core of the runtime does not mention snakepit or gRPC. The integration is a separate module.
    const manifest = JSON.parse(
      readFileSync(new URL("../../runtime/package.json", import.meta.url), "utf8"),
    ) as { exports: object; dependencies?: object };
    expect(Object.keys(manifest.exports)).toEqual(
      expect.arrayContaining([".", "./remotes/snakepit", "./remotes/python", "./remotes/mcp"]),
    );
    expect(manifest.dependencies).toBeUndefined();
    expect(Object.keys(await import("@toolpress/runtime")).join()).not.toMatch(/snakepit|remote[A-Z]/i);
    expect(Object.keys(await import("@toolpress/runtime/remotes/snakepit"))).toContain("snakepitRemote");
  });
});

describe("Tool", () => {
  item("S1-5", "Tool.function_declarations, default [].", async (world) => {
    const empty = createToolset({ name: "nothing", tools: [] });
    const { agent } = await world.agent({ tools: empty }, textAnswer("Hi."));
    expect((await agent.run("Hello")).text).toBe("Hi.");
    expect(world.bodies()[0]).toEqual({ contents: [{ role: "user", parts: [{ text: "Hello" }] }] });
    const tool: Tool = { functionDeclarations: [] };
    expect(tool.functionDeclarations).toEqual([]);
  });

  item("S1-6", "Tool.google_search, an optional marker.", async (world) => {
    expect(await sent(world, "builtins: [googleSearch]")).toEqual([{ googleSearch: {} }]);
  });

  item("S1-7", "Room for further kinds of tools.", async (world) => {
    const spec = `builtins: [urlContext, { fileSearch: { fileSearchStoreNames: [fileSearchStores/manuals] } }]`;
    expect(await sent(world, spec)).toEqual([
      { urlContext: {} },
      { fileSearch: { fileSearchStoreNames: ["fileSearchStores/manuals"] } },
    ]);
  });

  item("S1-8", "GoogleSearch has no fields: it serialises to {}.", async (world) => {
    expect(await sent(world, "builtins: [{ googleSearch: {} }]")).toEqual([{ googleSearch: {} }]);
    expect(await lintOutput("builtins: [{ googleSearch: { foo: 1 } }]")).toMatch(/error TP433.*foo/);
  });
});

describe("Schema", () => {
  item("S1-9", "Schema is a subset of OpenAPI 3.0.", async (world) => {
    const parameters = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { kind: { const: "a", description: "The kind" } },
      additionalProperties: false,
    };
    expect(await sentParameters(world, oneTool(parameters))).toEqual({
      type: "OBJECT",
      properties: { kind: { type: "STRING", format: "enum", enum: ["a"], description: "The kind" } },
      propertyOrdering: ["kind"],
    });
  });

  item("S1-10", "Schema.type is required: OBJECT STRING NUMBER INTEGER BOOLEAN ARRAY.", async (world) => {
    const properties = Object.fromEntries(
      ["object", "string", "number", "integer", "boolean", "array"].map((type) => [
        type,
        {
          type,
          ...(type === "array" && { items: { type: "string" } }),
          ...(type === "object" && { properties: { a: { type: "string" } } }),
        },
      ]),
    );
    const sentAs = (await sentParameters(world, oneTool({ type: "object", properties }))) as GeminiSchema;
    expect(Object.values(sentAs.properties ?? {}).map(({ type }) => type)).toEqual([
      "OBJECT",
      "STRING",
      "NUMBER",
      "INTEGER",
      "BOOLEAN",
      "ARRAY",
    ]);
    expect(sentAs.type).toBe("OBJECT");
  });

  item("S1-11", "Schema.description.", async (world) => {
    const parameters = { type: "object", properties: { a: { type: "string", description: "The first" } } };
    expect(await sentParameters(world, oneTool(parameters))).toEqual({
      type: "OBJECT",
      properties: { a: { type: "STRING", description: "The first" } },
      propertyOrdering: ["a"],
    });
  });

  item("S1-12", "Schema.format.", async (world) => {
    const parameters = {
      type: "object",
      properties: { at: { type: "string", format: "date-time" }, n: { type: "number", format: "float" } },
    };
    expect(await sentParameters(world, oneTool(parameters))).toHaveProperty("properties", {
      at: { type: "STRING", format: "date-time" },
      n: { type: "NUMBER", format: "float" },
    });
  });

  item("S1-13", "Schema.enum, a list of strings.", async (world) => {
    const parameters = { type: "object", properties: { unit: { type: "string", enum: ["c", "f"] } } };
    expect(await sentParameters(world, oneTool(parameters))).toHaveProperty("properties", {
      unit: { type: "STRING", format: "enum", enum: ["c", "f"] },
    });
  });

  const nested = {
    type: "object",
    properties: {
      place: {
        type: "object",
        properties: { at: { type: "object", properties: { lat: { type: "number" } }, required: ["lat"] } },
        required: ["at"],
      },
    },
    required: ["place"],
  };

  item("S1-14", "Schema.properties, a recursive map.", async (world) => {
    expect(await sentParameters(world, oneTool(nested))).toEqual({
      type: "OBJECT",
      properties: {
        place: {
          type: "OBJECT",
          properties: {
            at: {
              type: "OBJECT",
              properties: { lat: { type: "NUMBER" } },
              required: ["lat"],
              propertyOrdering: ["lat"],
            },
          },
          required: ["at"],
          propertyOrdering: ["at"],
        },
      },
      required: ["place"],
      propertyOrdering: ["place"],
    });
  });

  item("S1-15", "Schema.required.", async (world) => {
    const parameters = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      required: ["b"],
    };
    expect(await sentParameters(world, oneTool(parameters))).toHaveProperty("required", ["b"]);
  });

  item("S1-16", "Schema.items, recursive.", async (world) => {
    const parameters = {
      type: "object",
      properties: { rows: { type: "array", items: { type: "array", items: { type: "boolean" } } } },
    };
    expect(await sentParameters(world, oneTool(parameters))).toHaveProperty("properties", {
      rows: { type: "ARRAY", items: { type: "ARRAY", items: { type: "BOOLEAN" } } },
    });
  });
});

describe("FunctionDeclaration, FunctionCall, FunctionResponse", () => {
  item("S1-17", "FunctionDeclaration.name is required.", async (world) => {
    // @ts-expect-error a declaration has a name
    const nameless: FunctionDeclaration = { description: "Does it." };
    expect(nameless).not.toHaveProperty("name");
    expect(await lintOutput('tools: { "": { description: Does what it is asked to do. } }')).toMatch(
      /error TP205/,
    );
    expect(await sent(world, oneTool({}))).toEqual([
      { functionDeclarations: [{ name: "do_it", description: "Does what it is asked to do." }] },
    ]);
  });

  item("S1-18", "FunctionDeclaration.description is required.", async (world) => {
    // @ts-expect-error a declaration has a description
    const silent: FunctionDeclaration = { name: "get_weather" };
    expect(silent).not.toHaveProperty("description");
    const spec = "tools: { get_weather: {} }";
    expect(await lintOutput(spec)).toMatch(/warning TP401/);
    expect(await lintOutput(spec, "--strict")).toMatch(/error TP401/);
    expect(await sent(world, spec)).toEqual([
      { functionDeclarations: [{ name: "get_weather", description: "get weather" }] },
    ]);
  });

  item("S1-19", "FunctionDeclaration.parameters is optional.", async (world) => {
    const declaration: FunctionDeclaration = { name: "now", description: "Tells the time of day." };
    const spec = "tools: { now: { description: Tells the time of day. } }";
    expect(await sent(world, spec)).toEqual([{ functionDeclarations: [declaration] }]);
    expect(await sent(world, spec, "emptyParameters: jsonSchema\n")).toEqual([
      {
        functionDeclarations: [{ ...declaration, parametersJsonSchema: { type: "object", properties: {} } }],
      },
    ]);
  });

  item("S1-20", "FunctionCall: the name is required, args are a map, by default {}.", async (world) => {
    expect(functionCall("now")).toEqual({ functionCall: { name: "now", args: {} } });
    const seen: unknown[] = [];
    const tools = await toolsOf("tools: { now: { description: Tells the time of day. } }", {
      now: (args) => (seen.push(args), "noon"),
    });
    const { agent } = await world.agent({ tools }, calls({ name: "now" }), textAnswer("It is noon."));
    expect((await agent.run("What time is it?")).text).toBe("It is noon.");
    expect(seen).toEqual([{}]);
    expect(world.bodies()[1]?.contents.at(-1)).toEqual({
      role: "user",
      parts: [{ functionResponse: { name: "now", response: { result: "noon" } } }],
    });
  });

  item("S1-21", "FunctionResponse: name and response, a map, are both required.", async (world) => {
    // @ts-expect-error a response is an answer to a function
    const nameless: FunctionResponse = { response: {} };
    // @ts-expect-error a response holds something
    const empty: FunctionResponse = { name: "f" };
    expect([nameless, empty]).toEqual([{ response: {} }, { name: "f" }]);
    // The possible outcomes of a call: it succeeds, it fails, its tool is unknown, or it returns nothing.
    const tools = await weatherTools({
      get_weather: ({ location }: { location: string }) => {
        if (location === "Boston") throw new Error("no");
        return location === "Rome" ? 21 : undefined;
      },
    });
    const made = [askWeather("Rome"), askWeather("Boston"), askWeather("Oslo"), { name: "unknown" }];
    const { agent } = await world.agent({ tools }, calls(...made), textAnswer("Some failed."));
    await agent.run(boston);
    const answers = world.bodies()[1]?.contents.at(-1)?.parts ?? [];
    expect(answers.map(({ functionResponse }) => functionResponse)).toEqual([
      { name: "get_weather", response: { result: 21 } },
      { name: "get_weather", response: { error: { code: "TOOL_FAILED", message: "The tool failed." } } },
      { name: "get_weather", response: { result: null } },
      { name: "unknown", response: { error: expect.objectContaining({ code: "UNKNOWN_TOOL" }) as object } },
    ]);
  });

  offline("S1-22", "Every structure carries documentation.", () => {
    const source = readFileSync(new URL("../../runtime/wire.ts", import.meta.url), "utf8");
    const exported = [...source.matchAll(/(\*\/\n)?export (?:interface|type) (\w+)/g)];
    expect(exported.map(([, , name]) => name)).toEqual(
      expect.arrayContaining([
        "Part",
        "FunctionCall",
        "FunctionResponse",
        "FunctionDeclaration",
        "Schema",
        "Tool",
      ]),
    );
    expect(exported.filter(([, comment]) => !comment).map(([, , name]) => name)).toEqual([]);
  });
});

describe("Part", () => {
  const image = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } };

  item("S1-23", "text and inline_data remain.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("A cloud."));
    const parts: Part[] = [{ text: "What is this?" }, image];
    expect((await agent.run(parts)).text).toBe("A cloud.");
    expect(world.bodies()[0]?.contents).toEqual([{ role: "user", parts }]);
  });

  item("S1-24", "Part has a function_call field.", async (world) => {
    const part: Part = { functionCall: { name: "get_weather", args: { location: "Boston" } } };
    const { agent } = await world.agent({ tools: await weatherTools() }, reply([part]), textAnswer("21."));
    expect((await agent.run(boston)).contents[1]).toEqual({ role: "model", parts: [part] });
  });

  item("S1-25", "Part has a function_response field.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      textAnswer("21."),
    );
    const parts = (await agent.run(boston)).contents[2]?.parts;
    expect(parts?.map((part: Part) => part.functionResponse)).toEqual([
      { name: "get_weather", response: { result: { temperature: 21 } } },
    ]);
  });

  /** A conversation that a program wrote with the helpers `functionCall` and `functionResponse`. */
  const history = (call: FunctionCall, extra: object = {}): Content[] => [
    { role: "user", parts: [{ text: boston }] },
    { role: "model", parts: [functionCall(call.name ?? "", call.args, extra)] },
    { role: "user", parts: [functionResponse(call.name ?? "", { result: "21 degrees" }, call)] },
  ];

  item("S1-26", "The helper function_call(name, args).", async (world) => {
    expect(functionCall("get_weather", { location: "Boston" })).toEqual({
      functionCall: { name: "get_weather", args: { location: "Boston" } },
    });
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("21 degrees."));
    await agent.run(undefined, { contents: history(askWeather("Boston")) });
    expect(world.bodies()[0]?.contents[1]).toEqual({
      role: "model",
      parts: [{ functionCall: askWeather("Boston") }],
    });
  });

  item("S1-27", "The helper function_response(name, response).", async (world) => {
    expect(functionResponse("get_weather", { result: "21 degrees" })).toEqual({
      functionResponse: { name: "get_weather", response: { result: "21 degrees" } },
    });
    // A current model requires the id of its call in the response.
    const call = { ...askWeather("Boston"), id: "call-1" };
    const contents = history(call, { id: call.id, thoughtSignature: "c2lnbmF0dXJl" });
    const service = await world.serve(textAnswer("21 degrees."));
    const model = gemini({ apiKey: "KEY", model: "gemini-3.5-flash", baseUrl: service.url });
    const agent = createAgent({ tools: await weatherTools(), model });
    expect((await agent.run(undefined, { contents })).text).toBe("21 degrees.");
    expect(service.requests[0]?.body.contents[2]).toEqual({
      role: "user",
      parts: [
        { functionResponse: { id: "call-1", name: "get_weather", response: { result: "21 degrees" } } },
      ],
    });
  });
});

describe("Request", () => {
  item("S1-28", "The request has tools, default [].", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      textAnswer("Hi."),
      textAnswer("Hi."),
    );
    await agent.run("Hello");
    await agent.run("Hello", { activeTools: [] });
    expect(world.bodies().map(({ tools }) => tools?.length)).toEqual([1, undefined]);
  });

  item("S1-29", "generate accepts a tools option.", async (world) => {
    const service = await world.serve(textAnswer("Hi."), textAnswer("Hi."));
    const model = gemini({ apiKey: "KEY", model: MODEL, baseUrl: service.url });
    await createAgent({ model, tools: await weatherTools() }).run("Hello");
    await createAgent({ model, tools: await weatherTools() }).run("Hello", { activeTools: ["get_weather"] });
    const names = service.requests.map(({ body }) =>
      body.tools?.[0]?.functionDeclarations?.map(({ name }) => name),
    );
    expect(names).toEqual([["get_weather", "set_thermostat"], ["get_weather"]]);
  });

  item("S1-30", "Tool becomes a map in camelCase.", async (world) => {
    const { agent, service } = await world.agent(
      { tools: await weatherTools() },
      calls(askWeather("Boston")),
      textAnswer("21."),
    );
    await agent.run(boston, {
      toolConfig: { functionCallingConfig: { mode: "VALIDATED", allowedFunctionNames: ["get_weather"] } },
    });
    const text = JSON.stringify(service.requests.map(({ body }) => body));
    for (const key of ["functionDeclarations", "toolConfig", "functionCallingConfig", "allowedFunctionNames"])
      expect(text).toContain(`"${key}":`);
    expect(text).toContain('"functionCall":');
    expect(text).toContain('"functionResponse":');
    // Only the names of functions contain underscores.
    expect(text.match(/"[a-z]+_[a-z_]+":/g)).toBe(null);
  });

  item("S1-31", "What's the weather in Boston? with a list of tools.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, textAnswer("Where do you look?"));
    await agent.run(boston, { activeTools: ["set_thermostat"] });
    expect(world.bodies()[0]).toEqual({
      contents: [{ role: "user", parts: [{ text: "What's the weather in Boston?" }] }],
      tools: [
        {
          functionDeclarations: [
            {
              name: "set_thermostat",
              description: "Sets the temperature of a room.",
              parameters: {
                type: "OBJECT",
                properties: { temperature: { type: "NUMBER", description: "Degrees Celsius" } },
                required: ["temperature"],
                propertyOrdering: ["temperature"],
              },
            },
          ],
        },
      ],
    });
  });
});

describe("Parsing a response", () => {
  const image = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } };

  item("S1-32", "A text part.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      reply([{ text: "It " }, { text: "rains." }]),
    );
    expect((await agent.run(boston)).text).toBe("It rains.");
  });

  item("S1-33", "An inlineData part.", async (world) => {
    const { agent } = await world.agent(
      { tools: await weatherTools() },
      reply([{ text: "Here it is." }, image]),
    );
    const { text, contents } = await agent.run("Draw the sky.");
    expect(text).toBe("Here it is.");
    expect(contents[1]).toEqual({ role: "model", parts: [{ text: "Here it is." }, image] });
  });

  item("S1-34", "A functionCall part: name and args.", async (world) => {
    const { agent } = await world.agent({ tools: await weatherTools() }, calls(askWeather("Boston")));
    const paused = await agent.step(boston);
    if (paused.status !== "paused") throw new Error(paused.status);
    expect(paused.pending).toMatchObject([{ tool: "get_weather", args: { location: "Boston" } }]);
  });

  item("S1-35", "A fallback for unknown kinds of parts.", async (world) => {
    const parts = [{ holographicData: { beams: 3 } }, { text: "Look." }];
    const { agent } = await world.agent({ tools: await weatherTools() }, reply(parts));
    const { status, text, contents } = await agent.run("Show me.");
    expect([status, text]).toEqual(["done", "Look."]);
    // The founding document sends an empty text here. toolpress keeps the part unchanged, because the history
    // must be complete in the next request.
    expect(contents[1]).toEqual({ role: "model", parts });
  });
});

describe("Files of the plan", () => {
  item("S1-53", "Types of tools.", async (world) => {
    const schema: Schema = { type: "OBJECT", properties: { q: { type: "STRING" } } };
    const declaration: FunctionDeclaration = {
      name: "find",
      description: "Finds a text.",
      parameters: schema,
    };
    const tool: Tool = { functionDeclarations: [declaration] };
    const picture: Blob = { mimeType: "image/png", data: "iVBORw0KGgo=" };
    const candidate: Candidate = {
      content: { role: "model", parts: [{ inlineData: picture }, { text: "Hi." }] },
      finishReason: "STOP",
    };
    const { agent } = await world.agent(
      { tools: createToolset({ name: "none", tools: [] }) },
      { candidates: [candidate] },
    );
    const result = await agent.run("Hello", { request: { tools: [tool] } });
    expect([result.text, result.contents[1]]).toEqual(["Hi.", candidate.content]);
    expect(world.bodies()[0]?.tools).toEqual([tool]);
  });

  item("S1-55", "Part, with the fields of the official client.", async (world) => {
    const service = await world.serve(textAnswer("21."));
    const ai = new GoogleGenAI({ apiKey: "KEY", httpOptions: { baseUrl: service.url } });
    const contents = [
      { role: "user", parts: [{ text: boston }] },
      { role: "model", parts: [functionCall("get_weather", { location: "Boston" })] },
      {
        role: "user",
        parts: [{ functionResponse: await dispatch(await weatherTools(), askWeather("Boston")) }],
      },
    ];
    expect((await ai.models.generateContent({ model: MODEL, contents })).text).toBe("21.");
    expect(service.requests[0]?.body.contents).toEqual(contents);
  });

  item("S1-56", "The tools field of the request.", async (world) => {
    const [tool] = (await sent(world, oneTool({}))) ?? [];
    expect(tool).toEqual({
      functionDeclarations: [{ name: "do_it", description: "Does what it is asked to do." }],
    });
  });

  item("S1-57", "Parsing of a response with text beside several calls.", async (world) => {
    const parts = [
      { text: "Two cities." },
      { functionCall: askWeather("Rome") },
      { functionCall: askWeather("Oslo") },
    ];
    const { agent } = await world.agent({ tools: await weatherTools() }, reply(parts));
    const paused = await agent.step("Rome and Oslo?");
    if (paused.status !== "paused") throw new Error(paused.status);
    expect(paused.pending.map(({ args }) => args)).toEqual([{ location: "Rome" }, { location: "Oslo" }]);
    expect(paused.usage).toMatchObject({ promptTokens: 56, totalTokens: 76 });
  });

  item("S1-58", "The coordinator passes tools on, in camelCase, with any client.", async (world) => {
    const tools = await weatherTools();
    const service = await world.serve(textAnswer("Hi."), textAnswer("Hi."));
    const ai = new GoogleGenAI({ apiKey: "KEY", httpOptions: { baseUrl: service.url } });
    const models = [
      gemini({ apiKey: "KEY", model: MODEL, baseUrl: service.url }),
      fromGoogleGenAI(ai, { model: MODEL }),
    ];
    for (const model of models) await createAgent({ tools, model }).run("Hello");
    const [first, second] = service.requests.map(({ body }) => body.tools);
    expect(Object.keys(first?.[0] ?? {})).toEqual(["functionDeclarations"]);
    expect(second).toEqual(first);
  });
});
