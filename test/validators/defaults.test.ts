import { describe, expect, it } from "vitest";
import type { Json, Schema, SchemaObject } from "../../generator/ir.js";
import { validate } from "../../runtime/validate/validate.js";
import { fc } from "../helpers/seeded.js";
import { compileCheck, compileDefaults } from "./compile-checks.js";

const minutes: Schema = { type: "object", properties: { minutes: { type: "integer", default: 5 } } };
const named: Schema = {
  type: "object",
  properties: { name: { type: "string" } },
  additionalProperties: false,
};

const names = fc.constantFrom("a", "b", "x-a", "x-b");

/**
 * Schemas of objects, maps and lists. They are closed or describe every member. Only some of the members have
 * defaults.
 */
const schemas: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>((tie) => {
  const inner = tie("schema");
  const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    fc.option(value, { nil: undefined });
  const present = (parts: object): SchemaObject =>
    Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as SchemaObject;
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Schema>({ type: "integer" }, { type: "integer", default: 3 }, named, minutes),
      fc
        .record({
          type: fc.constant("object"),
          properties: rarely(fc.dictionary(fc.constantFrom("a", "b"), inner, { maxKeys: 2 })),
          patternProperties: rarely(fc.dictionary(fc.constantFrom("^x-", "-a$"), inner, { maxKeys: 1 })),
          additionalProperties: fc.oneof(fc.constant(false), inner),
        })
        .map(present),
      fc
        .record({
          type: fc.constant("array"),
          prefixItems: rarely(fc.array(inner, { minLength: 1, maxLength: 2 })),
          items: fc.oneof(fc.constant(false), inner),
        })
        .map(present),
    ),
  };
}).schema;

const values: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(1, {}, [], { name: "n" }, { minutes: 1 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3 }) as fc.Arbitrary<Json>,
    fc.array(tie("value"), { maxLength: 3 }) as fc.Arbitrary<Json>,
  ),
})).value;

describe("defaults", () => {
  it("keep the validity of every value, and are filled in once", () => {
    let filled = 0;
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 5, maxLength: 20 }), (inner, given) => {
        const schema: Schema = {
          type: "object",
          properties: { x: inner, unit: { type: "string", default: "metric" } },
          required: ["x"],
        };
        const check = compileCheck(schema);
        const complete = compileDefaults(schema);
        for (const x of given.filter((value) => validate(check, { x: value }).ok)) {
          const completed = complete({ x }) as { x: Json };
          filled += JSON.stringify(completed.x) === JSON.stringify(x) ? 0 : 1;
          if (!validate(check, completed).ok) throw new Error(JSON.stringify({ inner, x, completed }));
          expect(complete(completed)).toBe(completed);
        }
      }),
      { numRuns: 400 },
    );
    expect(filled).toBeGreaterThan(50);
  });

  it("of additional items and properties are separate from those of tuples and patterns", () => {
    const complete = compileDefaults({
      type: "object",
      properties: {
        list: { type: "array", prefixItems: [named], items: minutes },
        map: { type: "object", patternProperties: { "^x-": named }, additionalProperties: minutes },
      },
    });
    expect(complete({ list: [{}, {}], map: { "x-a": {}, a: {} } })).toEqual({
      list: [{}, { minutes: 5 }],
      map: { "x-a": {}, a: { minutes: 5 } },
    });
  });
});
