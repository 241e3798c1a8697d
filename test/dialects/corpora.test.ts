import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { validate } from "../../runtime/validate/validate.js";
import { createReport, type Diagnostic } from "../../generator/diagnostics/report.js";
import { targetsWithDialect } from "../helpers/export-targets.js";
import { argumentsSchema } from "../../generator/export/tool-schema.js";
import { toolpressYaml } from "../../generator/export/toolpress-yaml.js";
import type { ToolSet } from "../../generator/ir.js";
import { lowerSet } from "../../generator/lower/lower.js";
import { defaultOptions } from "../../generator/options.js";
import { declare, prepare } from "../../generator/pipeline/prepare.js";
import { checkDeclarations, strictestLimits } from "../../gemini-rules/check-declarations.js";
import { corpus } from "../helpers/corpora.js";
import { prepareText } from "../export/prepare-text.js";
import { compileCheck } from "../validators/compile-checks.js";

// Tools that other people wrote. Each must become a declaration that Gemini accepts, or cause a diagnostic.

interface Compiled {
  readonly dialect: string | undefined;
  readonly sets: readonly ToolSet[];
  readonly declared: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly refusals: readonly string[];
}

function compile(text: string): Compiled {
  const report = createReport();
  const prepared = prepare({ path: "tools.json", text }, () => undefined, report);
  const sets = prepared?.sets ?? [];
  const declarations = sets.flatMap((set) =>
    lowerSet(set, defaultOptions, report).tools.map(({ declaration }) => declaration),
  );
  // Each tool is compiled alone, so that a refusal names it. A missing description is a separate warning.
  const limits = { ...strictestLimits, descriptions: "any" as const };
  const refusals = declarations.flatMap((declaration) =>
    checkDeclarations([{ functionDeclarations: [declaration] }], "gemini", limits).map(
      ({ message }) => `${declaration.name}: ${message}`,
    ),
  );
  const declared = declarations.map(({ name }) => name);
  return { dialect: prepared?.dialect.name, sets, declared, diagnostics: report.sorted(), refusals };
}

