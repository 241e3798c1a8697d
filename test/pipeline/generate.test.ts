import { describe, expect, it } from "vitest";
import { generate, type Generation } from "../../generator/generate.js";
import { lockFile } from "../../generator/pipeline/lock.js";
import { defaultOptions, type Options } from "../../generator/options.js";

// Tests the complete pipeline: the files that it reuses, the files that it renders, and the files that it
// never deletes.

type Disk = Map<string, string>;

const spec = `
name: shop
schemas:
  Money: { type: object, description: An amount., properties: { amount: { type: number, description: How much } }, required: [amount] }
tools:
  open_shop:
    description: Opens the shop for the day.
    parameters:
      - { name: hour, type: integer, minimum: 0, maximum: 23, description: When, required: true }
  set_price:
    description: Sets the price of an article.
    parameters:
      - { name: price, $ref: "#/schemas/Money", required: true }
`;

async function run(
  text: string,
  disk: Disk = new Map(),
  options: Partial<Options> = {},
  path = "specs/shop.tools.yaml",
): Promise<Generation> {
  const generation = await generate(
    { specs: [{ path, text }], load: () => undefined, out: "generated" },
    { file: (set, file) => disk.get(`${set}/${file}`) },
    { ...defaultOptions, ...options },
  );
  return generation;
}

function diskOf({ sets }: Generation): Disk {
  return new Map(
    sets.flatMap((set) => set.files.map((file) => [`${set.name}/${file.path}`, file.text] as const)),
  );
}

function changed(before: Disk, after: Disk): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}

const rendered = ({ sets }: Generation): number => sets.reduce((sum, set) => sum + set.rendered.length, 0);

