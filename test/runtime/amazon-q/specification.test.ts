import { describe, expect, it } from "vitest";
import {
  createToolUses,
  toFunctionDeclaration,
  toFunctionDeclarations,
  toTools,
  toToolSpecification,
  type Tool,
} from "@toolpress/runtime/amazon-q";
import type { FunctionDeclaration } from "@toolpress/runtime";
import { checkDeclarations, strictestLimits } from "../../../gemini-rules/check-declarations.js";

function tool(json: unknown, name = "f", description = "Does f."): Tool {
  return { toolSpecification: { name, description, inputSchema: { json } } };
}

/** A specification with parameters of every kind (S2-52). */
const sample = tool({
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    path: { type: "string", description: "For example /tmp/a.txt, at most 100 characters.", maxLength: 100 },
    lines: { type: "integer", default: -1, minimum: -1 },
    ratio: { type: "number" },
    deep: { type: "boolean" },
    mode: { type: "string", enum: ["Line", "Search"] },
    agent: { type: ["string", "null"], default: null },
    operations: {
      type: "array",
      minItems: 1,
      items: { type: "object", properties: { at: { type: "string", format: "date-time" } } },
    },
    either: { anyOf: [{ type: "string" }, { type: "integer" }] },
  },
  required: ["path"],
  additionalProperties: false,
});

/**
 * Returns every fault that the check of declarations finds in a list of tools, with the strictest rules that
 * Gemini has had.
 */
function refused(...tools: readonly Tool[]): readonly string[] {
  return refusedDeclarations(tools.map(toFunctionDeclaration));
}

function refusedDeclarations(functionDeclarations: readonly FunctionDeclaration[]): readonly string[] {
  return checkDeclarations([{ functionDeclarations }], "gemini", strictestLimits).map(
    ({ message }) => message,
  );
}

