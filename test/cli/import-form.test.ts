import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { importFormFor } from "../../generator/cli/project/import-form.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Returns the form of imports that is chosen for `src/generated` in a project with these files. */
function formIn(files: Readonly<Record<string, object | string>>): unknown {
  const root = mkdtempSync(join(tmpdir(), "import-form-"));
  folders.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return importFormFor(root, join(root, "src/generated"));
}

const options = (compilerOptions: object): Readonly<Record<string, object>> => ({
  "tsconfig.json": { compilerOptions },
});

describe("relative imports in generated code", () => {
  it.each([
    ["no tsconfig.json", {}, "js"],
    ["an empty one", options({}), "js"],
    ["nodenext", options({ module: "nodenext" }), "js"],
    ["node16 for resolution", options({ module: "node16", moduleResolution: "node16" }), "js"],
    ["esnext and a bundler", options({ module: "esnext", moduleResolution: "bundler" }), "none"],
    ["capital letters", options({ moduleResolution: "Bundler" }), "none"],
    ["preserve", options({ module: "preserve" }), "none"],
    ["CommonJS, as jest loads it", options({ module: "commonjs" }), "none"],
    ["the resolution of Node 10", options({ module: "commonjs", moduleResolution: "node" }), "none"],
    ["Node's own TypeScript", options({ module: "nodenext", rewriteRelativeImportExtensions: true }), "ts"],
    ["Vite", options({ moduleResolution: "bundler", allowImportingTsExtensions: true }), "ts"],
    [
      "a nearer tsconfig.json",
      {
        ...options({ module: "nodenext" }),
        "src/tsconfig.json": { compilerOptions: { moduleResolution: "bundler" } },
      },
      "none",
    ],
    [
      "a base that it extends, with comments",
      {
        "tsconfig.json": '{ "extends": "./base" /* shared */, "compilerOptions": { "strict": true, } }',
        "base.json": { compilerOptions: { moduleResolution: "bundler" } },
      },
      "none",
    ],
    [
      "a base in a package",
      {
        "tsconfig.json": { extends: "@tsconfig/next" },
        "node_modules/@tsconfig/next/tsconfig.json": { compilerOptions: { moduleResolution: "bundler" } },
      },
      "none",
    ],
    [
      "references and no files of its own",
      {
        "tsconfig.json": { files: [], references: [{ path: "./tsconfig.app.json" }] },
        "tsconfig.app.json": {
          compilerOptions: { moduleResolution: "bundler", allowImportingTsExtensions: true },
        },
      },
      "ts",
    ],
  ])("follow %s", (_what, files, form) => {
    expect(formIn(files)).toBe(form);
  });

  it.each([
    ["that is no JSON", { "tsconfig.json": "{" }, /not JSON/],
    ["that extends itself", { "tsconfig.json": { extends: "./tsconfig.json" } }, /extends itself/],
    ["whose base is not installed", { "tsconfig.json": { extends: "nowhere/x" } }, /not installed/],
  ])("are not inferred from a tsconfig.json %s", (_what, files, problem) => {
    expect(formIn(files)).toMatchObject({ problem: expect.stringMatching(problem) as string });
  });
});
