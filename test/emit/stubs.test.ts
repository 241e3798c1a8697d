import { describe, expect, it } from "vitest";
import { toolNames } from "../../generator/name/name.js";
import type { Lock } from "../../generator/pipeline/lock.js";
import { planStubs } from "../../generator/pipeline/stubs.js";

const lockOf = (...names: string[]): Lock => ({
  output: 1,
  source: "specs/shop.tools.yaml",
  tools: names.map((name) => ({
    name,
    source: name,
    names: toolNames(name),
    binding: { kind: "handler" },
    bytes: 0,
    tokens: 0,
    depth: 0,
    lowered: [],
  })),
  files: [],
});

const plan = (lock: Lock, disk: ReadonlyMap<string, string>) =>
  planStubs({
    set: "shop",
    lock,
    descriptions: new Map(lock.tools.map(({ name }) => [name, `What ${name} does.`])),
    imports: "js",
    generated: "../generated/shop/index.js",
    existing: (file) => disk.get(file),
  });

describe("stubs", () => {
  it("are a skeleton for every handler, exported by an index", async () => {
    const { files } = await plan(lockOf("open_shop"), new Map());
    expect(Object.fromEntries(files.map(({ path, text }) => [path, text]))).toEqual({
      "open-shop.ts": `import type { CallContext } from "@toolpress/runtime";
import type { OpenShopArgs, OpenShopResult } from "../generated/shop/index.js";

/** What open_shop does. */
export async function openShop(_args: OpenShopArgs, _call: CallContext): Promise<OpenShopResult> {
  throw new Error("open_shop is not implemented yet");
}
`,
      "index.ts": `import type { ShopHandlers } from "../generated/shop/index.js";
import { openShop } from "./open-shop.js";

export const handlers: ShopHandlers = {
  open_shop: openShop,
};
`,
    });
  });

  it("are completed later, and existing ones are unchanged", async () => {
    const disk = new Map(
      (await plan(lockOf("open_shop"), new Map())).files.map(({ path, text }) => [path, text]),
    );
    disk.set("open-shop.ts", "// mine now\n");
    const { files, missing } = await plan(lockOf("open_shop", "close_shop"), disk);
    expect(files.map(({ path }) => path)).toEqual(["close-shop.ts", "index.ts"]);
    expect(missing).toEqual([]);
  });

  it("never change an index that a person has edited, and report its missing exports", async () => {
    const disk = new Map([
      ["open-shop.ts", "// mine\n"],
      ["index.ts", 'import { openShop } from "./open-shop.js";\n// mine too\n'],
    ]);
    const { files, missing } = await plan(lockOf("open_shop", "close_shop"), disk);
    expect(files.map(({ path }) => path)).toEqual(["close-shop.ts"]);
    expect(missing).toEqual(["close_shop"]);
  });

  it("separate a tool named index from the index", async () => {
    const { files } = await plan(lockOf("index"), new Map());
    expect(files.map(({ path }) => path)).toEqual(["index.tool.ts", "index.ts"]);
  });

  it("separate it from a tool named index_tool as well", async () => {
    const { files } = await plan(lockOf("index", "index_tool"), new Map());
    expect(files.map(({ path }) => path)).toEqual(["index.tool.ts", "index-tool.ts", "index.ts"]);
    const disk = new Map(files.map(({ path, text }) => [path, text]));
    expect(disk.get("index.tool.ts")).toContain("export async function index(");
    expect(disk.get("index-tool.ts")).toContain("export async function indexTool(");
    expect(await plan(lockOf("index", "index_tool"), disk)).toEqual({ files: [], missing: [] });
  });

  it.each([
    ["single quotes", (text: string) => text.replaceAll('"', "'")],
    ["the ending .ts", (text: string) => text.replaceAll('.js"', '.ts"')],
    ["no ending", (text: string) => text.replaceAll('.js"', '"')],
  ])("are all recognised in an index with %s", async (_what, change) => {
    const { files } = await plan(lockOf("open_shop", "index"), new Map());
    const disk = new Map(files.map(({ path, text }) => [path, path === "index.ts" ? change(text) : text]));
    expect(await plan(lockOf("open_shop", "index"), disk)).toEqual({ files: [], missing: [] });
  });
});
