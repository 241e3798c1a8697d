import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import type { JsonObject, Policy, Schema, SchemaObject, Tool } from "../../generator/ir.js";
import { lowerSet } from "../../generator/lower/lower.js";
import { defaultOptions, type Options } from "../../generator/options.js";
import { origin, type Origin } from "../../generator/base/origin.js";
import type { FunctionDeclaration } from "../../runtime/wire.js";
import { geminiAccepts } from "../helpers/gemini-accepts.js";
import { lowerProperty, lowerTools, setOf, toolOf } from "../helpers/lowering.js";

const city: SchemaObject = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

function declare(
  tool: Tool,
  options: Partial<Options> = {},
  schemas: Readonly<Record<string, Schema>> = {},
): FunctionDeclaration {
  const { tools, diagnostics } = lowerTools([tool], options, schemas);
  const [lowered] = tools;
  if (lowered === undefined)
    throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n"));
  return lowered.declaration;
}

function problems(
  tool: Tool,
  options: Partial<Options> = {},
  schemas: Readonly<Record<string, Schema>> = {},
): readonly string[] {
  return lowerTools([tool], options, schemas).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe("a declaration", () => {
  it("has its keys in fixed order, independent of the order in the spec", () => {
    const tool = toolOf({
      required: ["unit"],
      properties: {
        unit: { enum: ["c", "f"], description: "Unit", type: "string" },
        days: { maximum: 16, minimum: 1, type: "integer" },
      },
      type: "object",
    });
    expect(JSON.stringify(declare(tool))).toBe(
      JSON.stringify({
        name: "tool",
        description: "A tool.",
        parameters: {
          type: "OBJECT",
          properties: {
            unit: { type: "STRING", format: "enum", description: "Unit", enum: ["c", "f"] },
            days: { type: "INTEGER", minimum: 1, maximum: 16 },
          },
          required: ["unit"],
          propertyOrdering: ["unit", "days"],
        },
      }),
    );
  });

  it("has no parameters without arguments, or an empty JSON Schema on demand", () => {
    const tool = toolOf({ type: "object" });
    expect(declare(tool)).toEqual({ name: "tool", description: "A tool." });
    expect(declare(tool, { emptyParameters: "jsonSchema" })).toEqual({
      name: "tool",
      description: "A tool.",
      parametersJsonSchema: { type: "object", properties: {} },
    });
    expect(declare(tool, { target: "parametersJsonSchema" })).toEqual({
      name: "tool",
      description: "A tool.",
    });
  });

  it("has a description even if the spec has none", () => {
    expect(declare(toolOf(city, { name: "get_forecast", description: " " })).description).toBe(
      "get forecast",
    );
  });

  it("omits bound arguments, and without other arguments all parameters", () => {
    const bind: Policy["bind"] = new Map([["tenant", { from: "value", value: "t" }]]);
    const input: SchemaObject = {
      type: "object",
      properties: { tenant: { type: "string" }, city: { type: "string" } },
      required: ["tenant", "city"],
    };
    const policy = { bind } as Policy;
    for (const target of ["parameters", "parametersJsonSchema"] as const) {
      expect(JSON.stringify(declare(toolOf(input, { policy, target })))).not.toContain("tenant");
    }
    expect(declare(toolOf(input, { policy })).parameters?.required).toEqual(["city"]);
    const only: SchemaObject = {
      type: "object",
      properties: { tenant: { type: "string" } },
      required: ["tenant"],
    };
    expect(declare(toolOf(only, { policy }))).toEqual({ name: "tool", description: "A tool." });
  });

  it("is NON_BLOCKING if the policy is", () => {
    expect(declare(toolOf(city, { policy: { nonBlocking: true } as Policy })).behavior).toBe("NON_BLOCKING");
    expect(declare(toolOf(city))).not.toHaveProperty("behavior");
  });

  it("declares additional properties of an open root as a separate argument", () => {
    const { parameters } = declare(toolOf({ type: "object", additionalProperties: { type: "string" } }));
    expect(Object.keys(parameters?.properties ?? {})).toEqual(["more"]);
  });

  it("is one object if the root is a union", () => {
    const { parameters } = declare(
      toolOf({
        type: "object",
        oneOf: [
          { properties: { kind: { const: "city" }, name: { type: "string" } }, required: ["kind", "name"] },
          { properties: { kind: { const: "point" }, lat: { type: "number" } }, required: ["kind", "lat"] },
        ],
      }),
    );
    expect(parameters).toEqual({
      type: "OBJECT",
      description: 'One of: {kind: "city", name: string} or {kind: "point", lat: number}.',
      properties: {
        kind: { type: "STRING", format: "enum", enum: ["city", "point"] },
        name: { type: "STRING" },
        lat: { type: "NUMBER" },
      },
      required: ["kind"],
      propertyOrdering: ["kind", "name", "lat"],
    });
  });

  it("resolves references in the tool before the set", () => {
    const tool = toolOf(
      { type: "object", properties: { a: { $ref: "#/$defs/T" }, b: { $ref: "#/$defs/U" } } },
      { defs: new Map([["T", { type: "boolean" }]]) },
    );
    const { parameters } = declare(tool, {}, { T: { type: "string" }, U: { type: "integer" } });
    expect(parameters?.properties).toEqual({ a: { type: "BOOLEAN" }, b: { type: "INTEGER" } });
  });
});

describe("responses", () => {
  const output: SchemaObject = { type: "object", properties: { temperature: { type: "number" } } };

  it("are declared on demand only", () => {
    expect(declare(toolOf(city, { output }))).not.toHaveProperty("response");
    expect(declare(toolOf(city, { output }), { declareResponses: true }).response).toEqual({
      type: "OBJECT",
      properties: { temperature: { type: "NUMBER" } },
      propertyOrdering: ["temperature"],
    });
  });

  it("that Schema cannot express are declared as JSON Schema, because results are never encoded", () => {
    const map: SchemaObject = { type: "object", additionalProperties: { type: "number" } };
    const declaration = declare(toolOf(city, { output: map }), { declareResponses: true });
    expect(declaration).not.toHaveProperty("response");
    expect(declaration.responseJsonSchema).toEqual(map);
  });
});

describe("the JSON Schema target", () => {
  it("keeps maps, tuples, references and enums of any value, and encodes nothing", () => {
    const { tools } = lowerTools(
      [
        toolOf({
          type: "object",
          properties: {
            labels: { type: "object", additionalProperties: { type: "string" } },
            point: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], items: false },
            level: { enum: [1, 2], default: 1 },
            mode: { const: "fast" },
            tree: { $ref: "#/$defs/Tree", description: "All of it" },
            price: { type: "number", exclusiveMinimum: 0, multipleOf: 5 },
            count: { type: "integer", exclusiveMinimum: 0 },
            name: { type: ["string", "null"], pattern: "^a" },
            "X-Trace": { oneOf: [{ type: "string" }, { type: "boolean" }] },
          },
          required: ["labels"],
        }),
      ],
      { target: "parametersJsonSchema" },
      {
        Tree: {
          type: "object",
          properties: { children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
        },
      },
    );
    expect(tools[0]?.codec).toBeUndefined();
    expect(tools[0]?.declaration.parametersJsonSchema).toEqual({
      type: "object",
      properties: {
        labels: { type: "object", additionalProperties: { type: "string" } },
        point: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], maxItems: 2 },
        level: { enum: [1, 2], description: "Default: 1.", default: 1 },
        mode: { enum: ["fast"] },
        tree: { $ref: "#/$defs/Tree", description: "All of it" },
        price: { type: "number", minimum: 0, description: "A multiple of 5. Greater than 0." },
        count: { type: "integer", minimum: 1 },
        name: { type: ["string", "null"], pattern: "^a" },
        "X-Trace": { anyOf: [{ type: "string" }, { type: "boolean" }] },
      },
      required: ["labels"],
      propertyOrdering: ["labels", "point", "level", "mode", "tree", "price", "count", "name", "X-Trace"],
      $defs: {
        Tree: {
          type: "object",
          properties: { children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
          propertyOrdering: ["children"],
        },
      },
    });
  });

  it("can be chosen per tool", () => {
    expect(declare(toolOf(city, { target: "parametersJsonSchema" }))).toHaveProperty("parametersJsonSchema");
    expect(
      declare(toolOf(city, { target: "parameters" }), { target: "parametersJsonSchema" }),
    ).toHaveProperty("parameters");
  });

  it("refuses recursion through required properties", () => {
    const input: SchemaObject = { type: "object", properties: { list: { $ref: "#/$defs/List" } } };
    const List: SchemaObject = {
      type: "object",
      properties: { next: { $ref: "#/$defs/List" } },
      required: ["next"],
    };
    expect(problems(toolOf(input), { target: "parametersJsonSchema" }, { List })).toEqual([
      expect.stringContaining(`TP507: Gemini would refuse the declaration of "tool": `),
    ]);
    expect(problems(toolOf(input), {}, { List })).toEqual([]);
  });

  it("warns that 64-bit integers are exact up to 2^53 only, because digits cannot be decoded", () => {
    const input: SchemaObject = { type: "object", properties: { id: { type: "integer", format: "int64" } } };
    const target = "parametersJsonSchema";
    expect(problems(toolOf(input), { target, coerce: false })[0]).toContain("TP503");
    expect(problems(toolOf(input), { target })).toEqual([]);
    expect(problems(toolOf(input))).toEqual([]);
  });
});

