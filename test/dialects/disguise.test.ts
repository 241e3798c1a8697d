import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, type Project } from "../cli/project.js";

// The content of a file decides its dialect. A vendor may write our own dialect into a file, and our dialect
// can name code to run.

let project: Project;
beforeEach(() => void (project = createProject()));
afterEach(() => project.remove());

const tool = {
  name: "run",
  description: "Runs what the user wants to have done.",
  parameters: { type: "object", properties: { command: { type: "string", description: "The command." } } },
};

const powers: readonly (readonly [string, object])[] = [
  [
    "have a module of Node run with arguments of the model",
    { tools: [{ ...tool, binding: { module: "node:child_process", export: "execSync" } }] },
  ],
  ["have a remote called", { tools: [{ ...tool, binding: { python: "tools.py" } }] }],
  ["read the environment", { tools: [{ ...tool, bind: { command: { env: "SECRET" } } }] }],
  [
    "read the context of a run",
    { tools: { run: { ...tool, bind: { command: { context: "user.token" } } } } },
  ],
  ["switch built-in tools on", { tools: [tool], builtins: ["urlContext"] }],
];

describe("a vendor's file that becomes a spec in our own dialect cannot", () => {
  test.each(powers)("%s", async (_what, spec) => {
    for (const name of ["vendor.mcp.json", "vendor.openapi.json", "vendor.json"]) {
      project.put(`specs/${name}`, JSON.stringify(spec));
      const { code, stderr } = await project.toolpress("gen", `specs/${name}`);
      expect([code, stderr]).toEqual([1, expect.stringContaining("error TP221")]);
    }
    expect(project.files()).toEqual([]);
    expect(await project.toolpress("import", "specs/vendor.json", "--out", "-")).toMatchObject({ code: 1 });
  });
});

describe("the user can declare that the same file is in our own dialect", () => {
  test.each(powers)("that may %s", async (_what, spec) => {
    project.put("specs/mine.tools.json", JSON.stringify(spec));
    expect(await project.toolpress("gen")).toMatchObject({ code: 0 });
    project.put("other/mine.json", JSON.stringify({ name: "other", ...spec }));
    expect(await project.toolpress("gen", "--from", "toolpress", "other/mine.json")).toMatchObject({
      code: 0,
    });
    project.put("toolpress.config.yaml", "specs: { other/mine.json: { from: toolpress } }\n");
    expect(await project.toolpress("gen")).toMatchObject({ code: 0 });
  });

  test("which is not necessary if it names nothing that is run or read", async () => {
    const constant = { tools: [{ ...tool, bind: { command: { value: "date" } } }] };
    project.put("specs/vendor.json", JSON.stringify(constant));
    expect(await project.toolpress("gen")).toMatchObject({ code: 0 });
  });
});
