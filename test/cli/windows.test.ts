import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { run as RunNow } from "../../generator/cli/run.js";
import { toWindows } from "../helpers/windows.js";

// Runs all commands with the rules of `path.win32` and with file names that ignore case. The output must
// equal the output on this platform.

type Run = typeof RunNow;

async function load(isWindows: boolean): Promise<Run> {
  vi.resetModules();
  if (isWindows) {
    vi.doMock("node:path", async () => (await import("../helpers/windows.js")).windowsPath);
    vi.doMock("node:fs", async () => (await import("../helpers/windows.js")).windowsFs);
  } else {
    vi.doUnmock("node:path");
    vi.doUnmock("node:fs");
  }
  return (await import("../../generator/cli/run.js")).run;
}

let folder: string;
let onWindows: Run;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "toolpress-windows-"));
  onWindows = await load(true);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function start(run: Run, cwd: string, args: string[], signal?: AbortSignal): Promise<[number, string]> {
  let text = "";
  const output = { write: (more: string) => (text += more) };
  const code = await run(args, { cwd, env: {}, stdout: output, stderr: output, ...(signal && { signal }) });
  return [code, text];
}

const windows = (...args: string[]): Promise<[number, string]> => start(onWindows, toWindows(folder), args);

function filesIn(path: string): Record<string, string> {
  const entries = readdirSync(join(folder, path), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(folder.length + path.length + 2), readFileSync(file, "utf8")]),
  );
}

const shared =
  "schemas:\n  Point: { type: object, properties: { x: { type: number, description: East. } } }\n";
const spec = `tools:
  add_point:
    description: |
      Adds a point to the map.
      Use it for one point.
    parameters:
      - { name: point, $ref: "parts/shared.schemas.yaml#/schemas/Point", required: true, description: The point. }
  plus:
    description: Adds two numbers and gives the sum.
    binding: { module: ./code/plus.ts, export: plus }
    parameters:
      - { name: a, type: number, description: The first number. }
`;
const api = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Math", version: "1" },
  servers: [{ url: "https://math.example.com" }],
  paths: {
    "/sums": {
      get: {
        operationId: "listSums",
        summary: "Lists all sums.",
        responses: { 200: { $ref: "parts/answer.json" } },
      },
    },
    "/terms": { get: { operationId: "listTerms", summary: "Lists all terms.", responses: {} } },
  },
});

function putProject(): void {
  put("specs/map.tools.yaml", spec);
  put("specs/parts/shared.schemas.yaml", shared);
  put("specs/deep/more.tools.yaml", "tools:\n  more: { description: Gives more of it. }\n");
  put("specs/api.json", api);
  put(
    "specs/parts/answer.json",
    '{ "description": "All sums.", "content": { "application/json": { "schema": { "type": "object" } } } }',
  );
  put("toolpress.config.yaml", "out: src/generated\nspecs:\n  ./specs/api.json: { include: [listSums] }\n");
}

test("gen writes the same bytes as elsewhere, also from files with the line ends of Windows", async () => {
  putProject();
  const first = await windows("gen", "--stubs", "src/tools");
  expect(first).toEqual([0, expect.stringContaining("map  src/generated/map/  ")]);
  const written = filesIn("src");
  expect(Object.keys(written).length).toBeGreaterThan(15);
  expect(written["generated/map/index.ts"]).toContain('from "../../../specs/code/plus.js"');
  rmSync(join(folder, "src"), { recursive: true });

  const elsewhere = await load(false);
  expect((await start(elsewhere, folder, ["gen", "--stubs", "src/tools"]))[0]).toBe(0);
  expect(filesIn("src")).toEqual(written);

  for (const path of ["specs/map.tools.yaml", "specs/parts/shared.schemas.yaml", "specs/api.json"])
    put(path, readFileSync(join(folder, path), "utf8").replaceAll("\n", "\r\n"));
  onWindows = await load(true);
  expect(await windows("gen", "--check")).toEqual([0, expect.stringContaining("up to date")]);
});

