import type { Random } from "./random.js";
import { likelyValue } from "./random-values.js";

// Random schemas whose parts describe the same objects in many ways, and values that almost fit them.

type Loose = Record<string, unknown>;

const names = ["a", "b", "c", "d", "kind", "toString", "a b"];
const patterns = ["^a", "b$", "^x", "\\d"];
const foreign = ["zz", "x1", "aa", "a", "b", "c", "d", "9", "constructor"];
const leaves: readonly Loose[] = [
  { type: "string" },
  { type: "integer" },
  { type: "boolean" },
  { type: "integer", minimum: 1 },
  { enum: ["a", "b"] },
  { const: 1 },
  { type: ["string", "null"] },
];

/** The usual schema of each property, so that the parts of a schema seldom contradict each other. */
const usual: Readonly<Record<string, Loose>> = {
  a: { type: "integer" },
  b: { type: "string" },
  kind: { enum: ["a", "b"] },
};

/** Returns a random schema, mostly of an object, with definitions that refer to each other. */
export function randomObjectRoot(random: Random): Loose {
  const defs = random.chance(0.5) ? ["One", "Two"] : [];
  const root = objectSchema(random, 3, defs);
  if (defs.length === 0) return root;
  return { ...root, $defs: Object.fromEntries(defs.map((name) => [name, definition(random, defs)])) };
}

/** Returns a definition. Its references are inside of a property, so that no schema depends on itself. */
function definition(random: Random, defs: readonly string[]): Loose {
  const schema = objectSchema(random, 1, []);
  const properties = { ...(schema["properties"] as Loose), d: { $ref: `#/$defs/${random.pick(defs)}` } };
  return { ...schema, ...(random.chance(0.8) && { type: "object" }), properties };
}

function anySchema(random: Random, depth: number, defs: readonly string[]): Loose | boolean {
  if (random.chance(0.06)) return random.chance(0.85);
  if (depth <= 0 || random.chance(0.3)) return random.pick(leaves);
  if (defs.length > 0 && random.chance(0.2)) return reference(random, depth, defs);
  if (random.chance(0.15)) return arraySchema(random, depth, defs);
  return objectSchema(random, depth, defs);
}

function reference(random: Random, depth: number, defs: readonly string[]): Loose {
  const $ref = `#/$defs/${random.pick(defs)}`;
  return random.chance(0.75) ? { $ref } : { ...objectSchema(random, depth - 1, []), $ref };
}

function objectSchema(random: Random, depth: number, defs: readonly string[]): Loose {
  const inner = (): Loose | boolean => anySchema(random, depth - 1, defs);
  const schema: Loose = {};
  const known = random.some(names, 4);
  if (random.chance(0.65)) schema["type"] = random.chance(0.9) ? "object" : ["object", "null", "array"];
  const property = (name: string): Loose | boolean =>
    random.chance(0.5) ? (usual[name] ?? inner()) : inner();
  if (random.chance(0.8))
    schema["properties"] = Object.fromEntries(known.map((name) => [name, property(name)]));
  if (random.chance(0.3)) schema["required"] = random.some([...known, random.pick(names)], 2);
  if (random.chance(0.15))
    schema["additionalProperties"] = random.chance(0.5) ? false : random.chance(0.5) ? true : inner();
  if (random.chance(0.1))
    schema["unevaluatedProperties"] = random.chance(0.6) ? false : random.chance(0.5) ? true : inner();
  if (random.chance(0.15))
    schema["patternProperties"] = Object.fromEntries(
      random.some(patterns, 2).map((pattern) => [pattern, inner()]),
    );
  if (random.chance(0.05)) schema["minProperties"] = random.below(3);
  if (random.chance(0.05)) schema["maxProperties"] = 1 + random.below(4);
  if (random.chance(0.04)) schema["propertyNames"] = { pattern: random.pick(patterns) };
  if (random.chance(0.08)) schema["dependentRequired"] = { [random.pick(names)]: random.some(names, 2) };
  if (random.chance(0.03)) schema["enum"] = [{ a: 1 }, { a: 1, b: { c: "a" } }, "a"];
  if (random.chance(0.7)) addParts(schema, random, depth, defs);
  if (random.chance(0.2)) addParts(schema, random, depth, defs);
  return schema;
}

function arraySchema(random: Random, depth: number, defs: readonly string[]): Loose {
  const inner = (): Loose | boolean => anySchema(random, depth - 1, defs);
  const schema: Loose = random.chance(0.9) ? { type: "array" } : {};
  if (random.chance(0.8)) schema["items"] = inner();
  if (random.chance(0.2)) schema["prefixItems"] = [inner()];
  if (random.chance(0.1)) schema["contains"] = inner();
  if (random.chance(0.15)) schema["uniqueItems"] = true;
  if (random.chance(0.05)) schema["unevaluatedItems"] = inner();
  if (random.chance(0.15)) addParts(schema, random, depth, defs);
  return schema;
}

