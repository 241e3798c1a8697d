import { describe, expect, it } from "vitest";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { compileStrictly } from "../helpers/compile.js";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

// Measures how much code a schema becomes. The shapes are those in which real schemas repeat themselves.

type Node = { readonly [keyword: string]: unknown };

const text: Node = { type: "string" };

function many(count: number, entry: (index: number) => readonly [string, unknown]): Node {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)));
}

function list(count: number, item: (index: number) => Node): readonly Node[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

/** Returns an object schema with this number of fields of several types. */
function record(fields: number): Node {
  const types = [
    { type: "integer", minimum: 0 },
    { type: "string", minLength: 1 },
    { enum: ["a", "b", "c"] },
  ];
  return {
    type: "object",
    properties: many(fields, (index) => [`field${index}`, types[index % 3]]),
    required: ["field0"],
  };
}

/** Returns definitions in which each definition is made of the definition before it. */
function chain(length: number, first: Node, next: (before: Node, index: number) => Node): Node {
  return {
    type: "object",
    properties: { value: { $ref: `#/$defs/D${length}` } },
    $defs: many(length + 1, (index) => [
      `D${index}`,
      index === 0 ? first : next({ $ref: `#/$defs/D${index - 1}` }, index),
    ]),
  };
}

function eitherOf(kind: "anyOf" | "oneOf", length: number): Node {
  return chain(length, record(3), (before, index) => ({
    [kind]: [before, { type: "object", properties: { [`x${index}`]: before }, required: [`x${index}`] }],
  }));
}

const base = { $ref: "#/$defs/Base" };
const hook: Node = {
  type: "object",
  properties: {
    run: text,
    env: { type: "object", additionalProperties: text },
    skip: { oneOf: [{ type: "boolean" }, { type: "array", items: text }] },
    group: { type: "object", properties: { jobs: { type: "array", items: { $ref: "#/$defs/Hook" } } } },
  },
};

/** Schemas, each with the largest allowed ratio of the length of its code to the length of the schema. */
const shapes: readonly (readonly [name: string, schema: Node, most: number])[] = [
  [
    "objects that are written out again",
    { type: "object", properties: many(20, (index) => [`p${index}`, record(12)]) },
    2,
  ],
  [
    "variants of one object by allOf",
    {
      type: "object",
      properties: {
        value: {
          oneOf: list(30, (index) => ({
            allOf: [
              base,
              { type: "object", properties: { kind: { const: `k${index}` }, [`own${index}`]: text } },
            ],
            required: ["kind"],
          })),
        },
      },
      $defs: { Base: record(12) },
    },
    10,
  ],
  [
    "definitions that extend one object",
    {
      type: "object",
      properties: many(30, (index) => [`p${index}`, { $ref: `#/$defs/V${index}` }]),
      $defs: {
        Base: record(12),
        ...many(30, (index) => [`V${index}`, { allOf: [base], properties: { [`own${index}`]: text } }]),
      },
    },
    10,
  ],
  [
    "references with something beside them",
    {
      type: "object",
      properties: many(30, (index) => [
        `p${index}`,
        { ...base, description: `P ${index}.`, minProperties: 1 },
      ]),
      $defs: { Base: record(12) },
    },
    8,
  ],
  [
    "a root that refers to itself",
    {
      type: "object",
      properties: {
        ...many(30, (index) => [`field${index}`, text]),
        children: { type: "array", items: { $ref: "#" } },
      },
    },
    10,
  ],
  [
    "a definition used by many properties, and recursive",
    {
      type: "object",
      properties: many(25, (index) => [`hook-${index}`, { $ref: "#/$defs/Hook" }]),
      $defs: { Hook: hook },
    },
    8,
  ],
  [
    "a chain of allOf",
    chain(24, record(4), (before, index) => ({ allOf: [before], properties: { [`own${index}`]: text } })),
    4,
  ],
  ["the same object twice in each allOf", chain(24, record(4), (before) => ({ allOf: [before, before] })), 4],
  [
    "unions in a chain of allOf",
    chain(12, record(4), (before, index) => ({
      allOf: [
        before,
        {
          anyOf: [
            { type: "object", properties: { [`a${index}`]: text } },
            { type: "object", properties: { [`b${index}`]: text } },
          ],
        },
      ],
    })),
    10,
  ],
  [
    "properties that are twice the one before",
    chain(24, record(4), (before) => ({ type: "object", properties: { left: before, right: before } })),
    8,
  ],
  ["anyOf of anyOf, of which the declaration takes much", eitherOf("anyOf", 8), 20],
  // Each definition has the names of all definitions before it, and a check for each of these names.
  ["anyOf of anyOf", eitherOf("anyOf", 24), 20],
  ["oneOf of oneOf", eitherOf("oneOf", 24), 20],
];

async function codeFor(inputSchema: Node): Promise<readonly { path: string; text: string }[]> {
  const tools = [{ name: "a_tool", description: "A tool.", inputSchema }];
  const { sets } = await generate(
    {
      specs: [{ path: "specs/tools.mcp.json", text: JSON.stringify({ tools }) }],
      load: () => undefined,
      out: "generated",
    },
    { file: () => undefined },
    defaultOptions,
  );
  return sets.flatMap(({ files }) => files.filter(({ path }) => /^(?:tools\/.*|schemas)\.ts$/.test(path)));
}

describe("generated code", () => {
  it.each(shapes)("stays in proportion to the schema: %s", async (_, schema, most) => {
    const files = await codeFor(schema);
    expect(files.map(({ path }) => path)).toContain("tools/a-tool.ts");
    const bytes = files.reduce((sum, { text: code }) => sum + code.length, 0);
    expect(bytes / JSON.stringify(schema).length).toBeLessThan(most);
  });

  it("compiles where functions are shared", async () => {
    const folder = mkdtempSync(join(tmpdir(), "code-size-"));
    try {
      writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
      const sources: string[] = [];
      for (const [index, [, schema]] of shapes.entries()) {
        for (const { path, text: code } of await codeFor(schema)) {
          const file = join(folder, String(index), path);
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, code);
          sources.push(file);
        }
      }
      expect(compileStrictly(sources)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