describe("in a project that was generated", () => {
  beforeEach(async () => {
    putProject();
    expect((await windows("gen"))[0]).toBe(0);
  });

  test("gen --check finds every kind of difference", async () => {
    put("src/generated/map/index.ts", "// mine\n");
    put("src/generated/map/extra.js", "// mine\n");
    put("src/generated/other.js", "// mine\n");
    rmSync(join(folder, "src/generated/map/entries.ts"));
    const [code, text] = await windows("gen", "--check");
    expect(code).toBe(1);
    for (const line of [
      /hand-edited .* src\/generated\/map\/index\.ts/,
      /foreign .* src\/generated\/map\/extra\.js/,
      /foreign .* src\/generated\/other\.js/,
      /missing .* src\/generated\/map\/entries\.ts/,
    ])
      expect(text).toMatch(line);
  });

  test("a spec that is gone takes its files with it", async () => {
    rmSync(join(folder, "specs/deep/more.tools.yaml"));
    expect(await windows("gen")).toEqual([
      0,
      expect.stringContaining("src/generated/more/  its spec no longer exists"),
    ]);
    expect(existsSync(join(folder, "src/generated/more"))).toBe(false);
  });

  test("a set whose name changes its case is written anew", async () => {
    renameSync(join(folder, "specs/deep/more.tools.yaml"), join(folder, "specs/deep/More.tools.yaml"));
    put("specs/deep/More.tools.yaml", "name: More\ntools:\n  more: { description: Gives more of it. }\n");
    expect((await windows("gen"))[0]).toBe(0);
    expect(readdirSync(join(folder, "src/generated")).sort()).toEqual(["More", "api", "map"]);
    expect((await windows("gen", "--check"))[0]).toBe(0);
  });

  test("code of a former output folder is found", async () => {
    cpSync(join(folder, "src/generated"), join(folder, "old"), { recursive: true });
    expect((await windows("gen", "--check"))[1]).toContain(
      '"old/map" was generated from "specs/map.tools.yaml"',
    );
  });

  test("paths with backslashes work on the command line, and are refused in a config", async () => {
    expect(await windows("gen", "specs\\map.tools.yaml", "--out", "src\\generated")).toEqual([
      0,
      expect.stringContaining("unchanged"),
    ]);
    put("toolpress.config.yaml", 'out: "src\\\\generated"\n');
    expect(await windows("gen")).toEqual([
      1,
      expect.stringContaining("expected a path with forward slashes"),
    ]);
  });
});

describe("nothing outside the project is read or written", () => {
  test.each([
    ["out", "out: ../elsewhere\n"],
    ["out on another drive", "out: D:/elsewhere\n"],
    ["specs", "specs: ../other/x.tools.yaml\n"],
    [".git under its short name", "out: GIT~1/hooks\n"],
  ])("%s", async (_, config) => {
    putProject();
    put("toolpress.config.yaml", config);
    const [code, text] = await windows("gen");
    expect([code, text]).toEqual([1, expect.stringMatching(/TP92[02]/)]);
  });

  test.each(["../../x.json", "C:/x.json", "..\\\\..\\\\x.json", "file:///C:/x.json"])(
    "$ref: %s",
    async (ref) => {
      put("specs/map.tools.yaml", spec.replace("parts/shared.schemas.yaml", ref));
      expect((await windows("gen"))[0]).toBe(1);
    },
  );
});

describe("names are those on the disk, in their case", () => {
  beforeEach(putProject);

  test("of a spec that the command line names", async () => {
    expect(await windows("gen", "specs/Map.tools.yaml")).toEqual([
      2,
      expect.stringContaining('Did you mean "map.tools.yaml"?'),
    ]);
  });

  test("of a spec that the config names", async () => {
    put("toolpress.config.yaml", "specs:\n  specs/API.json: { include: [listSums] }\n");
    expect((await windows("gen"))[0]).toBe(2);
  });

  test("of a file that a spec refers to", async () => {
    put("specs/map.tools.yaml", spec.replace("shared.schemas", "Shared.schemas"));
    const [code, text] = await windows("gen");
    expect([code, text]).toEqual([1, expect.stringContaining("Shared.schemas.yaml")]);
  });
});

test("a watch runs again after a change, and after a new spec in a folder", async () => {
  putProject();
  const control = new AbortController();
  const watching = start(onWindows, toWindows(folder), ["gen", "--watch"], control.signal);
  const index = join(folder, "src/generated/map/entries.ts");
  await vi.waitFor(() => expect(existsSync(index)).toBe(true), { timeout: 20_000 });
  await wait(300);
  put("specs/parts/shared.schemas.yaml", shared.replace("East.", "West."));
  await vi.waitFor(() => expect(readFileSync(index, "utf8")).toContain("West."), { timeout: 20_000 });
  await wait(300);
  put("specs/deep/less.tools.yaml", "tools:\n  less: { description: Gives less of it. }\n");
  const added = join(folder, "src/generated/less/index.ts");
  await vi.waitFor(() => expect(existsSync(added)).toBe(true), { timeout: 20_000 });
  control.abort();
  expect((await watching)[0]).toBe(0);
});
