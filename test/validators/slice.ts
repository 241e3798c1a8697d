import type { SchemaDialect } from "../../generator/ir.js";

/** A schema with values that fit it and values that do not. */
export interface SliceGroup {
  readonly says: string;
  readonly schema: unknown;
  readonly dialect?: SchemaDialect;
  /** The treatment of properties that the schema does not declare. By default, they are allowed. */
  readonly unknown?: "refuse" | "strip" | "allow";
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

const group = (
  says: string,
  schema: unknown,
  valid: readonly unknown[],
  invalid: readonly unknown[],
  dialect?: SchemaDialect,
): SliceGroup => ({
  says,
  schema,
  valid,
  invalid,
  ...(dialect !== undefined && { dialect }),
});

const json = (text: string): unknown => JSON.parse(text);
const nested = (levels: number): unknown => (levels === 0 ? {} : { next: nested(levels - 1) });

/** Our own cases for every keyword. They test the rules if the official suite is not available. */
export const slice: readonly SliceGroup[] = [
  group("anything", true, [null, 0, "", [], {}], []),
  group("nothing", false, [], [null, 0, "", [], {}]),
  group("an empty schema", {}, [null, 1, "a", [1], { a: 1 }], []),

  group("type string", { type: "string" }, ["", "a", "1"], [1, null, true, [], {}]),
  group("type number", { type: "number" }, [0, -1, 1.5, 1e300], ["1", null, true, [], {}]),
  group("type integer", { type: "integer" }, [0, -3, 1.0, 1e300], [1.5, "1", null, true]),
  group("type boolean", { type: "boolean" }, [true, false], [0, 1, "true", null]),
  group("type null", { type: "null" }, [null], [0, "", false, [], {}]),
  group("type array", { type: "array" }, [[], [1]], [{}, "[]", { length: 0 }, null]),
  group("type object", { type: "object" }, [{}, { a: 1 }], [[], null, "{}", 1]),
  group("several types", { type: ["integer", "null", "array"] }, [1, null, []], [1.5, "1", {}]),
  group(
    "types with rules for two of them",
    { type: ["string", "integer", "null"], minLength: 2, minimum: 5 },
    ["ab", 5, null],
    ["a", 4, [], true],
  ),

  group("const", { const: "a" }, ["a"], ["b", "", null, ["a"]]),
  group("const null", { const: null }, [null], [0, "", false]),
  group(
    "const object",
    { const: { a: [1, { b: null }] } },
    [{ a: [1, { b: null }] }],
    [{ a: [1, { b: 0 }] }, { a: [1] }, {}, { a: [1, { b: null }], c: 1 }],
  ),
  group("const zero is not false", { const: 0 }, [0, -0], [false, null, "", "0"]),
  group("enum", { enum: ["a", 1, null, false] }, ["a", 1, null, false], ["b", 2, 0, true, "1"]),
  group("enum with lists", { enum: [[1, 2], "x"] }, [[1, 2], "x"], [[2, 1], [1], "y"]),
  group(
    "enum of many",
    { enum: ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] },
    ["a", "j"],
    ["k", "A", 1],
  ),
  group("enum beside type and bounds", { type: "integer", enum: [1, 5, "9"], minimum: 2 }, [5], [1, "9", 2]),

  group("minimum", { minimum: 3 }, [3, 4, "2", null], [2, 2.999, -5]),
  group("maximum", { maximum: 3 }, [3, 2, "9"], [4, 3.001]),
  group("exclusive bounds", { exclusiveMinimum: 1, exclusiveMaximum: 3 }, [2, 1.1, 2.9, "1"], [1, 3, 0, 4]),
  group("multipleOf a whole number", { multipleOf: 3 }, [0, 3, -6, 9e15, "1"], [1, 2, 4.5]),
  group("multipleOf a decimal", { multipleOf: 0.01 }, [0.07, 19.99, 4.35, 1, 1e10], [0.075, 19.999, 1e-3]),
  group("multipleOf a tiny number", { multipleOf: 1e-8 }, [12391239123, 1e-7], [1.5e-9]),

