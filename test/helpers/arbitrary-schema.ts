import { fc } from "./seeded.js";
import type { Json, Schema, SchemaObject } from "../../generator/ir.js";

// Random normalised schemas, and random values that fit them. Objects always declare their additional
// properties, so that a schema has the same meaning in JSON Schema and in argument checks.

export interface SchemaWithValues {
  readonly schema: SchemaObject;
  readonly values: readonly Json[];
}

/** Named schemas that random schemas refer to. All except `Point` are recursive. */
export const definitions: Readonly<Record<string, SchemaObject>> = {
  Point: {
    type: "object",
    properties: { lat: { type: "number" }, lon: { type: "number" } },
    required: ["lat", "lon"],
    additionalProperties: false,
  },
  Tree: {
    type: "object",
    properties: {
      label: { type: "string" },
      weights: { type: "object", additionalProperties: { type: "integer" } },
      children: { type: "array", items: { $ref: "#/$defs/Tree" } },
    },
    required: ["label", "children"],
    additionalProperties: false,
  },
  Chain: {
    type: "object",
    properties: {
      id: { type: "integer", format: "int64" },
      next: { anyOf: [{ $ref: "#/$defs/Chain" }, { type: "null" }] },
    },
    required: ["id"],
    additionalProperties: false,
  },
  Anything: {
    anyOf: [
      { type: "string" },
      { type: "number" },
      { type: "array", items: { $ref: "#/$defs/Anything" } },
      { type: "object", additionalProperties: { $ref: "#/$defs/Anything" } },
    ],
  },
};

const texts: Readonly<Record<string, readonly string[]>> = {
  "^[a-z]{2,4}$": ["ab", "wxyz"],
  "^(?=a).+$": ["a", "apple"],
  "^(a|b)\\1$": ["aa", "bb"],
};

const formatted: Readonly<Record<string, readonly string[]>> = {
  email: ["a@example.com"],
  uuid: ["123e4567-e89b-12d3-a456-426614174000"],
  date: ["2024-02-29"],
  "date-time": ["2024-02-29T12:00:00Z"],
};

const names = fc.constantFrom(
  "city",
  "days",
  "X-Trace",
  "X_Trace",
  "filter[a]",
  "filter_a",
  "2nd",
  "more",
  "key",
  "value",
  "type",
  "$ref",
  "constructor",
  "hasOwnProperty",
  "häuser",
  "",
  "a".repeat(70),
);

const keys = fc.oneof(
  names,
  fc.string({ maxLength: 6 }).filter((key) => key !== "__proto__"),
);

const literal: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom("", "a", "b", "1", "true", "null", "{}", "(empty)"),
  fc.constantFrom<Json>(0, 1, -3, 2.5, true, false, null),
  fc.constantFrom<Json>([1, "a"], { a: 1 }, []),
);

const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

/** Removes undefined values, because of `exactOptionalPropertyTypes`. */
function object(entries: Readonly<Record<string, unknown>>): SchemaObject {
  return Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== undefined),
  ) as SchemaObject;
}

const scalar: fc.Arbitrary<SchemaObject> = fc.oneof(
  fc
    .record({ minLength: optional(fc.nat(2)), maxLength: optional(fc.integer({ min: 3, max: 9 })) })
    .map((limits) => object({ type: "string", ...limits })),
  fc.constantFrom(...Object.keys(texts)).map((pattern) => object({ type: "string", pattern })),
  fc.constantFrom(...Object.keys(formatted)).map((format) => object({ type: "string", format })),
  fc
    .record({
      type: fc.constantFrom("integer", "number"),
      minimum: optional(fc.integer({ min: -9, max: 0 })),
      exclusiveMinimum: optional(fc.integer({ min: -9, max: 0 })),
      maximum: optional(fc.integer({ min: 1, max: 99 })),
      exclusiveMaximum: optional(fc.integer({ min: 2, max: 99 })),
      multipleOf: optional(fc.constantFrom(1, 2)),
    })
    .map(object),
  fc.constantFrom("int32", "int64").map((format) => object({ type: "integer", format })),
  fc.constant(object({ type: "boolean" })),
  fc.constant(object({ type: "null" })),
  literal.map((value) => object({ const: value })),
  fc.array(literal, { minLength: 1, maxLength: 4 }).map((values) => object({ enum: values })),
  fc
    .uniqueArray(fc.constantFrom("string", "integer", "number", "boolean", "null"), {
      minLength: 1,
      maxLength: 3,
    })
    .map((type) => object({ type })),
  fc.constantFrom<SchemaObject>({}, { type: "object", additionalProperties: true }, { description: "any" }),
);

function objects(inner: fc.Arbitrary<Schema>): fc.Arbitrary<SchemaObject> {
  return fc
    .record({
      properties: fc.dictionary(names, inner, { maxKeys: 4 }),
      additionalProperties: fc.oneof(
        { weight: 3, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: inner },
      ),
      required: fc.nat(3),
      pattern: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: inner }),
    })
    .map(({ properties, additionalProperties, required, pattern }) =>
      object({
        type: "object",
        properties,
        required: Object.keys(properties).slice(0, required),
        additionalProperties,
        patternProperties: pattern === undefined ? undefined : { "^x-": pattern },
      }),
    );
}

