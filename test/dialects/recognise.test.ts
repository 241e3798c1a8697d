import { describe, expect, it } from "vitest";
import { dialects, recogniseDialect } from "../../generator/dialects/index.js";
import { createReport } from "../../generator/diagnostics/report.js";
import { read } from "../../generator/read/read.js";
import { importDocument } from "./import-document.js";

const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

const samples: readonly (readonly [dialect: string, what: string, document: unknown])[] = [
  ["toolpress", "a mapping of tools", { tools: { f: { description: "d", parameters: schema } } }],
  [
    "toolpress",
    "a list in the short form",
    { tools: [{ name: "f", parameters: [{ name: "city", type: "string", required: true }] }] },
  ],
  ["mcp", "an answer to tools/list", { tools: [{ name: "f", inputSchema: schema }] }],
  [
    "mcp",
    "a JSON-RPC answer",
    { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "f", inputSchema: schema }] } },
  ],
  ["mcp", "a bare list", [{ name: "f", inputSchema: schema, annotations: {} }]],
  ["openai", "chat completions", [{ type: "function", function: { name: "f", parameters: schema } }]],
  [
    "openai",
    "a chat request",
    { model: "m", messages: [], tools: [{ type: "function", function: { name: "f", parameters: schema } }] },
  ],
  ["openai", "responses", { tools: [{ type: "function", name: "f", parameters: schema, strict: false }] }],
  ["openai", "one tool alone", { type: "function", function: { name: "f", parameters: schema } }],
  [
    "openai",
    "a list that begins with a hosted tool",
    [{ type: "web_search" }, { type: "function", name: "f", parameters: schema }],
  ],
  ["openai-legacy", "functions", { functions: [{ name: "f", parameters: schema }] }],
  ["anthropic", "a list", [{ name: "f", input_schema: schema }]],
  ["anthropic", "a request", { model: "m", tools: [{ type: "custom", name: "f", input_schema: schema }] }],
  [
    "bedrock",
    "a tool configuration",
    { tools: [{ toolSpec: { name: "f", inputSchema: { json: schema } } }] },
  ],
  [
    "bedrock",
    "a request",
    { toolConfig: { tools: [{ toolSpec: { name: "f", inputSchema: { json: schema } } }] } },
  ],
  [
    "bedrock-agents",
    "functions with flat parameters",
    { functions: [{ name: "f", parameters: { city: { type: "string", required: true } } }] },
  ],
  ["amazon-q", "the index", { f: { name: "f", description: "d", input_schema: schema } }],
  ["amazon-q", "the index with the alias", { f: { name: "f", description: "d", inputSchema: schema } }],
  ["amazon-q", "the wire", [{ toolSpecification: { name: "f", inputSchema: { json: schema } } }]],
  [
    "amazon-q",
    "the agent's list",
    [{ name: "f", inputSchema: { type: "object", properties: { __tool_use_purpose: {} } } }],
  ],
  ["gemini", "a list of declarations", [{ name: "f", parameters: schema }]],
  ["gemini", "one declaration", { name: "f", description: "d", parametersJsonSchema: schema }],
  ["gemini", "a Tool", { functionDeclarations: [{ name: "f" }] }],
  ["gemini", "a list of Tools", [{ functionDeclarations: [{ name: "f" }] }, { googleSearch: {} }]],
  ["gemini", "a request", { contents: [], tools: [{ functionDeclarations: [{ name: "f" }] }] }],
  ["gemini", "a request that Python wrote", { tools: [{ function_declarations: [{ name: "f" }] }] }],
  ["gemini", "ALTAR's Tool", { function_declarations: [{ name: "f" }] }],
  [
    "altar",
    "a manifest",
    { manifest_version: "1", contracts: [{ name: "c", function_declarations: [{ name: "f" }] }] },
  ],
  [
    "snakepit",
    "a registration",
    { session_id: "s", tools: [{ name: "f", parameters: [], supports_streaming: false }] },
  ],
  [
    "snakepit",
    "a list of registrations",
    [{ name: "f", parameters: [{ name: "a", type: "str", validation_json: "" }] }],
  ],
  [
    "snakepit",
    "tools of a session by name",
    { success: true, tools: { f: { name: "f", parameters: [], metadata: {} } } },
  ],
  ["json-schema", "a schema with a title", { title: "f", type: "object", properties: {} }],
  ["json-schema", "a list of them", [{ title: "f", properties: {} }]],
];

describe("recognising a dialect by its content", () => {
  it.each(samples)("recognises %s: %s", (dialect, _what, document) => {
    expect(importDocument(document).dialect).toBe(dialect);
  });

  it.each(samples)("imports exactly one tool from %s: %s", (_dialect, _what, document) => {
    expect(importDocument(document).tools.map((tool) => tool.sourceName)).toEqual(["f"]);
  });

  it.each([
    ["nothing", {}],
    ["a list of texts", ["f"]],
    ["an empty list", []],
    ["a text", "f"],
    ["package.json", { name: "x", version: "1.0.0", dependencies: {} }],
    ["a schema without a title", { type: "object", properties: {} }],
    ["only hosted tools", { tools: [{ type: "web_search" }] }],
    ["names of the prototype", { constructor: { prototype: {} } }],
  ])("does not recognise %s as tools", (_what, document) => {
    expect(importDocument(document, { file: "x.json" }).dialect).toBeUndefined();
  });

  it.each([
    [
      "a misspelt field",
      [
        { name: "f", parametrs: [] },
        { name: "g", description: "d" },
      ],
    ],
    ["a name and nothing else", [{ name: "f" }]],
    ["an entry that is no tool", ["f", { name: "g", description: "d" }]],
    ["no entries", []],
  ])("recognises a list of tools in our own dialect with %s", (_what, tools) => {
    expect(importDocument({ tools }).dialect).toBe("toolpress");
  });

  it("prefers another dialect with its marks, even if the document has sections of our own", () => {
    const tools = [{ name: "f", inputSchema: schema }];
    expect(importDocument({ tools, schemas: {} }).dialect).toBe("mcp");
  });

  it("does not read tools in our own dialect as the entries of an index", () => {
    const tools = { name: { description: "d" }, input_schema: { description: "d" } };
    expect(importDocument({ tools }).dialect).toBe("toolpress");
  });

  it("uses --from instead of the content", () => {
    const document = [{ name: "f", description: "d", inputSchema: schema }];
    expect(importDocument(document).dialect).toBe("mcp");
    expect(importDocument(document, { from: "amazon-q" }).tools).toHaveLength(1);
  });

  it("finds no dialect by a wrong name", () => {
    const document = read({ path: "x.json", text: "[]" }, createReport());
    expect(recogniseDialect(document!, "bedrok")).toBeUndefined();
  });

  it("has a unique name for every dialect", () => {
    expect(new Set(dialects.map(({ name }) => name)).size).toBe(dialects.length);
  });

  it("produces the same arguments of one tool in every dialect", () => {
    const inputs = samples
      .filter(
        ([, what]) =>
          !/declarations?$|Tool|agent|snakepit|registration|session|title|them|Python|request$|manifest/.test(
            what,
          ),
      )
      .map(([dialect, , document]) => [dialect, importDocument(document).tools[0]?.input.value] as const);
    expect(inputs.length).toBeGreaterThan(12);
    for (const [dialect, input] of inputs) expect([dialect, input]).toEqual([dialect, schema]);
  });
});
