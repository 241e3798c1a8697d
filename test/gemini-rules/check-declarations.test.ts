import { describe, expect, it } from "vitest";
import {
  checkDeclarations,
  describeViolations,
  type Flavor,
  type Limits,
  strictestLimits,
} from "../../gemini-rules/check-declarations.js";

const city = { type: "STRING" };
const here = "tools[0].function_declarations[0]";

/** Returns the messages about one declaration with these parameters. */
function refusals(
  parameters: unknown,
  flavor: Flavor = "gemini",
  limits: Partial<Limits> = {},
): readonly string[] {
  return messages([{ name: "f", description: "d", parameters }], flavor, limits);
}

function messages(
  functionDeclarations: unknown,
  flavor: Flavor = "gemini",
  limits: Partial<Limits> = {},
): readonly string[] {
  return checkDeclarations([{ functionDeclarations }], flavor, limits).map((violation) => violation.message);
}

function object(properties: Record<string, unknown>, more: Record<string, unknown> = {}): unknown {
  return { type: "OBJECT", properties, ...more };
}

describe("a request that Gemini accepts", () => {
  it("passes with every one of the 22 fields of Schema", () => {
    const everything = object(
      {
        text: {
          type: "STRING",
          format: "date-time",
          title: "t",
          description: "d",
          nullable: true,
          default: null,
          example: 1,
          minLength: 1,
          maxLength: "20",
          pattern: "^a",
        },
        choice: { type: "STRING", format: "enum", enum: ["a", "b"] },
        code: { type: "INTEGER", format: "enum", enum: ["101", "201"] },
        amount: { type: "NUMBER", minimum: 0, maximum: 1.5 },
        list: { type: "ARRAY", items: city, minItems: "1", maxItems: 3 },
        any: { type: "ARRAY", items: {} },
        either: { anyOf: [city, { type: "NULL" }] },
      },
      { required: ["text"], propertyOrdering: ["choice", "text"], minProperties: 1, maxProperties: 9 },
    );
    expect(refusals(everything)).toEqual([]);
  });

  it("may be spelled in snake_case, with lower-case types", () => {
    const tools = [
      {
        function_declarations: [
          {
            name: "f",
            parameters: {
              type: "object",
              properties: { list: { type: "array", items: { any_of: [city, city] }, max_items: "4" } },
              property_ordering: ["list"],
            },
          },
        ],
      },
      { google_search: {} },
      { code_execution: {} },
    ];
    expect(checkDeclarations(tools)).toEqual([]);
  });

  it("may leave parameters out, or have a property with the name of a keyword", () => {
    expect(messages([{ name: "f" }])).toEqual([]);
    expect(refusals(object({ title: city, $ref: city, type: city, items: city }))).toEqual([]);
  });

  it("may use additionalProperties, ref and defs on Vertex only", () => {
    const schema = object(
      { map: { type: "OBJECT", additionalProperties: { type: "string" } }, point: { ref: "#/defs/p" } },
      { defs: { p: city } },
    );
    expect(refusals(schema, "vertex")).toEqual([]);
    expect(refusals(schema).filter((message) => message.includes("Unknown name"))).toHaveLength(3);
  });
});

