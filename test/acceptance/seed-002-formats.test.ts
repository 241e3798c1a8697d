import { describe, expect } from "vitest";
import {
  createToolUses,
  joinToolUseEvents,
  toFunctionDeclaration,
  toFunctionDeclarations,
  toToolSpecification,
  toolUsesOf,
  withToolRound,
  type ToolResult,
  type ToolUse,
} from "@toolpress/runtime/amazon-q";
import type { Content, FunctionCall } from "@toolpress/runtime";
import { calls, item, reply, textAnswer, type World } from "./item.js";
import { ask, declaredAs, official, sentContents } from "./official.js";
import { lintOutput } from "./sent.js";

// "Tool execution conversion format analysis", the two formats

const question: Content = { role: "user", parts: [{ text: "What does parameter1 say?" }] };

/** The JSON Schema of the founding document. */
const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    parameter1: { type: "string", description: "Description of parameter1" },
    parameter2: { type: "number", description: "Description of parameter2" },
  },
  required: ["parameter1"],
};
const specification = {
  name: "function_name",
  description: "Function description",
  input_schema: { schema },
};
const declaration = {
  name: "function_name",
  description: "Function description",
  parameters: {
    type: "OBJECT",
    properties: {
      parameter1: { type: "STRING", description: "Description of parameter1" },
      parameter2: { type: "NUMBER", description: "Description of parameter2" },
    },
    required: ["parameter1"],
    propertyOrdering: ["parameter1", "parameter2"],
  },
};
const made = { name: "function_name", args: { parameter1: "value1" } };

/** Returns a result in the form of the Rust structures in the founding document. */
const rust = (tool_use_id: string, text: string, status = "Success"): ToolResult =>
  ({ tool_use_id, content: [{ Text: text }], status }) as never;

/**
 * Returns the contents of the second request of a conversation with one call. By default, the result has the
 * form of the document.
 */
async function oneRound(
  world: World,
  resultOf: (id: string) => ToolResult = (id) => rust(id, "function result"),
  call: FunctionCall = made,
): Promise<readonly Content[]> {
  const service = await world.serve(reply([{ functionCall: call }]), textAnswer("It says: function result."));
  const ai = official(service);
  const { declarations, names } = toFunctionDeclarations([{ ToolSpecification: specification }]);
  const table = createToolUses({ names });
  const { turn } = await ask(ai, [question], declarations);
  const uses = toolUsesOf(turn, table);
  const results = uses.map(({ toolUseId }) => resultOf(toolUseId));
  const contents = withToolRound([question], { model: turn, uses, results }, table);
  expect((await ask(ai, contents, declarations)).text).toBe("It says: function result.");
  return service.requests[1]?.body.contents ?? [];
}

/** Returns the response that Gemini receives for a call with this result. */
async function responseTo(world: World, resultOf: (id: string) => ToolResult): Promise<unknown> {
  const [part] = (await oneRound(world, resultOf)).at(-1)?.parts ?? [];
  return part?.functionResponse?.response;
}

/** Returns the tool use for a call of the model. */
async function useOf(world: World, call: FunctionCall = made): Promise<ToolUse | undefined> {
  const service = await world.serve(reply([{ functionCall: call }]));
  const { turn } = await ask(official(service), [question], [declaration]);
  return toolUsesOf(turn, createToolUses())[0];
}

