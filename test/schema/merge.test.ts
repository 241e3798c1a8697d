import { describe, expect, it, test } from "vitest";
import { normalForm, normalise } from "./normalise.js";

describe("allOf is merged if one schema has the same meaning", () => {
  test.each<[string, unknown, unknown]>([
    [
      "types are intersected",
      { allOf: [{ type: ["string", "number"] }, { type: ["integer", "null"] }] },
      { type: "integer" },
    ],
    [
      "enums are intersected",
      { allOf: [{ enum: ["a", "b", { x: 1, y: 2 }] }, { enum: [{ y: 2, x: 1 }, "b"] }] },
      { enum: ["b", { x: 1, y: 2 }] },
    ],
    ["a constant wins over an enum", { const: "a", allOf: [{ enum: ["a", "b"] }] }, { const: "a" }],
    [
      "the narrower bounds count",
      { minimum: 1, maxLength: 5, allOf: [{ minimum: 3, maxLength: 9 }] },
      { minimum: 3, maxLength: 5 },
    ],
    ["whole multiples are combined", { allOf: [{ multipleOf: 4 }, { multipleOf: 6 }] }, { multipleOf: 12 }],
    [
      "properties and required are united",
      {
        allOf: [
          { properties: { a: { type: "string" } }, required: ["a"] },
          { properties: { b: true }, required: ["a", "b"] },
        ],
      },
      { properties: { a: { type: "string" }, b: true }, required: ["a", "b"] },
    ],
    [
      "one property in two members must satisfy both",
      { allOf: [{ properties: { a: { minLength: 1 } } }, { properties: { a: { type: "string" } } }] },
      { properties: { a: { minLength: 1, type: "string" } } },
    ],
    [
      "additional properties of one member hold for the names of another",
      {
        allOf: [
          { properties: { a: true }, additionalProperties: { type: "string" } },
          { properties: { b: { minLength: 1 } } },
        ],
      },
      {
        properties: { a: true, b: { type: "string", minLength: 1 } },
        additionalProperties: { type: "string" },
      },
    ],
    [
      "tuples are merged place by place",
      { allOf: [{ prefixItems: [{ minLength: 1 }] }, { items: { type: "string" } }] },
      { prefixItems: [{ minLength: 1, type: "string" }], items: { type: "string" } },
    ],
    [
      "true and {} vanish, false remains",
      { properties: { a: { allOf: [true, {}], type: "string" }, b: { allOf: [false], type: "string" } } },
      { properties: { a: { type: "string" }, b: false } },
    ],
    [
      "a single member keeps what describes the whole",
      { description: "outer", allOf: [{ description: "inner", type: "string" }] },
      { description: "outer", type: "string" },
    ],
    [
      "unevaluated becomes additional once nothing else is left",
      { allOf: [{ properties: { a: true } }, { properties: { b: true } }], unevaluatedProperties: false },
      { properties: { a: true, b: true }, additionalProperties: false },
    ],
  ])("%s", (_, value, expected) => {
    expect(normalForm(value)).toEqual(expected);
  });

  it("a reference alone stays a reference", () => {
    expect(
      normalForm({ description: "d", allOf: [{ $ref: "#/$defs/x" }], $defs: { x: { type: "object" } } }),
    ).toEqual({ description: "d", $ref: "#/$defs/X" });
  });

  it("inheritance becomes one object", () => {
    const $defs = { base: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] } };
    expect(
      normalForm({ allOf: [{ $ref: "#/$defs/base" }, { properties: { name: { type: "string" } } }], $defs }),
    ).toEqual({
      type: "object",
      properties: { id: { type: "integer" }, name: { type: "string" } },
      required: ["id"],
    });
  });

  it("recursive schemas are opened once and no further", () => {
    const node = { type: "object", properties: { next: { $ref: "#/$defs/node" } } };
    const other = { type: "object", properties: { next: { $ref: "#/$defs/other" } } };
    expect(
      normalForm({ allOf: [{ $ref: "#/$defs/node" }, { $ref: "#/$defs/other" }], $defs: { node, other } }),
    ).toEqual({
      type: "object",
      properties: { next: { allOf: [{ $ref: "#/$defs/Node" }, { $ref: "#/$defs/Other" }] } },
    });
  });
});