describe("JSON that does not match Google's messages", () => {
  it("is refused with Google's words and path for an unknown keyword", () => {
    expect(refusals(object({ a: city, b: object({}, { additionalProperties: false }) }))[0]).toBe(
      `Invalid JSON payload received. Unknown name "additionalProperties" at '${here}.parameters.properties[1].value': Cannot find field.`,
    );
  });

  const refusedKeywords = (
    "$schema $id $ref $defs definitions $comment id oneOf allOf not const exclusiveMinimum exclusiveMaximum multipleOf uniqueItems prefixItems " +
    "additionalItems contains propertyNames patternProperties dependencies dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems " +
    "if then else examples readOnly writeOnly deprecated contentEncoding contentMediaType contentSchema x-order"
  ).split(" ");
  it.each(refusedKeywords)("is refused for %s", (keyword) => {
    expect(refusals(object({ a: { type: "STRING", [keyword]: true } }))).toEqual([
      `Invalid JSON payload received. Unknown name "${keyword}" at '${here}.parameters.properties[0].value': Cannot find field.`,
    ]);
  });

  it.each([
    [
      "a list of types",
      object({ a: { type: ["STRING", "NULL"] } }),
      `Invalid JSON payload received. Unknown name "type" at '${here}.parameters.properties[0].value': Proto field is not repeating, cannot start list.`,
    ],
    [
      "an unknown type",
      object({ a: { type: "enum" } }),
      `Invalid value at '${here}.parameters.properties[0].value.type' (type.googleapis.com/google.ai.generativelanguage.v1beta.Type), "enum"`,
    ],
    [
      "a number among enum values",
      object({ a: { type: "STRING", enum: [0] } }),
      `Invalid value at '${here}.parameters.properties[0].value.enum[0]' (TYPE_STRING), 0`,
    ],
    [
      "a fraction as maxItems",
      object({ a: { type: "ARRAY", items: city, maxItems: 1.5 } }),
      `Invalid value at '${here}.parameters.properties[0].value.max_items' (TYPE_INT64), 1.5`,
    ],
    [
      "a word as minimum",
      object({ a: { type: "NUMBER", minimum: "low" } }),
      `Invalid value at '${here}.parameters.properties[0].value.minimum' (TYPE_DOUBLE), "low"`,
    ],
    [
      "a boolean schema",
      object({ a: { type: "ARRAY", items: true } }),
      `Invalid value at '${here}.parameters.properties[0].value.items' (message), true`,
    ],
  ])("is refused for %s", (_, parameters, want) => {
    expect(refusals(parameters)[0]).toBe(want);
  });

  it("is refused for more levels than a parser accepts, before anything else", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    for (const tools of [deep, [{ functionDeclarations: [{ name: "f", parametersJsonSchema: deep }] }]]) {
      expect(checkDeclarations(tools).map(({ message }) => message)).toEqual([
        "Invalid JSON payload received. Message too deep. Max recursion depth reached for key ''",
      ]);
    }
  });

  it("is refused for invalid tools", () => {
    expect(checkDeclarations("tools")[0]?.message).toBe(`Invalid value at 'tools' (list), "tools"`);
    expect(checkDeclarations([{ functions: [] }])[0]?.message).toBe(
      `Invalid JSON payload received. Unknown name "functions" at 'tools[0]': Cannot find field.`,
    );
    expect(checkDeclarations([{ retrieval: {} }])).toHaveLength(1);
    expect(checkDeclarations([{ retrieval: {} }], "vertex")).toEqual([]);
    expect(checkDeclarations([{ fileSearch: {} }], "vertex")).toHaveLength(1);
  });

  it("is refused for the type NULL on Vertex", () => {
    expect(refusals(object({ a: { type: "NULL" } }), "vertex")).toHaveLength(2);
  });

  it("is the only fault in the answer", () => {
    const found = checkDeclarations([{ functionDeclarations: [{ name: "1", parameters: { oneOf: [] } }] }]);
    expect(found.length).toBeGreaterThan(2);
    expect(describeViolations(found)).toBe(
      `Invalid JSON payload received. Unknown name "oneOf" at '${here}.parameters': Cannot find field.`,
    );
  });
});

