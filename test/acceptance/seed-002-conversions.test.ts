import { describe, expect } from "vitest";
import {
  createToolUses,
  toFunctionDeclaration,
  toFunctionDeclarations,
  toToolSpecification,
  toolResultsOf,
  toolUsesOf,
  withToolRound,
  type ToolResult,
  type ToolUse,
} from "@toolpress/runtime/amazon-q";
import type { Content, FunctionDeclaration, FunctionResponse } from "@toolpress/runtime";
import { calls, item, MODEL, offline, reply, textAnswer, type World } from "./item.js";
import { ask, declaredAs, official, sentContents } from "./official.js";

// "Tool execution conversion format analysis", the conversions and their test

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: { path: { type: "string", description: "A path" } },
  required: ["path"],
};
const tool = (input: unknown) => ({
  name: "fs_read",
  description: "Reads a file.",
  input_schema: { schema: input },
});
const head = { name: "fs_read", description: "Reads a file." };
const question: Content = { role: "user", parts: [{ text: "What is in /etc/hostname?" }] };
const made = { name: "fs_read", args: { path: "/etc/hostname" } };

describe("Tool specification to function declaration", () => {
  item("S2-37", "Name and description are copied.", async (world) => {
    expect(await declaredAs(world, tool(schema))).toMatchObject(head);
  });

  item("S2-38", "An object schema becomes parameters.", async (world) => {
    expect((await declaredAs(world, tool(schema)))?.parameters).toEqual({
      type: "OBJECT",
      properties: { path: { type: "STRING", description: "A path" } },
      required: ["path"],
      propertyOrdering: ["path"],
    });
  });

  item("S2-39", "A schema that is no object becomes an empty one: no arguments.", async (world) => {
    for (const input of ["text", 3, [], null, true])
      expect(await declaredAs(world, tool(input))).toEqual(head);
  });

  item("S2-40", "A schema that cannot be serialised becomes nothing: no arguments.", async (world) => {
    const circle: Record<string, unknown> = { type: "object" };
    circle["properties"] = { self: circle };
    for (const input of [circle, { type: "object", properties: { big: { default: 1n } } }])
      expect(await declaredAs(world, tool(input))).toEqual(head);
  });

  item("S2-41", "A declaration serialises and deserialises.", async (world) => {
    const declaration = toFunctionDeclaration(tool(schema));
    const arrived = await declaredAs(world, tool(schema));
    expect(arrived).toEqual(declaration);
    const back = toToolSpecification(arrived as FunctionDeclaration);
    expect(await declaredAs(world, { toolSpecification: back })).toEqual(declaration);
  });
});

/** Returns the tool uses for these calls of the model. */
async function usesOf(world: World, ...given: readonly object[]): Promise<readonly ToolUse[]> {
  const service = await world.serve(reply(given.map((functionCall) => ({ functionCall }))));
  const { turn } = await ask(official(service), [question], [toFunctionDeclaration(tool(schema))]);
  return toolUsesOf(turn, createToolUses());
}

describe("Function call to tool use", () => {
  item("S2-42", "functionCall becomes a ToolUse with a fresh UUID v4.", async (world) => {
    const ids = (await usesOf(world, made, made)).map(({ toolUseId }) => toolUseId);
    expect(ids).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
    expect(ids[0]).not.toBe(ids[1]);
    // A current model sends its own ids, and requires them in the responses.
    expect(await usesOf(world, { ...made, id: "call-1" })).toMatchObject([{ toolUseId: "call-1" }]);
  });

  item("S2-43", "The name is copied, args become input.", async (world) => {
    expect(await usesOf(world, { ...made, id: "t1" })).toEqual([
      { toolUseId: "t1", name: "fs_read", input: { path: "/etc/hostname" } },
    ]);
  });

  // A service cannot send such arguments. A program that creates calls itself can.
  offline("S2-44", "A failure becomes Null.", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    for (const args of [circle, { big: 1n }])
      expect(createToolUses().toToolUse({ name: "f", args }).input).toBe(null);
  });

  item("S2-45", "Absent fields functionCall and text are left out of the JSON.", async (world) => {
    const table = createToolUses();
    const functionCall = table.toFunctionCall({ toolUseId: "t1", name: "fs_read", input: made.args });
    const functionResponse = table.toFunctionResponse({
      toolUseId: "t1",
      content: [{ text: "host" }],
      status: "success",
    });
    const [requested, called, answered] = await sentContents(world, [
      question,
      { role: "model", parts: [{ functionCall }] },
      { role: "user", parts: functionResponse === undefined ? [] : [{ functionResponse }] },
    ]);
    const keysOf = (content?: Content): unknown => content?.parts?.map((part) => Object.keys(part));
    expect([requested, called, answered].map(keysOf)).toEqual([
      [["text"]],
      [["functionCall"]],
      [["functionResponse"]],
    ]);
  });
});

