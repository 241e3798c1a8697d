import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generate } from "../generator/generate.js";
import { createReport } from "../generator/diagnostics/report.js";
import { defaultOptions, type Options } from "../generator/options.js";
import { read as readSpec } from "../generator/read/read.js";
import { renderText } from "../generator/diagnostics/render.js";
import { checkDeclarations } from "../gemini-rules/check-declarations.js";
import { compileStrictly } from "./helpers/compile.js";

// Each folder in test/golden is a test: its specs are the input, its files and diagnostics are the expected
// output. UPDATE=1 rewrites the expected files.

const golden = fileURLToPath(new URL("./golden/", import.meta.url));
const update = process.env["UPDATE"] === "1";

function filesBelow(folder: string, prefix = ""): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesBelow(join(folder, entry.name), `${prefix}${entry.name}/`)
        : [`${prefix}${entry.name}`],
    )
    .sort();
}

/** The input of a case: `specs/`, its `options.yaml`, and the output of an earlier run in `previous/`. */
async function runCase(folder: string): Promise<Map<string, string>> {
  const read = (path: string): string | undefined => {
    const file = join(folder, path);
    return existsSync(file) && statSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
  };
  const config = readSpec({ path: "options.yaml", text: read("options.yaml") ?? "{}" }, createReport())!;
  const settings = config.value as Partial<Options> & {
    specs?: Record<string, Record<string, unknown>>;
  };
  const options: Options = {
    ...defaultOptions,
    ...settings,
    budgets: { ...defaultOptions.budgets, ...settings.budgets },
  };
  const specs = filesBelow(join(folder, "specs"))
    .filter((path) => !path.startsWith("parts/"))
    .map((path) => ({
      path: `specs/${path}`,
      text: read(`specs/${path}`)!,
      settings: settings.specs?.[path],
      settingsOrigin: { document: config, path: ["specs", path] },
    }));
  const generation = await generate(
    { specs, load: (path) => read(path), out: "generated" },
    { file: (set, path) => read(`previous/${set}/${path}`) },
    options,
  );
  const found = new Map<string, string>();
  for (const set of generation.sets) {
    for (const file of set.files) {
      if (!file.path.endsWith("lock.json")) found.set(`expected/${set.name}/${file.path}`, file.text);
      if (file.path === "declarations.json") expect(checkDeclarations([JSON.parse(file.text)])).toEqual([]);
    }
  }
  const text = renderText(generation.diagnostics);
  if (text.trim() !== "") found.set("diagnostics.txt", text.endsWith("\n") ? text : `${text}\n`);
  return found;
}

describe("golden folders", () => {
  for (const name of readdirSync(golden).sort()) {
    it(name.replaceAll("-", " "), async () => {
      const folder = join(golden, name);
      const found = await runCase(folder);
      if (update) {
        rmSync(join(folder, "expected"), { recursive: true, force: true });
        rmSync(join(folder, "diagnostics.txt"), { force: true });
        for (const [path, text] of found) {
          mkdirSync(dirname(join(folder, path)), { recursive: true });
          writeFileSync(join(folder, path), text);
        }
      }
      const expected = [
        ...filesBelow(join(folder, "expected")).map((path) => `expected/${path}`),
        ...(existsSync(join(folder, "diagnostics.txt")) ? ["diagnostics.txt"] : []),
      ];
      expect([...found.keys()].sort()).toEqual(expected.sort());
      for (const [path, text] of found) expect(text, path).toBe(readFileSync(join(folder, path), "utf8"));
    });
  }

  it("contain code that compiles under the strictest flags", () => {
    // The modules of users are not part of a golden folder.
    const files = filesBelow(golden)
      .filter(
        (path) =>
          path.includes("/expected/") &&
          path.endsWith(".ts") &&
          !path.startsWith("remote-and-module-bindings/"),
      )
      .map((path) => join(golden, path));
    expect(files.length).toBeGreaterThan(20);
    expect(compileStrictly(files)).toEqual([]);
  });
});
