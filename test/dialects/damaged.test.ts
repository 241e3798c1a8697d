import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { loadedTargets } from "../helpers/export-targets.js";
import { toolpressYaml } from "../../generator/export/toolpress-yaml.js";
import { defaultOptions } from "../../generator/options.js";
import { declare, prepare } from "../../generator/pipeline/prepare.js";
import { samples } from "../export/samples.js";

// Replaces every node of every sample by junk, one at a time. Nothing may throw, and nothing may be lost
// without a diagnostic.

const junk: readonly unknown[] = [null, 3, "junk", [], {}, true, [null], { type: 3 }, { $ref: "#/nowhere" }];

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const steps: readonly (string | number)[] = Array.isArray(value)
    ? value.map((_, index) => index)
    : Object.keys(value);
  return [
    path,
    ...steps.flatMap((step) => pathsOf((value as Record<string | number, unknown>)[step], [...path, step])),
  ];
}

function replaced(value: unknown, [step, ...rest]: Path, by: unknown): unknown {
  if (step === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[step] = replaced(copy[step], rest, by);
  return copy;
}

/** Imports a document and exports the result to every target. */
function compile(dialect: string, document: unknown): { tools: number; problems: number } {
  const report = createReport();
  const source = { path: "damaged.json", text: JSON.stringify(document), from: dialect };
  const sets = prepare(source, () => undefined, report)?.sets ?? [];
  for (const set of sets) {
    toolpressYaml(set, "damaged.json", report.sorted(), report);
    const declarations = (): ReturnType<typeof declare> => declare(set, defaultOptions, report);
    for (const target of loadedTargets) target.write(set, { report, declarations });
  }
  return { tools: sets.flatMap(({ tools }) => tools).length, problems: report.sorted().length };
}

describe("a damaged document", () => {
  it.each(Object.keys(samples))("%s: never throws, and reports every tool that is lost", (dialect) => {
    const document = samples[dialect];
    const { tools } = compile(dialect, document);
    let runs = 0;
    for (const path of pathsOf(document))
      for (const by of junk) {
        const damaged = compile(dialect, replaced(document, path, by));
        const where = `${JSON.stringify(path)} replaced by ${JSON.stringify(by)}`;
        if (damaged.tools < tools) expect(damaged.problems, where).toBeGreaterThan(0);
        runs += 1;
      }
    console.log(`${dialect}: ${String(runs)} damaged documents`);
  });
});

describe("names of the prototype", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

  it.each(names)("%s as a tool is refused with a diagnostic, as an argument it is accepted", (name) => {
    const entry = (tool: string, argument: string): string =>
      `{"name": ${JSON.stringify(tool)}, "description": "d", "inputSchema": {"type": "object", "properties": {${JSON.stringify(argument)}: {"type": "string"}}, "required": [${JSON.stringify(argument)}]}}`;
    const report = createReport();
    const text = `{"tools": [${entry(name, "a")}, ${entry("good", name)}]}`;
    const [set] = prepare({ path: "x.json", text }, () => undefined, report)?.sets ?? [];
    expect(set?.tools.map((tool) => tool.sourceName)).toEqual(["good"]);
    expect(report.sorted().some(({ message }) => message.includes(JSON.stringify(name)))).toBe(true);
    const yaml = toolpressYaml(set!, "x.json", [], createReport());
    const again = prepare({ path: "x.tools.yaml", text: yaml }, () => undefined, createReport());
    expect(Object.keys(again?.sets[0]?.tools[0]?.input.properties ?? {})).toEqual([name]);
    for (const target of loadedTargets)
      expect(
        JSON.stringify(
          target.write(set!, { report, declarations: () => declare(set!, defaultOptions, report) }),
        ),
      ).toContain(JSON.stringify(name));
  });
});
