import { describe, expect, it } from "vitest";
import { importDocument, plain, withoutPlaces } from "./import-document.js";

const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };

describe("importing OpenAI tools", () => {
  it("reads chat completions, responses and a mixture of both", () => {
    const { tools, problems } = importDocument([
      { type: "function", function: { name: "chat", description: "c", parameters: schema } },
      {
        type: "function",
        name: "flat",
        description: "r",
        parameters: schema,
        strict: false,
        output_schema: { type: "string" },
      },
      { type: "function", name: "bare", description: "b", parameters: null, strict: true },
    ]);
    expect(tools.map(({ sourceName, description }) => [sourceName, description])).toEqual([
      ["chat", "c"],
      ["flat", "r"],
      ["bare", "b"],
    ]);
    expect(tools[1]?.output?.value).toEqual({ type: "string" });
    expect(plain(tools[2]?.input.value)).toEqual({ type: "object", properties: {} });
    expect(problems).toEqual([]);
  });

  it("reads a strict nullable property as optional, at every depth", () => {
    const strict = {
      type: "object",
      additionalProperties: false,
      properties: {
        city: { type: "string" },
        unit: { type: ["string", "null"], enum: ["c", "f", null] },
        near: {
          type: "object",
          additionalProperties: false,
          properties: {
            lat: { anyOf: [{ type: "number" }, { type: "null" }] },
            named: { $ref: "#/$defs/Named" },
          },
          required: ["lat", "named"],
        },
        required: { type: ["array", "null"], items: { type: "string" } },
      },
      required: ["city", "unit", "near", "required"],
      $defs: { Named: { type: ["string", "null"] } },
    };
    const tool = (isStrict: boolean): unknown => [
      { type: "function", function: { name: "f", description: "d", parameters: strict, strict: isStrict } },
    ];
    const { tools, problems } = importDocument(tool(true));
    expect(plain(tools[0]?.input.value)).toEqual({
      ...strict,
      required: ["city", "near"],
      properties: { ...strict.properties, near: { ...strict.properties.near, required: [] } },
    });
    expect(withoutPlaces(problems)).toEqual([
      'note TP709 tool "f" is strict: nullable "lat", "named", "unit", "required" may also be left out',
    ]);
    const loose = importDocument(tool(false));
    expect(plain(loose.tools[0]?.input.value)).toEqual(strict);
    expect(loose.problems).toEqual([]);
  });

  it("leaves out tools that OpenAI runs, with a diagnostic for each", () => {
    const { tools, problems } = importDocument({
      tools: [
        { type: "web_search" },
        { type: "code_interpreter", container: { type: "auto" } },
        { type: "mcp", server_label: "x" },
        { type: "function", name: "f", description: "d", parameters: schema },
      ],
    });
    expect(tools.map(({ sourceName }) => sourceName)).toEqual(["f"]);
    expect(withoutPlaces(problems)).toEqual([
      'warning TP705 OpenAI runs "web_search" itself, so it is left out',
      'warning TP705 OpenAI runs "code_interpreter" itself, so it is left out',
      'warning TP705 OpenAI runs "mcp" itself, so it is left out',
    ]);
  });

  it("declares one text argument for a custom tool and warns that its grammar is not enforced", () => {
    const format = { type: "grammar", grammar: { syntax: "lark", definition: "start: /a/" } };
    const { tools, problems } = importDocument([
      { type: "custom", custom: { name: "sql", description: "Runs SQL.", format } },
      { type: "custom", name: "note", description: "Notes." },
    ]);
    expect(tools.map(({ sourceName }) => sourceName)).toEqual(["sql", "note"]);
    expect(plain(tools[0]?.input.value)).toEqual({
      type: "object",
      properties: { input: { type: "string" } },
      required: ["input"],
    });
    expect(withoutPlaces(problems)).toEqual([
      'warning TP710 custom tool "sql" takes one text, "input"; its grammar format is not enforced',
      'warning TP710 custom tool "note" takes one text, "input"; its text format is not enforced',
    ]);
  });

  it("imports the tools of a namespace without it and reports that", () => {
    const { tools, problems } = importDocument({
      tools: [
        {
          type: "namespace",
          name: "crm",
          tools: [{ type: "function", name: "find", description: "d", parameters: schema }],
        },
      ],
    });
    expect(tools.map(({ sourceName }) => sourceName)).toEqual(["find"]);
    expect(withoutPlaces(problems)).toEqual([
      'warning TP703 OpenAI field "namespace" of tool "find" is left out: it has no counterpart',
    ]);
  });

  it.each([
    ["auto", { mode: "AUTO" }],
    ["required", { mode: "ANY" }],
    ["none", { mode: "NONE" }],
    [
      { type: "function", function: { name: "f" } },
      { mode: "ANY", allowedFunctionNames: ["f"] },
    ],
    [
      { type: "function", name: "f" },
      { mode: "ANY", allowedFunctionNames: ["f"] },
    ],
  ])("reads tool_choice %j", (tool_choice, expected) => {
    const { sets } = importDocument({
      tools: [{ type: "function", name: "f", parameters: schema }],
      tool_choice,
    });
    expect(sets[0]?.toolConfig).toMatchObject(expected);
  });

  it("reports an unknown tool_choice", () => {
    const tools = [{ type: "function", name: "f", parameters: schema }];
    const { sets, problems } = importDocument({ tools, tool_choice: "sometimes" });
    expect(sets[0]?.toolConfig).toBeUndefined();
    expect(withoutPlaces(problems)).toEqual([
      'warning TP717 OpenAI setting "tool_choice" is left out: expected a known choice, found "sometimes"',
    ]);
  });

  it("reads legacy functions, and requires approval if a plugin manifest has confirmation", () => {
    const { dialect, tools, problems } = importDocument({
      functions: [
        { name: "f", description: "d", parameters: schema },
        {
          name: "g",
          description: "d",
          parameters: schema,
          capabilities: { confirmation: { type: "AdaptiveCard" } },
        },
        { name: "h", description: "d", parameters: schema, capabilities: { response_semantics: {} } },
      ],
      function_call: { name: "f" },
    });
    expect(dialect).toBe("openai-legacy");
    expect(tools.map(({ sourceName, policy }) => [sourceName, policy.approval])).toEqual([
      ["f", false],
      ["g", true],
      ["h", false],
    ]);
    expect(withoutPlaces(problems)).toEqual([
      'note TP706 confirmation: present of tool "g" is read as approval: true',
      'warning TP703 OpenAI functions field "response_semantics" of tool "h" is left out: it has no counterpart',
    ]);
  });

  it("reads type names of other languages, and keeps unknown ones for the schema stage", () => {
    const parameters = {
      type: "dict",
      properties: {
        size: { type: "float" },
        tags: { type: "ArrayList", items: { type: "String" } },
        anything: { type: "any", description: "a" },
        type: { type: "HashMap" },
        odd: { type: "colour", default: { type: "float" } },
      },
    };
    const { tools, problems } = importDocument({ functions: [{ name: "f", description: "d", parameters }] });
    expect(plain(tools[0]?.input.value)).toEqual({
      type: "object",
      properties: {
        size: { type: "number" },
        tags: { type: "array", items: { type: "string" } },
        anything: { description: "a" },
        type: { type: "object" },
        odd: { type: "colour", default: { type: "float" } },
      },
    });
    expect(withoutPlaces(problems)).toEqual([
      'note TP711 type "ArrayList" of tool "f" is read as array',
      'note TP711 type "HashMap" of tool "f" is read as object',
      'note TP711 type "any" of tool "f" is read as any value',
      'note TP711 type "dict" of tool "f" is read as object',
      'note TP711 type "float" of tool "f" is read as number',
    ]);
  });

  it("leaves invalid tools out, with their location, and keeps the others", () => {
    const { tools, problems } = importDocument(`[
 {"type": "function", "function": {"name": "good", "parameters": {}}},
 {"type": "function", "function": {"parameters": {}}},
 {"type": "function", "function": "f"},
 {"type": "function", "name": "list", "parameters": []},
 "f"
]`);
    expect(tools.map(({ sourceName }) => sourceName)).toEqual(["good"]);
    expect(problems).toEqual([
      '3:35 error TP702 tool "#1" is left out: expected a name, found nothing',
      '4:35 error TP702 tool "#2" is left out: expected a mapping, found "f"',
      '5:53 error TP702 tool "list" is left out: expected a schema of its arguments, found a list',
      '6:2 error TP702 tool "#4" is left out: expected a mapping, found "f"',
    ]);
  });
});