/**
 * Returns the responses to these calls as the service receives them. Each tool returns its configured result.
 */
async function sentAnswers(
  world: World,
  made: readonly object[],
  resultOf: (use: ToolUse) => Omit<ToolResult, "toolUseId">,
): Promise<unknown> {
  const service = await world.serve(
    reply(made.map((functionCall) => ({ functionCall }))),
    textAnswer("It is host."),
  );
  const { declarations, names } = toFunctionDeclarations([
    tool(schema),
    { ...tool(schema), name: "fs_write" },
  ]);
  const table = createToolUses({ names, model: MODEL });
  const { turn } = await ask(official(service), [question], declarations);
  const uses = toolUsesOf(turn, table);
  const results = uses.map((use) => ({ toolUseId: use.toolUseId, ...resultOf(use) }));
  await ask(
    official(service),
    withToolRound([question], { model: turn, uses, results }, table),
    declarations,
  );
  return service.requests[1]?.body.contents.at(-1)?.parts;
}

/** Returns the response to a call of fs_read whose tool returned this result. */
function responseTo(result: Omit<ToolResult, "toolUseId">, model = MODEL): FunctionResponse | undefined {
  const uses = createToolUses({ model });
  const { toolUseId } = uses.toToolUse(made);
  return uses.toFunctionResponse({ toolUseId, ...result });
}

describe("Tool result to function response", () => {
  const answerOf = (response: object): object[] => [{ functionResponse: { name: "fs_read", response } }];

  item("S2-46", "Text blocks are joined by a newline.", async (world) => {
    const content = [{ text: "a" }, { text: "b" }];
    expect(await sentAnswers(world, [made], () => ({ content, status: "success" }))).toEqual(
      answerOf({ result: "a\nb" }),
    );
  });

  item("S2-47", "Success becomes { result }.", async (world) => {
    const content = [{ text: "host" }];
    expect(await sentAnswers(world, [made], () => ({ content, status: "success" }))).toEqual(
      answerOf({ result: "host" }),
    );
  });

  item("S2-48", "Error becomes { error }.", async (world) => {
    const content = [{ text: "no such file" }];
    expect(await sentAnswers(world, [made], () => ({ content, status: "error" }))).toEqual(
      answerOf({ error: "no such file" }),
    );
  });

  item(
    "S2-49",
    "response.name is the function (the founding document has the id there, C6).",
    async (world) => {
      const twice = [
        { ...made, id: "same" },
        { name: "fs_write", args: { path: "/tmp/a" }, id: "same" },
      ];
      const named = ({ name }: ToolUse) => ({ content: [{ text: name }], status: "success" as const });
      expect(await sentAnswers(world, twice, named)).toEqual([
        { functionResponse: { id: "same", name: "fs_read", response: { result: "fs_read" } } },
        { functionResponse: { id: "same", name: "fs_write", response: { result: "fs_write" } } },
      ]);
    },
  );

  item("S2-50", "An absent functionResponse is left out.", async (world) => {
    const service = await world.serve(textAnswer("Hi."), textAnswer("Hi again."));
    const [ai, uses] = [official(service), createToolUses()];
    const { turn } = await ask(ai, [question], [toFunctionDeclaration(tool(schema))]);
    const contents = withToolRound(
      [question],
      { model: turn, uses: toolUsesOf(turn, uses), results: [] },
      uses,
    );
    await ask(ai, [...contents, question], [toFunctionDeclaration(tool(schema))]);
    expect(JSON.stringify(service.requests[1]?.body)).not.toContain("functionResponse");
    expect(uses.toFunctionResponse({ toolUseId: "unknown", content: [], status: "success" })).toBe(undefined);
  });

  item(
    "S2-51",
    "The model's functionCall message, then the user's functionResponse message.",
    async (world) => {
      const service = await world.serve(calls(made), textAnswer("It is host."));
      const ai = official(service);
      const [uses, declarations] = [createToolUses(), [toFunctionDeclaration(tool(schema))]];
      const { turn } = await ask(ai, [question], declarations);
      const [use] = toolUsesOf(turn, uses);
      const results: ToolResult[] = [
        { toolUseId: use?.toolUseId ?? "", content: [{ text: "host" }], status: "success" },
      ];
      const contents = withToolRound([question], { model: turn, uses: use ? [use] : [], results }, uses);
      await ask(ai, contents, declarations);
      expect(service.requests[1]?.body.contents).toEqual([
        question,
        { role: "model", parts: [{ functionCall: made }] },
        { role: "user", parts: [{ functionResponse: { name: "fs_read", response: { result: "host" } } }] },
      ]);
    },
  );
});

