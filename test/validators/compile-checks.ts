import { transformSync } from "esbuild";
import * as runtime from "toolpress/runtime/v1";
import { emitChecks, type CheckInput, type ChecksInput } from "../../generator/emit/validator/emit-checks.js";
import { emitDefaults } from "../../generator/emit/defaults.js";
import type { Schema } from "../../generator/ir.js";
import type { Check } from "../../runtime/validate/issues.js";

export interface CompileOptions
  extends Partial<Pick<CheckInput, "unknown" | "safeKeys">>, Pick<ChecksInput, "formats"> {
  readonly defs?: Readonly<Record<string, Schema>>;
}

/** The source of the checks of a schema and of everything it refers to. */
export function checksSource(schema: Schema, options: CompileOptions = {}) {
  const { defs = {}, unknown = "refuse", safeKeys, formats } = options;
  const rules = { unknown, ...(safeKeys !== undefined && { safeKeys }) };
  return emitChecks({
    checks: [
      { name: "checkIt", schema, ...rules },
      ...Object.entries(defs).map(([name, def]) => ({ name: `check${name}`, schema: def, ...rules })),
    ],
    resolve: (def) => resolveIn(defs, def),
    functionOf: (def) => `check${def}`,
    ...(formats !== undefined && { formats }),
  });
}

/** Compiles the checks of a schema in this process. */
export function compileCheck(schema: Schema, options: CompileOptions = {}): Check {
  const { code, imports } = checksSource(schema, options);
  return evaluate(code.toString(), imports, "checkIt") as Check;
}

export function compileDefaults(
  schema: Schema,
  defs: Readonly<Record<string, Schema>> = {},
): (value: unknown) => unknown {
  const parts = [
    ["completeIt", schema] as const,
    ...Object.entries(defs).map(([name, def]) => [`complete${name}`, def] as const),
  ].flatMap(([name, part]) => {
    const emitted = emitDefaults({
      name,
      schema: part,
      resolve: (def) => resolveIn(defs, def),
      functionOf: (def) => `complete${def}`,
    });
    return emitted === undefined ? [] : [emitted];
  });
  const source = parts.map(({ code }) => code.toString()).join("\n");
  const imports = [...new Set(parts.flatMap((part) => part.imports))];
  return evaluate(source, imports, "completeIt") as (value: unknown) => unknown;
}

function resolveIn(defs: Readonly<Record<string, Schema>>, def: string): Schema {
  const found = defs[def];
  if (found === undefined) throw new Error(`no schema ${def}`);
  return found;
}

function evaluate(source: string, imports: readonly string[], name: string): unknown {
  const { code } = transformSync(source, { loader: "ts" });
  const names = imports.filter((imported) => imported in runtime);
  const make = new Function(...names, `"use strict";\n${code}\nreturn ${name};`) as (
    ...values: unknown[]
  ) => unknown;
  return make(...names.map((imported) => runtime[imported as keyof typeof runtime]));
}
