import type { Random } from "./random.js";

type Loose = Record<string, unknown> | boolean;

const names = ["a", "b", "c", "toString", "constructor", "a/b", "two words", "kind", "value"];
const patterns = ["^a", "b$", "^[a-c]+$", "\\d", "^.{2}$", "o"];
const formats = ["date", "ipv4", "uuid", "json-pointer"];
const scalars: readonly unknown[] = [
  "",
  "a",
  "ab",
  "abc",
  "1",
  "💩",
  0,
  1,
  -1,
  2,
  3.5,
  0.3,
  10,
  true,
  false,
  null,
];
const types = ["string", "number", "integer", "boolean", "array", "object", "null"];

/** Returns a random schema of JSON Schema 2020-12, and definitions that may refer to each other. */
export function randomRoot(random: Random): Record<string, unknown> {
  const defs = random.chance(0.4) ? ["One", "Two"] : [];
  const root = randomSchema(random, 3, defs);
  const whole = typeof root === "boolean" ? { allOf: [root] } : root;
  if (defs.length === 0) return whole;
  return { ...whole, $defs: Object.fromEntries(defs.map((name) => [name, definition(random, defs)])) };
}

/**
 * Returns a schema whose parts are similar: objects with common fields in properties, items, branches and
 * parts.
 */
export function repetitiveRoot(random: Random): Record<string, unknown> {
  const { $defs, ...whole } = randomRoot(random);
  const own = ["a", "b", "c", "d", "e"];
  const fields = Object.fromEntries(random.some(own, 4).map((name) => [name, randomSchema(random, 1, [])]));
  const object = (): object => ({
    type: "object",
    properties: { ...fields, [random.pick(own)]: randomSchema(random, 1, []) },
    ...(random.chance(0.3) && { required: random.some(own, 2) }),
    ...(random.chance(0.3) && { additionalProperties: random.pick([true, false, whole]) }),
  });
  return {
    type: "object",
    properties: {
      one: whole,
      two: whole,
      list: { type: "array", items: whole },
      first: object(),
      second: object(),
      either: { [random.pick(["anyOf", "oneOf"])]: [object(), object(), whole] },
      both: { allOf: [object(), { properties: { other: whole } }] },
    },
    ...($defs !== undefined && { $defs }),
  };
}

/**
 * Returns a definition. Its references are inside of a property or an item, so that no schema depends on
 * itself.
 */
function definition(random: Random, defs: readonly string[]): Loose {
  return {
    ...(random.chance(0.7) && { type: random.pick(["object", ["object", "array", "null"]]) }),
    properties: { a: randomSchema(random, 1, defs), next: { $ref: `#/$defs/${random.pick(defs)}` } },
    ...(random.chance(0.3) && { required: ["a"] }),
    ...(random.chance(0.3) && { items: { $ref: `#/$defs/${random.pick(defs)}` } }),
    ...(random.chance(0.3) && {
      additionalProperties: random.chance(0.5) ? false : randomSchema(random, 0, []),
    }),
  };
}

export function randomSchema(random: Random, depth: number, defs: readonly string[]): Loose {
  if (random.chance(0.04)) return random.chance(0.8);
  const schema: Record<string, unknown> = {};
  const inner = (): Loose => randomSchema(random, depth - 1, defs);
  const main = random.pick(types);
  if (random.chance(0.75))
    schema["type"] = random.chance(0.8) ? main : [...new Set([main, random.pick(types)])];
  if (random.chance(0.1)) schema["enum"] = random.some([...scalars, { a: 1 }, [1, "a"]], 4).concat("a");
  if (random.chance(0.05)) schema["const"] = random.pick([...scalars, { a: 1, b: [] }, []]);
  if (main === "string" || random.chance(0.1)) addString(schema, random);
  if (main === "number" || main === "integer" || random.chance(0.1)) addNumber(schema, random);
  if (depth > 0 && (main === "array" || random.chance(0.1))) addArray(schema, random, inner);
  if (depth > 0 && (main === "object" || random.chance(0.15))) addObject(schema, random, inner);
  if (depth > 0 && random.chance(0.35)) addApplicators(schema, random, inner);
  if (defs.length > 0 && random.chance(0.15)) schema["$ref"] = `#/$defs/${random.pick(defs)}`;
  return schema;
}