describe("a verbatim declaration", () => {
  const verbatim = (declaration: unknown): Tool => toolOf(city, { verbatim: declaration as JsonObject });

  it("is sent unchanged", () => {
    const declaration = {
      name: "tool",
      description: "Mine.",
      parameters: { type: "object", properties: { a: { type: "string", format: "email" } } },
    };
    expect(declare(verbatim(declaration))).toEqual(declaration);
  });

  it("is refused with the message of Google if Gemini would refuse it", () => {
    expect(
      problems(
        verbatim({
          name: "tool",
          parameters: { type: "OBJECT", properties: { a: { type: "ARRAY" } }, $schema: "x" },
        }),
      ),
    ).toEqual([
      `TP506: Gemini would refuse the declaration of "tool": * GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[a].items: missing field.`,
      `TP506: Gemini would refuse the declaration of "tool": Invalid JSON payload received. Unknown name "$schema" at 'tools[0].function_declarations[0].parameters': Cannot find field.`,
    ]);
  });
});

describe("a tool that cannot be declared", () => {
  it.each<[string, SchemaObject]>([
    ["a required property that is false", { type: "object", properties: { a: false }, required: ["a"] }],
    ["an empty enum", { type: "object", properties: { a: { enum: [] } }, required: ["a"] }],
    [
      "a contradiction",
      {
        type: "object",
        properties: { a: { allOf: [{ type: "string" }, { type: "number" }] } },
        required: ["a"],
      },
    ],
    [
      "a list that must have an item that cannot be",
      { type: "object", properties: { a: { type: "array", items: false, minItems: 1 } }, required: ["a"] },
    ],
  ])("is %s", (_, input) => {
    expect(problems(toolOf(input))).toEqual([
      `TP504: no arguments can be valid for tool "tool": no value can be valid for "a"`,
    ]);
  });

  it("does not prevent the declaration of the other tools", () => {
    const broken = toolOf({ type: "object", properties: { a: false }, required: ["a"] });
    const { tools } = lowerTools([broken, toolOf(city, { name: "other" })]);
    expect(tools.map(({ tool }) => tool.name)).toEqual(["other"]);
  });

  /**
   * Returns definitions in which each refers to the next one twice. Inlining them doubles the size with every
   * level.
   */
  const bomb = (levels: number): Record<string, Schema> =>
    Object.fromEntries(
      Array.from({ length: levels }, (_, level) => [
        `L${level}`,
        level === levels - 1
          ? { type: "string" }
          : {
              type: "object",
              properties: { a: { $ref: `#/$defs/L${level + 1}` }, b: { $ref: `#/$defs/L${level + 1}` } },
            },
      ]),
    );
  const bombed: SchemaObject = { type: "object", properties: { a: { $ref: "#/$defs/L0" } } };

  it("is avoided with JSON text when inlined references would be huge", () => {
    const { tools, diagnostics } = lowerTools([toolOf(bombed)], {}, bomb(40));
    expect(diagnostics).toEqual([]);
    expect(tools[0]?.rewrites.map(({ name }) => name)).toContain("nested-to-json-text");
    expect(tools[0]?.size.bytes).toBeLessThan(10_000);
  });

  it("is avoided with JSON text below many levels, instead of a refusal", () => {
    const nested = (levels: number): Schema =>
      levels === 0 ? { type: "string" } : { type: "object", additionalProperties: nested(levels - 1) };
    const { tools, diagnostics } = lowerTools([toolOf({ type: "object", properties: { a: nested(60) } })]);
    expect(diagnostics).toEqual([]);
    expect(tools[0]?.size.depth).toBeLessThan(32);
    expect(tools[0]?.rewrites.at(-1)?.name).toBe("map-to-entries");
    expect(tools[0]?.rewrites[0]).toMatchObject({ name: "nesting-to-json-text", detail: "14 levels" });
  });

  it("does not unroll unions of unions forever", () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => {
        const next = { $ref: `#/$defs/L${level + 1}` };
        return [`L${level}`, level === 39 ? { type: "string" } : { anyOf: [next, next] }] as const;
      }),
    ) as Record<string, Schema>;
    expect(lowerTools([toolOf(bombed)], {}, schemas).tools[0]?.declaration).toHaveProperty(
      "parametersJsonSchema",
    );
    const root: SchemaObject = { type: "object", anyOf: [{ $ref: "#/$defs/L0" }] };
    expect(problems(toolOf(root), {}, schemas)).toEqual([
      `TP505: the arguments of tool "tool" expand to more than 3000 schemas, although nested objects are sent as JSON text; the tool has 0 arguments`,
    ]);
  });

  const List: SchemaObject = {
    type: "object",
    properties: { next: { $ref: "#/$defs/List" } },
    required: ["next"],
  };
  const lists = (count: number): SchemaObject => ({
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`list_${index}`, { $ref: "#/$defs/List" }]),
    ),
  });

  it("is reported as too large, not as recursive, if the other target was too large", () => {
    expect(problems(toolOf(lists(3_100)), {}, { List })).toEqual([
      `TP505: the arguments of tool "tool" expand to more than 3000 schemas, although nested objects are sent as JSON text; the tool has 3100 arguments`,
    ]);
  });

  it("is avoided with the target that unrolls recursion, if a foreign document cannot be changed", () => {
    const foreign = { ...setOf([toolOf(lists(1))], { List }), foreign: true };
    const report = createReport();
    const { tools } = lowerSet(foreign, { ...defaultOptions, target: "parametersJsonSchema" }, report);
    expect(tools[0]?.declaration.parameters?.properties).toHaveProperty("list_0");
    expect(tools[0]?.rewrites[0]?.name).toBe("parameters-target");
    expect(report.hasErrors).toBe(false);
  });

  /**
   * Returns definitions of nested boxes, as messages in messengers have them. There are many kinds of boxes,
   * each kind has required fields, and each can contain all kinds.
   */
  const flex = (kinds: readonly string[]): Record<string, Schema> => {
    const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });
    const any: Schema = { anyOf: kinds.map(ref) };
    const fields = (kind: string): Record<string, Schema> =>
      Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${kind}_${index}`, { type: "string" }]));
    const box = (kind: string): Schema => ({
      type: "object",
      properties: { type: { const: kind }, contents: { type: "array", items: any }, ...fields(kind) },
      required: ["type", "contents"],
    });
    return { Any: any, ...Object.fromEntries(kinds.map((kind) => [kind, box(kind)])) };
  };

  it.each([5, 12, 60])("describes JSON text with a type if %i types of boxes contain each other", (count) => {
    const kinds = Array.from({ length: count }, (_, index) => `Kind${index}`);
    const input: SchemaObject = {
      type: "object",
      properties: { to: { type: "string" }, message: { $ref: "#/$defs/Any" } },
      required: ["to", "message"],
    };
    const set = { ...setOf([toolOf(input)], flex(kinds)), foreign: true };
    const report = createReport();
    const [tool] = lowerSet(set, defaultOptions, report).tools;
    expect(report.hasErrors).toBe(false);
    expect(tool?.size.tokens).toBeLessThan(defaultOptions.budgets.tokens);
    expect(tool?.declaration.parameters?.properties?.["message"]).toBeDefined();
    expect(tool?.rewrites.map(({ name }) => name)).toContain("nested-to-json-text");
  });

  it("is avoided with fewer levels of unrolled recursion", () => {
    const kinds = Array.from({ length: 12 }, (_, index) => `K${index}`);
    const schemas = Object.fromEntries(
      kinds.map((kind) => [
        kind,
        {
          type: "object",
          properties: Object.fromEntries(kinds.map((other) => [other, { $ref: `#/$defs/${other}` }])),
        } as const,
      ]),
    );
    const input: SchemaObject = { type: "object", properties: { a: { $ref: "#/$defs/K0" } } };
    const { tools, diagnostics } = lowerTools([toolOf(input)], {}, schemas);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(tools).toHaveLength(1);
  });
});

