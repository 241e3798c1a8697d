import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createReport, type Report } from "../../generator/diagnostics/report.js";
import { toolpressYaml } from "../../generator/export/toolpress-yaml.js";
import { generate, type Generation } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { prepare, type Source } from "../../generator/pipeline/prepare.js";
import { python } from "../../generator/sources/python.js";
import { describeRemote } from "../../generator/sources/remote-document.js";
import { pythonWithPydantic, skipped } from "./has-python.js";

// Neither Python nor a server checks its own defaults. An invalid default costs only that default, never a
// tool.

const found = pythonWithPydantic(2);
if (found === undefined) skipped("Pydantic 2 is not installed: the tests of defaults that do not fit");

interface Imported {
  readonly report: Report;
  readonly generation: Generation;
  parametersOf(tool: string): Record<string, { default?: unknown }>;
}

/** Imports a source. Returns the imported spec and its generated code. */
async function imported(source: Source, report: Report): Promise<Imported> {
  const [set] = prepare(source, () => undefined, report)!.sets;
  const text = toolpressYaml(set!, "tools", [], report);
  const inputs = { specs: [{ path: "specs/a.tools.yaml", text }], load: () => undefined, out: "generated" };
  const generation = await generate(inputs, { file: () => undefined }, defaultOptions);
  const { tools } = parse(text) as {
    tools: Record<string, { parameters: { properties: Record<string, object>; required?: unknown } }>;
  };
  return { report, generation, parametersOf: (tool) => tools[tool]!.parameters.properties };
}

describe.runIf(found !== undefined)("an invalid default in Python", () => {
  it("is left out at import, with a warning at its parameter, and the tool is kept", async () => {
    const report = createReport();
    const file = fileURLToPath(new URL("./fixtures/misfit_defaults.py", import.meta.url));
    const cwd = process.cwd();
    const env = { ...process.env, PYTHON: found };
    const source = await python.open(file, {
      cwd,
      specFolder: cwd,
      remote: "odd",
      env,
      inheritEnv: [],
      report,
    });
    const { generation, parametersOf } = await imported(source!, report);
    expect(report.sorted().map(({ code, severity, location }) => [code, severity, location?.line])).toEqual([
      ["TP413", "warning", 17],
      // The parameter `page` of this function has the default of a class.
      ["TP413", "warning", 22],
      ["TP413", "warning", 23],
      // The default is null, and the type does not allow null.
      ["TP322", "warning", 24],
      ["TP413", "warning", 25],
      ["TP413", "warning", 26],
    ]);
    expect(report.sorted()[0]!.location).toEqual({
      file: "test/remotes/fixtures/misfit_defaults.py",
      line: 17,
      column: 13,
      length: 1,
    });
    expect(parametersOf("bounded")).toEqual({ a: { type: "integer", minimum: 5 } });
    expect(Object.values(parametersOf("others")).map((schema) => "default" in schema)).not.toContain(true);
    expect(parametersOf("sound")).toEqual({ a: { type: "integer", default: 3 } });
    expect(generation.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(generation.sets[0]!.lock!.tools.map(({ name }) => name)).toEqual(["bounded", "others", "sound"]);
  });
});

describe("an invalid detail of a server", () => {
  it("is left out at import, and the tool is kept", async () => {
    const properties = {
      size: { type: "integer", minimum: 5, default: 1 },
      word: { type: "string", pattern: "^(a+)+$" },
      none: { type: "string", enum: [] },
      kind: { type: "strng" },
    };
    const tool = (name: string, inputSchema: Readonly<Record<string, unknown>>) => ({
      name,
      description: `Does ${name} on the server.`,
      inputSchema,
    });
    const report = createReport();
    const source = describeRemote({
      kind: "mcp",
      remote: "odd",
      name: "odd",
      path: "odd",
      tools: [tool("find", { type: "object", properties }), tool("ping", { type: "object" })],
    });
    const { generation, parametersOf } = await imported(source, report);
    const codes = report.sorted().map(({ code, severity }) => `${code} ${severity}`);
    expect(codes.sort()).toEqual(["TP301 warning", "TP407 warning", "TP412 warning", "TP413 warning"]);
    expect(parametersOf("find")["size"]).toEqual({ type: "integer", minimum: 5 });
    expect(generation.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(generation.sets[0]!.lock!.tools.map(({ name }) => name)).toEqual(["find", "ping"]);
  });
});