/** 1. A specification with various types of parameters. */
const sample = {
  ToolSpecification: {
    name: "run report",
    description: "Runs a report over a range of days.",
    input_schema: {
      schema: {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        properties: {
          title: { type: "string", description: "For example Q3" },
          days: { type: "integer", minimum: 1 },
          ratio: { type: "number" },
          draft: { type: "boolean" },
          format: { type: "string", enum: ["pdf", "html"] },
          tags: { type: "array", items: { type: "string" } },
          range: { type: "object", properties: { from: { type: "string" } }, required: ["from"] },
        },
        required: ["title", "days"],
      },
    },
  },
};
const converted = {
  name: "run_report",
  description: "Runs a report over a range of days.",
  parameters: {
    type: "OBJECT",
    properties: {
      title: { type: "STRING", description: "For example Q3" },
      days: { type: "INTEGER", minimum: 1 },
      ratio: { type: "NUMBER" },
      draft: { type: "BOOLEAN" },
      format: { type: "STRING", enum: ["pdf", "html"] },
      tags: { type: "ARRAY", items: { type: "STRING" } },
      range: {
        type: "OBJECT",
        properties: { from: { type: "STRING" } },
        required: ["from"],
        propertyOrdering: ["from"],
      },
    },
    required: ["title", "days"],
    propertyOrdering: ["title", "days", "ratio", "draft", "format", "tags", "range"],
  },
};
/** 4. A call with various types of arguments. */
const sampleCall = {
  name: "run_report",
  args: {
    title: "Q3",
    days: 3,
    ratio: 0.5,
    draft: false,
    format: "pdf",
    tags: ["a"],
    range: { from: "May" },
  },
};
/** 7. A result with various types of content. */
const sampleResult = (toolUseId: string): ToolResult => ({
  toolUseId,
  content: [
    { text: "Done." },
    { json: { pages: 3 } },
    { image: { format: "png", source: { bytes: "iVBORw0KGgo=" } } },
  ],
  status: "success",
});

