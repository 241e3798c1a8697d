import { transformSync } from "esbuild";
import { dispatch, createToolset } from "../../runtime/index.js";
import type { ToolEntry } from "../../runtime/tool.js";
import * as runtime from "@toolpress/runtime/v1";
import { createReport } from "../../generator/diagnostics/report.js";
import { emitDecoder } from "../../generator/emit/decoder.js";
import type { Schema, Tool, ToolSet } from "../../generator/ir.js";
import { lowerSet } from "../../generator/lower/lower.js";
import type { LoweredTool } from "../../generator/lower/lowered.js";
import { defaultOptions } from "../../generator/options.js";
import { prepare } from "../../generator/pipeline/prepare.js";
import type { Decoder } from "../../runtime/validate/decode.js";
import { compileCheck } from "../validators/compile-checks.js";

/** A tool that was compiled in this process, in the form that an application uses. */
export interface CompiledTool {
  readonly tool: Tool;
  readonly lowered: LoweredTool;
  readonly entry: ToolEntry;
}

/** Compiles the tools of a document of any dialect. Tools that cannot be declared are left out. */
export function compileTools(document: unknown): readonly CompiledTool[] {
  const report = createReport();
  const source = { path: "tools.json", text: JSON.stringify(document) };
  const sets = prepare(source, () => undefined, report)?.sets ?? [];
  return sets.flatMap((set) => lowerSet(set, defaultOptions, report).tools.map((one) => compile(one, set)));
}

function compile(lowered: LoweredTool, set: ToolSet): CompiledTool {
  const { tool, declaration, codec } = lowered;
  const defs = Object.fromEntries([...set.schemas, ...tool.defs]) as Record<string, Schema>;
  const check = compileCheck(tool.input, { defs, integers: { of: "arguments", forms: ["number"] } });
  const decode = codec && compileDecoder(codec);
  const checks = runtime.defineChecks({ check, ...(decode && { decode }), coerce: true });
  return {
    tool,
    lowered,
    entry: { name: declaration.name, declaration, policy: {}, checks: () => checks },
  };
}

function compileDecoder(codec: NonNullable<LoweredTool["codec"]>): Decoder {
  const { code, imports } = emitDecoder({ name: "decodeIt", codec });
  const names = imports.filter((name) => name in runtime);
  const source = transformSync(code.toString(), { loader: "ts" }).code;
  const make = new Function(...names, `"use strict";\n${source}\nreturn decodeIt;`) as (
    ...values: unknown[]
  ) => Decoder;
  return make(...names.map((name) => runtime[name as keyof typeof runtime]));
}

/** Returns the text that a model reads after a call, or `accepted as …` if the call is valid. */
export async function answerTo({ entry }: Pick<CompiledTool, "entry">, args: unknown): Promise<string> {
  let accepted: unknown;
  const run = (given: unknown): null => {
    accepted = given;
    return null;
  };
  const tools = createToolset({ name: "set", tools: [{ entry, run }] });
  const { response } = await dispatch(tools, { name: entry.name, args: args as Record<string, unknown> });
  const { error } = response as { error?: { message: string } };
  return error?.message ?? `accepted as ${JSON.stringify(accepted)}`;
}
