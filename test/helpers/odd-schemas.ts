import type { Random } from "../validators/random.js";
import { randomSchema } from "../validators/random-schemas.js";
import { likelyValue, randomValue } from "../validators/random-values.js";

// Schemas that occur in foreign documents: they are valid, and they combine keywords in unusual ways.

type Odd = Record<string, unknown> | boolean;

const types = ["string", "number", "integer", "boolean", "array", "object", "null"];
const names = ["include", "exclude", "kind", "x-id", "a", "b"];
const literals: readonly unknown[] = ["Go", "", "null", 1, 0, 2.5, true, false, null, "a", "1"];
/** Definitions that refer to themselves, one of them through a union. */
const definitions = ["Node", "Value"];

/** The schema of a tool's arguments, with recursive definitions. */
export function oddArguments(random: Random): Record<string, unknown> {
  const count = 1 + random.below(3);
  const chosen = [...new Set(Array.from({ length: count }, () => random.pick(names)))];
  const properties = Object.fromEntries(chosen.map((name) => [name, oddSchema(random, 3)]));
  return {
    type: "object",
    properties,
    ...(random.chance(0.5) && { required: random.some(chosen, 2) }),
    ...(random.chance(0.2) && { additionalProperties: false }),
    ...(random.chance(0.15) && branches(random, 1)),
    $defs: {
      Node: { type: "object", properties: { a: oddSchema(random, 1), next: { $ref: "#/$defs/Node" } } },
      Value: {
        anyOf: [
          { type: "string" },
          { type: "array", items: { $ref: "#/$defs/Value" } },
          { type: ["object", "null"], properties: { b: oddSchema(random, 1) } },
        ],
      },
    },
  };
}

function oddSchema(random: Random, depth: number): Odd {
  if (random.chance(0.05)) return random.chance(0.6);
  if (random.chance(0.05)) return {};
  if (depth > 0 && random.chance(0.12)) return { $ref: `#/$defs/${random.pick(definitions)}` };
  if (depth <= 0 || random.chance(0.15)) return randomSchema(random, Math.max(0, depth - 1), []);
  const schema: Record<string, unknown> = {};
  if (random.chance(0.3)) schema["description"] = random.pick(["What it is", "A list, or nothing."]);
  if (random.chance(0.45)) schema["type"] = random.chance(0.5) ? random.pick(types) : someTypes(random);
  for (const add of [addBounds, addValues, addParts])
    if (random.chance(0.35)) Object.assign(schema, add(random, depth));
  if (random.chance(0.65)) Object.assign(schema, branches(random, depth));
  if (random.chance(0.08)) schema["not"] = oddSchema(random, depth - 2);
  if (random.chance(0.08)) schema["allOf"] = [oddSchema(random, depth - 1), oddSchema(random, depth - 1)];
  return schema;
}

function someTypes(random: Random): readonly string[] {
  return [...new Set([random.pick(types), random.pick(types), random.pick(types)])];
}

/** Returns a bound for values of any type, independently of the declared type. */
function addBounds(random: Random): Record<string, unknown> {
  return random.pick([
    { minLength: 1 },
    { maxLength: 5 },
    { minItems: 1 },
    { maxItems: 2 },
    { minimum: 0 },
    { exclusiveMaximum: 10 },
    { multipleOf: 1 },
    { minProperties: 1 },
    { pattern: "^[a-zA-Z]" },
    { format: "date" },
  ]);
}

function addValues(random: Random): Record<string, unknown> {
  return random.chance(0.3)
    ? { const: random.pick(literals) }
    : { enum: [...new Set([random.pick(literals), random.pick(literals), random.pick(literals)])] };
}

function addParts(random: Random, depth: number): Record<string, unknown> {
  const inner = (): Odd => oddSchema(random, depth - 1);
  return random.pick([
    () => ({ items: random.chance(0.2) ? false : inner() }),
    () => ({ prefixItems: [inner(), inner()], ...(random.chance(0.5) && { items: false }) }),
    () => objectParts(random, inner),
    () => ({ additionalProperties: inner() }),
  ])();
}

function objectParts(random: Random, inner: () => Odd): Record<string, unknown> {
  const chosen = random.some(names, 3);
  return {
    properties: Object.fromEntries(chosen.map((name) => [name, inner()])),
    ...(random.chance(0.5) && { required: random.some(chosen.length > 0 ? chosen : names, 2) }),
    ...(random.chance(0.2) && { additionalProperties: false }),
  };
}

function branches(random: Random, depth: number): Record<string, unknown> {
  const list = Array.from({ length: 1 + random.below(3) }, () =>
    random.chance(0.4) ? branchOfOneType(random, depth) : oddSchema(random, depth - 1),
  );
  return { [random.chance(0.7) ? "anyOf" : "oneOf"]: list };
}

function branchOfOneType(random: Random, depth: number): Odd {
  const type = random.pick(types);
  return {
    type,
    ...(random.chance(0.3) && { description: "One way" }),
    ...(type === "object" && objectParts(random, () => oddSchema(random, depth - 2))),
    ...(type === "array" && random.chance(0.7) && { items: oddSchema(random, depth - 2) }),
  };
}

/**
 * Returns a value that probably fits. If several schemas apply to the value, the value follows one of them or
 * all of them merged.
 */
export function oddValue(schema: unknown, root: Record<string, unknown>, random: Random, depth = 5): unknown {
  if (typeof schema !== "object" || schema === null || depth <= 0) return randomValue(random, 1);
  const node = schema as Record<string, unknown>;
  const parts = ["anyOf", "oneOf", "allOf"].flatMap((key) =>
    Array.isArray(node[key]) ? [random.pick(node[key] as unknown[])] : [],
  );
  const { anyOf: _, oneOf: __, allOf: ___, ...own } = node;
  const candidates = [own, ...parts.filter((part) => typeof part === "object")] as Record<string, unknown>[];
  const chosen = parts.length > 0 && random.chance(0.6) ? random.pick(candidates) : merged(candidates);
  return chosen === own || parts.length === 0 || hasUnion(chosen)
    ? withParts(chosen, root, random, depth)
    : likelyValue(chosen, root, random, depth - 1);
}

function hasUnion(node: Record<string, unknown>): boolean {
  return ["anyOf", "oneOf", "allOf"].some((key) => node[key] !== undefined);
}

function merged(nodes: readonly Record<string, unknown>[]): Record<string, unknown> {
  const properties = Object.assign({}, ...nodes.map((node) => node["properties"] ?? {})) as object;
  const required = nodes.flatMap((node) => (node["required"] ?? []) as string[]);
  const combined = Object.assign({}, ...nodes) as Record<string, unknown>;
  return {
    ...combined,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function withParts(
  node: Record<string, unknown>,
  root: Record<string, unknown>,
  random: Random,
  depth: number,
): unknown {
  if (hasUnion(node)) return oddValue(node, root, random, depth - 1);
  const isObject =
    node["type"] === "object" || (node["type"] === undefined && node["properties"] !== undefined);
  if (!isObject || node["enum"] !== undefined || node["const"] !== undefined)
    return likelyValue(node, root, random, depth);
  const required = (node["required"] ?? []) as string[];
  const properties = Object.entries((node["properties"] ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    properties
      .filter(([name]) => required.includes(name) || random.chance(0.6))
      .map(([name, inner]) => [name, oddValue(inner, root, random, depth - 1)]),
  );
}