describe("generate", () => {
  it("gives the same bytes for the same spec and lock", async () => {
    const first = diskOf(await run(spec));
    expect(changed(first, diskOf(await run(spec)))).toEqual([]);
    expect(changed(first, diskOf(await run(spec, first)))).toEqual([]);
  });

  it("renders nothing again without changes, and reports the same", async () => {
    const first = await run(spec.replace("Opens the shop for the day.", "open shop"));
    const again = await run(spec.replace("Opens the shop for the day.", "open shop"), diskOf(first));
    expect(rendered(first)).toBeGreaterThan(0);
    expect(rendered(again)).toBe(0);
    expect(first.diagnostics.length).toBeGreaterThan(0);
    expect(again.diagnostics).toEqual(first.diagnostics);
  });

  it("has the same result for files that were checked out with CRLF", async () => {
    const first = diskOf(await run(spec));
    const crlf = new Map([...first].map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]));
    const again = await run(spec, crlf);
    expect(rendered(again)).toBe(0);
    expect(changed(first, diskOf(again))).toEqual([]);
  });

  it("uses the current name of a tool, not its earlier one", async () => {
    const renamed = spec.replace("  open_shop:\n", "  open_shop:\n    rename: open_doors\n");
    const first = diskOf(await run(renamed));
    const namesOf = ({ sets }: Generation): string[] => sets[0]!.lock.tools.map(({ name }) => name);
    expect(namesOf(await run(renamed, first))).toEqual(["open_doors", "set_price"]);
    expect(namesOf(await run(spec, first))).toEqual(["open_shop", "set_price"]);
  });

  it("changes the lines of a tool only when the tool is edited", async () => {
    const first = diskOf(await run(spec));
    const description = await run(spec.replace("for the day", "for today"), first);
    expect(changed(first, diskOf(description))).toEqual([
      "shop/declarations.json",
      "shop/entries.ts",
      "shop/index.ts",
      `shop/${lockFile}`,
      "shop/tools/open-shop.ts",
    ]);
    const bound = await run(spec.replace("maximum: 23", "maximum: 22"), first);
    expect(changed(first, diskOf(bound))).toEqual([
      "shop/declarations.json",
      "shop/entries.ts",
      `shop/${lockFile}`,
      "shop/tools/open-shop.ts",
    ]);
  });

  it("changes the index when a tool is added or deleted", async () => {
    const first = diskOf(await run(spec));
    const more = diskOf(
      await run(`${spec}  close_shop: { description: Closes the shop for the night. }\n`, first),
    );
    expect(changed(first, more)).toEqual([
      "shop/declarations.json",
      "shop/entries.ts",
      "shop/index.ts",
      `shop/${lockFile}`,
      "shop/tools/close-shop.ts",
    ]);
  });

  it("does not depend on the order of keys, except the order of tools and properties", async () => {
    const reordered = spec.replace(
      "type: integer, minimum: 0, maximum: 23, description: When",
      "description: When, maximum: 23, minimum: 0, type: integer",
    );
    expect(changed(diskOf(await run(spec)), diskOf(await run(reordered)))).toEqual([]);
  });

  it("writes no date, version, machine path or line number, except in the lock", async () => {
    for (const [path, text] of diskOf(await run(`\n\n\n${spec}`))) {
      if (path.endsWith(lockFile)) continue;
      expect(text).not.toMatch(/\b20[2-9]\d-\d\d-\d\d|\bv?\d+\.\d+\.\d+\b|\/home\/|\/tmp\/|:\d+:\d+/);
    }
    expect(changed(diskOf(await run(spec)), diskOf(await run(`\n\n\n${spec}`)))).toEqual([]);
  });

  it("renders an edited file again, and all files after a change of the output version", async () => {
    const first = diskOf(await run(spec));
    const edited = new Map(first).set("shop/index.ts", "// mine\n");
    expect(rendered(await run(spec, edited))).toBe(1);
    const older = new Map(first).set(
      `shop/${lockFile}`,
      first.get(`shop/${lockFile}`)!.replace(/"output": \d+/, '"output": 0'),
    );
    expect(rendered(await run(spec, older))).toBe(first.size - 1);
  });

  it("writes nothing for a spec in our own dialect that has an error", async () => {
    const first = diskOf(await run(spec));
    const broken = await run(spec.replace("type: integer", "type: integr"), first);
    expect(broken.sets.map(({ failed, files }) => ({ failed, files }))).toEqual([
      { failed: true, files: [] },
    ]);
    expect(broken.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toContain("error TP301");
  });

  it("refuses names that reach a prototype even where unknown arguments are allowed", async () => {
    const open = diskOf(await run(spec, new Map(), { unknownArguments: "allow" }));
    expect(open.get("shop/tools/open-shop.ts")).toContain("further(key, value, issues)");
  });

  it("accepts an unreadable lock", async () => {
    const first = diskOf(await run(spec));
    for (const lock of ["", "{", "[]", "null", '{"output":1,"tools":[null],"files":[]}']) {
      expect(changed(first, diskOf(await run(spec, new Map(first).set(`shop/${lockFile}`, lock))))).toEqual(
        [],
      );
    }
  });
});

