import type { Random } from "./random.js";

const names = [
  "a",
  "b",
  "c",
  "toString",
  "constructor",
  "a/b",
  "two words",
  "kind",
  "value",
  "next",
  "other",
];
const scalars: readonly unknown[] = [
  "",
  "a",
  "ab",
  "abc",
  "1",
  "💩",
  "bb",
  "2026-01-31",
  "2026-02-30",
  "192.0.2.1",
  "256.0.0.1",
  "/a/b",
  "a/b",
  "123e4567-e89b-42d3-a456-426614174000",
  0,
  1,
  -1,
  2,
  3,
  3.5,
  0.3,
  6,
  10,
  1.5,
  true,
  false,
  null,
];

export function randomValue(random: Random, depth: number): unknown {
  const kind = depth <= 0 ? 0 : random.below(4);
  if (kind < 2) return random.pick(scalars);
  if (kind === 2) return Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1));
  return Object.fromEntries(random.some(names, 4).map((name) => [name, randomValue(random, depth - 1)]));
}

/** Returns a value that probably fits a schema. */
export function likelyValue(
  schema: unknown,
  root: Record<string, unknown>,
  random: Random,
  depth: number,
): unknown {
  if (typeof schema !== "object" || schema === null || depth <= 0) return randomValue(random, 1);
  const node = schema as Record<string, unknown>;
  if (typeof node["$ref"] === "string") {
    const defs = root["$defs"] as Record<string, unknown>;
    return likelyValue(defs[node["$ref"].slice("#/$defs/".length)], root, random, depth - 1);
  }
  if (Array.isArray(node["enum"])) return random.pick(node["enum"] as unknown[]);
  if ("const" in node) return node["const"];
  for (const union of ["anyOf", "oneOf", "allOf"]) {
    if (Array.isArray(node[union]) && random.chance(0.7))
      return likelyValue(random.pick(node[union] as unknown[]), root, random, depth - 1);
  }
  const type = Array.isArray(node["type"])
    ? random.pick(node["type"] as string[])
    : (node["type"] ?? (node["properties"] ? "object" : undefined));
  if (type === "object") return likelyObject(node, root, random, depth);
  if (type === "array") return likelyArray(node, root, random, depth);
  if (type === "string") return random.pick(scalars.filter((value) => typeof value === "string"));
  if (type === "integer" || type === "number")
    return random.pick(scalars.filter((value) => typeof value === "number"));
  if (type === "boolean") return random.chance(0.5);
  return type === "null" ? null : randomValue(random, 2);
}

function likelyObject(
  node: Record<string, unknown>,
  root: Record<string, unknown>,
  random: Random,
  depth: number,
): unknown {
  const properties = Object.entries((node["properties"] ?? {}) as Record<string, unknown>);
  const required = (node["required"] ?? []) as string[];
  const fields = properties
    .filter(([name]) => required.includes(name) || random.chance(0.6))
    .map(([name, schema]): [string, unknown] => [name, likelyValue(schema, root, random, depth - 1)]);
  const rest = required
    .filter((name) => !fields.some(([field]) => field === name))
    .map((name): [string, unknown] => [name, randomValue(random, 1)]);
  const extra = random.chance(0.15)
    ? [[random.pick(names), randomValue(random, 1)] as [string, unknown]]
    : [];
  return Object.fromEntries([...extra, ...fields, ...rest]);
}

function likelyArray(
  node: Record<string, unknown>,
  root: Record<string, unknown>,
  random: Random,
  depth: number,
): unknown {
  const prefix = (node["prefixItems"] ?? []) as unknown[];
  const length = Math.max(Number(node["minItems"] ?? 0), random.below(3));
  const contained =
    node["contains"] === undefined ? [] : [likelyValue(node["contains"], root, random, depth - 1)];
  return [
    ...prefix.map((schema) => likelyValue(schema, root, random, depth - 1)),
    ...contained,
    ...Array.from({ length }, () => likelyValue(node["items"], root, random, depth - 1)),
  ];
}

/** Returns the value with one change. */
export function mutated(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.below(value.length);
    if (random.chance(0.2)) return value.filter((_, index) => index !== at);
    if (random.chance(0.2)) return [...value, value[at]];
    return value.map((item, index) => (index === at ? mutated(item, random) : item));
  }
  if (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0 &&
    random.chance(0.8)
  ) {
    const entries = Object.entries(value);
    const at = random.below(entries.length);
    if (random.chance(0.25)) return Object.fromEntries(entries.filter((_, index) => index !== at));
    if (random.chance(0.15))
      return Object.fromEntries([...entries, [random.pick(names), randomValue(random, 1)]]);
    return Object.fromEntries(
      entries.map(([name, item], index) => [name, index === at ? mutated(item, random) : item]),
    );
  }
  return randomValue(random, 1);
}