describe("The format of Amazon Q", () => {
  item("S2-1", "Tool is an enum with the variant ToolSpecification.", async (world) => {
    const forms = [
      { ToolSpecification: specification },
      { toolSpecification: { ...specification, inputSchema: { json: schema } } },
      specification,
    ];
    for (const form of forms) expect(await declaredAs(world, form)).toEqual(declaration);
  });

  item("S2-2", "ToolSpecification.name.", async (world) => {
    expect(await declaredAs(world, { ToolSpecification: specification })).toHaveProperty(
      "name",
      "function_name",
    );
  });

  item("S2-3", "ToolSpecification.description.", async (world) => {
    expect(await declaredAs(world, { ToolSpecification: specification })).toHaveProperty(
      "description",
      "Function description",
    );
  });

  item("S2-4", "ToolSpecification.input_schema: ToolInputSchema.schema.", async (world) => {
    const { input_schema: _schema, ...head } = specification;
    for (const given of [
      { input_schema: { schema } },
      { input_schema: schema },
      { inputSchema: { json: schema } },
      { inputSchema: { schema } },
    ])
      expect(await declaredAs(world, { ...head, ...given })).toEqual(declaration);
  });

  item("S2-5", "Document is any JSON value.", async (world) => {
    const args = {
      object: { a: {} },
      array: [1, [2]],
      string: "",
      number: -1.5,
      boolean: false,
      null: null,
    };
    const call = { name: "function_name", args };
    expect((await useOf(world, call))?.input).toEqual(args);
    const json = (toolUseId: string): ToolResult => ({
      toolUseId,
      content: [{ json: args }],
      status: "success",
    });
    expect((await oneRound(world, json, call)).slice(1)).toEqual([
      { role: "model", parts: [{ functionCall: call }] },
      {
        role: "user",
        parts: [{ functionResponse: { name: "function_name", response: { result: args } } }],
      },
    ]);
  });

  item("S2-6", "The schema is JSON Schema of draft 7, with $schema.", async (world) => {
    expect(specification.input_schema.schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
    // Gemini answers 400 to `$schema` (C11).
    expect(await declaredAs(world, specification)).toEqual(declaration);
  });

  item("S2-7", "The schema has type object, properties and required.", async (world) => {
    expect((await declaredAs(world, specification))?.parameters).toMatchObject({
      type: "OBJECT",
      properties: { parameter1: { type: "STRING" }, parameter2: { type: "NUMBER" } },
      required: ["parameter1"],
    });
    // The conversion back gives the original value.
    const { inputSchema } = toToolSpecification(declaration);
    expect(inputSchema.json).toMatchObject({
      type: "object",
      properties: {
        parameter1: { type: "string", description: "Description of parameter1" },
        parameter2: { type: "number", description: "Description of parameter2" },
      },
      required: ["parameter1"],
    });
  });

  item("S2-8", "ToolUse.tool_use_id.", async (world) => {
    const call = { ...made, id: "call-1" };
    expect((await useOf(world, call))?.toolUseId).toBe("call-1");
    expect((await oneRound(world, undefined, call)).at(-1)?.parts).toEqual([
      {
        functionResponse: { id: "call-1", name: "function_name", response: { result: "function result" } },
      },
    ]);
  });

  item("S2-9", "ToolUse.name.", async (world) => {
    expect((await useOf(world))?.name).toBe("function_name");
  });

  item("S2-10", "ToolUse.input, a Document.", async (world) => {
    expect((await useOf(world))?.input).toEqual({ parameter1: "value1" });
  });

  item("S2-11", "It arrives as a ToolUseEvent.", async (world) => {
    const pieces = ["", '{"parameter1"', ':"value1"}'];
    const events = pieces.map((input) => ({ toolUseId: "t1", name: "function_name", input }));
    const { uses, open } = joinToolUseEvents([
      ...events,
      { toolUseId: "t1", name: "function_name", stop: true },
    ]);
    expect(uses).toEqual([{ toolUseId: "t1", name: "function_name", input: { parameter1: "value1" } }]);
    expect(open).toEqual([]);
    const snake = { tool_use_id: "t2", name: "f", input: "{}", stop: true } as never;
    expect(joinToolUseEvents([snake]).uses).toEqual([{ toolUseId: "t2", name: "f", input: {} }]);
    // A conversation that began with the model of Amazon Q continues with Gemini.
    const table = createToolUses();
    const parts = uses.map((use) => ({ functionCall: table.toFunctionCall(use) }));
    const functionResponse = table.toFunctionResponse(rust("t1", "7"));
    const answers = functionResponse === undefined ? [] : [{ functionResponse }];
    const contents = [question, { role: "model", parts }, { role: "user", parts: answers }];
    expect((await sentContents(world, contents)).slice(1)).toEqual([
      { role: "model", parts: [{ functionCall: { ...made, id: "t1" } }] },
      {
        role: "user",
        parts: [{ functionResponse: { id: "t1", name: "function_name", response: { result: "7" } } }],
      },
    ]);
  });

  item("S2-12", "ToolResult.tool_use_id.", async (world) => {
    expect((await oneRound(world, (id) => rust(id, "done"))).at(-1)?.parts).toEqual([
      { functionResponse: { name: "function_name", response: { result: "done" } } },
    ]);
    // A result with another id does not answer the call.
    expect((await oneRound(world, () => rust("other", "done"))).at(-1)?.parts?.[0]).toEqual({
      functionResponse: {
        name: "function_name",
        response: { error: "The tool was cancelled before it gave a result." },
      },
    });
  });

  item("S2-13", "ToolResult.content: a list of blocks.", async (world) => {
    const content = [{ json: { a: 1 } }, { text: "two" }];
    expect(await responseTo(world, (toolUseId) => ({ toolUseId, content, status: "success" }))).toEqual({
      result: [{ a: 1 }, "two"],
    });
    expect(await responseTo(world, (toolUseId) => ({ toolUseId, status: "success" }) as never)).toEqual({
      result: "",
    });
  });

  item("S2-14", "A Text block.", async (world) => {
    for (const block of [{ Text: "one" }, { text: "one" }]) {
      const resultOf = (toolUseId: string) => ({ toolUseId, content: [block], status: "success" }) as never;
      expect(await responseTo(world, resultOf)).toEqual({ result: "one" });
    }
  });

  item("S2-15", "status: Success or Error.", async (world) => {
    const [ok, failed] = [{ result: "x" }, { error: "x" }];
    for (const [status, expected] of [
      ["Success", ok],
      ["success", ok],
      ["Error", failed],
      ["error", failed],
      ["ERROR", failed],
    ] as const)
      expect(await responseTo(world, (id) => rust(id, "x", status))).toEqual(expected);
  });
});

describe("The format of Gemini", () => {
  item("S2-16", "The shape of tools[].functionDeclarations[].", async (world) => {
    const service = await world.serve(textAnswer("Hi."));
    await ask(official(service), [question], [toFunctionDeclaration(specification)]);
    expect(service.requests[0]?.body.tools).toEqual([{ functionDeclarations: [declaration] }]);
  });

  item("S2-17", "parameters per the subset of OpenAPI.", async (world) => {
    const count = { type: "integer", exclusiveMinimum: 0 };
    const given = (properties: object) =>
      declaredAs(world, {
        ...specification,
        input_schema: { schema: { ...schema, properties, additionalProperties: false } },
      });
    const { parameters } = (await given({ parameter1: { type: "string" } })) ?? {};
    expect(parameters).toEqual({
      type: "OBJECT",
      properties: { parameter1: { type: "STRING" } },
      required: ["parameter1"],
      propertyOrdering: ["parameter1"],
    });
    // `exclusiveMinimum` is not in the subset, so the complete schema is sent in the field that accepts JSON
    // Schema.
    const beyond = await given({ parameter1: { type: "string" }, count });
    expect(beyond).not.toHaveProperty("parameters");
    expect(beyond?.parametersJsonSchema).toMatchObject({ type: "object", properties: { count } });
  });

  item("S2-18", "Names without spaces: underscore or camelCase.", async (world) => {
    const names = ["with space", "@srv/tool", "1st", "camelCase", "snake_case"];
    const tools = names.map((name) => ({ ...specification, name }));
    const { declarations, names: table } = toFunctionDeclarations(tools);
    const service = await world.serve(calls({ name: "with_space", args: { parameter1: "a" } }));
    const { turn } = await ask(official(service), [question], declarations);
    expect(service.requests[0]?.body.tools?.[0]?.functionDeclarations?.map(({ name }) => name)).toEqual([
      "with_space",
      "_srv_tool",
      "_1st",
      "camelCase",
      "snake_case",
    ]);
    expect(toolUsesOf(turn, createToolUses({ names: table }))[0]?.name).toBe("with space");
  });

  item("S2-19", "Detailed descriptions.", async (world) => {
    const description = `Reads a file.\n\n${"Use it before you answer a question about a file. ".repeat(20)}`;
    expect(await declaredAs(world, { ...specification, description })).toHaveProperty(
      "description",
      description,
    );
    expect(await lintOutput("tools: { f: { description: F. } }")).toMatch(
      /TP402.*too short to choose the tool by/,
    );
  });

  item("S2-20", 'parameters "must" follow the OpenAPI format.', async (world) => {
    for (const json of ["text", [1], 5, true, null, { type: "string" }])
      expect(await declaredAs(world, { name: "f", description: "F.", inputSchema: { json } })).toEqual({
        name: "f",
        description: "F.",
      });
  });

  item("S2-21", "Descriptions of parameters hold examples and constraints.", async (world) => {
    const path = { type: "string", description: "For example /tmp/a.txt, at most 100 characters." };
    const given = { ...specification, input_schema: { schema: { type: "object", properties: { path } } } };
    expect((await declaredAs(world, given))?.parameters?.properties).toEqual({
      path: { type: "STRING", description: "For example /tmp/a.txt, at most 100 characters." },
    });
  });

  const functionCall = {
    candidates: [{ content: { parts: [{ functionCall: made }] } }],
  };

  item("S2-22", "candidates[].content.parts[].functionCall { name, args }.", async (world) => {
    const service = await world.serve(functionCall);
    const { turn } = await ask(official(service), [question], [declaration]);
    expect(toolUsesOf(turn, createToolUses())).toMatchObject([
      { name: "function_name", input: { parameter1: "value1" } },
    ]);
  });

  item("S2-23", "The field is functionCall, in camelCase.", async (world) => {
    // The name is read from the answer of the model and sent back unchanged.
    const [, model] = await oneRound(world);
    expect(model?.parts?.map((part) => Object.keys(part))).toEqual([["functionCall"]]);
    const snake = { parts: [{ function_call: made } as never] };
    expect(toolUsesOf(snake, createToolUses())).toEqual([]);
  });

  item("S2-24", "The shape of a functionResponse part.", async (world) => {
    expect((await oneRound(world)).at(-1)?.parts).toEqual([
      { functionResponse: { name: "function_name", response: { result: "function result" } } },
    ]);
  });

  item("S2-25", "It is a message of the user.", async (world) => {
    expect((await oneRound(world)).map(({ role }) => role)).toEqual(["user", "model", "user"]);
  });

  item("S2-26", "The field is functionResponse, in camelCase.", async (world) => {
    const [part] = (await oneRound(world)).at(-1)?.parts ?? [];
    expect(Object.keys(part ?? {})).toEqual(["functionResponse"]);
  });

  item("S2-27", "response is a JSON object.", async (world) => {
    const [part] = (await oneRound(world, (id) => rust(id, "[1, 2]"))).at(-1)?.parts ?? [];
    expect(part?.functionResponse?.response).toEqual({ result: "[1, 2]" });
  });
});

describe("The flow in five steps", () => {
  item("S2-28", "1. Send a request with function declarations.", async (world) => {
    const service = await world.serve(textAnswer("Hi."));
    await ask(official(service), [question], toFunctionDeclarations([specification]).declarations);
    expect(service.requests[0]?.body).toMatchObject({
      contents: [question],
      tools: [{ functionDeclarations: [declaration] }],
    });
  });

  item("S2-29", "2. Receive a response with a function call.", async (world) => {
    const service = await world.serve(calls(made, made));
    const { turn } = await ask(official(service), [question], [declaration]);
    const uses = toolUsesOf(turn, createToolUses());
    expect(uses.map(({ name, input }) => ({ name, args: input }))).toEqual([made, made]);
    expect(new Set(uses.map(({ toolUseId }) => toolUseId)).size).toBe(2);
  });

  item("S2-30", "3. Execute the function locally.", async (world) => {
    const service = await world.serve(calls(made));
    const { turn } = await ask(official(service), [question], [declaration]);
    const local: Readonly<Record<string, (input: { parameter1: string }) => string>> = {
      function_name: ({ parameter1 }) => parameter1.toUpperCase(),
    };
    const [use] = toolUsesOf(turn, createToolUses());
    expect(local[use?.name ?? ""]?.(use?.input as never)).toBe("VALUE1");
    expect(service.requests.length).toBe(1);
  });

  item("S2-31", "4. Send the result back as a message of the user.", async (world) => {
    expect((await oneRound(world)).at(-1)).toEqual({
      role: "user",
      parts: [{ functionResponse: { name: "function_name", response: { result: "function result" } } }],
    });
  });

  item("S2-32", "5. Receive the final answer.", async (world) => {
    const service = await world.serve(calls(made), textAnswer("It says: 7."));
    const table = createToolUses();
    const ai = official(service);
    const { turn } = await ask(ai, [question], [declaration]);
    const uses = toolUsesOf(turn, table);
    const results = uses.map(({ toolUseId }) => rust(toolUseId, "7"));
    const contents = withToolRound([question], { model: turn, uses, results }, table);
    const { turn: last, text } = await ask(ai, contents, [declaration]);
    expect(text).toBe("It says: 7.");
    expect(toolUsesOf(last, table)).toEqual([]);
  });
});

describe("Named problems", () => {
  item("S2-33", "Field naming: camelCase on the wire.", async (world) => {
    const text = JSON.stringify(await oneRound(world));
    expect(text).toContain('"functionCall"');
    expect(text).toContain('"functionResponse"');
    expect(text).not.toMatch(/function_call|function_response|tool_?use/i);
  });

  item("S2-34", "Parameter format: a subset of JSON Schema.", async (world) => {
    const { parameters } = (await declaredAs(world, { ToolSpecification: specification })) ?? {};
    expect(parameters).toEqual(declaration.parameters);
    // The subset is that of the reference of Schema, and the order is checked too.
    const subset = "type format description nullable enum properties required items propertyOrdering".split(
      " ",
    );
    const schemas = [parameters, ...Object.values(parameters?.properties ?? {})];
    for (const one of schemas) for (const key of Object.keys(one ?? {})) expect(subset).toContain(key);
  });

  item("S2-35", "Response structure: in the history, as a functionResponse part.", async (world) => {
    const contents = await oneRound(world);
    expect(contents.length).toBe(3);
    expect(contents[2]?.parts?.every(({ functionResponse }) => functionResponse !== undefined)).toBe(true);
  });

  item("S2-36", "Conversation history: kept when results are sent.", async (world) => {
    const contents = await oneRound(world);
    expect(contents.slice(0, 2)).toEqual([question, { role: "model", parts: [{ functionCall: made }] }]);
  });
});