describe("allOf is kept if one schema cannot express it", () => {
  test.each<[string, unknown, unknown]>([
    [
      "two patterns",
      { pattern: "a", allOf: [{ pattern: "b" }] },
      { pattern: "a", allOf: [{ pattern: "b" }] },
    ],
    [
      "two unions",
      { anyOf: [{ minLength: 1 }], allOf: [{ anyOf: [{ maxLength: 3 }] }] },
      { anyOf: [{ minLength: 1 }], allOf: [{ anyOf: [{ maxLength: 3 }] }] },
    ],
    [
      "decimal multiples",
      { multipleOf: 0.2, allOf: [{ multipleOf: 0.3 }] },
      { multipleOf: 0.2, allOf: [{ multipleOf: 0.3 }] },
    ],
    [
      "patterns beside closed properties",
      {
        patternProperties: { "^x": true },
        additionalProperties: false,
        allOf: [{ properties: { a: true } }],
      },
      {
        patternProperties: { "^x": true },
        additionalProperties: false,
        allOf: [{ properties: { a: true } }],
      },
    ],
    [
      "a member that closes itself by unevaluatedProperties",
      {
        properties: { b: true },
        allOf: [{ anyOf: [{ properties: { a: true } }], unevaluatedProperties: false }],
      },
      {
        properties: { b: true },
        allOf: [{ anyOf: [{ properties: { a: true } }], unevaluatedProperties: false }],
      },
    ],
  ])("%s", (_, value, expected) => {
    expect(normalForm(value)).toEqual(expected);
  });
});

describe("contradictions in allOf are reported", () => {
  it("with the location of the schema and of its members", () => {
    const { schema, problems } = normalise({
      properties: { a: { allOf: [{ type: "string" }, { type: "integer" }] } },
    });
    expect(schema).toEqual({ properties: { a: false } });
    expect(problems).toEqual([
      "TP315 /properties/a no value satisfies this allOf: type string against type integer",
      'TP329 /properties/a no value is valid for property "a"',
    ]);
  });

  it("and the lost property, even if members describe it separately, but not if it is forbidden explicitly", () => {
    const text = { properties: { a: { type: "string" } } };
    expect(normalise({ allOf: [text, { properties: { a: { type: "integer" } } }] }).problems).toEqual([
      "TP315 /allOf/0/properties/a no value satisfies this allOf: type string against type integer",
      'TP329 /allOf/0/properties/a no value is valid for property "a"',
    ]);
    expect(normalise({ allOf: [text, { properties: { a: false } }] }).problems).toEqual([]);
  });

  it("also between lists of values", () => {
    expect(normalise({ const: 1, allOf: [{ enum: [2, 3] }] }).problems).toEqual([
      "TP315 / no value satisfies this allOf: one of 1 against one of 2, 3",
    ]);
  });

  it("and so is a property that another member forbids", () => {
    const { schema, problems, helps } = normalise({
      allOf: [{ properties: { a: true }, additionalProperties: false }, { properties: { b: true } }],
    });
    expect(schema).toEqual({ properties: { a: true }, additionalProperties: false });
    expect(problems).toEqual([
      'TP316 /allOf/1 property "b" can never be present: another member of the allOf forbids it',
    ]);
    expect(helps).toEqual(["Use unevaluatedProperties: false beside the allOf instead."]);
  });
});

describe("an allOf with many members", () => {
  const member = (index: number): object => ({
    description: `part ${index}`,
    properties: { [`p${index}`]: { type: "integer" }, shared: { minimum: index } },
    required: [`p${index}`],
  });

  it("results in the same schema as one with few", () => {
    const names = Array.from({ length: 300 }, (_, index) => `p${index}`);
    const ordered = Object.fromEntries(names.map((name) => [name, { type: "integer" }]));
    expect(normalForm({ allOf: names.map((_, index) => member(index)) })).toEqual({
      description: "part 0",
      properties: { ...ordered, shared: { minimum: 299 } },
      required: names,
    });
  });

  it("is refused if two of them contradict each other", () => {
    const members = Array.from({ length: 300 }, (_, index) => member(index));
    const { problems } = normalise({ allOf: [...members, { type: "string" }, { type: "integer" }] });
    expect(problems.join("\n")).toContain("TP315");
  });

  // One after the other, these merges would take minutes.
  it("is merged in linear time", () => {
    const members = Array.from({ length: 20_000 }, (_, index) => member(index));
    expect(Object.keys((normalForm({ allOf: members }) as { properties: object }).properties)).toHaveLength(
      20_001,
    );
  });
});