describe("a tool specification as a function declaration", () => {
  it("copies name and description", () => {
    expect(toFunctionDeclaration(sample)).toMatchObject({ name: "f", description: "Does f." });
  });

  it("accepts the specification with and without its wrapper", () => {
    expect(toFunctionDeclaration(sample.toolSpecification)).toEqual(toFunctionDeclaration(sample));
  });

  const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const head = { name: "f", description: "Does f." };
  it.each<[string, Record<string, unknown>]>([
    ["inputSchema.json, the service", { ...head, inputSchema: { json: schema } }],
    ["inputSchema, the agent", { ...head, inputSchema: schema }],
    ["inputSchema.schema", { ...head, inputSchema: { schema } }],
    ["input_schema, the index", { ...head, input_schema: schema }],
    ["input_schema.schema, the founding document", { ...head, input_schema: { schema } }],
    ["input_schema.json", { ...head, input_schema: { json: schema } }],
    ["ToolSpecification, as Rust writes it", { ToolSpecification: { ...head, input_schema: { schema } } }],
    ["tool_specification", { tool_specification: { ...head, input_schema: { json: schema } } }],
  ])("reads %s", (_form, given) => {
    expect(toFunctionDeclaration(given)).toEqual({
      ...head,
      parameters: {
        type: "OBJECT",
        properties: { city: { type: "STRING" } },
        propertyOrdering: ["city"],
        required: ["city"],
      },
    });
  });

  it("keeps an argument that is named json or schema", () => {
    const properties = { json: { type: "string" }, schema: { type: "string" } };
    const { parameters } = toFunctionDeclaration({ ...head, inputSchema: { type: "object", properties } });
    expect(Object.keys(parameters?.properties ?? {})).toEqual(["json", "schema"]);
  });

  it("reports the missing fields of an invalid specification", () => {
    expect(() => toFunctionDeclaration({ inputSchema: {} })).toThrow(
      'a tool of Amazon Q needs a "name"; found {"inputSchema":{}}',
    );
  });

  it("renames a tool whose name Gemini refuses, and can restore the name", () => {
    const names = ["with space", "@srv/tool", "1st", "fs-read", "with/space", "x".repeat(80)];
    const named = toFunctionDeclarations(names.map((name) => tool(sample.toolSpecification, name)));
    expect(named.declarations.map(({ name }) => name)).toEqual([
      "with_space",
      "_srv_tool",
      "_1st",
      "fs-read",
      "with_space1",
      "x".repeat(63),
    ]);
    expect(refusedDeclarations(named.declarations)).toEqual([]);
    const uses = createToolUses({ names: named.names });
    expect(uses.toToolUse({ name: "with_space1" }).name).toBe("with/space");
    expect(uses.toFunctionCall({ toolUseId: "1", name: "@srv/tool", input: {} }).name).toBe("_srv_tool");
  });

  it("keeps a name that Gemini accepts, independent of the order of tools", () => {
    const { names } = toFunctionDeclarations([tool({}, "with space"), tool({}, "with_space")]);
    expect([...names]).toEqual([
      ["with space", "with_space1"],
      ["with_space", "with_space"],
    ]);
  });

  it("never declares an empty description", () => {
    for (const description of ["", " "])
      expect(toFunctionDeclaration(tool({}, "fs_read", description)).description).toBe("fs_read");
    expect(toFunctionDeclaration({ name: "fs_read", inputSchema: null }).description).toBe("fs_read");
  });

  it("refuses two tools with the same name", () => {
    expect(() => toFunctionDeclarations([sample, sample])).toThrow('two tools are called "f"');
  });

  it("turns an object schema of every kind of parameter into parameters", () => {
    expect(toFunctionDeclaration(sample)).toEqual({
      name: "f",
      description: "Does f.",
      parameters: {
        type: "OBJECT",
        properties: {
          path: {
            type: "STRING",
            description: "For example /tmp/a.txt, at most 100 characters.",
            maxLength: 100,
          },
          lines: { type: "INTEGER", default: -1, minimum: -1 },
          ratio: { type: "NUMBER" },
          deep: { type: "BOOLEAN" },
          mode: { type: "STRING", enum: ["Line", "Search"] },
          agent: { type: "STRING", nullable: true },
          operations: {
            type: "ARRAY",
            minItems: 1,
            items: {
              type: "OBJECT",
              properties: { at: { type: "STRING", format: "date-time" } },
              propertyOrdering: ["at"],
            },
          },
          either: { anyOf: [{ type: "STRING" }, { type: "INTEGER" }] },
        },
        required: ["path"],
        propertyOrdering: ["path", "lines", "ratio", "deep", "mode", "agent", "operations", "either"],
      },
    });
  });

  it("uses camelCase, upper-case types, keeps descriptions with their examples, and no $schema", () => {
    const text = JSON.stringify(toFunctionDeclaration(sample));
    expect(text).not.toContain("$schema");
    expect(text).not.toContain("additionalProperties");
    expect(text).not.toMatch(/"type":"[a-z]/);
    expect(text).not.toMatch(/"[a-z]+_[a-z_]+":/);
    expect(text).toContain("For example /tmp/a.txt");
  });

  it("uses JSON Schema for what parameters cannot express", () => {
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        operation: { description: "What to do.", $ref: "#/definitions/Operation" },
        titled: { title: "T", $ref: "#/definitions/Operation" },
      },
      definitions: {
        Operation: { oneOf: [{ const: "launch" }, { type: "object", additionalProperties: false }] },
      },
    };
    expect(toFunctionDeclaration(tool(schema))).toEqual({
      name: "f",
      description: "Does f.",
      parametersJsonSchema: {
        type: "object",
        properties: {
          operation: { description: "What to do.", $ref: "#/$defs/Operation" },
          titled: { title: "T", anyOf: [{ $ref: "#/$defs/Operation" }] },
        },
        $defs: {
          Operation: { oneOf: [{ const: "launch" }, { type: "object", additionalProperties: false }] },
        },
      },
    });
  });

  it.each([
    ["no properties", { type: "object", properties: {}, required: [] }],
    ["a list", []],
    ["a text", "object"],
    ["a number", 3],
    ["a boolean", true],
    ["null", null],
    ["a schema of a text", { type: "string" }],
  ])("declares no arguments for %s", (_what, schema) => {
    expect(toFunctionDeclaration(tool(schema))).toEqual({ name: "f", description: "Does f." });
  });

  it("omits parameters instead of sending null if the schema has no JSON form", () => {
    const circle: Record<string, unknown> = { type: "object" };
    circle.properties = { self: circle };
    expect(toFunctionDeclaration(tool(circle))).toEqual({ name: "f", description: "Does f." });
    expect(toFunctionDeclaration(tool(10n))).toEqual({ name: "f", description: "Does f." });
  });

  it.each([
    ["free-form objects", { type: "object", properties: { parameters: { type: "object" } } }],
    ["lists without items", { type: "object", properties: { list: { type: "array" } } }],
    ["numeric enums", { type: "object", properties: { n: { enum: [1, 2] } } }],
    ["empty enum values", { type: "object", properties: { s: { type: "string", enum: [""] } } }],
    [
      "formats outside the safe set",
      { type: "object", properties: { u: { type: "string", format: "uri" } } },
    ],
    ["several types", { type: "object", properties: { v: { type: ["string", "integer"] } } }],
    ["no type at all", { type: "object", properties: { v: {} } }],
    [
      "properties called like keywords",
      {
        type: "object",
        properties: { type: { type: "string" }, $ref: { type: "string" }, const: { const: "x" } },
      },
    ],
    [
      "maps",
      { type: "object", properties: { m: { type: "object", additionalProperties: { type: "string" } } } },
    ],
    ["tuples", { type: "object", properties: { t: { type: "array", items: [{ type: "string" }] } } }],
    [
      "recursion",
      {
        type: "object",
        properties: { t: { $ref: "#/$defs/T" } },
        $defs: { T: { type: "object", properties: { t: { $ref: "#/$defs/T" } } } },
      },
    ],
  ])("makes a declaration that Gemini accepts of %s", (_what, schema) => {
    expect(refused(tool(schema))).toEqual([]);
  });

  it("makes a declaration that Gemini accepts of the sample", () => {
    expect(refused(sample)).toEqual([]);
  });
});

