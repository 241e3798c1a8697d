import { transformSync } from "esbuild";
import * as runtime from "@toolpress/runtime/v1";
import { emitChecks, type CheckInput, type ChecksInput } from "../../generator/emit/validator/emit-checks.js";
import { SharedChecks } from "../../generator/emit/validator/shared-checks.js";
import { emitDefaults } from "../../generator/emit/defaults.js";
import type { Schema } from "../../generator/ir.js";
import type { Check } from "../../runtime/validate/issues.js";

export interface CompileOptions
  extends
    Partial<Pick<CheckInput, "unknown" | "safeKeys">>,
    Pick<ChecksInput, "formats" | "integers" | "tableFrom"> {
  readonly defs?: Readonly<Record<string, Schema>>;
  /**
   * The number of characters from which a repeated schema gets a shared function. With 0, every repeated
   * schema gets one.
   */
  readonly worth?: number;
}

/** Returns the source of the checks of a schema, and of all schemas that it refers to. */
export function checksSource(schema: Schema, options: CompileOptions = {}) {
  const { defs = {}, unknown = "refuse", safeKeys, formats, integers, worth, tableFrom } = options;
  const rules = { unknown, ...(safeKeys !== undefined && { safeKeys }) };
  return emitChecks({
    checks: [
      { name: "checkIt", schema, ...rules },
      ...Object.entries(defs).map(([name, def]) => ({ name: `check${name}`, schema: def, ...rules })),
    ],
    resolve: (def) => resolveIn(defs, def),
    functionOf: (def) => `check${def}`,
    ...(formats !== undefined && { formats }),
    ...(integers !== undefined && { integers }),
    ...(tableFrom !== undefined && { tableFrom }),
    ...(worth !== undefined && { shared: new SharedChecks([schema, ...Object.values(defs)], worth) }),
  });
}

/** Compiles the checks of a schema in this process. */
export function compileCheck(schema: Schema, options: CompileOptions = {}): Check {
  return compileEach(schema, [options])[0]!;
}

/**
 * Compiles the checks of a schema with several options. All are transpiled at once, because transpiling takes
 * most of the time.
 */
export function compileEach(schema: Schema, rules: readonly CompileOptions[]): readonly Check[] {
  const emitted = rules.map((options) => checksSource(schema, options));
  const sources = emitted.map(({ code }) => `(() => { ${code.toString()}\nreturn checkIt; })()`);
  const imports = [...new Set(emitted.flatMap((one) => one.imports))];
  return evaluate(`const all = [${sources.join(",\n")}];`, imports, "all") as readonly Check[];
}

/**
 * Compiles the checks in separate parts, one for the schema and one for each named schema, as the files of
 * tools contain them.
 */
export function compileApart(schema: Schema, options: CompileOptions = {}): Check {
  const { defs = {}, unknown = "refuse", worth, tableFrom } = options;
  const roots = [["It", schema] as const, ...Object.entries(defs)];
  const shared = new SharedChecks(
    roots.map(([, root]) => root),
    worth,
  );
  const taken = new Set(roots.map(([name]) => `check${name}`));
  const emitted = roots.map(([name, root]) =>
    emitChecks({
      checks: [{ name: `check${name}`, schema: root, unknown }],
      resolve: (def) => resolveIn(defs, def),
      functionOf: (def) => `check${def}`,
      taken,
      shared,
      ...(tableFrom !== undefined && { tableFrom }),
    }),
  );
  const source = emitted.map(({ code }) => code.toString()).join("\n");
  return evaluate(source, [...new Set(emitted.flatMap(({ imports }) => imports))], "checkIt") as Check;
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
