import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "../../runtime/validate/parse.js";
import { validate } from "../../runtime/validate/validate.js";
import { createReport } from "../../generator/diagnostics/report.js";
import type { Schema, SchemaObject, Tool } from "../../generator/ir.js";
import { prepare } from "../../generator/pipeline/prepare.js";
import type { Issue } from "../../runtime/issue.js";
import type { Check } from "../../runtime/validate/issues.js";
import { corpus } from "../helpers/corpora.js";
import { compileCheck } from "./compile-checks.js";

// Functions and calls of the Berkeley Function Calling Leaderboard, checked with the default rules for
// arguments.

const folder = corpus("bfcl");

interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

interface Compiled {
  readonly tool: Tool;
  readonly check: Check;
}

function linesOf<T>(name: string): readonly T[] {
  const text = readFileSync(join(folder!, name), "utf8").trim();
  return text.split("\n").map((line) => JSON.parse(line) as T);
}

function compileAll(): ReadonlyMap<string, Compiled> {
  const compiled = new Map<string, Compiled>();
  for (const file of readdirSync(folder!)) {
    if (!file.endsWith(".jsonl") || file === "calls.jsonl" || file === "irrelevance.jsonl") continue;
    for (const { id, function: functions } of linesOf<{ id: string; function: readonly unknown[] }>(file)) {
      const prepared = prepare(
        { path: "tools.json", text: JSON.stringify({ functions }) },
        () => undefined,
        createReport(),
      );
      for (const set of prepared?.sets ?? []) {
        for (const tool of set.tools) {
          const defs = Object.fromEntries([...set.schemas, ...tool.defs]) as Record<string, Schema>;
          compiled.set(`${id} ${tool.sourceName}`, { tool, check: compileCheck(tool.input, { defs }) });
        }
      }
    }
  }
  return compiled;
}

/**
 * The reasons why some recorded calls are refused: these calls are invalid for the schema of their own
 * function.
 */
const reasonsOfRefusals: Readonly<Record<string, string>> = {
  type: "the recorded value has another type than the function declares",
  enum: "the recorded value is not among the declared ones",
  required: "a required argument is missing from the recorded call",
  unknown: "the function declares no such argument",
};

describe.runIf(folder !== undefined)("calls of the Berkeley leaderboard", () => {
  const compiled = folder === undefined ? new Map<string, Compiled>() : compileAll();
  const calls = folder === undefined ? [] : linesOf<Call>("calls.jsonl");

  it("are accepted, except those that contradict their own function", () => {
    const refused = new Map<string, number>();
    let accepted = 0;
    for (const { id, name, args } of calls) {
      const verdict = parse({ check: compiled.get(`${id} ${name}`)!.check, coerce: true }, args);
      if (verdict.ok) accepted += 1;
      else {
        const { code } = verdict.issues[0]!;
        expect(reasonsOfRefusals, `${id} ${JSON.stringify(verdict.issues)}`).toHaveProperty(code);
        refused.set(code, (refused.get(code) ?? 0) + 1);
      }
    }
    const reasons = [...refused].map(([code, count]) => `${count} × ${code}: ${reasonsOfRefusals[code]}`);
    console.log(`bfcl: ${accepted} of ${calls.length} accepted; ${reasons.join("; ")}`);
    expect(accepted).toBeGreaterThanOrEqual(1_874);
  });

  it("are refused with an issue that names the field, after one change", () => {
    const counts = { dropped: 0, type: 0, enum: 0 };
    for (const { id, name, args } of calls) {
      const { tool, check } = compiled.get(`${id} ${name}`)!;
      if (!validate(check, args).ok) continue;
      for (const mutation of mutationsOf(args, tool.input)) {
        counts[mutation.kind] += 1;
        const verdict = validate(check, mutation.args);
        const issues: readonly Issue[] = verdict.ok ? [] : verdict.issues;
        expect(
          issues.map(({ pointer }) => pointer.split("/")[1]),
          `${id} ${JSON.stringify(mutation)}`,
        ).toContain(mutation.field);
      }
    }
    console.log(`bfcl: mutated calls refused: ${JSON.stringify(counts)}`);
    expect(Math.min(counts.dropped, counts.type, counts.enum)).toBeGreaterThan(100);
  });
});

interface Mutation {
  readonly kind: "dropped" | "type" | "enum";
  readonly field: string;
  readonly args: unknown;
}

function mutationsOf(args: Readonly<Record<string, unknown>>, schema: SchemaObject): Mutation[] {
  return Object.keys(args).flatMap((field): Mutation[] => {
    const declared = schema.properties?.[field];
    if (typeof declared !== "object") return [];
    const { [field]: _, ...rest } = args;
    const changed = (value: unknown): unknown => ({ ...args, [field]: value });
    return [
      ...(schema.required?.includes(field) ? [{ kind: "dropped" as const, field, args: rest }] : []),
      ...(declared.type !== undefined
        ? [{ kind: "type" as const, field, args: changed(wrongFor(declared)) }]
        : []),
      ...(declared.enum !== undefined
        ? [{ kind: "enum" as const, field, args: changed("no such value") }]
        : []),
    ];
  });
}

function wrongFor({ type }: SchemaObject): unknown {
  const types = typeof type === "string" ? [type] : (type ?? []);
  const candidates: readonly (readonly [string, unknown])[] = [
    ["string", "wrong"],
    ["array", [["wrong"]]],
    ["object", { wrong: { wrong: true } }],
  ];
  return candidates.find(([name]) => !types.some((one) => one === name))?.[1] ?? 17;
}