describe("a foreign document with one bad tool", () => {
  const mcp = (second: object): string =>
    JSON.stringify({
      tools: [
        {
          name: "good",
          description: "Does a good thing for the test.",
          inputSchema: { type: "object", properties: { a: { type: "string", description: "A text" } } },
        },
        {
          name: "other",
          description: "Does another thing for the test.",
          inputSchema: second,
          annotations: { destructiveHint: true },
        },
      ],
    });
  const fine = { type: "object", properties: { b: { type: "integer", description: "A number" } } };
  const bad = { type: "string" };

  it("skips the bad tool and generates the others", async () => {
    const generation = await run(mcp(bad), new Map(), {}, "specs/shop.json");
    expect(generation.sets[0]!.lock.tools.map(({ name }) => name)).toEqual(["good"]);
    expect(
      generation.diagnostics.some(({ severity, location }) => severity === "error" && location !== undefined),
    ).toBe(true);
  });

  it("keeps the output of a tool that has an error now, and continues with its next valid version", async () => {
    const first = diskOf(await run(mcp(fine), new Map(), {}, "specs/shop.json"));
    const broken = await run(mcp(bad), first, {}, "specs/shop.json");
    expect(broken.diagnostics.map(({ code }) => code)).toContain("TP220");
    expect(changed(first, diskOf(broken))).toEqual([]);
    expect(diskOf(broken).get("shop/entries.ts")).toContain("policy: { approval: true }");
    const repaired = await run(mcp(fine), diskOf(broken), {}, "specs/shop.json");
    expect(changed(first, diskOf(repaired))).toEqual([]);
  });

  describe("that shares schemas with others", () => {
    const api = (broken: readonly string[]): string => {
      const money = { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] };
      const body = { content: { "application/json": { schema: { $ref: "#/components/schemas/Money" } } } };
      const operation = (operationId: string): object => ({
        operationId,
        summary: `Does ${operationId} for the test.`,
        requestBody: { required: true, ...body },
        responses: { "200": { description: "ok", ...body } },
        ...(broken.includes(operationId) && { parameters: 5 }),
      });
      return JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Shop", version: "1" },
        servers: [{ url: "https://shop.example.com" }],
        paths: {
          "/ping": { get: { operationId: "ping", summary: "Answers at once.", responses: {} } },
          "/pay": { post: operation("pay") },
          "/refund": { post: operation("refund") },
        },
        components: { schemas: { Money: money } },
      });
    };
    const path = "specs/shop.openapi.json";
    const lockPath = `shop/${lockFile}`;
    const made = async (): Promise<Disk> => diskOf(await run(api([]), new Map(), {}, path));

    it("records in the lock the imports of its files from the shared schemas", async () => {
      const lock = JSON.parse((await made()).get(lockPath)!) as { files: Record<string, unknown>[] };
      const rows = new Map(lock.files.map((row) => [row["path"], row]));
      expect(rows.get("tools/pay.ts")?.["imports"]).toContain("Money");
      expect(rows.get("schemas.ts")?.["types"]).toEqual(["Money"]);
      expect(rows.get("tools/ping.ts")).not.toHaveProperty("imports");
    });

    it.each([[["pay"]], [["pay", "refund"]]])(
      "keeps the schemas of %j, independent of formatting",
      async (broken) => {
        const first = await made();
        const reformatted = new Map(
          [...first].map(([file, text]) => [file, text.replaceAll(/ from "(.*)";/g, " from '$1'")]),
        );
        const kept = diskOf(await run(api(broken), reformatted, {}, path));
        expect(kept.has("shop/schemas.ts")).toBe(true);
        expect(kept.get("shop/index.ts")).toContain("export type { Money } from");
        expect(kept.get(lockPath)).toContain('"types":["Money"]');
      },
    );

    it.each([
      ["a word of the language", /"imports":\["Money"/g, '"imports":["class"', "TP909"],
      ["no name", /"types":\["Money"\]/g, '"types":["x } from \\"evil\\"; //"]', "TP909"],
      ["a name that the schemas do not have", /"imports":\["Money"/g, '"imports":["Evil","Money"', undefined],
      ["no row of the file", /\n.*"path":"tools\/pay.ts".*,/g, "", undefined],
    ])("writes nothing if the lock records %s", async (_what, from, to, code) => {
      const first = await made();
      const lock = first.get(lockPath)!;
      const forged = new Map(first).set(lockPath, lock.replace(from, to));
      expect(forged.get(lockPath)).not.toBe(lock);
      const { sets, diagnostics } = await run(api(["pay"]), forged, {}, path);
      expect(sets[0]).toMatchObject({ failed: true, files: [] });
      if (code !== undefined) expect(diagnostics.map((one) => one.code)).toContain(code);
    });
  });

  it("leaves out the second of two tools with one name, not both", async () => {
    const { tools } = JSON.parse(mcp(fine)) as { tools: object[] };
    const twice = JSON.stringify({ tools: [...tools, tools[1]] });
    const { sets, diagnostics } = await run(twice, new Map(), {}, "specs/shop.json");
    expect(sets[0]!.lock.tools.map(({ name }) => name)).toEqual(["good", "other"]);
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual([
      "TP208",
    ]);
  });

  it("keeps an invalid tool that is listed twice once", async () => {
    const first = diskOf(await run(mcp(fine), new Map(), {}, "specs/shop.json"));
    const { tools } = JSON.parse(mcp(bad)) as { tools: object[] };
    const twice = await run(JSON.stringify({ tools: [...tools, tools[1]] }), first, {}, "specs/shop.json");
    expect(changed(first, diskOf(twice))).toEqual([]);
  });

  it.each([
    ["nothing about its names", '"names":{"type":"Other","value":"other","file":"other"},'],
    ["names that are none", '"value":"other","file":"other"'],
  ])("ignores a lock that contains %s", async (_case, part) => {
    const first = diskOf(await run(mcp(fine), new Map(), {}, "specs/shop.json"));
    const lock = first.get(`shop/${lockFile}`)!;
    expect(lock).toContain(part);
    const tampered = lock.replace(part, part.startsWith('"names"') ? "" : '"value":"a b","file":"../other"');
    const after = await run(
      mcp(bad),
      new Map(first).set(`shop/${lockFile}`, tampered),
      {},
      "specs/shop.json",
    );
    expect(after.sets[0]).toMatchObject({ failed: true, files: [] });
    expect(after.diagnostics.map(({ code }) => code)).toContain("TP909");
  });

  it.each([
    ["specs/pet.swagger.json", "pet"],
    ["specs/Home.mcp.json", "Home"],
    ["specs/my tools.v2.json", "my-tools-v2"],
    ["specs/2024.json", "tools-2024"],
  ])("is named after its file: %s", async (path, name) => {
    expect((await run(mcp(fine), new Map(), {}, path)).sets.map((set) => set.name)).toEqual([name]);
  });

  it("deletes the output of a tool that was deleted from the document", async () => {
    const first = diskOf(await run(mcp(fine), new Map(), {}, "specs/shop.json"));
    const { tools } = JSON.parse(mcp(fine)) as { tools: object[] };
    const fewer = diskOf(
      await run(JSON.stringify({ tools: tools.slice(0, 1) }), first, {}, "specs/shop.json"),
    );
    expect(fewer.has("shop/tools/other.ts")).toBe(false);
  });

  it("fails every spec that refers to an invalid file, and reports the error once", async () => {
    const text = `tools:\n  - name: open_shop\n    description: Opens the shop.\n    parameters: { type: object, properties: { hour: { $ref: "hour.yaml" } } }\n`;
    for (const shared of ["type: integr\n", "type: [\n"]) {
      const { sets, diagnostics } = await generate(
        {
          specs: ["a", "b"].map((name) => ({ path: `specs/${name}.tools.yaml`, text })),
          load: (path) => (path === "specs/hour.yaml" ? shared : undefined),
          out: "generated",
        },
        { file: () => undefined },
        defaultOptions,
      );
      expect(sets.map(({ name, failed }) => [name, failed])).toEqual([
        ["a", true],
        ["b", true],
      ]);
      expect(diagnostics.filter(({ location }) => location?.file === "specs/hour.yaml")).toHaveLength(1);
    }
  });

  it("reuses the lock of a spec, unless an earlier spec has taken the name of its set", async () => {
    const specFiles = ["a", "b"].map((name) => ({
      path: `specs/${name}.tools.yaml`,
      text: spec.replace("shop", name),
    }));
    const inputs = { specs: specFiles, load: () => undefined, out: "generated" };
    const previous = { file: () => undefined };
    const { specs: compiled } = await generate(inputs, previous, defaultOptions);
    const known = new Map([[specFiles[1]!, compiled[1]!]]);
    const progress: string[] = [];
    const onProgress = (path: string): void => void progress.push(path);
    const again = await generate({ ...inputs, known, onProgress }, previous, defaultOptions);
    expect(again.specs[1]).toBe(compiled[1]);
    expect(progress).not.toContain("specs/b.tools.yaml");
    specFiles[0]!.text = spec.replace("shop", "B");
    const { diagnostics } = await generate({ ...inputs, known, onProgress }, previous, defaultOptions);
    expect(diagnostics.map(({ code }) => code)).toContain("TP218");
  });
});