  group("minLength counts characters", { minLength: 2 }, ["ab", "💩💩", "éé", 1], ["a", "💩", ""]),
  group("minLength one", { minLength: 1 }, ["a", " ", 0], [""]),
  group("maxLength counts characters", { maxLength: 2 }, ["", "ab", "💩💩", 123], ["abc", "💩💩💩"]),
  group("pattern is not anchored", { pattern: "b+c" }, ["abc", "xbbcx", 1], ["ac", "", "BC"]),
  group("pattern knows Unicode", { pattern: "^\\p{Lu}.$" }, ["Éa", "A💩"], ["éa", "Aab"]),
  group(
    "format date",
    { format: "date" },
    ["2024-02-29", "2026-12-31", 1],
    ["2023-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "x2026-01-01", "2026-04-31", "1900-02-29"],
  ),
  group(
    "format date-time",
    { format: "date-time" },
    ["2026-01-31T09:30:00Z", "2026-01-31t09:30:00.123+05:30", "1998-12-31T23:59:60Z"],
    [
      "2026-01-31 09:30:00Z",
      "2026-01-31T09:30:00",
      "2026-01-31T24:00:00Z",
      "2026-01-31T09:30:61Z",
      "1998-12-31T22:59:60Z",
      "2026-01-31T09:30:00.Z",
      "2026-01-31T09:30:00+5:30",
    ],
  ),
  group(
    "format time",
    { format: "time" },
    ["09:30:00Z", "09:30:00.5-08:00", "15:59:60-08:00"],
    ["09:30", "24:00:00Z", "09:60:00Z", "09:30:00+24:00"],
  ),
  group(
    "format duration",
    { format: "duration" },
    ["P1D", "PT1H30M", "P2W", "P1Y2M3DT4H5M6S"],
    ["P", "PT", "1D", "P1S", "P1Y2W", "PT1D"],
  ),
  group(
    "format email",
    { format: "email" },
    ["ann@example.com", '"a b"@example.com', "a@[127.0.0.1]"],
    ["ann", "@example.com", "ann@", "a..b@example.com", ".a@example.com"],
  ),
  group(
    "format hostname",
    { format: "hostname" },
    ["example.com", "a-b.c", "localhost"],
    ["-a.com", "a_b.com", "a..b", ""],
  ),
  group(
    "format ipv4",
    { format: "ipv4" },
    ["192.0.2.1", "0.0.0.0"],
    ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.5"],
  ),
  group(
    "format ipv6",
    { format: "ipv6" },
    ["::1", "2001:db8::8:800:200c:417a", "::ffff:192.0.2.1"],
    ["1::2::3", "12345::", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9"],
  ),
  group(
    "format uri",
    { format: "uri" },
    ["https://example.com/a?b#c", "urn:isbn:1", "mailto:a@b.c"],
    ["/relative", "//host", "https://a b", "http://a/%zz", ""],
  ),
  group(
    "format uuid",
    { format: "uuid" },
    ["123e4567-e89b-42d3-a456-426614174000", "123E4567-E89B-42D3-A456-426614174000"],
    ["123e4567e89b42d3a456426614174000", "123e4567-e89b-42d3-a456-42661417400g"],
  ),
  group("format json-pointer", { format: "json-pointer" }, ["", "/a/b~0~1", "/"], ["a", "/~2", "#/a"]),
  group("format regex", { format: "regex" }, ["^a+$", ""], ["(", "[", "a{2,1}"]),

  group(
    "properties",
    { properties: { a: { type: "integer" }, "b/c": { type: "string" } } },
    [{}, { a: 1 }, { "b/c": "x", d: 1 }, [], "a"],
    [{ a: "1" }, { a: 1, "b/c": 2 }, { a: null }],
  ),
  group("required", { required: ["a", "b"] }, [{ a: 1, b: null }, [], "x"], [{}, { a: 1 }, { b: 1 }]),
  group(
    "names that objects inherit",
    json(
      '{"properties":{"toString":{"type":"string"},"__proto__":{"type":"integer"}},"required":["constructor"]}',
    ),
    [json('{"constructor":1,"__proto__":3}'), { constructor: 1, toString: "a" }],
    [{}, json('{"constructor":1,"__proto__":"x"}'), { constructor: 1, toString: 5 }],
  ),
  group(
    "additionalProperties false",
    { properties: { a: true }, additionalProperties: false },
    [{}, { a: 1 }, [1], "x"],
    [{ b: 1 }, { a: 1, toString: 2 }, json('{"__proto__":1}')],
  ),
  group(
    "additionalProperties with a schema",
    { properties: { a: true }, additionalProperties: { type: "boolean" } },
    [{ a: 1, b: true }],
    [{ a: 1, b: 1 }, { c: "x" }],
  ),
  group(
    "patternProperties",
    { patternProperties: { "^x-": { type: "integer" }, z$: { minimum: 5 } }, additionalProperties: false },
    [{ "x-a": 1 }, { "x-z": 7 }, { z: 9 }],
    [{ "x-a": "1" }, { "x-z": 3 }, { a: 1 }],
  ),
  group(
    "properties beside patterns and more",
    {
      properties: { ab: { type: "integer" } },
      patternProperties: { "^a": { minimum: 3 } },
      additionalProperties: { type: "string" },
    },
    [{ ab: 3, ac: 4, b: "x" }],
    [{ ab: 2 }, { ab: 3.5 }, { ac: 1 }, { b: 1 }],
  ),
  group(
    "propertyNames",
    { propertyNames: { maxLength: 2, pattern: "^[a-z]*$" } },
    [{}, { ab: 1 }, [1]],
    [{ abc: 1 }, { A: 1 }],
  ),
  group("no properties at all", { propertyNames: false }, [{}, []], [{ a: 1 }]),
  group(
    "number of properties",
    { minProperties: 1, maxProperties: 2 },
    [{ a: 1 }, { a: 1, b: 2 }, []],
    [{}, { a: 1, b: 2, c: 3 }],
  ),
  group(
    "dependentRequired",
    { dependentRequired: { a: ["b", "c"] } },
    [{}, { b: 1 }, { a: 1, b: 2, c: 3 }, "a"],
    [{ a: 1 }, { a: 1, b: 2 }],
  ),
  group(
    "dependentSchemas",
    { dependentSchemas: { a: { properties: { b: { type: "integer" } }, required: ["b"] } } },
    [{}, { b: "x" }, { a: 1, b: 2 }],
    [{ a: 1 }, { a: 1, b: "x" }],
  ),

  group("items", { items: { type: "integer" } }, [[], [1, 2], { a: "x" }, "a"], [["1"], [1, null]]),
  group("items false", { items: false }, [[], "x"], [[1]]),
  group(
    "prefixItems",
    { prefixItems: [{ type: "string" }, { type: "integer" }] },
    [[], ["a"], ["a", 1, null]],
    [[1], ["a", "b"]],
  ),
  group(
    "prefixItems closed",
    { prefixItems: [true, { minimum: 2 }], items: false },
    [[], [1], [1, 2]],
    [
      [1, 1],
      [1, 2, 3],
    ],
  ),
  group(
    "prefixItems and the rest",
    { prefixItems: [{ type: "string" }], items: { type: "integer" } },
    [["a", 1, 2]],
    [
      ["a", "b"],
      [1, 1],
    ],
  ),
  group("number of items", { minItems: 1, maxItems: 2 }, [[1], [1, 2], {}], [[], [1, 2, 3]]),
  group(
    "uniqueItems",
    { uniqueItems: true },
    [[], [1, "1", true, null, 0, false], [{ a: 1 }, { a: 2 }], [[1], [2]], ["[1]", [1]]],
    [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[1], [1]],
      ["a", "b", "a"],
    ],
  ),
  group(
    "uniqueItems of 1,000 objects",
    { uniqueItems: true },
    [Array.from({ length: 1_000 }, (_, id) => ({ id }))],
    [[...Array.from({ length: 1_000 }, (_, id) => ({ id })), { id: 7 }]],
  ),
  group("contains", { contains: { minimum: 5 } }, [[1, 5], [9], {}, "x"], [[], [1, 2]]),
  group(
    "contains with bounds",
    { contains: { const: 1 }, minContains: 2, maxContains: 3 },
    [
      [1, 1],
      [1, 2, 1, 1],
    ],
    [[1], [1, 1, 1, 1], []],
  ),
  group(
    "minContains zero",
    { contains: { const: 1 }, minContains: 0, maxContains: 1 },
    [[], [1], [2]],
    [[1, 1]],
  ),
  group(
    "items of items",
    { items: { items: { type: "integer", maximum: 3 } } },
    [[[1], []], [[3, 2]]],
    [[["x"]], [[1], [4]]],
  ),

  group(
    "allOf",
    { allOf: [{ type: "object", required: ["a"] }, { properties: { a: { minimum: 2 } } }] },
    [{ a: 2 }, { a: "x" }],
    [{}, { a: 1 }, 1],
  ),
  group(
    "anyOf by type",
    { anyOf: [{ type: "string", minLength: 2 }, { type: "integer" }] },
    ["ab", 1],
    ["a", 1.5, null],
  ),
  group("anyOf that overlaps", { anyOf: [{ minimum: 5 }, { multipleOf: 2 }] }, [5, 2, 6, "x"], [3, 1]),
  group(
    "anyOf with conditions on keys",
    { type: "object", properties: { a: true, b: true }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
    [{}, { c: 1 }],
  ),
  group("oneOf", { oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }, [2, 3, 4, 9], [1, 6, 12, "x"]),
  group(
    "oneOf tagged",
    {
      oneOf: [
        { type: "object", properties: { kind: { const: "a" }, n: { type: "integer" } }, required: ["kind"] },
        {
          type: "object",
          properties: { kind: { enum: ["b", "c"] }, n: { type: "string" } },
          required: ["kind"],
        },
      ],
    },
    [{ kind: "a", n: 1 }, { kind: "b", n: "x" }, { kind: "c" }],
    [{ kind: "a", n: "x" }, { kind: "c", n: 1 }, { kind: "d" }, {}, 1],
  ),
  group(
    "tagged, with more to say",
    {
      oneOf: [
        { type: "object", properties: { kind: { const: "a" } }, required: ["kind"] },
        { type: "object", properties: { kind: { const: "b" } }, required: ["kind"] },
      ],
      not: { required: ["x"] },
      unevaluatedProperties: false,
    },
    [{ kind: "a" }, { kind: "b" }],
    [{ kind: "a", x: 1 }, { kind: "b", y: 1 }, { kind: "c" }],
  ),
  group("not", { not: { type: ["string", "null"] } }, [1, {}, []], ["", null]),
  group(
    "not with a property",
    { not: { properties: { a: { const: 1 } }, required: ["a"] } },
    [{}, { a: 2 }],
    [{ a: 1 }, 1],
  ),
  group(
    "if, then, else",
    {
      if: { properties: { a: { const: 1 } }, required: ["a"] },
      then: { required: ["b"] },
      else: { required: ["c"] },
    },
    [{ a: 1, b: 1 }, { a: 2, c: 1 }, { c: 1 }],
    [{ a: 1 }, { a: 1, c: 1 }, { a: 2 }, {}],
  ),
  group("if with then only", { if: { minimum: 5 }, then: { multipleOf: 2 } }, [1, 6, "x", 3], [7]),
  group("if with else only", { if: { minimum: 5 }, else: { multipleOf: 2 } }, [7, 2], [3]),
  group(
    "nullable by a union",
    {
      anyOf: [{ type: "object", properties: { a: { type: "integer" } }, required: ["a"] }, { type: "null" }],
    },
    [null, { a: 1 }],
    [{}, 1, { a: "1" }],
  ),

  group(
    "unevaluatedProperties across allOf",
    { allOf: [{ properties: { a: true } }], properties: { b: true }, unevaluatedProperties: false },
    [{ a: 1, b: 2 }, {}],
    [{ c: 1 }],
  ),
  group(
    "unevaluatedProperties and branches",
    {
      anyOf: [
        { properties: { a: { const: 1 } }, required: ["a"] },
        { properties: { b: true }, required: ["b"] },
      ],
      unevaluatedProperties: false,
    },
    [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
    [
      { a: 2, b: 1 },
      { a: 1, c: 1 },
    ],
  ),
  group(
    "unevaluatedProperties with a schema",
    {
      properties: { a: true },
      patternProperties: { "^x": true },
      unevaluatedProperties: { type: "integer" },
    },
    [{ a: "s", x1: "s", b: 1 }],
    [{ b: "s" }],
  ),
  group(
    "unevaluatedProperties after if and dependentSchemas",
    {
      if: { properties: { a: { const: 1 } }, required: ["a"] },
      then: { properties: { b: true } },
      else: { properties: { c: true } },
      dependentSchemas: { d: { properties: { d: true, e: true } } },
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 2 }, { c: 1 }, { d: 1, e: 1 }],
    [{ a: 1, c: 1 }, { a: 2 }, { e: 1 }, { b: 1 }],
  ),
  group(
    "unevaluatedItems",
    {
      prefixItems: [{ type: "string" }],
      anyOf: [{ prefixItems: [true, { const: 2 }] }, true],
      unevaluatedItems: false,
    },
    [["a"], ["a", 2], []],
    [
      ["a", 3],
      ["a", 2, 3],
    ],
  ),
  group(
    "unevaluatedItems and contains",
    { contains: { type: "string" }, unevaluatedItems: { type: "integer" } },
    [
      ["a", 1],
      ["a", "b"],
    ],
    [["a", null], [1]],
  ),

  group(
    "recursion",
    {
      $ref: "#/$defs/Node",
      $defs: {
        Node: { type: "object", properties: { v: { type: "integer" }, next: { $ref: "#/$defs/Node" } } },
      },
    },
    [{}, { v: 1, next: { v: 2 } }, nested(40)],
    [{ v: "1" }, { next: { next: { v: "x" } } }, nested(80)],
  ),
  group(
    "a reference with more beside it",
    { $ref: "#/$defs/A", maximum: 5, $defs: { A: { minimum: 2 } } },
    [2, 5, "x"],
    [1, 6],
  ),
  group("an anchor", { $ref: "#here", $defs: { a: { $anchor: "here", type: "string" } } }, ["a"], [1]),
  group(
    "draft 4: boolean bounds",
    { minimum: 3, exclusiveMinimum: true, maximum: 5 },
    [4, 5],
    [3, 6],
    "draft-04",
  ),
  group(
    "draft 7: a list of items",
    { items: [{ type: "string" }], additionalItems: { type: "integer" } },
    [["a", 1]],
    [[1], ["a", "b"]],
    "draft-07",
  ),
  group(
    "draft 7: dependencies",
    { dependencies: { a: ["b"], c: { required: ["d"] } } },
    [
      { a: 1, b: 1 },
      { c: 1, d: 1 },
    ],
    [{ a: 1 }, { c: 1 }],
    "draft-07",
  ),
  group(
    "OpenAPI 3.0: nullable",
    { type: "string", nullable: true, minLength: 1 },
    ["a", null],
    ["", 1],
    "openapi-3.0",
  ),
  group("a dialect trick without effect", { $async: true, type: "string" }, ["a"], [1], "draft-07"),

  group(
    "prefixItems and objects after them",
    { prefixItems: [{ type: "string" }], items: { type: "object", required: ["a"] } },
    [["x", { a: 1 }], ["x"]],
    [["x", {}], ["x", 1], [{ a: 1 }]],
  ),
  group(
    "nine properties and no more",
    {
      properties: Object.fromEntries([..."abcdefghi"].map((name) => [name, true])),
      additionalProperties: false,
    },
    [{ a: 1, i: 2 }],
    [{ j: 1 }],
  ),
  group(
    "unevaluatedProperties with a schema, behind a branch",
    {
      anyOf: [{ properties: { a: true }, required: ["a"] }, true],
      unevaluatedProperties: { type: "integer" },
    },
    [{ a: "x", b: 1 }, { b: 1 }],
    [{ b: "x" }, { a: "x", b: "y" }],
  ),
  group(
    "unevaluatedProperties behind a branch of a branch",
    {
      properties: { a: true, c: true },
      anyOf: [{ required: ["a"], anyOf: [{ properties: { b: true }, required: ["c"] }, true] }, true],
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 1, c: 1 }, { c: 1 }],
    [
      { b: 1, c: 1 },
      { a: 1, b: 1 },
    ],
  ),
  {
    ...group(
      "closed arguments",
      { type: "object", properties: { a: true }, required: ["b"] },
      [{ a: 1, b: 1 }],
      [{ b: 1, c: 1 }, json('{"b":1,"__proto__":1}')],
    ),
    unknown: "refuse",
  },
  {
    ...group(
      "closed arguments with parts",
      {
        type: "object",
        properties: { a: true },
        anyOf: [{ properties: { b: true } }, { properties: { c: { type: "integer" } } }],
      },
      [{ a: 1, b: 1, c: 1 }, {}],
      [{ d: 1 }],
    ),
    unknown: "refuse",
  },
  {
    ...group(
      "closed arguments with a pattern over a name",
      {
        type: "object",
        properties: { xd: { properties: { a: true } } },
        patternProperties: { "^x": { properties: { b: true } } },
      },
      [{ xd: { a: 1, b: 1 }, x1: { b: 1 } }],
      [{ x1: { a: 1 } }, { xd: { z: 1 } }],
    ),
    unknown: "refuse",
  },
  group(
    "null beside a tag",
    {
      type: ["object", "null"],
      oneOf: ["a", "b"].map((kind) => ({
        type: "object",
        properties: { kind: { const: kind } },
        required: ["kind"],
      })),
    },
    [{ kind: "a" }, { kind: "b" }],
    [null, { kind: "c" }, 1],
  ),
  {
    ...group(
      "open arguments, without names that reach the prototype",
      json('{"type":"object","properties":{"constructor":true},"additionalProperties":true}'),
      [{ constructor: 1, x: 1 }],
      [json('{"__proto__":1}'), { prototype: 1 }],
    ),
    unknown: "refuse",
  },
  {
    ...group(
      "arguments stripped of what nobody knows",
      { type: "object", properties: { a: { type: "integer" } } },
      [{ a: 1, b: 1 }],
      [{ a: "x" }],
    ),
    unknown: "strip",
  },
  {
    ...group(
      "arguments stripped beside a closed branch",
      {
        type: "object",
        properties: { p: { anyOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] } },
        $defs: {
          A: { type: "object", properties: { a: true }, additionalProperties: false },
          B: { type: "object", properties: { b: { type: "integer" } }, required: ["b"] },
        },
      },
      [{ p: { a: 1, z: 1 } }, { p: { a: 1, b: 1 } }],
      [{ p: { a: 1, b: "x" } }],
    ),
    unknown: "strip",
  },
  {
    ...group(
      "arguments stripped of what no pattern matches",
      { type: "object", patternProperties: { "^x": { type: "integer" } } },
      [{ x1: 1, y: "z" }],
      [{ x1: "x" }],
    ),
    unknown: "strip",
  },
  {
    ...group(
      "a map with a declared name",
      json(
        '{"type":"object","properties":{"constructor":{"type":"integer"}},"additionalProperties":{"type":"string"}}',
      ),
      [{ constructor: 1, x: "a" }],
      [{ prototype: "x" }, json('{"__proto__":"x"}'), { constructor: "x" }],
    ),
    unknown: "refuse",
  },
  {
    ...group(
      "free values in arguments",
      {
        type: "object",
        properties: {
          any: true,
          bag: { type: "object" },
          list: { type: "array" },
          more: { type: "object", properties: { a: true }, additionalProperties: true },
        },
      },
      [{ any: [{ a: [1] }], bag: { a: { b: 1 } }, list: [[{}]], more: { b: { c: 1 } } }],
      [
        json('{"any":{"x":[{"constructor":1}]}}'),
        json('{"bag":{"x":{"__proto__":1}}}'),
        json('{"list":[{"deep":{"__proto__":1}}]}'),
        json('{"more":{"x":{"prototype":1}}}'),
      ],
    ),
    unknown: "refuse",
  },
  group("an exact number of items", { minItems: 2, maxItems: 2 }, [[1, 2], "x"], [[], [1], [1, 2, 3]]),
  group(
    "a pair",
    { prefixItems: [{ type: "integer" }, { type: "string" }], items: false, minItems: 2 },
    [[1, "a"]],
    [[], [1], ["a", 1], [1, "a", 2], [1, 2]],
  ),
];
