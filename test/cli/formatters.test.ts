import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { packageVersion } from "../../generator/base/package-files.js";
import { createProject, type Project, specOf } from "./project.js";

// The real formatters and linters run in a project that `init` has created.

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
const require = createRequire(import.meta.url);

let project: Project;
beforeEach(() => {
  project = createProject();
  const dependencies = { "@toolpress/runtime": packageVersion() };
  project.put("package.json", JSON.stringify({ type: "module", dependencies }));
  symlinkSync(modules, join(project.path, "node_modules"));
});
afterEach(() => project.remove());

function start(script: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: project.path,
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

const eslintConfig = (ignores: string): string => `import tseslint from "typescript-eslint";
export default tseslint.config(...tseslint.configs.strict, ${ignores});
`;

test("gen --check stays green after prettier --write . and eslint --fix .", async () => {
  project.put("eslint.config.js", eslintConfig("{}"));
  const { stdout } = await project.toolpress("init");
  const [, line = ""] = /^ {2}eslint\.config\.js: (.*)$/m.exec(stdout) ?? [];
  expect(line).toBe('{ ignores: ["generated/"] }');
  project.put("eslint.config.js", eslintConfig(line));
  project.put("specs/math.tools.yaml", specOf());
  project.put("src/ugly.ts", "export let  x = 1\n");
  await project.toolpress("gen");
  expect(start(join(modules, "prettier/bin/prettier.cjs"), "--write", ".")).toContain("src/ugly.ts");
  start(join(require.resolve("eslint/package.json"), "../bin/eslint.js"), "--fix", ".");
  expect(project.get("src/ugly.ts")).toBe("export const x = 1;\n");
  const check = await project.toolpress("gen", "--check");
  expect([check.code, check.stderr]).toEqual([0, ""]);
  expect(check.stdout).toContain("up to date");
}, 60_000);

describe("init touches no file that is there, and says what to add to it", () => {
  test.each([
    [".prettierignore", "dist\n# generated/\n", ".prettierignore: generated/"],
    [".eslintignore", "dist\n", ".eslintignore: generated/"],
    ["eslint.config.mjs", "export default [];\n", 'eslint.config.mjs: { ignores: ["generated/"] }'],
    ["biome.json", "{}\n", 'biome.json: "files": { "includes": ["**", "!generated"] }'],
  ])("%s", async (file, text, line) => {
    project.put(file, text);
    const { stdout } = await project.toolpress("init");
    expect(stdout).toContain(`must not change generated code. Add:\n  ${line}\n`);
    expect(project.get(file)).toBe(text);
  });

  test.each([
    [".prettierignore", "dist\ngenerated\n"],
    [".prettierignore", "/generated/\n"],
    ["eslint.config.mjs", 'export default [{ ignores: ["**/dist", "generated/**"] }];\n'],
    ["biome.json", '{ "files": { "includes": ["**", "!generated"] } }\n'],
  ])("%s: %j needs nothing", async (file, text) => {
    project.put(file, text);
    expect((await project.toolpress("init")).stdout).not.toContain("Add:");
  });

  test("the folder is that of the config", async () => {
    project.put("toolpress.config.yaml", "out: src/tools\n");
    const { stdout } = await project.toolpress("init");
    expect(project.get(".prettierignore")).toContain("\nsrc/tools/\n");
    expect(stdout).toContain("compiles specs/ into src/tools/.");
  });
});

test("init installs nothing that package.json lists", async () => {
  const dependencies = { "@toolpress/runtime": "1.0.0" };
  project.put("package.json", JSON.stringify({ dependencies }));
  expect((await project.toolpress("init")).stdout).toMatch(
    /\nInstall: npm install --save-dev toolpress@\S+\n/,
  );
  project.put("package.json", JSON.stringify({ dependencies, devDependencies: { toolpress: "1.0.0" } }));
  expect((await project.toolpress("init")).stdout).not.toContain("Install:");
});
