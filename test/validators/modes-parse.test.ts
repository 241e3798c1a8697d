import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate, type GeneratedSet } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import type { Parsed } from "../../runtime/issue.js";
import { compileStrictly } from "../helpers/compile.js";
import { writeRunnable } from "../helpers/import-generated.js";

// Tests unknown properties between the model and the handler: they are decoded, dropped or refused,
// completed, and typed.

type Json = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const count = { type: "integer" };
const object = (properties: Json, more: Json = {}): Json => ({ type: "object", properties, ...more });
const closed = { additionalProperties: false };
const map = { type: "object", additionalProperties: count };
const circle = object({ kind: { const: "circle" }, radius: count }, { required: ["kind"] });
const square = object({ kind: { const: "square" }, side: count }, { required: ["kind"] });
const tree = {
  type: "object",
  properties: { v: { $ref: "#/$defs/Tree" } },
  $defs: { Tree: object({ name: text, next: { $ref: "#/$defs/Tree" } }) },
};

interface Row {
  readonly says: string;
  readonly schema: Json;
  readonly wire: Json;
  /** The arguments of the handler if unknown properties are dropped. */
  readonly stripped: Json;
  /** Set if the call contains unknown properties. With `refuse`, the call is then refused. */
  readonly unknown?: true;
  /** The properties that the type of `v` must have, over all its branches. */
  readonly declared: readonly string[];
}

const inV = (schema: Json): Json => object({ v: schema });
const row = (says: string, schema: Json, wire: Json, stripped: Json, declared: readonly string[]): Row => ({
  says,
  schema,
  wire,
  stripped,
  declared,
  ...(JSON.stringify(wire).includes("junk") && { unknown: true as const }),
});

const rows: readonly Row[] = [
  row(
    "a map in a branch",
    inV({ anyOf: [object({ a: map }, { required: ["a"] }), object({ b: text }, { required: ["b"] })] }),
    { v: { a: [{ key: "x", value: 1 }] } },
    { v: { a: { x: 1 } } },
    ["a", "b"],
  ),
  row(
    "a map in a branch, and one more",
    inV({ anyOf: [object({ a: map }, { required: ["a"] }), object({ b: text }, { required: ["b"] })] }),
    { v: { a: [{ key: "x", value: 1 }], junk: 1 } },
    { v: { a: { x: 1 } } },
    ["a", "b"],
  ),
  row(
    "a renamed key in a branch",
    inV({
      anyOf: [object({ $filter: text }, { required: ["$filter"] }), object({ b: text }, { required: ["b"] })],
    }),
    { v: { filter: "f", b: "1" } },
    { v: { $filter: "f", b: "1" } },
    ["$filter", "b"],
  ),
  row(
    "a map and a renamed key in a union as JSON text, and one more",
    inV({ anyOf: [object({ a: map }), object({ $filter: text })] }),
    { v: '{"a":{"x":1},"$filter":"f","junk":1}' },
    { v: { a: { x: 1 }, $filter: "f" } },
    ["a", "$filter"],
  ),
  row(
    "a renamed key, and one more",
    object({ $filter: text, v: object({ "X-A": text }) }),
    { filter: "f", v: { X_A: "1", junk: 1 } },
    { $filter: "f", v: { "X-A": "1" } },
    ["X-A"],
  ),
  row(
    "a tag, the other branch's property",
    inV({ oneOf: [circle, square] }),
    { v: { kind: "circle", side: 2 } },
    { v: { kind: "circle", side: 2 } },
    ["kind", "radius", "side"],
  ),
  row(
    "a tag, and one more",
    inV({ oneOf: [circle, square] }),
    { v: { kind: "square", side: 2, junk: { a: 1 } } },
    { v: { kind: "square", side: 2 } },
    ["kind", "radius", "side"],
  ),
  row(
    "digits as text beside one more",
    inV({ oneOf: [circle, square] }),
    { v: { kind: "square", side: "2", junk: 1 } },
    { v: { kind: "square", side: 2 } },
    ["kind", "radius", "side"],
  ),
  row(
    "arguments as JSON text",
    object({ v: object({ a: text }) }),
    { v: '{"a":"1","junk":2}' },
    { v: { a: "1" } },
    ["a"],
  ),
  row(
    "a free value as JSON text",
    object({ v: object({ a: true }) }),
    { v: { a: '{"x":{"y":1}}' } },
    { v: { a: { x: { y: 1 } } } },
    ["a"],
  ),
  row(
    "a recursive value as it is",
    tree,
    { v: { name: "a", next: { name: "b" } } },
    { v: { name: "a", next: { name: "b" } } },
    ["name", "next"],
  ),
  row(
    "a recursive value, and one more below",
    tree,
    { v: { name: "a", next: { next: { junk: 1 } } } },
    { v: { name: "a", next: { next: {} } } },
    ["name", "next"],
  ),
  row(
    "a default of a part",
    inV({ allOf: [object({ a: text }), object({ unit: { type: "string", default: "m" } })] }),
    { v: { a: "1" } },
    { v: { a: "1", unit: "m" } },
    ["a", "unit"],
  ),
  row(
    "a default beside one more",
    object({ v: object({ unit: { type: "string", default: "m" } }) }),
    { v: { junk: 1 } },
    { v: { unit: "m" } },
    ["unit"],
  ),
  row(
    "an object that says false",
    inV({ ...object({ a: text }), ...closed }),
    { v: { a: "1", junk: 1 } },
    { v: { a: "1" } },
    ["a"],
  ),
  row(
    "branches that say false",
    inV({
      anyOf: [
        { ...object({ a: text }, { required: ["a"] }), ...closed },
        { ...object({ b: map }, { required: ["b"] }), ...closed },
      ],
    }),
    { v: { b: [{ key: "k", value: 1 }], junk: 1 } },
    { v: { b: { k: 1 } } },
    ["a", "b"],
  ),
  row(
    "an entry of a map of objects",
    inV({ type: "object", additionalProperties: object({ a: text }) }),
    { v: [{ key: "k", value: { a: "1", junk: 1 } }] },
    { v: { k: { a: "1" } } },
    [],
  ),
  row(
    "items of a list",
    inV({ type: "array", items: { anyOf: [object({ a: text }, { required: ["a"] }), object({ b: text })] } }),
    {
      v: [
        { a: "1", b: "2" },
        { b: "1", junk: 1 },
      ],
    },
    { v: [{ a: "1", b: "2" }, { b: "1" }] },
    [],
  ),
  row(
    "what only a condition names",
    inV({
      ...object({ kind: { enum: ["a", "b"] } }),
      if: { properties: { kind: { const: "a" } }, required: ["kind"] },
      then: { properties: { size: count } },
    }),
    { v: { kind: "b", size: 2 } },
    { v: { kind: "b", size: 2 } },
    ["kind", "size"],
  ),
];