function arrays(inner: fc.Arbitrary<Schema>): fc.Arbitrary<SchemaObject> {
  return fc.oneof(
    fc
      .record({
        items: inner,
        minItems: optional(fc.nat(1)),
        maxItems: optional(fc.integer({ min: 2, max: 4 })),
        uniqueItems: optional(fc.boolean()),
      })
      .map((parts) => object({ type: "array", ...parts })),
    fc
      .record({
        prefixItems: fc.array(inner, { minLength: 1, maxLength: 3 }),
        items: fc.oneof(fc.constant(false), inner),
        minItems: optional(fc.nat(2)),
      })
      .map((parts) => object({ type: "array", ...parts })),
  );
}

/** Returns unions, unions of objects with a tag, and schemas with `allOf`. */
function unions(inner: fc.Arbitrary<SchemaObject>): fc.Arbitrary<SchemaObject> {
  const branches = fc.array(inner, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    branches.map((anyOf) => object({ anyOf })),
    branches.map((oneOf) => object({ oneOf })),
    fc.array(objects(inner), { minLength: 2, maxLength: 3 }).map((variants) =>
      object({
        oneOf: variants.map((variant, index) => ({
          ...variant,
          properties: { kind: { const: `variant ${index}` }, ...variant.properties },
          required: ["kind", ...(variant.required ?? [])],
        })),
      }),
    ),
    inner.map((schema) => object({ allOf: [schema, { description: "merged" }] })),
  );
}

/**
 * The possible forms of a schema with variants: plain object schemas, one for each path through its
 * conditions.
 */
const forms = new WeakMap<SchemaObject, readonly SchemaObject[]>();

/**
 * Returns schemas of objects of two kinds. Conditions or branches distinguish the kinds. A property may have
 * different types in the two kinds.
 */
function variants(inner: fc.Arbitrary<SchemaObject>): fc.Arbitrary<SchemaObject> {
  const part = fc
    .record({ properties: fc.dictionary(names, inner, { maxKeys: 3 }), required: fc.nat(2) })
    .map(({ properties, required }) => ({
      properties,
      required: Object.keys(properties).slice(0, required),
    }));
  const more = optional(inner);
  return fc
    .record({
      parts: fc.tuple(part, part),
      more: fc.tuple(more, more),
      style: fc.constantFrom("then and else", "two conditions", "dependent", "branches"),
      isClosed: fc.boolean(),
    })
    .map(({ parts: [first, second], more, style, isClosed }) => {
      const kind = { enum: ["a", "b"] };
      const is = (value: string): Schema => ({ properties: { kind: { const: value } } });
      const spellings: Readonly<Record<typeof style, object>> = {
        "then and else": { if: is("a"), then: first, else: second },
        "two conditions": {
          allOf: [
            { if: is("a"), then: first },
            { if: is("b"), then: second },
          ],
        },
        dependent: { dependentSchemas: { kind: first }, allOf: [{ dependentSchemas: { kind: second } }] },
        branches: {
          oneOf: [first, second].map(({ properties, required }, index) => ({
            properties: { kind: { const: ["a", "b"][index] }, ...properties },
            required,
            additionalProperties: more[index] ?? false,
          })),
        },
      };
      const schema = object({
        type: "object",
        properties: { kind },
        required: ["kind"],
        ...spellings[style],
        unevaluatedProperties: isClosed ? false : undefined,
      });
      const form = (value: string, index: number, ...parts: readonly (typeof first)[]): SchemaObject => ({
        type: "object",
        properties: { kind: { const: value }, ...Object.assign({}, ...parts.map((one) => one.properties)) },
        required: ["kind", ...parts.flatMap((one) => one.required)],
        additionalProperties: (style === "branches" && more[index]) || false,
      });
      forms.set(
        schema,
        style === "dependent" ? [form("a", 0, first, second)] : [form("a", 0, first), form("b", 1, second)],
      );
      return schema;
    });
}

function schemas(depth: number): fc.Arbitrary<SchemaObject> {
  if (depth === 0) return scalar;
  const inner = schemas(depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 3, arbitrary: objects(inner) },
    { weight: 1, arbitrary: inner.map((value) => object({ type: "object", additionalProperties: value })) },
    { weight: 2, arbitrary: arrays(inner) },
    { weight: 2, arbitrary: unions(inner) },
    { weight: 1, arbitrary: variants(inner) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...Object.keys(definitions))
        .map((name) => object({ $ref: `#/$defs/${name}` })),
    },
  );
}

/**
 * Returns values that should fit a schema. Some keywords (`not`, `oneOf`) are ignored, so some of these
 * values may be invalid.
 */
