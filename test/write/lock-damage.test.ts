import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readLock } from "../../generator/pipeline/lock.js";
import { createProject, type Project, specOf } from "../cli/project.js";
import { seed } from "../helpers/seeded.js";

// Merges, people and pull requests damage locks. In every case, `gen` must report the problem. It must not
// end with exit code 70, which means a bug in toolpress.

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

const lock = "generated/math/toolpress.lock.json";

/** A foreign document with two tools. With `broken`, the second has no valid schema, and its output is kept. */
function shop(broken: boolean): string {
  const tools = ["list-orders", "count orders"].map((name, index) => ({
    name,
    description: `Does what users ask for, way ${index}.`,
    inputSchema: broken && index === 1 ? 5 : { type: "object", properties: { n: { type: "integer" } } },
  }));
  return JSON.stringify({ tools });
}

const api = (broken: boolean): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Math", version: "1" },
    servers: [{ url: "https://math.example.com" }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: {
      "/sums": { get: { operationId: "listSums", summary: "Lists all sums.", responses: {} } },
      "/terms": {
        get: {
          operationId: "listTerms",
          summary: "Lists all terms.",
          responses: {},
          ...(broken && { parameters: 5 }),
        },
      },
    },
  });

const specs: readonly (readonly [string, string, string, string])[] = [
  ["our own spec", "specs/math.tools.yaml", specOf(), specOf("Adds numbers.")],
  ["a list of MCP", "specs/math.json", shop(false), shop(true)],
  ["an OpenAPI document", "specs/math.openapi.json", api(false), api(true)],
];

const values: readonly unknown[] = [
  ...[5, -1, 1.5, 1e300, true, null, "", "x", "../../x", "class", "constructor", "__proto__"],
  ...[[], [5], [[]], [null], {}, { kind: "module" }, { kind: "module", module: "./evil.js", export: "x" }],
  ...[
    { kind: "http" },
    { kind: "mcp", remote: 5 },
    { type: "A", value: "class", file: "a" },
    "\u0000",
    "\u202e",
  ],
];

/** Returns numbers from 0 to 1 that are the same in every run. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Texts that are valid in many places of a lock, so that a damaged lock still looks valid. */
const texts = [
  ...["ListOrders", "listOrders", "list-orders", "list_orders", "count_orders", "Toolset", "createToolset"],
  ...["index", "client", "entries", "tools/add.ts", "index.ts", "declarations.json", "toolpress.lock.json"],
  ...["listTerms", "ListTerms", "list-terms", "GET", "/terms", "key", "local", "parts", "MathHandlers", "x"],
];