describe("losses", () => {
  const lossy = toolOf({
    type: "object",
    properties: {
      price: { type: "number", exclusiveMinimum: 0 },
      step: { type: "integer", multipleOf: 5 },
      pair: { type: "array", prefixItems: [{ type: "number" }] },
      map: { type: "object", additionalProperties: { type: "string" } },
    },
  });

  it("are notes if the validator enforces them, warnings if less is allowed, and silent if decoded", () => {
    const { diagnostics } = lowerTools([lossy]);
    expect(diagnostics.map(({ code, severity, message }) => `${severity} ${code}: ${message}`)).toEqual([
      "note TP501: exclusiveMinimum is stated in the description only; the validator enforces it",
      'note TP502: a keyword that Gemini does not have is stated in the description: "multipleOf"',
      'warning TP503: items after the last position of an open tuple are not declared: "items"',
    ]);
  });

  it("are errors under strict if less is allowed", () => {
    const report = createReport({ strict: true, severity: {} });
    lowerSet(setOf([lossy]), { ...defaultOptions, strict: true }, report);
    expect(report.hasErrors).toBe(true);
  });

  it("are recorded with their location in the arguments", () => {
    expect(lowerTools([lossy]).tools[0]?.rewrites).toEqual([
      { name: "bound-described", pointer: "/properties/price", detail: "exclusiveMinimum" },
      { name: "keyword-described", pointer: "/properties/step", detail: "multipleOf" },
      { name: "tuple-closed", pointer: "/properties/pair", detail: "items" },
      { name: "tuple-to-array", pointer: "/properties/pair", detail: "1 positions" },
      { name: "map-to-entries", pointer: "/properties/map", detail: "key, value" },
    ]);
  });
});