describe("a schema that breaks a rule", () => {
  const at = `* GenerateContentRequest.${here}.parameters`;
  it.each([
    ["an object without properties", object({}), `${at}.properties: should be non-empty for OBJECT type`],
    [
      "a nested free-form object",
      object({ a: { type: "OBJECT" } }),
      `${at}.properties[a].properties: should be non-empty for OBJECT type`,
    ],
    ["an array without items", object({ a: { type: "ARRAY" } }), `${at}.properties[a].items: missing field.`],
    [
      "no type",
      object({ a: { description: "?" } }),
      `${at}.properties[a].type: must be specified when not using one_of, any_of or all_of fields`,
    ],
    [
      "an empty property",
      object({ a: {} }),
      `${at}.properties[a].type: must be specified when not using one_of, any_of or all_of fields`,
    ],
    [
      "a required name that is no property",
      object({ a: city }, { required: ["a", "b"] }),
      `${at}.required[1]: property is not defined`,
    ],
    [
      "an ordering name that is no property",
      object({ a: city }, { propertyOrdering: ["b"] }),
      `${at}.property_ordering[0]: property is not defined`,
    ],
    [
      "an empty enum value",
      object({ a: { type: "STRING", enum: ["x", ""] } }),
      `${at}.properties[a].enum[1]: cannot be empty`,
    ],
    [
      "an empty enum",
      object({ a: { type: "STRING", enum: [] } }),
      `${at}.properties[a].enum: should be non-empty for STRING type with enum format`,
    ],
    [
      "format enum alone",
      object({ a: { type: "STRING", format: "enum" } }),
      `${at}.properties[a].enum: should be non-empty for STRING type with enum format`,
    ],
    [
      "an enum of integers",
      object({ a: { type: "INTEGER", enum: ["1"] } }),
      `${at}.properties[a].enum: only allowed for STRING type`,
    ],
    [
      "fields beside anyOf",
      object({ a: { description: "d", anyOf: [city] } }),
      `${at}.properties[a]: schema specified other fields alongside any_of. When using any_of, it must be the only field set.`,
    ],
    [
      "a broken branch",
      object({ a: { anyOf: [city, { type: "ARRAY" }] } }),
      `${at}.properties[a].any_of[1].items: missing field.`,
    ],
    [
      "a broken item",
      object({ a: { type: "ARRAY", items: { description: "d" } } }),
      `${at}.properties[a].items.type: must be specified when not using one_of, any_of or all_of fields`,
    ],
  ])("is refused for %s", (_, parameters, want) => {
    expect(refusals(parameters)).toEqual([want]);
  });

  it("is refused with the messages of Vertex on Vertex", () => {
    expect(refusals(object({ a: { type: "ARRAY" } }), "vertex")).toEqual([
      `The GenerateContentRequest proto is invalid:\n  * ${here}.parameters.properties[a].items: [FIELD_INVALID] missing field.`,
    ]);
  });

  it("is refused when its root is not an object", () => {
    expect(refusals({ type: "STRING" })).toEqual([
      "Unable to submit request because `f` functionDeclaration `parameters` schema should be of type OBJECT.",
    ]);
    expect(messages([{ name: "f", response: { type: "STRING" } }])).toEqual([]);
  });

  it("is refused when it is nested too deeply or builds too large a grammar", () => {
    let deep: unknown = city;
    for (let level = 0; level < 40; level += 1) deep = object({ a: deep });
    expect(refusals(deep)).toEqual([
      "FunctionDeclaration 'f' in the request exceeds the maximum allowed nesting depth.",
    ]);
    const wide = object({ a: { type: "ARRAY", maxItems: 1000, items: object({ name: city }) } });
    expect(refusals(wide, "gemini", { states: 1000 })[0]).toContain("too many states for serving");
    expect(refusals(wide, "gemini", { states: 10_000 })).toEqual([]);
  });
});