function addParts(schema: Loose, random: Random, depth: number, defs: readonly string[]): void {
  const part = (): Loose | boolean => {
    if (defs.length > 0 && random.chance(0.25)) return { $ref: `#/$defs/${random.pick(defs)}` };
    return random.chance(0.2)
      ? { required: random.some(names, 2) }
      : anySchema(random, Math.max(1, depth - 1), defs);
  };
  const several = (): (Loose | boolean)[] => Array.from({ length: 1 + random.below(3) }, part);
  const kind = random.pick([
    "anyOf",
    "anyOf",
    "anyOf",
    "oneOf",
    "oneOf",
    "allOf",
    "allOf",
    "tagged",
    "if",
    "dependent",
    "not",
  ]);
  if (kind === "not") schema["not"] = part();
  else if (kind === "dependent") schema["dependentSchemas"] = { [random.pick(names)]: part() };
  else if (kind === "if") {
    schema["if"] = part();
    if (random.chance(0.8)) schema["then"] = part();
    if (random.chance(0.6)) schema["else"] = part();
  } else if (kind === "tagged") schema[random.pick(["anyOf", "oneOf"])] = tagged(random, depth, defs);
  else schema[kind] = several();
}

function tagged(random: Random, depth: number, defs: readonly string[]): Loose[] {
  return ["a", "b"].map((tag) => ({
    type: "object",
    properties: {
      kind: { const: tag },
      ...Object.fromEntries(
        random.some(names.slice(0, 4), 2).map((name) => [name, anySchema(random, depth - 1, defs)]),
      ),
    },
    required: ["kind"],
    ...(random.chance(0.2) && { additionalProperties: false }),
  }));
}

/**
 * Returns a value that matches one branch of every union, the requirements of `allOf`, and those of the
 * schema itself.
 */
export function nearlyValid(schema: Loose, random: Random): unknown {
  const value = combined(schema, schema, random, 5);
  const times = random.below(3);
  return Array.from({ length: times }).reduce<unknown>((changed) => withOneMore(changed, random), value);
}

function combined(schema: unknown, root: Loose, random: Random, depth: number): unknown {
  if (typeof schema !== "object" || schema === null || depth <= 0)
    return likelyValue(schema, root, random, 1);
  const node = schema as Loose;
  if (Array.isArray(node["enum"]) || "const" in node) return likelyValue(node, root, random, 1);
  const parts = partsFor(node, root, random).filter((part) => typeof part === "object" && part !== null);
  const types = [node["type"] ?? (node["items"] === undefined ? "object" : "array")].flat() as string[];
  const type = random.chance(0.9) ? types[0] : random.pick(types);
  if (type === "array") {
    const length = random.below(3);
    return Array.from({ length }, (_, index) =>
      combined(
        (node["prefixItems"] as unknown[] | undefined)?.[index] ?? node["items"],
        root,
        random,
        depth - 1,
      ),
    );
  }
  if (type !== "object") return likelyValue(node, root, random, 1);
  const own = Object.entries((node["properties"] ?? {}) as Loose).filter(
    ([name]) => random.chance(0.6) || ((node["required"] ?? []) as string[]).includes(name),
  );
  const fields = own.map(([name, inner]): [string, unknown] => [
    name,
    combined(inner, root, random, depth - 1),
  ]);
  const required = ((node["required"] ?? []) as string[]).filter(
    (name) => !own.some(([field]) => field === name),
  );
  const more = required.map((name): [string, unknown] => [name, random.pick([1, "a", true])]);
  const others = parts.map((part) => combined(part, root, random, depth - 1));
  const objects = others.filter(
    (other) => typeof other === "object" && other !== null && !Array.isArray(other),
  );
  if (
    Object.keys(node).every((keyword) => /Of$|^\$/.test(keyword)) &&
    objects.length === 0 &&
    others.length > 0
  )
    return others[0];
  return Object.assign({}, ...objects, Object.fromEntries([...more, ...fields])) as unknown;
}

function partsFor(node: Loose, root: Loose, random: Random): unknown[] {
  const one = (branches: unknown): unknown[] =>
    Array.isArray(branches) && branches.length > 0 ? [random.pick(branches as unknown[])] : [];
  const referred =
    typeof node["$ref"] === "string" ? [(root["$defs"] as Loose)[node["$ref"].slice("#/$defs/".length)]] : [];
  const conditional = random.chance(0.5) ? [node["if"], node["then"]] : [node["else"]];
  return [
    ...referred,
    ...((node["allOf"] ?? []) as unknown[]),
    ...one(node["anyOf"]),
    ...one(node["oneOf"]),
    ...conditional,
  ];
}

/**
 * Returns the value with one additional property in one of its objects. The property is unknown, or belongs
 * to another branch.
 */
function withOneMore(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return value;
    const at = random.below(value.length);
    return value.map((item: unknown, index) => (index === at ? withOneMore(item, random) : item));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const containers = entries.filter(([, member]) => typeof member === "object" && member !== null);
  if (containers.length > 0 && random.chance(0.6)) {
    const [name, member] = random.pick(containers);
    return { ...value, [name]: withOneMore(member, random) };
  }
  const more = random.pick<unknown>([1, "a", true, "b", { a: 1 }, { zz: 1 }, [{ a: 1, zz: 2 }]]);
  return { [random.pick(foreign)]: more, ...value };
}