describe("arguments on their way to a handler", () => {
  const folder = mkdtempSync(join(tmpdir(), "modes-parse-"));
  const sets = new Map<string, GeneratedSet>();
  const parsers = new Map<string, readonly ((wire: unknown) => Parsed<unknown>)[]>();

  beforeAll(async () => {
    for (const mode of ["refuse", "strip"] as const) {
      const set = await generated(mode);
      const moduleUrl = writeRunnable(set, join(folder, mode));
      const parse = rows.map(async (_, index) => {
        const module = (await import(/* @vite-ignore */ moduleUrl(`tools/t${index}.js`))) as Record<
          string,
          { parse: (wire: unknown) => Parsed<unknown> }
        >;
        return module[`t${index}Checks`]!.parse;
      });
      sets.set(mode, set);
      parsers.set(mode, await Promise.all(parse));
    }
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(rows.map((one, index) => [one.says, one, index] as const))("%s", (_, one, index) => {
    const strip = parsers.get("strip")![index]!(one.wire);
    expect(strip).toMatchObject({ ok: true });
    expect(strip.ok && strip.value).toEqual(one.stripped);
    const refuse = parsers.get("refuse")![index]!(one.wire);
    if (one.unknown) {
      const issues = refuse.ok ? [] : refuse.issues;
      expect(issues.map(({ code }) => code)).toEqual(["unknown"]);
      expect(issues[0]!.pointer).toMatch(/\/junk$/);
    } else expect(refuse.ok && refuse.value).toEqual(one.stripped);
  });

  it("have types that contain every declared property", () => {
    const set = sets.get("strip")!;
    const files = set.files.filter(({ path }) => path.endsWith(".ts"));
    for (const { path, text: source } of files) {
      mkdirSync(dirname(join(folder, "types", path)), { recursive: true });
      writeFileSync(join(folder, "types", path), source);
    }
    writeFileSync(join(folder, "types/package.json"), '{ "type": "module" }');
    const uses = join(folder, "types/uses.ts");
    writeFileSync(uses, usesOfTypes());
    expect(compileStrictly([uses])).toEqual([]);
  }, 60_000);
});

async function generated(unknownArguments: "refuse" | "strip"): Promise<GeneratedSet> {
  const tools = rows.map(({ schema }, index) => ({
    name: `t${index}`,
    description: "A tool.",
    inputSchema: schema,
  }));
  const { sets } = await generate(
    {
      specs: [{ path: "specs/tools.mcp.json", text: JSON.stringify({ tools }) }],
      load: () => undefined,
      out: "generated",
    },
    { file: () => undefined },
    { ...defaultOptions, unknownArguments },
  );
  return sets[0]!;
}

/** Assigns each value that a handler gets, and each declared property, to the type of the arguments. */
function usesOfTypes(): string {
  const lines = rows.flatMap(({ stripped, declared }, index) => [
    `import type { T${index}Args } from "./tools/t${index}.js";`,
    `export const value${index}: T${index}Args = held(${JSON.stringify(stripped)});`,
    ...declared.map(
      (name, at) => `export const name${index}_${at}: KeyOf<T${index}Args["v"]> = ${JSON.stringify(name)};`,
    ),
  ]);
  return `
    type KeyOf<T> = T extends unknown ? keyof T : never;
    type Mutable<T> = { -readonly [K in keyof T]: T[K] extends object ? Mutable<T[K]> : T[K] };
    // A value that does not match its own literal may have properties of another branch.
    const held = <const T>(value: T): Mutable<T> => value as Mutable<T>;
    ${lines.join("\n")}`;
}
