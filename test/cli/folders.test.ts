import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../generator/cli/run.js";
import { createProject, filesOf, type Project, specOf } from "./project.js";

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

describe("--cwd", () => {
  test("runs a command in another folder", async () => {
    project.put("packages/a/specs/math.tools.yaml", specOf());
    for (const args of [
      ["gen", "--cwd", "packages/a"],
      ["gen", "--check", "--cwd=packages/a"],
      ["lint", "--cwd", join(project.path, "packages/a")],
    ])
      expect(await project.toolpress(...args)).toMatchObject({ code: 0, stderr: "" });
    expect(project.files("packages/a/generated")).toEqual(
      filesOf("math").map((path) => `packages/a/${path}`),
    );
  });

  test("must be a folder", async () => {
    project.put("file", "");
    for (const folder of ["nowhere", "file"])
      expect(await project.toolpress("gen", "--cwd", folder)).toEqual({
        code: 2,
        stdout: "",
        stderr: `toolpress: --cwd: there is no folder "${folder}"\n`,
      });
  });
});

describe("--config", () => {
  beforeEach(() => {
    project.put("specs/math.tools.yaml", specOf());
    project.put("toolpress.config.yaml", "out: first\n");
    project.put("configs/second.yaml", "out: second\n");
  });

  test("names the config, whose paths are from the folder where toolpress runs", async () => {
    expect((await project.toolpress("gen", "--config", "configs/second.yaml")).code).toBe(0);
    expect(project.files("second")).toHaveLength(5);
    expect(project.files("first")).toEqual([]);
    expect((await project.toolpress("gen", "--check", "--config", "configs/second.yaml")).code).toBe(0);
  });

  test("problems are located in it, also outside the project", async () => {
    project.put("configs/second.yaml", "outt: x\n");
    const { stderr } = await project.toolpress("gen", "--config", "configs/second.yaml");
    expect(stderr).toContain('configs/second.yaml:1:1  error TP201  unknown field "outt"');
    mkdirSync(join(project.path, "empty"));
    const outside = await project.toolpress("gen", "--cwd", "empty", "--config", "../configs/second.yaml");
    expect(outside.stderr).toContain("../configs/second.yaml:1:1  error TP201");
  });

  test("must be a file", async () => {
    const { code, stderr } = await project.toolpress("gen", "--config", "other.yaml");
    expect([code, stderr]).toEqual([2, expect.stringContaining('--config: there is no file "other.yaml"')]);
  });
});

describe("annotations for GitHub name files from the root of the repository", () => {
  const annotate = async (env: NodeJS.ProcessEnv): Promise<string> => {
    let stdout = "";
    const write = (text: string): unknown => (stdout += text);
    const cwd = join(project.path, "packages/a");
    await run(["lint", "--format", "github"], { cwd, env, stdout: { write }, stderr: { write: () => {} } });
    return /file=([^,]*)/.exec(stdout)?.[1] ?? "";
  };
  beforeEach(() => project.put("packages/a/specs/math.tools.yaml", "tools: ["));

  test("which is GITHUB_WORKSPACE", async () => {
    project.put("packages/.git", "gitdir: elsewhere\n");
    expect(await annotate({ GITHUB_WORKSPACE: project.path })).toBe("packages/a/specs/math.tools.yaml");
  });

  test("or the folder with .git, also if GITHUB_WORKSPACE is elsewhere", async () => {
    mkdirSync(join(project.path, ".git"));
    expect(await annotate({})).toBe("packages/a/specs/math.tools.yaml");
    expect(await annotate({ GITHUB_WORKSPACE: "/nowhere" })).toBe("packages/a/specs/math.tools.yaml");
  });

  test("or the project itself", async () => {
    expect(await annotate({})).toBe("specs/math.tools.yaml");
  });
});

describe("messages lead to the mistake", () => {
  test.each([
    [
      "a key that is indented too much",
      specOf().replace("    parameters:", "     parameters:"),
      'specs/math.tools.yaml:4:6  error TP101  expected "parameters" at column 5, as the key on the line before, found it at column 6',
    ],
    [
      "a conflict of a merge",
      specOf().replace("  add:\n", "<<<<<<< HEAD\n  add:\n=======\n  plus:\n>>>>>>> other\n"),
      "specs/math.tools.yaml:2:1  error TP101  expected YAML, found a conflict of a merge",
    ],
    ["a set without tools", "tools:\n", "error TP216  the spec has no tools"],
    ["a file that is no spec", "a: 1\n", "give it a name that ends in .schemas.yaml"],
  ])("%s", async (_, spec, expected) => {
    project.put("specs/math.tools.yaml", spec);
    const { code, stderr } = await project.toolpress("gen");
    expect([code, stderr]).toEqual([1, expect.stringContaining(expected)]);
  });

  test("bytes that are no UTF-8 text", async () => {
    project.put("specs/math.tools.yaml", Buffer.concat([Buffer.from("tools:\n  ä"), Buffer.from([0xff])]));
    const { stderr } = await project.toolpress("gen");
    expect(stderr).toContain("it is not UTF-8 text: byte 0xff at line 2, column 4");
  });

  test("a field of a config in TypeScript", async () => {
    project.put("specs/math.tools.yaml", specOf());
    project.put("toolpress.config.ts", 'export default {\n  outt: "src",\n};\n');
    const { stderr } = await project.toolpress("gen");
    expect(stderr).toContain('toolpress.config.ts:2:3  error TP201  unknown field "outt"');
    expect(stderr).toContain('2 |   outt: "src",');
  });

  test.each([
    ["does not parse", 'export default {\n  out: "x",,\n};\n', "ParseError: Unexpected token"],
    ["throws", 'export default { out: "x" };\nthrow new Error("boom");\n', "boom"],
  ])("a config in TypeScript that %s", async (_, text, problem) => {
    project.put("specs/math.tools.yaml", specOf());
    project.put("toolpress.config.ts", text);
    const { stderr } = await project.toolpress("gen");
    const message = `cannot read "toolpress.config.ts": ${problem}\n`;
    expect(stderr).toContain(`toolpress.config.ts:2:1  error TP112  ${message}`);
  });

  test("a spec in TypeScript that throws", async () => {
    project.put("specs/math.tools.ts", "export const x = 1;\nthrow new Error('boom');\n");
    const { stderr } = await project.toolpress("gen");
    expect(stderr).toContain(
      'specs/math.tools.ts:2:1  error TP112  cannot read "specs/math.tools.ts": boom\n',
    );
  });

  test("a set that fails for an error in the config names the config", async () => {
    const paths = {
      "/sums": { get: { operationId: "listSums", summary: "Lists all sums.", responses: {} } },
    };
    const servers = [{ url: "https://math.example.com" }];
    const info = { title: "Math", version: "1" };
    project.put("specs/math.json", JSON.stringify({ openapi: "3.1.0", info, servers, paths }));
    project.put(
      "toolpress.config.yaml",
      'specs:\n  specs/math.json:\n    include: [listSums, "GET /rooms/*"]\n',
    );
    const { stdout } = await project.toolpress("gen");
    expect(stdout).toContain("failed  math  errors in toolpress.config.yaml; nothing was written");
  });
});