describe("a function declaration as a tool specification", () => {
  it("restores the original specification, also after JSON serialization in both directions", () => {
    const {
      $schema: _draft,
      additionalProperties: _closed,
      ...schema
    } = sample.toolSpecification.inputSchema.json as Record<string, unknown>;
    const declaration = JSON.parse(JSON.stringify(toFunctionDeclaration(sample)));
    const specification = toToolSpecification(declaration);
    expect(specification.name).toBe("f");
    expect(specification.description).toBe("Does f.");
    expect(specification.inputSchema.json).toEqual({
      ...schema,
      properties: { ...(schema.properties as object), agent: { type: ["string", "null"] } },
    });
    expect(toFunctionDeclaration(specification)).toEqual(declaration);
  });

  it("reads counts that REST writes as text, the order, nullable choices and examples", () => {
    const { inputSchema } = toToolSpecification({
      name: "f",
      description: "d",
      parameters: {
        type: "OBJECT",
        properties: {
          b: { type: "STRING", format: "enum", enum: ["x"], nullable: true },
          a: { type: "ARRAY", minItems: "1", items: { type: "STRING" }, example: ["z"] },
          c: { anyOf: [{ type: "STRING" }, { type: "NUMBER" }], nullable: true },
        },
        propertyOrdering: ["a", "b", "gone"],
      },
    });
    expect(JSON.stringify(inputSchema.json)).toBe(
      JSON.stringify({
        type: "object",
        properties: {
          a: { type: "array", minItems: 1, items: { type: "string" }, examples: [["z"]] },
          b: { type: ["string", "null"], enum: ["x", null] },
          c: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
        },
      }),
    );
  });

  it("keeps JSON Schema unchanged, and returns an empty object if there are no parameters", () => {
    const parametersJsonSchema = { type: "object", properties: { a: { const: 1 } } };
    expect(
      toToolSpecification({ name: "f", description: "d", parametersJsonSchema }).inputSchema.json,
    ).toEqual(parametersJsonSchema);
    expect(toToolSpecification({ name: "f", description: "d" }).inputSchema.json).toEqual({
      type: "object",
      properties: {},
    });
  });

  it("never sends an empty description, and cuts a long one at a character", () => {
    expect(toToolSpecification({ name: "f", description: " " }).description).toBe("f");
    const cut = toToolSpecification({ name: "f", description: "ä".repeat(6000) + "z" }).description;
    expect(new TextEncoder().encode(cut).length).toBe(10_004);
    expect(cut).toMatch(/^ä+$/);
    const odd = toToolSpecification({ name: "f", description: `x${"ä".repeat(6000)}` }).description;
    expect(new TextEncoder().encode(odd).length).toBe(10_003);
  });

  it("creates unique names that Amazon Q accepts and that can be mapped back", () => {
    const names = [
      "get_weather",
      "get.weather",
      "getweather",
      "_x",
      "9lives",
      "--",
      "n".repeat(70),
      `${"n".repeat(64)}m`,
    ];
    const { tools, names: back } = toTools(names.map((name) => ({ name, description: "d" })));
    const accepted = tools.map(({ toolSpecification }) => toolSpecification.name);
    expect(accepted).toEqual([
      "get_weather",
      "getweather",
      "getweather1",
      "a_x",
      "a9lives",
      "a",
      "n".repeat(64),
      `${"n".repeat(63)}1`,
    ]);
    for (const name of accepted) expect(name).toMatch(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/);
    expect(accepted.map((name) => back.get(name))).toEqual(names);
  });
});
