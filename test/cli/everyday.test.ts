import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, type Project, specOf } from "./project.js";

// Everyday situations: files that are in the way, moved folders, deleted specs, commands in the wrong folder.

let project: Project;
beforeEach(() => {
  project = createProject();
  project.put("specs/math.tools.yaml", specOf());
});
afterEach(() => project.remove());

describe("errors of the operating system are reported in one line, not as a bug", () => {
  test("a file where the output folder belongs", async () => {
    project.put("generated", "mine");
    const { code, stderr } = await project.toolpress("gen");
    expect(code).toBe(1);
    expect(stderr).toContain("TP902");
    expect(project.get("generated")).toBe("mine");
  });

  test.each([
    [["init"], "specs", { specs: "mine" }],
    [
      ["export", "--to", "mcp", "--out", "out/tools.json", "given/math.tools.yaml"],
      "out",
      { out: "mine", "given/math.tools.yaml": specOf() },
    ],
    [
      ["import", "--out", "out/x.tools.yaml", "given/math.tools.yaml"],
      "out",
      { out: "mine", "given/math.tools.yaml": specOf() },
    ],
  ])("a file where a folder belongs: %j", async (args, path, files) => {
    const elsewhere = createProject();
    for (const [file, text] of Object.entries(files)) elsewhere.put(file, text);
    const { code, stderr } = await elsewhere.toolpress(...args);
    elsewhere.remove();
    expect(code).toBe(1);
    expect(stderr).toContain(`toolpress: ${path}: expected a folder, found a file\n`);
  });
});

test("export keeps the existing file if the spec has errors", async () => {
  project.put("tools.json", "{}");
  project.put("specs/math.tools.yaml", `${specOf()}\n    descripton: twice\n`);
  const { code } = await project.toolpress(
    ...["export", "--to", "mcp", "--out", "tools.json", "specs/math.tools.yaml"],
  );
  expect(code).toBe(1);
  expect(project.get("tools.json")).toBe("{}");
});

test("the folder of a deleted spec is deleted, and the summary reports it", async () => {
  project.put("specs/more.tools.yaml", specOf("Adds two other numbers and gives their sum.", "plus"));
  await project.toolpress("gen");
  rmSync(join(project.path, "specs/more.tools.yaml"));
  const { stdout } = await project.toolpress("gen");
  expect(stdout).toMatch(
    /^generated\/more\/ {2}its spec no longer exists {2}5 files removed\n1 tool · 5 changed · \d+ ms/,
  );
  expect(project.files("generated/more")).toEqual([]);
});

test("the severity of diagnostics does not change committed files", async () => {
  await project.toolpress("gen");
  expect((await project.toolpress("gen", "--check", "--strict")).code).toBe(0);
  project.put("toolpress.config.yaml", "severity: { TP401: off }\n");
  expect((await project.toolpress("gen", "--check")).code).toBe(0);
});

test("--strict applies to the files on disk as well", async () => {
  await project.toolpress("gen");
  project.put("generated/math/index.ts", `${project.get("generated/math/index.ts")}// mine\n`);
  const { code, stderr } = await project.toolpress("gen", "--strict");
  expect(stderr).toMatch(/error TP905/);
  expect(code).toBe(1);
});

test("settings apply to a spec for every spelling of its path", async () => {
  project.put(
    "apis/shop.openapi.yaml",
    `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths: { /items: { get: { operationId: listItems, summary: Lists the items of the shop., responses: {} } } }
`,
  );
  project.put("toolpress.config.yaml", "specs: { ./apis/shop.openapi.yaml: { all: true } }\n");
  expect(await project.toolpress("gen")).toMatchObject({ code: 0 });
  expect(project.files("generated/shop")).toContain("generated/shop/tools/list-items.ts");
});

test("the output folder may be the project itself", async () => {
  project.put("toolpress.config.yaml", "out: .\n");
  const { stdout } = await project.toolpress("gen");
  expect(stdout).toMatch(/^math {2}math\/ {2}5 files written\n/);
  expect(stdout).toContain("math/index.ts");
  expect(stdout).not.toContain("/math/index.ts exports");
});

test("a command in a subfolder of the project names the project folder", async () => {
  mkdirSync(join(project.path, "src/agents"), { recursive: true });
  const inside = createProject(join(project.path, "src/agents"));
  const { code, stderr } = await inside.toolpress("gen");
  expect(code).toBe(2);
  expect(stderr).toBe(
    "toolpress: no specs found in specs/\nThe project seems to be ../..: run toolpress there.\n",
  );
});
