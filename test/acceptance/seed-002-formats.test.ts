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
} from "@toolpress/runtime/amazon-q";
import type { Content } from "@toolpress/runtime";
import { calls, item, offline, says, type World } from "./item.js";
import { ask, official } from "./official.js";
import { saidOf } from "./sent.js";

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

/** A result as the Rust structures of the founding document write it. */
const rust = (tool_use_id: string, text: string, status = "Success"): ToolResult =>
  ({ tool_use_id, content: [{ Text: text }], status }) as never;

/** A conversation of one call, whose result is in the form of the document; its requests. */
async function oneRound(world: World, result = "function result"): Promise<readonly Content[]> {
  const service = await world.serve(calls(made), says("It says: function result."));
  const ai = official(service);
  const { declarations, names } = toFunctionDeclarations([{ ToolSpecification: specification }]);
  const table = createToolUses({ names });
  const { turn } = await ask(ai, [question], declarations);
  const uses = toolUsesOf(turn, table);
  const results = uses.map(({ toolUseId }) => rust(toolUseId, result));
  const contents = withToolRound([question], { model: turn, uses, results }, table);
  expect((await ask(ai, contents, declarations)).text).toBe("It says: function result.");
  return service.requests[1]?.body.contents ?? [];
}

describe("The format of Amazon Q", () => {
  offline("S2-1", "Tool is an enum with the variant ToolSpecification.", () => {
    const forms = [
      { ToolSpecification: specification },
      { toolSpecification: { ...specification, inputSchema: { json: schema } } },
      specification,
    ];
    for (const form of forms) expect(toFunctionDeclaration(form)).toEqual(declaration);
  });

  offline("S2-2", "ToolSpecification.name.", () => {
    expect(toFunctionDeclaration({ ToolSpecification: specification }).name).toBe("function_name");
  });

  offline("S2-3", "ToolSpecification.description.", () => {
    expect(toFunctionDeclaration({ ToolSpecification: specification }).description).toBe(
      "Function description",
    );
  });

  offline("S2-4", "ToolSpecification.input_schema: ToolInputSchema.schema.", () => {
    const { input_schema: _schema, ...head } = specification;
    for (const given of [
      { input_schema: { schema } },
      { input_schema: schema },
      { inputSchema: { json: schema } },
      { inputSchema: { schema } },
    ])
      expect(toFunctionDeclaration({ ...head, ...given })).toEqual(declaration);
  });

  offline("S2-5", "Document is any JSON value.", () => {
    const values = {
      object: { a: {} },
      array: [1, [2]],
      string: "",
      number: -1.5,
      boolean: false,
      null: null,
    };
    const use = createToolUses().toToolUse({ name: "f", args: values });
    expect(use.input).toEqual(values);
    expect(createToolUses().toFunctionCall({ toolUseId: "1", name: "f", input: values }).args).toEqual(
      values,
    );
  });

  item("S2-6", "The schema is JSON Schema of draft 7, with $schema.", async (world) => {
    const service = await world.serve(says("Hi."));
    await ask(official(service), [question], [toFunctionDeclaration(specification)]);
    // Gemini answers 400 to `$schema`.
    expect(service.requests[0]?.body.tools).toEqual([{ functionDeclarations: [declaration] }]);
  });

  offline("S2-7", "The schema has type object, properties and required.", () => {
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

  offline("S2-8", "ToolUse.tool_use_id.", () => {
    const uses = createToolUses();
    expect(uses.toToolUse({ id: "call-1", name: "f" }).toolUseId).toBe("call-1");
    const given = { tool_use_id: "t1", name: "f", input: {} } as never;
    expect(uses.toFunctionCall(given)).toEqual({ id: "t1", name: "f", args: {} });
  });

  offline("S2-9", "ToolUse.name.", () => {
    expect(createToolUses().toToolUse(made).name).toBe("function_name");
  });

  offline("S2-10", "ToolUse.input, a Document.", () => {
    expect(createToolUses().toToolUse(made).input).toEqual({ parameter1: "value1" });
  });

  offline("S2-11", "It arrives as a ToolUseEvent.", () => {
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
  });

  offline("S2-12", "ToolResult.tool_use_id.", () => {
    const uses = createToolUses();
    const { toolUseId } = uses.toToolUse(made);
    expect(uses.toFunctionResponse(rust(toolUseId, "done"))).toEqual({
      name: "function_name",
      response: { result: "done" },
    });
  });

  offline("S2-13", "ToolResult.content: a list of blocks.", () => {
    const uses = createToolUses();
    const { toolUseId } = uses.toToolUse(made);
    const content = [{ json: { a: 1 } }];
    expect(uses.toFunctionResponse({ toolUseId, content, status: "success" })?.response).toEqual({
      result: { a: 1 },
    });
    expect(uses.toFunctionResponse({ toolUseId, status: "success" } as never)?.response).toEqual({
      result: "",
    });
  });

  offline("S2-14", "A Text block.", () => {
    const uses = createToolUses();
    const { toolUseId } = uses.toToolUse(made);
    for (const block of [{ Text: "one" }, { text: "one" }])
      expect(
        uses.toFunctionResponse({ toolUseId, content: [block], status: "success" } as never)?.response,
      ).toEqual({ result: "one" });
  });

  offline("S2-15", "status: Success or Error.", () => {
    const uses = createToolUses();
    const { toolUseId } = uses.toToolUse(made);
    const responses = ["Success", "success", "Error", "error", "ERROR"].map(
      (status) => uses.toFunctionResponse(rust(toolUseId, "x", status))?.response,
    );
    const [ok, failed] = [{ result: "x" }, { error: "x" }];
    expect(responses).toEqual([ok, ok, failed, failed, failed]);
  });
});

describe("The format of Gemini", () => {
  item("S2-16", "The shape of tools[].functionDeclarations[].", async (world) => {
    const service = await world.serve(says("Hi."));
    await ask(official(service), [question], [toFunctionDeclaration(specification)]);
    expect(service.requests[0]?.body.tools).toEqual([{ functionDeclarations: [declaration] }]);
  });

  offline("S2-17", "parameters per the subset of OpenAPI.", () => {
    const properties = { id: { type: "integer", exclusiveMinimum: 0 }, tags: { type: "array", items: true } };
    const given = { name: "f", description: "F.", input_schema: { schema: { type: "object", properties } } };
    const { parameters, parametersJsonSchema } = toFunctionDeclaration(given);
    // `items: true` is beyond the subset: the whole schema goes where Gemini takes JSON Schema.
    expect([parameters, parametersJsonSchema]).toEqual([
      undefined,
      expect.objectContaining({ type: "object" }),
    ]);
    expect(JSON.stringify(toFunctionDeclaration(specification).parameters)).not.toMatch(/\$schema|"object"/);
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

  offline("S2-19", "Detailed descriptions.", async () => {
    expect(await saidOf("tools: { f: { description: F. } }")).toMatch(/TP402.*too short to choose by/);
  });

  offline("S2-20", 'parameters "must" follow the OpenAPI format.', () => {
    for (const json of ["text", [1], 5, true, null, { type: "string" }])
      expect(toFunctionDeclaration({ name: "f", description: "F.", inputSchema: { json } })).toEqual({
        name: "f",
        description: "F.",
      });
  });

  offline("S2-21", "Descriptions of parameters hold examples and constraints.", () => {
    const path = { type: "string", description: "For example /tmp/a.txt, at most 100 characters." };
    const given = { ...specification, input_schema: { schema: { type: "object", properties: { path } } } };
    expect(toFunctionDeclaration(given).parameters?.properties).toEqual({
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
    const service = await world.serve(calls(made));
    const { turn } = await ask(official(service), [question], [declaration]);
    expect(turn.parts).toEqual([{ functionCall: made }]);
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
    const [part] = (await oneRound(world, "[1, 2]")).at(-1)?.parts ?? [];
    expect(part?.functionResponse?.response).toEqual({ result: "[1, 2]" });
  });
});

describe("The flow in five steps", () => {
  item("S2-28", "1. Send a request with function declarations.", async (world) => {
    const service = await world.serve(says("Hi."));
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
    const service = await world.serve(calls(made), says("It says: 7."));
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

  offline("S2-34", "Parameter format: a subset of JSON Schema.", () => {
    expect(toFunctionDeclaration({ ToolSpecification: specification }).parameters).toEqual(
      declaration.parameters,
    );
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
