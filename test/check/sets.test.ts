import { describe, expect, it, test } from "vitest";
import { checkLowered, checkSet } from "../../generator/check/check.js";
import { createReport } from "../../generator/diagnostics/report.js";
import type { ToolConfigDefaults, ToolSet } from "../../generator/ir.js";
import { defaultOptions } from "../../generator/options.js";
import { DocumentPatterns } from "../../generator/check/patterns/document-patterns.js";
import { compileSpec } from "./compile-spec.js";

const { set: base } = compileSpec(`name: a
tools:
  find_city: { description: Finds a city by its name. }
  find_lake: { description: Finds a lake by its name. }
`);

const patterns = new DocumentPatterns();

function problemsOf(set: ToolSet): readonly string[] {
  const report = createReport();
  checkSet({ set, options: defaultOptions, report, patterns });
  return report
    .sorted()
    .map(
      ({ code, location, message, help }) =>
        `${code} ${location?.line}:${location?.column} ${message} | ${help}`,
    );
}

describe("toolConfig", () => {
  const advice = "Use allowedFunctionNames with mode ANY or VALIDATED, and only names of tools of the set.";
  const config = (given: Partial<ToolConfigDefaults>): ToolSet => ({
    ...base,
    toolConfig: {
      mode: "AUTO",
      allowedFunctionNames: undefined,
      includeServerSideToolInvocations: undefined,
      origin: base.origin,
      ...given,
    },
  });

  test.each<[string, Partial<ToolConfigDefaults>, readonly string[]]>([
    [
      "names with AUTO",
      { allowedFunctionNames: ["find_city"] },
      [`TP418 1:1 allowedFunctionNames needs mode ANY or VALIDATED, found AUTO | ${advice}`],
    ],
    [
      "names with NONE",
      { mode: "NONE", allowedFunctionNames: ["find_city"] },
      [`TP418 1:1 allowedFunctionNames needs mode ANY or VALIDATED, found NONE | ${advice}`],
    ],
    ["names with ANY", { mode: "ANY", allowedFunctionNames: ["find_city"] }, []],
    ["names with VALIDATED", { mode: "VALIDATED", allowedFunctionNames: ["find_lake"] }, []],
    [
      "a name that is no tool",
      { mode: "ANY", allowedFunctionNames: ["find_citty"] },
      [
        'TP418 1:1 allowedFunctionNames has "find_citty", which is not a tool of this set | did you mean "find_city"?',
      ],
    ],
    [
      "server-side tools with AUTO",
      { includeServerSideToolInvocations: true },
      ["TP418 1:1 includeServerSideToolInvocations cannot be combined with mode AUTO | use mode VALIDATED"],
    ],
    ["server-side tools with VALIDATED", { mode: "VALIDATED", includeServerSideToolInvocations: true }, []],
  ])("%s", (_, given, problems) => {
    expect(problemsOf(config(given))).toEqual(problems);
  });
});

describe("the number of tools", () => {
  const many = (count: number): ToolSet => ({
    ...base,
    tools: Array.from({ length: count }, (_, index) => ({
      ...base.tools[0]!,
      name: `tool_${index}`,
      description: `Finds the city with number ${index}.`,
    })),
  });

  it("may be 512", () => {
    expect(problemsOf(many(512))).toEqual([]);
  });

  it("may not be 513, and the fix is shown", () => {
    expect(problemsOf(many(513))).toEqual([
      "TP420 1:1 513 tools in one set; Gemini takes at most 512 | Set `search: true`, so that the model finds the tools with a search; or select fewer tools, or divide the set: split: tag makes one set per tag.",
    ]);
  });
});

describe("budgets of declarations", () => {
  const [tool] = base.tools;
  const measured = (
    name: string,
    parameters: object,
    size: { bytes: number; tokens: number; depth: number },
  ) => ({
    tool: { ...tool!, name },
    declaration: { name, description: "", parameters: parameters as never },
    size,
  });
  const small = { bytes: 10, tokens: 3, depth: 1 };

  function over(tools: readonly ReturnType<typeof measured>[]): readonly string[] {
    const report = createReport();
    checkLowered({ tools }, { set: base, options: defaultOptions, report, patterns });
    return report
      .sorted()
      .map(
        ({ code, location, message, help }) =>
          `${code} ${location?.line}:${location?.column} ${message} | ${help}`,
      );
  }

  it("report nothing below the limits", () => {
    expect(over([measured("a", { type: "OBJECT" }, small)])).toEqual([]);
  });

  it("name the set, the total and the largest tools", () => {
    const words = {
      type: "OBJECT",
      properties: {
        enum: { type: "STRING", enum: ["x".repeat(3_000)] },
        list: { type: "ARRAY", maxItems: "600", items: { type: "STRING" } },
      },
    };
    const large = { bytes: 30_000, tokens: 7_000, depth: 1 };
    expect(
      over([measured("a", words, large), measured("b", words, large), measured("c", {}, small)]),
    ).toEqual([
      "TP423 1:1 enum values have 6000 characters in all, more than 4000 | largest: a (3000), b (3000), c (0)",
      "TP424 1:1 maxItems add up to 1200, more than 960 | largest: a (600), b (600), c (0)",
      "TP425 1:1 declarations have 60010 bytes, more than 48000 | largest: a (30000), b (30000), c (10)",
      "TP426 1:1 declarations cost about 14003 tokens per request, more than 12000 | largest: a (7000), b (7000), c (3)",
    ]);
  });

  it("name the tool that is too deep", () => {
    expect(over([measured("a", {}, { ...small, depth: 7 })])).toEqual([
      'TP422 3:3 arguments of "a" are nested 7 levels deep, more than 6 | Flatten the arguments, or raise budgets.depth.',
    ]);
  });

  it("count the tools", () => {
    expect(over(Array.from({ length: 21 }, (_, index) => measured(`t${index}`, {}, small)))).toEqual([
      "TP421 1:1 21 tools in one set, more than 20 | Set `search: true`, so that the model finds the tools with a search; or activate a group per run, divide the set, or raise budgets.tools.",
    ]);
  });
});
