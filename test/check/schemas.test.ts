import { describe, expect, it, test } from "vitest";
import { problemsIn } from "./compile-spec.js";

/** Returns a tool with one argument, whose schema begins at 8:12. */
function argument(schema: string, more = ""): string {
  return `name: a
tools:
  t:
    description: Does something with an argument.
    parameters:
      type: object
      properties:
        x: ${schema}
${more}`;
}

const described = "description: An argument.";

describe("a schema", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "array without items",
      `{ ${described}, type: array }`,
      ['TP409 8:12 array "x" does not describe its items'],
    ],
    ["array with items", `{ ${described}, type: array, items: { type: string } }`, []],
    ["array that is always empty", `{ ${described}, type: array, maxItems: 0 }`, []],
    ["array of given values", `{ ${described}, type: array, enum: [[], [1]] }`, []],
    [
      "array inside an array",
      `{ ${described}, type: array, items: { type: array } }`,
      ['TP409 8:61 array "x[]" does not describe its items'],
    ],
    [
      "required without property",
      `{ ${described}, type: object, properties: { street: {} }, required: [stret] }`,
      ['TP410 8:94 "stret" is required but is not among the properties'],
    ],
    [
      "required in a branch",
      `{ ${described}, type: object, properties: { a: {}, b: {} }, anyOf: [{ required: [a] }, { required: [b] }] }`,
      [],
    ],
    [
      "required in a map",
      `{ ${described}, type: object, additionalProperties: { type: string }, required: [a] }`,
      [],
    ],
    [
      "value listed twice",
      `{ ${described}, enum: [a, 1, b, 1.0, a] }`,
      ["TP411 8:57 enum lists 1 twice", 'TP411 8:62 enum lists "a" twice'],
    ],
    ["empty enum", `{ ${described}, enum: [] }`, ['TP412 8:47 enum of "x" allows no value at all']],
    [
      "default of another type",
      `{ ${described}, type: integer, default: ten }`,
      ['TP413 8:65 default "ten" does not fit its own schema: it must be integer'],
    ],
    [
      "default outside the bounds",
      `{ ${described}, type: integer, maximum: 3, default: 4 }`,
      ["TP413 8:77 default 4 does not fit its own schema: it must be at most 3"],
    ],
    [
      "default with a wrong part",
      `{ ${described}, type: object, properties: { n: { type: integer } }, default: { n: a } }`,
      ['TP413 8:102 default {"n":"a"} does not fit its own schema: n must be integer'],
    ],
    [
      "default that is no date",
      `{ ${described}, type: string, format: date, default: "2026-02-30" }`,
      ['TP413 8:78 default "2026-02-30" does not fit its own schema: it must be a date'],
    ],
    ["default that is a date", `{ ${described}, type: string, format: date, default: "2024-02-29" }`, []],
    ["default that fits", `{ ${described}, type: integer, default: 4 }`, []],
    [
      "example value that does not fit",
      `{ ${described}, type: integer, examples: [1, a] }`,
      ['TP415 8:70 example "a" does not fit its own schema: it must be integer'],
    ],
    [
      "minimum above maximum",
      `{ ${described}, type: number, minimum: 3, maximum: 2 }`,
      ["TP416 8:64 no value has minimum 3 and maximum 2"],
    ],
    [
      "minimum at exclusive maximum",
      `{ ${described}, type: number, minimum: 3, exclusiveMaximum: 3 }`,
      ["TP416 8:64 no value has minimum 3 and exclusiveMaximum 3"],
    ],
    ["equal bounds", `{ ${described}, type: number, minimum: 3, maximum: 3 }`, []],
    [
      "minLength above maxLength",
      `{ ${described}, type: string, minLength: 3, maxLength: 2 }`,
      ["TP416 8:66 no value has minLength 3 and maxLength 2"],
    ],
    [
      "unsafe pattern",
      `{ ${described}, type: string, pattern: "^(a+)+$" }`,
      ['TP407 8:64 pattern "^(a+)+$" can take too long for texts of more than 21 characters'],
    ],
    [
      "unsafe pattern for texts that are too short to be dangerous",
      `{ ${described}, type: string, maxLength: 12, pattern: "^(a+)+$" }`,
      [],
    ],
    [
      "unsafe pattern of names",
      `{ ${described}, type: object, patternProperties: { "^(a+)+$": {} } }`,
      ['TP407 8:87 pattern "^(a+)+$" can take too long for texts of more than 21 characters'],
    ],
    [
      "unsafe pattern of all names",
      `{ ${described}, type: object, propertyNames: { pattern: "^(a+)+$" } }`,
      ['TP407 8:81 pattern "^(a+)+$" can take too long for texts of more than 21 characters'],
    ],
    [
      "pattern for short texts only",
      `{ ${described}, type: string, pattern: "^.*.*.*=$" }`,
      ['TP436 8:64 texts of more than 193 characters are refused: pattern "^.*.*.*=$" would take too long'],
    ],
    [
      "pattern for short texts only, and short texts",
      `{ ${described}, type: string, maxLength: 190, pattern: "^.*.*.*=$" }`,
      [],
    ],
  ])("%s", (_, schema, problems) => {
    expect(problemsIn(argument(schema))).toEqual(problems);
  });

  it("may have an unsafe pattern if that is allowed", () => {
    expect(
      problemsIn(argument(`{ ${described}, type: string, pattern: "^(a+)+$" }`), {
        options: { allowUnsafePatterns: true },
      }),
    ).toEqual([]);
  });

  it("with an unsafe pattern does not block the generator when it checks a default", () => {
    const schema = `{ ${described}, type: string, pattern: "^(a+)+$", default: ${"a".repeat(60)}b }`;
    expect(problemsIn(argument(schema))).toEqual([
      'TP407 8:64 pattern "^(a+)+$" can take too long for texts of more than 21 characters',
    ]);
  });

  it("that is shared is checked once, for any number of tools that use it", () => {
    const spec = argument(
      '{ $ref: "#/schemas/s" }',
      `schemas:\n  s: { ${described}, type: integer, default: x }\n`,
    );
    expect(problemsIn(spec)).toEqual([
      'TP413 10:59 default "x" does not fit its own schema: it must be integer',
    ]);
  });
});

