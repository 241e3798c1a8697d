import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, filesOf, type Project, specOf } from "./project.js";

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

describe("gen --check", () => {
  beforeEach(async () => {
    project.put("specs/math.tools.yaml", specOf());
    await project.toolpress("gen");
  });

  test("exits with 1 on an edit by hand, shows the diff, writes nothing; gen repairs it", async () => {
    const path = "generated/math/tools/add.ts";
    project.put(path, project.get(path).replace("gives the sum", "gives nothing"));
    const edited = project.get(path);
    const { code, stderr, stdout } = await project.toolpress("gen", "--check");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^hand-edited {2}TP913 {2}generated\/math\/tools\/add\.ts\n {2}help: Run toolpress gen/,
    );
    expect(stderr).toMatch(/^-.*gives nothing/m);
    expect(stderr).toMatch(/^\+.*gives the sum/m);
    expect(stdout).toMatch(/^1 tool · 1 out of date · /);
    expect(project.get(path)).toBe(edited);
    expect((await project.toolpress("gen")).stderr).toContain("warning TP905");
    expect((await project.toolpress("gen", "--check")).code).toBe(0);
  });

  test("recognises the output of tsc beside generated code, and gen does not call it edited", async () => {
    const index = project.get("generated/math/index.ts");
    project.put("generated/math/index.js", index);
    project.put("generated/math/index.d.ts", "export {};\n");
    project.put("generated/math/tools/add.js.map", "{}\n");
    const { code, stderr } = await project.toolpress("gen", "--check");
    expect(code).toBe(1);
    expect(stderr).toContain(
      ["index.d.ts", "index.js", "tools/add.js.map"]
        .map((file) => `foreign  TP916  generated/math/${file}\n`)
        .join("") + "  help: The TypeScript compiler wrote this file. Set `outDir` in tsconfig.json",
    );
    const gen = await project.toolpress("gen");
    expect([gen.code, gen.stderr]).toEqual([0, expect.not.stringContaining("TP906")]);
    expect(project.get("generated/math/index.js")).toBe(index);
  });

  test("finds nothing out of date for a tool that is kept because its source has an error now", async () => {
    const mcp = (type: string): string =>
      JSON.stringify({
        tools: ["one", "two"].map((name) => ({
          name,
          description: "Does something that users ask for.",
          inputSchema: { type: name === "two" ? type : "object", properties: { n: { type: "integer" } } },
        })),
      });
    project.put("specs/shop.json", mcp("object"));
    await project.toolpress("gen");
    project.put("specs/shop.json", mcp("array"));
    const { code, stdout, stderr } = await project.toolpress("gen", "--check");
    expect(code).toBe(1);
    expect(stderr).toContain("TP314");
    expect(stdout).not.toContain("out of date");
  });

  test("compares the file itself, not only its hash in the lock", async () => {
    const path = "generated/math/tools/add.ts";
    const { hashText } = await import("../../generator/pipeline/lock.js");
    const before = hashText(project.get(path));
    project.put(path, project.get(path).replace("gives the sum", "gives nothing"));
    project.put(
      "generated/math/toolpress.lock.json",
      project.get("generated/math/toolpress.lock.json").replace(before, hashText(project.get(path))),
    );
    const { code, stderr } = await project.toolpress("gen", "--check");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\+.*gives the sum/m);
  });

  test("distinguishes stale, missing and orphan files", async () => {
    project.put("specs/math.tools.yaml", specOf("Adds two numbers and gives the sum.", "plus"));
    const { code, stderr } = await project.toolpress("gen", "--check");
    expect(code).toBe(1);
    expect(stderr.split("\n").slice(0, 7)).toEqual([
      "stale    TP910  generated/math/declarations.json",
      "stale    TP910  generated/math/entries.ts",
      "stale    TP910  generated/math/index.ts",
      "stale    TP910  generated/math/toolpress.lock.json",
      "orphan   TP912  generated/math/tools/add.ts",
      "missing  TP911  generated/math/tools/plus.ts",
      "  help: Run toolpress gen and commit the result.",
    ]);
  });

  test("a deleted spec makes its set an orphan, which gen removes", async () => {
    project.put("specs/other.tools.yaml", specOf("Adds two other numbers and gives their sum.", "plus"));
    await project.toolpress("gen");
    rmSync(join(project.path, "specs/math.tools.yaml"));
    expect((await project.toolpress("gen", "--check")).stderr.match(/TP912/g)).toHaveLength(5);
    expect((await project.toolpress("gen")).code).toBe(0);
    expect(project.files()).toEqual(filesOf("other", "plus"));
  });

  test("--format json is one JSON document on stdout", async () => {
    rmSync(join(project.path, "generated/math/index.ts"));
    const { code, stdout, stderr } = await project.toolpress("gen", "--check", "--format", "json");
    expect([code, stderr]).toEqual([1, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [{ code: "TP911", severity: "error", location: { file: "generated/math/index.ts" } }],
      drift: [{ file: "generated/math/index.ts", verdict: "missing" }],
      sets: [{ name: "math", source: "specs/math.tools.yaml", failed: false, tools: 1 }],
    });
  });

  test("--format github annotates", async () => {
    rmSync(join(project.path, "generated/math/index.ts"));
    expect((await project.toolpress("gen", "--check", "--format", "github")).stdout).toMatch(
      /^::error file=generated\/math\/index\.ts,line=1,col=1,title=TP911::missing/,
    );
  });
});