describe("Test strategy", () => {
  item("S2-52", "1. A sample specification with various types of parameters.", async (world) => {
    const { properties } = sample.ToolSpecification.input_schema.schema;
    const types = Object.values(properties).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(["string", "integer", "number", "boolean", "array", "object"]));
    const sentAs = Object.values((await declaredAs(world, sample))?.parameters?.properties ?? {});
    expect(sentAs.map(({ type }) => type)).toEqual(types.map((type) => type.toUpperCase()));
  });

  item("S2-53", "2. Convert it to a function declaration.", async (world) => {
    expect(toFunctionDeclarations([sample])).toEqual({
      declarations: [converted],
      names: new Map([["run report", "run_report"]]),
    });
    expect(await declaredAs(world, sample)).toEqual(converted);
  });

  item("S2-54", "3. Parameters are formatted, names of fields in the right case.", async (world) => {
    const service = await world.serve(textAnswer("Hi."));
    await ask(official(service), [question], toFunctionDeclarations([sample]).declarations);
    expect(service.requests[0]?.body.tools).toEqual([{ functionDeclarations: [converted] }]);
  });

  item("S2-55", "4. A sample call with various types of arguments.", async (world) => {
    const service = await world.serve(calls(sampleCall));
    const { declarations, names: table } = toFunctionDeclarations([sample]);
    const { turn } = await ask(official(service), [question], declarations);
    const [use] = toolUsesOf(turn, createToolUses({ names: table }));
    // The declaration has one argument for each parameter of the specification, and the name of the tool.
    expect(use?.name).toBe("run report");
    expect(Object.keys(use?.input as object)).toEqual(Object.keys(converted.parameters.properties));
  });

  const names = new Map([["run report", "run_report"]]);

  /** Sends the call of the sample through the service and returns it as a tool use. */
  const used = async (world: World): Promise<ToolUse | undefined> => {
    const service = await world.serve(calls(sampleCall));
    const { turn } = await ask(official(service), [question], [converted]);
    return toolUsesOf(turn, createToolUses({ names }))[0];
  };

  item("S2-56", "5. Convert it to a tool use event.", async (world) => {
    expect(await used(world)).toEqual({
      name: "run report",
      toolUseId: expect.stringMatching(uuid) as string,
      input: sampleCall.args,
    });
  });

  item("S2-57", "6. The input is right.", async (world) => {
    // The order and the types of the values are exactly those that the model sent.
    expect(JSON.stringify((await used(world))?.input)).toBe(
      '{"title":"Q3","days":3,"ratio":0.5,"draft":false,"format":"pdf","tags":["a"],"range":{"from":"May"}}',
    );
  });

  item("S2-58", "7. A sample result with various types of content.", async (world) => {
    const call = { functionCall: { ...sampleCall, id: "call-1" }, thoughtSignature: "c2lnbmF0dXJl" };
    const model = "gemini-3.5-flash";
    const service = await world.serve(reply([call]), textAnswer("A report of 3 pages."));
    const [ai, uses] = [official(service), createToolUses({ names, model })];
    const { turn } = await ask(ai, [question], [converted], model);
    const made = toolUsesOf(turn, uses);
    const results = made.map(({ toolUseId }) => sampleResult(toolUseId));
    await ask(ai, withToolRound([question], { model: turn, uses: made, results }, uses), [converted], model);
    // The response is converted back to the same result: a text, a json and an image block.
    const sent = service.requests[1]?.body.contents.at(-1);
    expect(toolResultsOf(sent ?? {}, uses)).toEqual([sampleResult("call-1")]);
  });

  item("S2-59", "8. Convert it to a function response.", async (world) => {
    const inline = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } };
    // A model that accepts images in a response gets them. Another model reads a note about the image.
    for (const [model, call, expected] of [
      ["gemini-3.5-flash", { ...sampleCall, id: "call-1" }, { result: ["Done.", { pages: 3 }] }],
      [
        MODEL,
        sampleCall,
        {
          result: ["Done.", { pages: 3 }, "The tool returned an image (png), which this model cannot read."],
        },
      ],
    ] as const) {
      const part = { functionCall: call, ...("id" in call && { thoughtSignature: "c2lnbmF0dXJl" }) };
      const service = await world.serve(reply([part]), textAnswer("A report of 3 pages."));
      const [ai, uses] = [official(service), createToolUses({ names, model })];
      const { turn } = await ask(ai, [question], [converted], model);
      const made = toolUsesOf(turn, uses);
      const results = made.map(({ toolUseId }) => sampleResult(toolUseId));
      const contents = withToolRound([question], { model: turn, uses: made, results }, uses);
      expect((await ask(ai, contents, [converted], model)).text).toBe("A report of 3 pages.");
      expect(service.requests[1]?.body.contents.at(-1)?.parts).toEqual([
        {
          functionResponse: {
            ...("id" in call && { id: call.id }),
            name: "run_report",
            response: expected,
            ...("id" in call && { parts: [inline] }),
          },
        },
      ]);
    }
    // No kind of content may be lost without a note.
    const [unknown] = [{ content: [{ video: { s3: "x" } }], status: "success" } as never as ToolResult];
    expect(responseTo(unknown)?.response).toEqual({
      result: expect.stringContaining("video") as string,
    });
  });

  item("S2-60", "9. The response is right, and in its place in the history.", async (world) => {
    const turn: Content = {
      role: "model",
      parts: [
        { text: "Two files." },
        { functionCall: made },
        { functionCall: { ...made, args: { path: "/b" } } },
      ],
    };
    const service = await world.serve(reply(turn.parts ?? []), textAnswer("Both read."));
    const [ai, uses, declarations] = [
      official(service),
      createToolUses(),
      [toFunctionDeclaration(tool(schema))],
    ];
    const { turn: received } = await ask(ai, [question], declarations);
    const used = toolUsesOf(received, uses);
    // The results arrive in another order, and one result belongs to no call.
    const results = [...used].reverse().map(
      ({ toolUseId, input }): ToolResult => ({
        toolUseId,
        content: [{ text: (input as { path: string }).path }],
        status: "success",
      }),
    );
    await ask(ai, withToolRound([question], { model: received, uses: used, results }, uses), declarations);
    expect(service.requests[1]?.body.contents).toEqual([
      question,
      turn,
      {
        role: "user",
        parts: [
          { functionResponse: { name: "fs_read", response: { result: "/etc/hostname" } } },
          { functionResponse: { name: "fs_read", response: { result: "/b" } } },
        ],
      },
    ]);
  });

  // The ten steps as one program, which docs/dialects.md shows.
  item("S2-61", "10. The complete flow with the Gemini API.", async (world) => {
    const service = await world.serve(calls(sampleCall), textAnswer("The report has 3 pages."));
    const ai = official(service);
    const { declarations, names } = toFunctionDeclarations([sample]);
    const contents: Content[] = [{ role: "user", parts: [{ text: "Run the report of Q3." }] }];
    const first = await ask(ai, contents, declarations);
    const table = createToolUses({ names, model: MODEL });
    const uses = toolUsesOf(first.turn, table);
    const results = await Promise.all(uses.map(({ toolUseId }) => Promise.resolve(sampleResult(toolUseId))));
    const next = withToolRound(contents, { model: first.turn, uses, results }, table);
    const last = await ask(ai, next, declarations);
    expect(last.text).toBe("The report has 3 pages.");
    expect(table.unanswered).toEqual([]);
    expect(service.requests.map(({ body }) => body.contents.length)).toEqual([1, 3]);
  });

  item("S2-62", "All edge cases, for all tools and parameters.", async (world) => {
    const service = await world.serve(
      calls(made, { name: "fs_read" }, { name: "unheard_of", args: {} }),
      textAnswer("One worked."),
    );
    const ai = official(service);
    const declarations = [toFunctionDeclaration(tool(schema))];
    const uses = createToolUses();
    const { turn } = await ask(ai, [question], declarations);
    const used = toolUsesOf(turn, uses);
    const [first, second] = used as [ToolUse, ToolUse];
    const results: ToolResult[] = [
      { toolUseId: first.toolUseId, content: [{ text: "host" }], status: "success" },
      { toolUseId: first.toolUseId, content: [{ text: "host again" }], status: "success" },
      { toolUseId: second.toolUseId, content: [], status: "error" },
      { toolUseId: "of nobody", content: [{ text: "lost" }], status: "success" },
    ];
    const contents = withToolRound([question], { model: turn, uses: used, results }, uses);
    expect((await ask(ai, contents, declarations)).text).toBe("One worked.");
    const cancelled = "The tool was cancelled before it gave a result.";
    expect(service.requests[1]?.body.contents.at(-1)?.parts).toEqual([
      { functionResponse: { name: "fs_read", response: { result: "host" } } },
      { functionResponse: { name: "fs_read", response: { error: "" } } },
      { functionResponse: { name: "unheard_of", response: { error: cancelled } } },
      { text: 'Result of a tool that was not called in this turn: {"result":"lost"}' },
    ]);
  });
});
