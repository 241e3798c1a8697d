import { fc } from "../helpers/seeded.js";
import type { Json, Schema } from "../../generator/ir.js";

const awkward = "__proto__";
const small = fc.integer({ min: 0, max: 3 });

const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  null,
  true,
  false,
  0,
  1,
  2,
  1.5,
  -1,
  "",
  "a",
  "ab",
  "abc",
  "🙂",
);

function nameOf({ forAjv }: Words): fc.Arbitrary<string> {
  return fc.constantFrom("a", "b", "c", "allOf", ...(forAjv ? [] : [awkward]));
}

function record<T>(
  name: fc.Arbitrary<string>,
  value: fc.Arbitrary<T>,
  maxKeys: number,
): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.tuple(name, value), { maxLength: maxKeys, selector: ([key]) => key })
    .map((entries) => {
      const made: Record<string, T> = {};
      for (const [key, each] of entries)
        Object.defineProperty(made, key, {
          value: each,
          enumerable: true,
          writable: true,
          configurable: true,
        });
      return made;
    });
}

/** Returns JSON values with few different names and numbers, so that schemas often apply to the values. */
export function randomValue(words: Words): fc.Arbitrary<Json> {
  return fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { arbitrary: scalar, weight: 3 },
      { arbitrary: fc.array(tie("value"), { maxLength: 4 }), weight: 1 },
      { arbitrary: record(nameOf(words), tie("value"), 4) as fc.Arbitrary<Json>, weight: 3 },
    ),
  })).value;
}

const typeName = fc.constantFrom("string", "number", "integer", "boolean", "array", "object", "null");

/** The words that random schemas and values use. */
export interface Words {
  /**
   * Leaves out the words with which Ajv gives wrong verdicts: Ajv evaluates `unevaluated…` incorrectly, ignores
   * a property called `__proto__`, and reuses the result of `contains` for the next property.
   */
  readonly forAjv: boolean;
}

/** Returns random schemas of 2020-12 with definitions `x`, `y` and `z` that may refer to each other. */
export function randomSchema(words: Words): fc.Arbitrary<Schema> {
  const name = nameOf(words);
  const { schema } = fc.letrec<{ schema: Schema }>((tie) => {
    const inner = tie("schema");
    const list = fc.array(inner, { minLength: 1, maxLength: 3 });
    const keywords: Record<string, fc.Arbitrary<unknown>> = {
      type: fc.oneof(typeName, fc.uniqueArray(typeName, { minLength: 1, maxLength: 3 })),
      enum: fc.array(scalar, { minLength: 1, maxLength: 4 }).map((values) => [...new Set(values)]),
      const: scalar,
      minimum: small,
      maximum: small,
      exclusiveMinimum: small,
      exclusiveMaximum: small,
      multipleOf: fc.constantFrom(1, 2, 3, 0.5),
      minLength: small,
      maxLength: small,
      pattern: fc.constantFrom("^a", "b$", "^[ab]+$"),
      properties: record(name, inner, 3),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      additionalProperties: inner,
      patternProperties: fc.dictionary(fc.constantFrom("^a", "b|c", "^_"), inner, { maxKeys: 2 }),
      propertyNames: inner,
      minProperties: small,
      maxProperties: small,
      dependentRequired: record(name, fc.uniqueArray(name, { maxLength: 2 }), 2),
      dependentSchemas: record(name, inner, 2),
      items: inner,
      prefixItems: list,
      minItems: small,
      maxItems: small,
      uniqueItems: fc.boolean(),
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: inner,
      if: inner,
      then: inner,
      else: inner,
      $ref: fc.constantFrom("#/$defs/x", "#/$defs/y", "#/$defs/z"),
      ...(!words.forAjv && {
        unevaluatedProperties: inner,
        unevaluatedItems: inner,
        contains: inner,
        minContains: small,
        maxContains: small,
      }),
    };
    const weighted = [
      ...Object.keys(keywords),
      "allOf",
      "allOf",
      "allOf",
      "properties",
      "properties",
      "additionalProperties",
      "type",
    ];
    const object = fc
      .uniqueArray(fc.constantFrom(...weighted), { maxLength: 4 })
      .chain((chosen) =>
        fc.record(Object.fromEntries(chosen.map((key) => [key, keywords[key]!]))),
      ) as fc.Arbitrary<Schema>;
    return {
      schema: fc.oneof(
        { maxDepth: 3 },
        { arbitrary: fc.constantFrom<Schema>(true, false, {}, { type: "string" }), weight: 1 },
        { arbitrary: object, weight: 5 },
      ),
    };
  });
  return fc
    .tuple(schema, schema, schema, schema)
    .map(([root, x, y, z]) =>
      typeof root === "boolean" ? root : ({ ...root, $defs: { x, y, z } } as Schema),
    );
}
