import type { Json, Schema, SchemaObject } from "../../generator/ir.js";
import type { Random } from "../validators/random.js";

// Random values for the schemas of real tools. A value may be invalid, so callers check it.

interface Making {
  readonly resolve: (name: string) => Schema | undefined;
  readonly random: Random;
}

const words = [
  "",
  "a",
  "Go",
  "main",
  "x y",
  "3",
  "true",
  "{}",
  "häuser",
  "a".repeat(40),
  "https://a.example/b",
];

const formatted: Readonly<Record<string, string>> = {
  date: "2024-02-29",
  "date-time": "2024-02-29T12:00:00Z",
  time: "12:00:00Z",
  email: "a@example.com",
  uri: "https://a.example/b",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  hostname: "a.example",
};

/** Texts that real patterns require: identifiers, colours, dates, numbers. */
const patterned = [
  "abc",
  "a1b2c3d4",
  "ABC-123",
  "#a1b2c3",
  "2024-01",
  "12:30",
  "1",
  "+15551234567",
  "0x1f",
  "a.b",
];

/** Returns a value that probably fits. If `depth` is 0 or less, objects only have required properties. */
export function randomArguments(schema: Schema, making: Making, depth = 6): Json {
  const { random } = making;
  if (typeof schema === "boolean")
    return random.pick<Json>([null, true, 3, "text", ["a"], { a: { b: "c" } }]);
  if (schema.$ref !== undefined)
    return randomArguments(making.resolve(schema.$ref.slice("#/$defs/".length)) ?? true, making, depth - 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined && schema.enum.length > 0) return random.pick(schema.enum);
  const combined = withBranches(schema, making);
  if (combined !== schema) return randomArguments(combined, making, depth);
  const types = schema.type === undefined ? [impliedType(schema)] : [schema.type].flat();
  return ofType(depth <= 0 && types.includes("null") ? "null" : random.pick(types), schema, making, depth);
}

/**
 * Chooses one branch of each union, or sometimes several branches of `anyOf`. All parts of `allOf` are used.
 */
function withBranches(schema: SchemaObject, making: Making): SchemaObject {
  const { allOf = [], anyOf = [], oneOf = [], ...own } = schema;
  if (allOf.length + anyOf.length + oneOf.length === 0) return schema;
  const { random } = making;
  const some = random.chance(0.3) ? anyOf.filter(() => random.chance(0.6)) : [];
  const chosen = [
    ...allOf,
    ...(some.length > 1 ? some : anyOf.length > 0 ? [random.pick(anyOf)] : []),
    ...(oneOf.length > 0 ? [random.pick(oneOf)] : []),
  ];
  return chosen.map((branch) => opened(branch, making)).reduce(both, own as SchemaObject);
}

function opened(schema: Schema, { resolve }: Making): SchemaObject {
  if (typeof schema === "boolean") return {};
  if (schema.$ref === undefined) return schema;
  const target = resolve(schema.$ref.slice("#/$defs/".length)) ?? true;
  return typeof target === "boolean" ? {} : target;
}

function both(a: SchemaObject, b: SchemaObject): SchemaObject {
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  const properties = { ...a.properties, ...b.properties };
  return {
    ...a,
    ...b,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function impliedType(schema: SchemaObject): string {
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return "object";
  return schema.items === undefined ? "string" : "array";
}

function ofType(type: string, schema: SchemaObject, making: Making, depth: number): Json {
  const { random } = making;
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return random.chance(0.5);
    case "integer":
      return numberIn(schema, random, 1);
    case "number":
      return numberIn(schema, random, random.pick([1, 0.5, 0.1]));
    case "string":
      return textOf(schema, random);
    case "array":
      return listOf(schema, making, depth);
    default:
      return objectOf(schema, making, depth);
  }
}

function numberIn(schema: SchemaObject, random: Random, step: number): number {
  const low = Math.max(schema.minimum ?? -Infinity, (schema.exclusiveMinimum ?? -Infinity) + step);
  const high = Math.min(schema.maximum ?? Infinity, (schema.exclusiveMaximum ?? Infinity) - step);
  const from = Number.isFinite(low) ? low : Math.min(high, 0) - 20;
  const to = Number.isFinite(high) ? high : from + 200;
  const value = from + Math.floor(random.next() * ((to - from) / step + 1)) * step;
  const multiple = schema.multipleOf ?? 0;
  return multiple > 0 ? Math.ceil(from / multiple) * multiple : Math.min(value, to);
}

function textOf(
  { format, pattern, minLength = 0, maxLength = Infinity }: SchemaObject,
  random: Random,
): string {
  if (format !== undefined && Object.hasOwn(formatted, format)) return formatted[format] as string;
  if (pattern !== undefined) {
    const fitting = [...patterned, ...words].filter((text) => new RegExp(pattern, "u").test(text));
    return fitting.length === 0 ? "abc" : random.pick(fitting);
  }
  const word = random.pick(words);
  return (word.length < minLength ? word.padEnd(minLength, "x") : word).slice(0, maxLength);
}

function listOf(schema: SchemaObject, making: Making, depth: number): Json {
  const { prefixItems = [], items = true, minItems = 0, maxItems = Infinity, uniqueItems } = schema;
  const wanted = depth <= 0 ? minItems : Math.max(minItems, making.random.below(3));
  const length = Math.min(
    maxItems,
    items === false ? prefixItems.length : Math.max(wanted, prefixItems.length),
  );
  const values = Array.from({ length }, (_, index) =>
    randomArguments(prefixItems[index] ?? items, making, depth - 1),
  );
  if (uniqueItems !== true) return values;
  const texts = values.map((value) => JSON.stringify(value));
  return values.filter((_, index) => texts.indexOf(texts[index] as string) === index);
}

function objectOf(schema: SchemaObject, making: Making, depth: number): Json {
  const { properties = {}, required = [], additionalProperties, minProperties = 0 } = schema;
  const { random } = making;
  const wanted = Object.keys(properties).filter(
    (name) => properties[name] !== false && (required.includes(name) || (depth > 0 && random.chance(0.5))),
  );
  const further =
    additionalProperties === undefined ||
    additionalProperties === false ||
    (depth <= 0 && minProperties === 0)
      ? []
      : random.some(["k1", "k 2", "x-3", "ä"], 3);
  return Object.fromEntries([
    ...wanted.map((name) => [name, randomArguments(properties[name] ?? true, making, depth - 1)]),
    ...further
      .filter((name) => !Object.hasOwn(properties, name))
      .map((name) => [name, randomArguments(additionalProperties ?? true, making, depth - 1)]),
  ]) as Json;
}