describe("budgets", () => {
  const heavy = toolOf({
    type: "object",
    properties: {
      tags: { type: "array", items: { type: "string", maxLength: 9, pattern: "^a" }, maxItems: 2_000 },
      at: { type: "string", format: "date-time" },
      unit: { enum: ["c", "f"] },
    },
  });

  it("do not change declarations without relax, or below the limit", () => {
    expect(declare(heavy).parameters?.properties?.tags?.maxItems).toBe(2_000);
    expect(declare(toolOf(city), { relax: true })).toEqual(declare(toolOf(city)));
  });

  it("let relax drop bounds and formats, but not enums, with a diagnostic", () => {
    const { tools, diagnostics } = lowerTools([heavy], { relax: true });
    expect(tools[0]?.declaration.parameters?.properties).toEqual({
      tags: { type: "ARRAY", items: { type: "STRING" } },
      at: { type: "STRING" },
      unit: { type: "STRING", format: "enum", enum: ["c", "f"] },
    });
    expect(tools[0]?.rewrites).toContainEqual({
      name: "relaxed",
      pointer: "",
      detail: "over budget: arrayItems",
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(["TP509"]);
  });

  it("are measured in UTF-8 bytes, tokens of four bytes, and levels", () => {
    const { tools } = lowerTools([toolOf(city, { description: "Größe" })]);
    const { size, declaration } = tools[0]!;
    expect(size.bytes).toBe(Buffer.byteLength(JSON.stringify(declaration)));
    expect(size.tokens).toBe(Math.ceil(size.bytes / 4));
    expect(size.depth).toBe(2);
  });
});

describe("locations", () => {
  it("are those of the schema that a loss affects", () => {
    const at = (line: number): Origin => ({
      path: [],
      document: {
        file: "a.yaml",
        text: "",
        location: () => ({ file: "a.yaml", line, column: 3, length: 0 }),
      },
    });
    const step: SchemaObject = { [origin]: at(7), type: "integer", multipleOf: 5 };
    const { diagnostics } = lowerTools([toolOf({ [origin]: at(2), type: "object", properties: { step } })]);
    expect(diagnostics.map(({ location }) => location?.line)).toEqual([7]);
  });
});

describe("two unions whose product is too large", () => {
  it.each([{ type: "object" as const }, {}])("have the fields of both declared: %j", (type) => {
    const union = (stem: string): readonly Schema[] =>
      Array.from({ length: 9 }, (_, index) => ({
        type: "object",
        properties: { [`${stem}${index}`]: { type: "string" } },
        required: [`${stem}${index}`],
      }));
    const { declaration } = lowerProperty({
      ...type,
      allOf: [{ anyOf: union("left") }, { anyOf: union("right") }],
    });
    const { parameters } = declaration;
    expect(geminiAccepts(parameters ?? {}, { x: { left3: "a", right8: "b" } })).toBe(true);
  });
});