function errorsOf({ diagnostics }: Compiled): readonly string[] {
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code} ${message}`);
}

function linesOf<T>(file: string): readonly T[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

const [mcp, openai, amazonQ, gemini, bfcl] = ["mcp", "openai", "amazon-q", "gemini", "bfcl"].map(corpus);

describe.runIf(mcp !== undefined)("the corpus of MCP servers", () => {
  const files = mcp === undefined ? [] : readdirSync(mcp).filter((name) => name.endsWith(".json"));

  it.each(files)("%s: every tool is declared", (name) => {
    const text = readFileSync(join(mcp!, name), "utf8");
    const compiled = compile(text);
    expect(compiled.dialect).toBe("mcp");
    expect(errorsOf(compiled)).toEqual([]);
    expect(compiled.refusals).toEqual([]);
    expect(compiled.declared).toHaveLength((JSON.parse(text) as { tools: unknown[] }).tools.length);
    console.log(`${name}: ${String(compiled.declared.length)} tools`);
  });
});

describe.runIf(amazonQ !== undefined)("the corpus of Amazon Q", () => {
  it("declares every tool of the index except the placeholder, and warns of the repeated key", () => {
    const compiled = compile(readFileSync(join(amazonQ!, "tool_index.json"), "utf8"));
    expect(compiled.dialect).toBe("amazon-q");
    expect(compiled.declared).toEqual([
      "introspect",
      "execute_bash",
      "fs_read",
      "fs_write",
      "use_aws",
      "report_issue",
      "thinking",
      "knowledge",
      "todo_list",
      "delegate",
    ]);
    expect(errorsOf(compiled)).toEqual([]);
    expect(compiled.refusals).toEqual([]);
    expect(compiled.diagnostics.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["TP113", "TP714", "TP715"]),
    );
  });
});

describe.runIf(gemini !== undefined)("the corpus of Gemini declarations", () => {
  it.each(["cookbook.json", "gemini-cli.json"])("%s: every declaration is reproduced", (name) => {
    const entries = JSON.parse(readFileSync(join(gemini!, name), "utf8")) as {
      declaration: { name: string };
    }[];
    for (const { declaration } of entries) {
      const compiled = compile(JSON.stringify([declaration]));
      expect([declaration.name, errorsOf(compiled), compiled.refusals]).toEqual([declaration.name, [], []]);
      expect(compiled.declared).toHaveLength(1);
    }
    console.log(`${name}: ${String(entries.length)} declarations`);
  });
});

const documents = [
  ...(mcp === undefined ? [] : readdirSync(mcp).map((name) => join(mcp, name))),
  ...(openai === undefined ? [] : [join(openai, "tau-airline.json")]),
  ...(amazonQ === undefined ? [] : [join(amazonQ, "tool_index.json")]),
].filter((file) => file.endsWith(".json"));

describe.runIf(documents.length > 0)("the corpora written as a spec and for other systems", () => {
  it.each(documents.map((file) => [basename(file), file]))("%s: the spec means the same", (_name, file) => {
    const [set] = compile(readFileSync(file, "utf8")).sets;
    const again = prepareText(toolpressYaml(set!, "x.json", [], createReport()), "tools.tools.yaml");
    expect(again.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const schemas = ({ tools }: ToolSet): unknown =>
      tools.map((tool) => [tool.name, tool.description, argumentsSchema(tool, set!), tool.policy.approval]);
    expect(schemas(again.set)).toEqual(schemas(set!));
  });

  it.each(documents.map((file) => [basename(file), file]))(
    "%s: every export is read as the same tools",
    (_name, file) => {
      const [set] = compile(readFileSync(file, "utf8")).sets;
      for (const target of targetsWithDialect) {
        const report = createReport();
        const json = target.write(set!, {
          report,
          declarations: () => declare(set!, defaultOptions, report),
        });
        const again = prepareText(json);
        expect([target.name, again.dialect]).toEqual([target.name, target.name]);
        expect(again.set.tools.map(({ name }) => name)).toEqual(set!.tools.map(({ name }) => name));
      }
    },
  );
});

interface RecordedTask {
  readonly actions: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
}

describe.runIf(openai !== undefined)("the corpus of OpenAI tools", () => {
  it("declares all 14 tools of the airline, and the validators accept every recorded call", () => {
    const compiled = compile(readFileSync(join(openai!, "tau-airline.json"), "utf8"));
    expect([compiled.dialect, errorsOf(compiled), compiled.refusals]).toEqual(["openai", [], []]);
    expect(compiled.declared).toHaveLength(14);
    const checks = checksOf(compiled.sets[0]!);
    const calls = linesOf<RecordedTask>(join(openai!, "tau-airline-calls.jsonl")).flatMap(
      ({ actions }) => actions,
    );
    const refused = calls.filter(({ name, args }) => !checks.get(name)!(args));
    expect(refused).toEqual([]);
    console.log(`tau-airline: ${String(calls.length)} calls`);
  });
});

/** Returns the generated validators of a set. */
function checksOf(
  { tools, schemas }: ToolSet,
  unknown: "refuse" | "allow" = "refuse",
): ReadonlyMap<string, (args: unknown) => boolean> {
  return new Map(
    tools.map(({ sourceName, input, defs }) => {
      const check = compileCheck(input, { unknown, defs: Object.fromEntries([...schemas, ...defs]) });
      return [sourceName, (args: unknown) => validate(check, args).ok];
    }),
  );
}

describe.runIf(bfcl !== undefined)("the corpus of the Berkeley leaderboard", () => {
  const files =
    bfcl === undefined
      ? []
      : readdirSync(bfcl).filter((name) => name.endsWith(".jsonl") && name !== "calls.jsonl");

  it.each(files)("%s: every function is declared, or has a diagnostic", (name) => {
    let count = 0;
    for (const { id, function: functions } of linesOf<{ id: string; function: readonly unknown[] }>(
      join(bfcl!, name),
    )) {
      const compiled = compile(JSON.stringify({ functions }));
      expect([id, errorsOf(compiled), compiled.refusals]).toEqual([id, [], []]);
      expect(compiled.declared).toHaveLength(functions.length);
      count += functions.length;
    }
    console.log(`${name}: ${String(count)} functions`);
  });

  it("the generated validator accepts every call that is valid by the schema of its function", () => {
    const calls = linesOf<RecordedCall>(join(bfcl!, "calls.jsonl"));
    const checks = new Map<string, ReadonlyMap<string, (args: unknown) => boolean>>();
    for (const name of files)
      for (const { id, function: functions } of linesOf<{ id: string; function: readonly unknown[] }>(
        join(bfcl!, name),
      ))
        if (calls.some((call) => call.id === id))
          checks.set(id, checksOf(compile(JSON.stringify({ functions })).sets[0]!, "allow"));
    const accepted = (call: RecordedCall): boolean =>
      checks.get(call.id)?.get(call.name)?.(call.args) === true;
    const right = calls.filter(({ baselineValid }) => baselineValid);
    expect(right.filter((call) => !accepted(call))).toEqual([]);
    console.log(
      `bfcl: ${String(calls.filter(accepted).length)} of ${String(calls.length)} calls accepted, Ajv ${String(right.length)}`,
    );
  });
});

interface RecordedCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether the value is valid for Ajv with the same schema. */
  readonly baselineValid: boolean;
}