describe("a default", () => {
  const spec = (response: string): string =>
    argument(
      `{ ${described}, type: string }`,
      `    response: ${response}\nschemas:\n  level: { type: integer, default: high }\n`,
    );

  it("of a result is not checked, because it is never filled in", () => {
    expect(problemsIn(spec("{ type: integer, default: high }").replace(/schemas:[^]*/, ""))).toEqual([]);
    expect(problemsIn(spec('{ $ref: "#/schemas/level" }'))).toEqual([]);
  });

  it("of a shared schema that arguments use is checked", () => {
    const used = argument(
      '{ $ref: "#/schemas/level", description: A level. }',
      "schemas:\n  level: { type: integer, default: high }\n",
    );
    expect(problemsIn(used)).toEqual([
      'TP413 10:36 default "high" does not fit its own schema: it must be integer',
    ]);
  });
});

describe("examples of a tool", () => {
  const tool = (examples: string, more = ""): string => `name: a
tools:
  t:
    description: Does something with an argument.
    parameters:
      type: object
      properties:
        city: { type: string, description: A city. }
        days: { type: integer, description: How many., minimum: 1 }
        tenant: { type: string, description: Who. }
      required: [city, tenant]
    bind: { tenant: { context: tenant } }
    response: { type: object, properties: { ok: { type: boolean } }, required: [ok] }
    examples:
${examples}
${more}`;

  test.each<[string, string, readonly string[]]>([
    ["that fit, without the bound argument", "      - args: { city: Bonn, days: 3 }", []],
    [
      "that lack an argument",
      "      - args: { days: 3 }",
      ['TP414 15:15 example 1 does not fit the schema: it must have "city"'],
    ],
    [
      "of the wrong type",
      "      - args: { city: Bonn, days: three }",
      ["TP414 15:35 example 1 does not fit the schema: days must be integer"],
    ],
    [
      "with an argument that the tool does not have",
      "      - args: { city: Bonn, dais: 3 }",
      ['TP414 15:29 example 1 does not fit the schema: "dais" is not an argument'],
    ],
    [
      "with a result of the wrong shape",
      "      - args: { city: Bonn }\n        result: { ok: 1 }",
      ["TP414 16:23 example 1 does not fit the schema: in its result, ok must be boolean"],
    ],
  ])("%s", (_, examples, problems) => {
    expect(problemsIn(tool(examples))).toEqual(problems);
  });
});
