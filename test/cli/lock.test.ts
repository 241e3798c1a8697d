import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, type Project, specOf } from "./project.js";

// The lock is committed, so merges and people may damage it.

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

const lock = "generated/math/toolpress.lock.json";
const foreign = JSON.stringify({
  tools: [
    {
      name: "get-sum",
      description: "Adds two numbers and gives the sum.",
      inputSchema: { type: "object", properties: {} },
    },
  ],
});
const damages: readonly (readonly [string, (text: string) => string, string])[] = [
  ["a conflict", (text) => text.replace('  "tools"', '<<<<<<< HEAD\n  "tools"'), "4:1"],
  ["an end that is missing", (text) => text.slice(0, text.indexOf('"files"')), "7:3"],
  ["other names", (text) => text.replace('"names":{', '"names":{"file":"../x"},"old":{'), "1:1"],
];

describe("a lock that cannot be read", () => {
  test.each(damages)("of foreign tools is an error and writes nothing: %s", async (_what, damage, place) => {
    project.put("specs/math.json", foreign);
    expect(await project.toolpress("gen")).toMatchObject({ code: 0 });
    project.put(lock, damage(project.get(lock)));
    const before = project.files().map((path) => project.get(path));
    const { code, stderr } = await project.toolpress("gen");
    expect(code).toBe(1);
    expect(stderr).toContain(`${lock}:${place}  error TP909`);
    expect(project.files().map((path) => project.get(path))).toEqual(before);
    expect(await project.toolpress("gen", "--check")).toMatchObject({ code: 1 });
  });

  test.each(damages)("of our own spec is reported and replaced: %s", async (_what, damage, place) => {
    project.put("specs/math.tools.yaml", specOf());
    await project.toolpress("gen");
    const before = project.files().map((path) => project.get(path));
    project.put(lock, damage(project.get(lock)));
    const { code, stderr } = await project.toolpress("gen");
    expect(code).toBe(0);
    expect(stderr).toContain(`${lock}:${place}  warning TP908`);
    expect(project.files().map((path) => project.get(path))).toEqual(before);
    expect((await project.toolpress("gen")).stderr).not.toContain("TP908");
  });
});
