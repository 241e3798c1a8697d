import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outputVersion } from "../../generator/emit/context.js";
import { createProject, type Project, specOf } from "./project.js";

let project: Project;
beforeEach(() => {
  project = createProject();
  project.put("specs/math.tools.yaml", specOf());
});
afterEach(() => project.remove());

describe("a lock of a newer toolpress", () => {
  const lock = "generated/math/toolpress.lock.json";
  const newer = outputVersion + 1;
  const message = `error TP917  expected a lock of output version ${outputVersion} or below, found ${newer}`;

  /**
   * Changes the output version of a lock. `reshaped` also changes its structure, which this version cannot
   * read.
   */
  const asNewer = (text: string): string => text.replace(/"output": \d+/, `"output": ${newer}`);
  const reshaped = (text: string): string => asNewer(text).replace('"tools": [', '"toolsets": [');

  test.each([
    ["of the same shape", asNewer],
    ["of another shape", reshaped],
  ])("%s is an error of gen and gen --check, and nothing is written", async (_, change) => {
    await project.toolpress("gen");
    const before = project.get("generated/math/index.ts");
    project.put(lock, change(project.get(lock)));
    project.put("generated/math/index.ts", `${before}// newer\n`);
    for (const args of [["gen"], ["gen", "--check"], ["gen", "--force"]]) {
      const { code, stderr } = await project.toolpress(...args);
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
      expect(stderr).toContain("Install the version of toolpress that the others use.");
    }
    expect(project.get("generated/math/index.ts")).toBe(`${before}// newer\n`);
    expect(project.get(lock)).toContain(`"output": ${newer}`);
  });

  test("keeps a set whose spec is gone", async () => {
    project.put("specs/more.tools.yaml", specOf("Adds two other numbers.", "plus"));
    await project.toolpress("gen");
    const path = "generated/more/toolpress.lock.json";
    project.put(path, asNewer(project.get(path)));
    project.put(
      "specs/more.tools.yaml",
      "tools:\n  other: { description: Does something else. }\nname: less\n",
    );
    const { code, stderr } = await project.toolpress("gen");
    expect([code, stderr]).toEqual([1, expect.stringContaining("TP917")]);
    expect(project.files("generated/more")).toHaveLength(5);
  });

  test("an older lock is written anew", async () => {
    await project.toolpress("gen");
    project.put(lock, project.get(lock).replace(/"output": \d+/, '"output": 2'));
    expect((await project.toolpress("gen", "--check")).stderr).toContain("TP914");
    expect((await project.toolpress("gen")).code).toBe(0);
    expect((await project.toolpress("gen", "--check")).code).toBe(0);
  });
});

describe("generated code of another output folder", () => {
  const message =
    'warning TP918  "generated/math" was generated from "specs/math.tools.yaml", whose output folder is now "src/tools"';

  beforeEach(async () => {
    await project.toolpress("gen");
    project.put("toolpress.config.yaml", "out: src/tools\n");
  });

  test("is reported by the first gen into the new folder and by every check, and kept", async () => {
    const before = project.files("generated");
    expect(await project.toolpress("gen")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(message),
    });
    const check = await project.toolpress("gen", "--check");
    expect(check).toMatchObject({ code: 0, stderr: expect.stringContaining(message) });
    expect(check.stderr).toContain("Delete the folder");
    expect((await project.toolpress("gen", "--check", "--strict")).code).toBe(1);
    expect(project.files("generated")).toEqual(before);
  });

  test("is no problem where the config says so", async () => {
    project.put("toolpress.config.yaml", "out: src/tools\nseverity: { TP918: off }\n");
    expect((await project.toolpress("gen", "--check")).stderr).not.toContain("TP918");
  });

  test("a project below this one keeps its own", async () => {
    for (const path of readdirSync(join(project.path, "generated/math"), {
      recursive: true,
      encoding: "utf8",
    }))
      if (/\.\w+$/.test(path))
        project.put(`packages/a/generated/math/${path}`, project.get(`generated/math/${path}`));
    project.put("packages/a/specs/math.tools.yaml", specOf());
    const { stderr } = await project.toolpress("gen");
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("packages/a");
  });

  test("code that does not say that toolpress wrote it is not reported", async () => {
    project.put("generated/math/index.ts", "export {};\n");
    expect((await project.toolpress("gen")).stderr).not.toContain("TP918");
  });
});

test("a file in the place of the output folder is one problem, and the message names it", async () => {
  project.put("generated", "mine");
  const { stderr } = await project.toolpress("gen");
  expect(stderr.match(/TP902.*/g)).toEqual([
    'TP902  expected a folder or nothing at "generated", found a file',
  ]);
});
