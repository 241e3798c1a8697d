import { fc } from "../helpers/seeded.js";
import { describe, expect, it } from "vitest";
import { accepts } from "../../generator/check/values/accepts.js";
import type { Json, Schema } from "../../generator/ir.js";
import { intersect } from "../../generator/lower/intersect.js";
import { definitions, schemaWithValues } from "../helpers/arbitrary-schema.js";

describe("the intersection of two schemas", () => {
  it.each<[string, Schema, Schema, Schema]>([
    ["bounds: the tighter", { minimum: 1, maximum: 9 }, { minimum: 3 }, { minimum: 3, maximum: 9 }],
    ["types: the common", { type: ["string", "number"] }, { type: "integer" }, { type: "integer" }],
    ["types that exclude each other: nothing", { type: "string" }, { type: "number" }, false],
    ["enums: the common", { enum: [1, 2] }, { enum: [2, 3] }, { enum: [2] }],
    ["enums without a common value: nothing", { enum: [1] }, { enum: [2] }, false],
    ["constants that differ: nothing", { const: { a: 1 } }, { const: { a: 2 } }, false],
    ["required: all", { required: ["a"] }, { required: ["b", "a"] }, { required: ["a", "b"] }],
    [
      "words: the first",
      { description: "a", type: "string" },
      { description: "b" },
      { description: "a", type: "string" },
    ],
    ["anything: the other", {}, { type: "string" }, { type: "string" }],
    ["nothing: nothing", false, { type: "string" }, false],
    [
      "properties: both, unless the other forbids them",
      { properties: { a: { type: "string" } }, additionalProperties: false },
      { properties: { b: { type: "number" } } },
      { properties: { a: { type: "string" }, b: false }, additionalProperties: false },
    ],
    [
      "a property of both: both schemas",
      { properties: { a: { type: "string" } } },
      { properties: { a: { minLength: 1 } } },
      { properties: { a: { allOf: [{ type: "string" }, { minLength: 1 }] } } },
    ],
    [
      "unions: each with each",
      { anyOf: [{ type: "string" }, { type: "number" }] },
      { anyOf: [{ minimum: 1 }, true] },
      {
        anyOf: [
          { allOf: [{ type: "string" }, { minimum: 1 }] },
          { type: "string" },
          { allOf: [{ type: "number" }, { minimum: 1 }] },
          { type: "number" },
        ],
      },
    ],
    [
      "conditions: each by itself",
      { if: { required: ["a"] }, then: { required: ["b"] } },
      { if: { required: ["c"] }, else: { required: ["d"] } },
      {
        if: { required: ["a"] },
        then: { required: ["b"] },
        allOf: [{ if: { required: ["c"] }, else: { required: ["d"] } }],
      },
    ],
    [
      "dependent schemas: all of them",
      { dependentSchemas: { a: { required: ["b"] } }, dependentRequired: { a: ["x"] } },
      { dependentSchemas: { a: { required: ["c"] }, d: true }, dependentRequired: { a: ["y"] } },
      {
        dependentSchemas: { a: { allOf: [{ required: ["b"] }, { required: ["c"] }] }, d: true },
        dependentRequired: { a: ["x", "y"] },
      },
    ],
  ])("is correct for %s", (_, a, b, want) => {
    expect(intersect(a, b)).toEqual(want);
  });

  it("keeps two unions separate if their product would be too large", () => {
    const union = (stem: string): readonly Schema[] =>
      Array.from({ length: 9 }, (_, index) => ({ properties: { [`${stem}${index}`]: { type: "string" } } }));
    const [left, right] = [union("left"), union("right")];
    expect(intersect({ anyOf: left }, { anyOf: right })).toEqual({ anyOf: left, allOf: [{ anyOf: right }] });
  });

  it("never allows less than both schemas allow", () => {
    const fits = (schema: Schema, value: Json): boolean =>
      accepts(schema, value, { resolve: (name) => definitions[name] });
    let common = 0;
    fc.assert(
      fc.property(schemaWithValues(1), schemaWithValues(1), (a, b) => {
        const both = intersect(a.schema, b.schema);
        for (const value of [...a.values, ...b.values]) {
          if (!fits(a.schema, value) || !fits(b.schema, value)) continue;
          common += 1;
          if (!fits(both, value)) throw new Error(JSON.stringify({ a: a.schema, b: b.schema, both, value }));
        }
      }),
      { numRuns: 400 },
    );
    console.log(`${common} common values`);
    expect(common).toBeGreaterThan(20);
  });
});