/** Changes a random node of a value: the node is replaced, removed or duplicated. */
function damaged(value: unknown, random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  if (typeof value === "string" && random() < 0.8) return pick(texts);
  if (typeof value !== "object" || value === null || random() < 0.05) return pick(values);
  if (Array.isArray(value)) {
    if (value.length === 0) return [pick(values)];
    const index = Math.floor(random() * value.length);
    const rest = value.filter((_, at) => at !== index);
    if (random() < 0.1) return rest;
    if (random() < 0.1) return [...value, value[index]];
    return value.map((item: unknown, at) => (at === index ? damaged(item, random) : item));
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return pick(values);
  const [key, item] = pick(entries);
  if (random() < 0.15) return Object.fromEntries(entries.filter(([name]) => name !== key));
  return { ...value, [key]: damaged(item, random) };
}

/** Cuts the text, or inserts another text. */
function torn(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  const inserts = ["", "\u0000", '"', "{", "[".repeat(10_000), "<<<<<<< HEAD\n", "9".repeat(400), "\ufeff"];
  return (
    text.slice(0, at) +
    inserts[Math.floor(random() * inserts.length)] +
    text.slice(at + (random() < 0.5 ? 1 : 0))
  );
}

const rounds = Number(process.env["FUZZ_RUNS"] ?? 100);

describe("a damaged lock never crashes gen:", () => {
  test.each(specs)(
    "%s",
    async (_what, path, before, after) => {
      project.put(path, before);
      expect((await project.toolpress("gen")).code).toBe(0);
      const good = project.get(lock);
      const files = project.files().map((file) => [file, project.get(file)] as const);
      const random = randomFrom(seed);
      for (let round = 0; round < rounds; round += 1) {
        for (const [file, text] of files) project.put(file, text);
        const text =
          random() < 0.7 ? JSON.stringify(damaged(JSON.parse(good), random), null, 1) : torn(good, random);
        project.put(lock, text);
        project.put(path, random() < 0.5 ? before : after);
        const arguments_ = random() < 0.5 ? ["--check"] : [];
        const { code, stderr } = await project.toolpress("gen", ...arguments_);
        expect(code, `${text}\n${stderr}`).not.toBe(70);
        expect([0, 1]).toContain(code);
      }
    },
    60_000,
  );
});

test.each([
  ["a source that is a number", '"source": "specs/math.tools.yaml"', '"source": 5'],
  ["an identifier that is a word of the language", '"type":"Add"', '"type":"class"'],
  ["a size that is a text", '"bytes":', '"bytes":"much","old":'],
  ["a key of a file that is a list", '"key":"', '"key":[],"old":"'],
  ["a binding of no kind", '"kind":"handler"', '"kind":"magic"'],
])("is read as missing: %s", async (_what, from, to) => {
  project.put("specs/math.tools.yaml", specOf());
  await project.toolpress("gen");
  const good = project.get(lock);
  expect(good).toContain(from);
  project.put(lock, good.replace(from, to));
  expect(readLock(project.get(lock))).toBeUndefined();
  const { code, stderr } = await project.toolpress("gen");
  expect(code).toBe(0);
  expect(stderr).toContain("warning TP908");
  expect(project.get(lock)).toBe(good);
});

describe("an attacker edits the lock of a foreign document", () => {
  const files = (): readonly string[] => project.files().map((path) => project.get(path));

  test.each([
    [
      "to have code of theirs imported",
      '"kind":"handler"',
      '"kind":"module","module":"../../evil.js","export":"x","call":"object","parameters":[]',
    ],
    ["to give two tools one identifier", '"value":"countOrders"', '"value":"listOrders"'],
    ["to give two tools one file", '"file":"count-orders"', '"file":"list-orders"'],
    ["to give a tool the name of a function", '"value":"countOrders"', '"value":"createToolset"'],
  ])("%s: nothing is written while a tool is broken", async (_what, from, to) => {
    project.put("specs/math.json", shop(false));
    await project.toolpress("gen");
    expect(project.get(lock)).toContain(from);
    project.put(lock, project.get(lock).replaceAll(from, to));
    project.put("specs/math.json", shop(true));
    const before = files();
    const { code, stderr } = await project.toolpress("gen");
    expect(code).toBe(1);
    expect(stderr).toContain("TP909");
    expect(files()).toEqual(before);
  });

  test("to swap the names of tools: it gets a new name, and the check fails", async () => {
    project.put("specs/math.json", shop(false));
    await project.toolpress("gen");
    const honest = files();
    const swapped = project
      .get(lock)
      .replace('"name":"list_orders","source":"list-orders"', '"name":"count_orders","source":"list-orders"')
      .replace(
        '"name":"count_orders","source":"count orders"',
        '"name":"list_orders","source":"count orders"',
      )
      .replace('{"type":"ListOrders","value":"listOrders","file":"list-orders"}', "OTHER")
      .replace(
        '{"type":"CountOrders","value":"countOrders","file":"count-orders"}',
        '{"type":"ListOrders","value":"listOrders","file":"list-orders"}',
      )
      .replace("OTHER", '{"type":"CountOrders","value":"countOrders","file":"count-orders"}');
    expect(swapped).not.toBe(project.get(lock));
    project.put(lock, swapped);
    expect(await project.toolpress("gen", "--check")).toMatchObject({ code: 1 });
    const { stderr } = await project.toolpress("gen");
    expect(stderr).toContain("warning TP921");
    expect(files()).toEqual(honest);
  });
});