describe("declarations that break a rule", () => {
  it.each(["", "1st", "with space", "a/b", "ünï", "a".repeat(65)])("are refused for the name %j", (name) => {
    expect(messages([{ name }])[0]).toContain(
      "Invalid function name. Must start with a letter or an underscore.",
    );
  });

  it("are refused for a missing name, and for 64 letters under our own limit", () => {
    expect(messages([{ description: "d" }])).toHaveLength(1);
    const name = "a".repeat(64);
    expect(messages([{ name, description: "d" }])).toEqual([]);
    expect(messages([{ name, description: "d" }], "gemini", strictestLimits)).toHaveLength(1);
    expect(messages([{ name: "a".repeat(128) }], "gemini", { nameLength: 128 })).toEqual([]);
  });

  it("are refused for the same name in two tools of the request", () => {
    const tool = { functionDeclarations: [{ name: "f" }] };
    expect(checkDeclarations([tool, tool]).map(({ path, message }) => ({ path, message }))).toEqual([
      { path: "tools[1].function_declarations[0].name", message: "Duplicate function declaration found: f" },
    ]);
  });

  it("name the rule, whatever the words and the flavor are", () => {
    const violations = checkDeclarations([{ functionDeclarations: [{ name: "1st" }] }], "vertex");
    expect(violations.map(({ rule, namesPath, phase }) => ({ rule, namesPath, phase }))).toEqual([
      { rule: "functionName", namesPath: true, phase: "request" },
    ]);
    expect(checkDeclarations([{ functionDeclarations: 3 }]).map(({ rule }) => rule)).toEqual([
      "invalidValue",
    ]);
  });

  it("are refused from the 513th on", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `f${index}` }));
    expect(messages(many(512))).toEqual([]);
    expect(messages(many(513))).toEqual([
      "* GenerateContentRequest.tools[0].function_declarations: At most 512 function declarations can be specified.",
    ]);
  });

  it("are refused for a schema in both spellings", () => {
    const [message] = messages([
      { name: "f", parameters: object({ a: city }), parametersJsonSchema: { type: "object" } },
    ]);
    expect(message).toContain("has both `parameters` and `parameters_json_schema` set");
    expect(
      messages([{ name: "f", response: object({ a: city }), responseJsonSchema: { type: "string" } }])[0],
    ).toContain("has both `response`");
  });

  it("are refused by our own rules for a blank description, an unusual argument name, an unsafe format", () => {
    const declaration = {
      name: "f",
      description: " ",
      parameters: object({ "X-Trace": { type: "STRING", format: "uuid" } }),
    };
    expect(messages([declaration])).toEqual([]);
    expect(messages([declaration], "gemini", strictestLimits)).toHaveLength(3);
  });
});

describe("a JSON Schema declaration", () => {
  const check = (parametersJsonSchema: unknown) => messages([{ name: "f", parametersJsonSchema }]);
  const node = (required: readonly string[]) => ({
    type: "object",
    properties: { tree: { $ref: "#/$defs/Node" } },
    $defs: {
      Node: {
        type: "object",
        properties: { children: { type: "array", items: { $ref: "#/$defs/Node" } } },
        required,
      },
    },
  });

  it("may have any keyword, empty properties, and recursion through an optional property", () => {
    expect(check({ type: "object", properties: {}, additionalProperties: false, "x-any": 1 })).toEqual([]);
    expect(check(node([]))).toEqual([]);
    expect(check({ type: "object", properties: { $ref: { type: "string" } } })).toEqual([]);
    expect(
      check({
        type: "object",
        properties: { a: { $ref: "#p", description: "d", default: 1 } },
        $defs: { p: { $anchor: "p" } },
      }),
    ).toEqual([]);
  });

  it("may not have recursion through required properties", () => {
    expect(check(node(["children"]))[0]).toContain("cyclic reference '#/$defs/Node'");
    expect(check({ type: "object", properties: { a: { $ref: "#" } }, required: ["a"] })[0]).toContain(
      "cyclic",
    );
  });

  it("may not have dangling references or keywords beside a reference", () => {
    expect(
      check({ type: "object", properties: { a: { anyOf: [{ type: "null" }, { $ref: "#/$defs/No" }] } } }),
    ).toEqual([
      `* GenerateContentRequest.${here}.parameters_json_schema: reference to undefined schema at properties.a.anyOf.1`,
    ]);
    expect(
      check({
        type: "object",
        properties: { a: { $ref: "#/$defs/A", type: "string" } },
        $defs: { A: {} },
      })[0],
    ).toContain("$ref '#/$defs/A' was set alongside unsupported fields.");
  });

  it("may not have a root that is not an object", () => {
    expect(check({ type: "string" })).toHaveLength(1);
    expect(check(true)).toHaveLength(1);
  });
});