function addString(schema: Record<string, unknown>, random: Random): void {
  if (random.chance(0.3)) schema["minLength"] = random.below(3);
  if (random.chance(0.3)) schema["maxLength"] = random.below(5);
  if (random.chance(0.3)) schema["pattern"] = random.pick(patterns);
  if (random.chance(0.15)) schema["format"] = random.pick(formats);
}

function addNumber(schema: Record<string, unknown>, random: Random): void {
  if (random.chance(0.3)) schema["minimum"] = random.below(6) - 3;
  if (random.chance(0.3)) schema["maximum"] = random.below(8);
  if (random.chance(0.15)) schema["exclusiveMinimum"] = random.below(6) - 3;
  if (random.chance(0.15)) schema["exclusiveMaximum"] = random.below(8);
  if (random.chance(0.2)) schema["multipleOf"] = random.pick([1, 2, 3, 0.5]);
}

function addArray(schema: Record<string, unknown>, random: Random, inner: () => Loose): void {
  if (random.chance(0.7)) schema["items"] = inner();
  if (random.chance(0.2)) schema["prefixItems"] = [inner(), ...(random.chance(0.5) ? [inner()] : [])];
  if (random.chance(0.3)) schema["minItems"] = random.below(3);
  if (random.chance(0.3)) schema["maxItems"] = random.below(4);
  if (random.chance(0.2)) schema["uniqueItems"] = random.chance(0.9);
  if (random.chance(0.2)) {
    schema["contains"] = inner();
    if (random.chance(0.4)) schema["minContains"] = random.below(3);
    if (random.chance(0.4)) schema["maxContains"] = random.below(3) + 1;
  }
  if (random.chance(0.15)) schema["unevaluatedItems"] = random.chance(0.6) ? false : inner();
}

function addObject(schema: Record<string, unknown>, random: Random, inner: () => Loose): void {
  const known = random.some(names, 4);
  if (random.chance(0.9)) schema["properties"] = Object.fromEntries(known.map((name) => [name, inner()]));
  if (random.chance(0.4)) schema["required"] = random.some([...known, random.pick(names)], 2);
  if (random.chance(0.3)) schema["additionalProperties"] = random.chance(0.5) ? false : inner();
  if (random.chance(0.15)) schema["patternProperties"] = { [random.pick(patterns)]: inner() };
  if (random.chance(0.1))
    schema["propertyNames"] = random.chance(0.7) ? { pattern: random.pick(patterns) } : inner();
  if (random.chance(0.15)) schema["minProperties"] = random.below(3);
  if (random.chance(0.15)) schema["maxProperties"] = random.below(4);
  if (random.chance(0.15)) schema["dependentRequired"] = { [random.pick(names)]: random.some(names, 2) };
  if (random.chance(0.1)) schema["dependentSchemas"] = { [random.pick(names)]: inner() };
  if (random.chance(0.15)) schema["unevaluatedProperties"] = random.chance(0.6) ? false : inner();
}

function addApplicators(schema: Record<string, unknown>, random: Random, inner: () => Loose): void {
  const several = (): Loose[] => Array.from({ length: 1 + random.below(3) }, inner);
  const kind = random.pick(["allOf", "anyOf", "oneOf", "not", "if", "tagged"]);
  if (kind === "not") schema["not"] = inner();
  else if (kind === "if") {
    schema["if"] = inner();
    if (random.chance(0.8)) schema["then"] = inner();
    if (random.chance(0.5)) schema["else"] = inner();
  } else if (kind === "tagged") {
    schema[random.pick(["anyOf", "oneOf"])] = ["a", "b"].map((tag) => ({
      type: "object",
      properties: { kind: { const: tag }, value: inner() },
      required: ["kind"],
    }));
  } else schema[kind] = several();
}