export function valuesOf(schema: Schema, fuel = 5): fc.Arbitrary<Json> {
  if (typeof schema === "boolean" || Object.keys(schema).every((keyword) => keyword === "description"))
    return anyJson;
  const ways = forms.get(schema);
  if (ways !== undefined) return fc.oneof(...ways.map((form) => valuesOf(form, fuel)));
  if (schema.$ref !== undefined)
    return valuesOf(definitions[schema.$ref.slice("#/$defs/".length)] ?? true, fuel - 1);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.allOf !== undefined) return valuesOf(schema.allOf[0] ?? true, fuel);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined)
    return fc.oneof(...(fuel > 0 ? branches : branches.slice(0, 1)).map((branch) => valuesOf(branch, fuel)));
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, fuel)));
}

const anyJson: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, 3, "text", "5", "{}", '"', [], {}),
  fc.constantFrom<Json>([1, [2]], { a: { b: "c" } }),
);

function valuesOfType(type: string, schema: SchemaObject, fuel: number): fc.Arbitrary<Json> {
  switch (type) {
    case "string":
      return strings(schema);
    case "integer":
      return schema.format === "int64"
        ? fc.maxSafeInteger()
        : numbers(schema, fc.integer({ min: -20, max: 120 }));
    case "number":
      return numbers(schema, fc.oneof(fc.integer({ min: -20, max: 120 }), fc.constantFrom(0.5, -1.25, 7.75)));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return lists(schema, fuel);
    default:
      return records(schema, fuel);
  }
}

function strings({ pattern, format, minLength = 0, maxLength }: SchemaObject): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.constantFrom(...(texts[pattern] ?? ["a"]));
  if (format !== undefined) return fc.constantFrom(...(formatted[format] ?? ["a"]));
  return fc.oneof(
    fc.string({ minLength, maxLength: maxLength ?? 8 }),
    fc.constantFrom("5", "true", "{}", "null").filter((text) => text.length <= (maxLength ?? 9)),
  );
}

/** Returns numbers inside of the bounds. Numbers outside of them are moved, so that few are discarded. */
function numbers(schema: SchemaObject, from: fc.Arbitrary<number>): fc.Arbitrary<number> {
  return from.map((value) => {
    const low = Math.max(schema.minimum ?? -20, (schema.exclusiveMinimum ?? -21) + 1);
    const high = Math.min(schema.maximum ?? 120, (schema.exclusiveMaximum ?? 121) - 1);
    const inside = Math.min(Math.max(value, low), high);
    const step = schema.multipleOf ?? 0;
    return step === 0 ? inside : Math.min(Math.ceil(inside / step), Math.floor(high / step)) * step;
  });
}

function lists(schema: SchemaObject, fuel: number): fc.Arbitrary<Json> {
  const prefix = schema.prefixItems ?? [];
  const { items = true, minItems = 0, maxItems = 3 } = schema;
  const rest =
    items === false || fuel <= 0
      ? fc.constant<Json[]>([])
      : fc.array(valuesOf(items, fuel - 1), {
          minLength: Math.max(0, minItems - prefix.length),
          maxLength: Math.max(maxItems - prefix.length, minItems - prefix.length, 0),
        });
  const first =
    prefix.length === 0
      ? fc.constant<Json[]>([])
      : fc.tuple(...prefix.map((item) => valuesOf(item, fuel - 1)));
  return fc.tuple(first, rest).map(([head, tail]) => [...head, ...tail]);
}

function records(schema: SchemaObject, fuel: number): fc.Arbitrary<Json> {
  const properties = Object.entries(schema.properties ?? {});
  const named = fc.tuple(
    ...properties.map(([name, child]) => {
      const required = schema.required?.includes(name) === true;
      if (!required && fuel <= 0) return fc.constant<[string, Json][]>([]);
      const entry = valuesOf(child, fuel - 1).map((item): [string, Json][] => [[name, item]]);
      return required ? entry : fc.oneof(entry, fc.constant<[string, Json][]>([]));
    }),
  );
  const { additionalProperties: further = true } = schema;
  const pattern = schema.patternProperties?.["^x-"];
  const others =
    further === false || fuel <= 0
      ? fc.constant<[string, Json][]>([])
      : fc.array(
          fc.tuple(
            keys.filter((key) => !key.startsWith("x-") && properties.every(([name]) => name !== key)),
            valuesOf(further, fuel - 1),
          ),
          { maxLength: 3 },
        );
  const patterned =
    pattern === undefined || fuel <= 0
      ? fc.constant<[string, Json][]>([])
      : fc.array(fc.tuple(fc.constantFrom("x-a", "x-b"), valuesOf(pattern, fuel - 1)), { maxLength: 2 });
  return fc
    .tuple(named, others, patterned)
    .map(([first, second, third]) => Object.fromEntries([...first.flat(), ...second, ...third]));
}

/** Returns a random schema of arguments, and values that should fit the schema. */
export function schemaWithValues(depth = 2): fc.Arbitrary<SchemaWithValues> {
  return objects(schemas(depth)).chain((schema) =>
    fc.array(valuesOf(schema), { minLength: 1, maxLength: 5 }).map((values) => ({ schema, values })),
  );
}
