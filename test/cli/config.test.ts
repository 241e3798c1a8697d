import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, filesOf, type Project, specOf } from "./project.js";

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

describe("the config", () => {
  beforeEach(() => project.put("specs/math.tools.yaml", specOf()));

  test.each([
    [
      "yaml",
      "outt: x",
      'toolpress.config.yaml:1:1  error TP201  unknown field "outt" in the config',
      'did you mean "out"?',
    ],
    ["yaml", "coerce: maybe", "toolpress.config.yaml:1:9  error TP202", ""],
    [
      "yaml",
      "target: parametersJsonSchem",
      "toolpress.config.yaml:1:9  error TP202",
      'did you mean "parametersJsonSchema"?',
    ],
    [
      "yaml",
      "budgets:\n  tokns: 5",
      'toolpress.config.yaml:2:3  error TP201  unknown field "tokns" in budgets',
      'did you mean "tokens"?',
    ],
    ["yaml", "checkResults: eror", "toolpress.config.yaml:1:15  error TP202", 'did you mean "error"?'],
    ["yaml", "budgets:\n  tokens: -5", "toolpress.config.yaml:2:11  error TP202", ""],
    [
      "yaml",
      "severity:\n  TP4O1: error",
      'toolpress.config.yaml:2:3  error TP201  unknown field "TP4O1"',
      "did you mean",
    ],
    ["yaml", "severity:\n  TP401: eror", "toolpress.config.yaml:2:10  error TP202", 'did you mean "error"?'],
    [
      "yaml",
      "severity:\n  TP101: off",
      "toolpress.config.yaml:2:10  error TP115  the severity of TP101 cannot be changed, because it is an error",
      "",
    ],
    [
      "yaml",
      "specs:\n  - a.yaml\n  - path: b.yaml",
      'toolpress.config.yaml:3:5  error TP202  "specs[1]": expected text, found a mapping',
      "",
    ],
    ["yaml", "specs:\n  a.yaml: 3", "toolpress.config.yaml:2:11  error TP202", ""],
    [
      "yaml",
      "specs:\n  a.yaml:\n    inclde: [getPet]",
      'toolpress.config.yaml:3:5  error TP201  unknown field "inclde" in the settings of "a.yaml"',
      'did you mean "include"?',
    ],
    [
      "yaml",
      "specs:\n  a.yaml:\n    prune: { depht: 3 }",
      'toolpress.config.yaml:3:14  error TP201  unknown field "depht" in prune',
      'did you mean "depth"?',
    ],
    [
      "yaml",
      "specs:\n  a.yaml:\n    pages: { size: 3 }",
      'toolpress.config.yaml:3:14  error TP201  unknown field "size" in pages',
      "known fields: limit",
    ],
    ["yaml", "- 1", "toolpress.config.yaml:1:3  error TP202", ""],
    ["json", '{"out": "a", "out": "b"}', "toolpress.config.json:1:14  error TP102", ""],
    [
      "ts",
      "export default { outt: 1 }",
      'toolpress.config.ts:1:18  error TP201  unknown field "outt"',
      'did you mean "out"?',
    ],
    [
      "ts",
      "throw new Error('no luck')",
      'toolpress.config.ts:1:1  error TP112  cannot read "toolpress.config.ts": no luck',
      "",
    ],
  ])("toolpress.config.%s %j is refused", async (ending, text, expected, help) => {
    project.put(`toolpress.config.${ending}`, text);
    const { code, stderr } = await project.toolpress("gen");
    expect(code).toBe(1);
    expect(stderr.split("\n")[0]?.slice(0, expected.length)).toBe(expected);
    expect(stderr).toContain(help);
    expect(project.files()).toEqual([]);
  });

  test("two configs are reported", async () => {
    project.put("toolpress.config.yaml", "out: a");
    project.put("toolpress.config.json", "{}");
    expect((await project.toolpress("gen")).stderr).toMatch(
      /^error TP114 {2}expected one config file, found "toolpress\.config\.yaml" and "toolpress\.config\.json"/,
    );
  });

  test.each([
    ["yaml", "# nothing\n", "generated"],
    ["yaml", "out: build/tools", "build/tools"],
    ["json", '{ "out": "build/tools" }', "build/tools"],
    ["ts", 'const out: string = "build/tools";\nexport default { out };', "build/tools"],
  ])("toolpress.config.%s %j is applied", async (ending, text, out) => {
    project.put(`toolpress.config.${ending}`, text);
    expect(await project.toolpress("gen")).toMatchObject({ code: 0, stderr: "" });
    expect(project.files(out)).toEqual(filesOf("math").map((path) => path.replace("generated", out)));
  });

  test("settings of a spec name its dialect, and add it to the specs", async () => {
    project.put(
      "vendor/tools.json",
      JSON.stringify([
        { name: "minus", description: "Subtracts a number from another.", input_schema: { type: "object" } },
      ]),
    );
    project.put("toolpress.config.yaml", "specs:\n  vendor/tools.json: { from: anthropic }\n");
    expect(await project.toolpress("gen")).toMatchObject({ code: 0, stderr: "" });
    expect(project.files()).toContain("generated/tools/tools/minus.ts");
    expect(project.files()).toContain("generated/math/index.ts");
  });

  test("may begin with a banner, and may contain only comments", async () => {
    const banner = `${"\n".repeat(40)}${`${"#".repeat(64)}\n`.repeat(3)}`;
    project.put("toolpress.config.yaml", `${banner}out: lib\n`);
    expect((await project.toolpress("gen")).code).toBe(0);
    expect(project.get("lib/math/index.ts")).toContain("math");
    project.put("toolpress.config.yaml", `${banner}  # out: lib\n`);
    expect((await project.toolpress("gen")).code).toBe(0);
    expect(project.files()).toContain("generated/math/index.ts");
  });

  test("options reach the output", async () => {
    project.put("toolpress.config.yaml", "target: parametersJsonSchema");
    await project.toolpress("gen");
    expect(JSON.parse(project.get("generated/math/declarations.json"))).toMatchObject({
      functionDeclarations: [{ name: "add", parametersJsonSchema: { type: "object" } }],
    });
  });

  test.each([
    ["true", true],
    ["warn", true],
    ["error", true],
    ["false", false],
    ["off", false],
  ])("checkResults: %s is accepted", async (value, isChecked) => {
    project.put("specs/math.tools.yaml", `${specOf()}    response: { type: number }\n`);
    project.put("toolpress.config.yaml", `checkResults: ${value}`);
    expect(await project.toolpress("gen")).toMatchObject({ code: 0 });
    expect(project.get("generated/math/tools/add.ts").includes("checkResult:")).toBe(isChecked);
  });

  test("limits are raised and lowered", async () => {
    project.put("toolpress.config.yaml", "limits: { yamlBytes: 20 }");
    expect((await project.toolpress("gen")).stderr).toMatch(
      /error TP103 {2}expected at most 20 bytes of YAML, found \d+/,
    );
    const exported = await project.toolpress("export", "--to", "mcp", "specs/math.tools.yaml");
    expect(exported.stderr).toContain("error TP103  expected at most 20 bytes");
    project.put("toolpress.config.yaml", "limits: { yamlTokens: 5 }");
    expect((await project.toolpress("gen")).stderr).toContain(
      "error TP103  expected at most 5 tokens of YAML, found more",
    );
  });

  test("--strict makes warnings errors", async () => {
    project.put("specs/math.tools.yaml", "tools:\n  add: {}\n");
    expect((await project.toolpress("gen")).code).toBe(0);
    const { code, stderr } = await project.toolpress("gen", "--strict");
    expect(code).toBe(1);
    expect(stderr).toContain("error TP401");
  });
});
