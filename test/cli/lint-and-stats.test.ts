import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, type Project, specOf } from "./project.js";

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

describe("stats, lint and explain", () => {
  beforeEach(() => project.put("specs/math.tools.yaml", specOf()));

  test("stats shows a line for each tool and the sum, and writes nothing", async () => {
    const { code, stdout } = await project.toolpress("stats");
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["set", "tool", "bytes", "tokens", "depth", "rewritten"],
      ["math", "add", expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/), "2", "-"],
      ["1 tool", expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/), "2"],
      [""],
    ]);
    expect(project.files()).toEqual([]);
    expect(JSON.parse((await project.toolpress("stats", "--format", "json")).stdout)).toMatchObject([
      { set: "math", tool: "add", lowered: {} },
    ]);
  });

  test("lint shows notes, gen does not; neither lint nor its exit code depends on notes", async () => {
    project.put(
      "specs/math.tools.yaml",
      `${specOf().replace("type: number, description: The first", "type: number, exclusiveMinimum: 0, description: The first")}`,
    );
    const lint = await project.toolpress("lint");
    expect([lint.code, project.files()]).toEqual([0, []]);
    expect(lint.stderr).toContain("note TP5");
    expect((await project.toolpress("gen")).stderr).toBe("");
  });

  test("explain shows cause and fix, for every spelling of the code", async () => {
    const { stdout } = await project.toolpress("explain", "TP102");
    expect(stdout).toMatch(
      /^TP102: duplicate key \(error\)\n\nMost parsers .*\n\nFix: Remove one of the two, or rename it\.\n$/,
    );
    expect((await project.toolpress("explain", "tp102")).stdout).toBe(stdout);
    expect((await project.toolpress("explain", "102")).stdout).toBe(stdout);
    expect((await project.toolpress("explain")).stdout).toContain("TP102  error    duplicate key\n");
  });
});
