import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import * as runtime from "@toolpress/runtime/v1";
import { createReport } from "../../generator/diagnostics/report.js";
import type { emitChecks } from "../../generator/emit/validator/emit-checks.js";
import type { Schema } from "../../generator/ir.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import type { Check } from "../../runtime/validate/issues.js";
import { documentsOf, foreignOf } from "../schema/foreign.js";
import { slice, type SliceGroup } from "./slice.js";

// Breaks one rule of the emitter at a time. The cases of `slice.ts` must detect each broken rule.

const folder = fileURLToPath(new URL("../../generator/emit/validator/", import.meta.url));

const mutatedFiles = [
  "plan-scalars.ts",
  "plan-constants.ts",
  "plan-arrays.ts",
  "plan-objects.ts",
  "plan-further-properties.ts",
  "plan-conditions.ts",
  "plan-unevaluated.ts",
  "plan-unions.ts",
  "type-tests.ts",
  "type-unions.ts",
  "evaluated.ts",
  "plan-value.ts",
];

const flips: readonly (readonly [string, string])[] = [
  [" < ", " <= "],
  [" <= ", " < "],
  [" > ", " >= "],
  [" >= ", " > "],
  [" === ", " !== "],
  [" !== ", " === "],
  ['" && "', '" || "'],
  ['" || "', '" && "'],
  ["code`!", "code`"],
  ["if (!", "if ("],
];

interface Mutant {
  readonly file: string;
  readonly text: string;
  readonly description: string;
}

/** Changes of lines of the emitter that print code. */
function mutantsOf(file: string): Mutant[] {
  const text = readFileSync(folder + file, "utf8");
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    if (!line.includes("code`") && !line.includes("join(")) return [];
    return flips.flatMap(([from, to]) => {
      const column = line.indexOf(from);
      if (column === -1) return [];
      const broken = line.slice(0, column) + to + line.slice(column + from.length);
      const whole = lines.map((other, index) => (index === at ? broken : other)).join("\n");
      return [{ file, text: whole, description: `${file}: ${broken.trim()}` }];
    });
  });
}

type Emit = typeof emitChecks;

async function emitterWith(mutant: Mutant | undefined): Promise<Emit> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}emit-checks.ts`],
    bundle: true,
    write: false,
    format: "cjs",
    logLevel: "silent",
    plugins: [
      {
        name: "mutate",
        setup(plugin) {
          plugin.onLoad({ filter: /validator\/[\w-]+\.ts$/ }, ({ path }) =>
            mutant !== undefined && path.endsWith(`/${mutant.file}`)
              ? { contents: mutant.text, loader: "ts" }
              : undefined,
          );
        },
      },
    ],
  });
  const module = { exports: {} as { emitChecks: Emit } };
  (new Function("module", "exports", outputFiles[0]!.text) as (...values: unknown[]) => void)(
    module,
    module.exports,
  );
  return module.exports.emitChecks;
}

const groups = slice.map((group: SliceGroup) => {
  const normalised = normaliseSchema(foreignOf(group.schema, group.dialect), {
    documents: documentsOf(),
    report: createReport(),
  })!;
  return {
    ...group,
    normalised: normalised.schema,
    defs: Object.fromEntries(normalised.defs) as Record<string, Schema>,
  };
});

/**
 * The greatest length of a text in a foreign document that is matched. A schema cannot declare this limit.
 */
const upTo: (typeof groups)[number] = {
  says: "a pattern is tried up to a length",
  schema: undefined,
  normalised: { pattern: "^a*$", patternUpTo: 3 },
  defs: {},
  valid: ["aaa", "bbbb"],
  invalid: ["bbb", "bb"],
};

/** Whether the cases distinguish a broken emitter from the correct one. */
function isNoticed(emit: Emit): boolean {
  return [...groups, upTo].some(({ normalised, defs, unknown = "allow", valid, invalid }) => {
    try {
      const { code, imports } = emit({
        checks: [
          { name: "checkIt", schema: normalised, unknown },
          ...Object.entries(defs).map(([name, schema]) => ({
            name: `check${name}`,
            schema,
            unknown,
          })),
        ],
        resolve: (def) => defs[def]!,
        functionOf: (def) => `check${def}`,
      });
      const names = imports.filter((name) => name in runtime);
      const source = transformSync(code.toString(), { loader: "ts", logLevel: "silent" }).code;
      const make = new Function(...names, `"use strict";\n${source}\nreturn checkIt;`) as (
        ...values: unknown[]
      ) => Check;
      const check = make(...names.map((name) => runtime[name as keyof typeof runtime]));
      const accepts = (value: unknown): boolean =>
        runtime.defineChecks({ check, coerce: false }).validate(value).ok;
      return !valid.every(accepts) || invalid.some(accepts);
    } catch {
      return true;
    }
  });
}

/** Mutants that change only the look or the speed of the code, and no verdict. */
const harmless: readonly { readonly mutant: RegExp; readonly reason: string }[] = [
  { mutant: /least >= 0/, reason: "fewer than no properties there cannot be" },
  { mutant: /minItems >= 0/, reason: "fewer than no items there cannot be" },
  { mutant: /prefix >= first/, reason: "the loop begins behind those items" },
];

describe("the emitter", () => {
  it("passes all cases unchanged", async () => {
    expect(isNoticed(await emitterWith(undefined))).toBe(false);
  });

  it("fails a case if one of its rules is broken", async () => {
    const mutants = mutatedFiles.flatMap(mutantsOf);
    const survivors: string[] = [];
    for (const mutant of mutants) {
      if (harmless.some((known) => known.mutant.test(mutant.description))) continue;
      const emit = await emitterWith(mutant);
      if (!isNoticed(emit)) survivors.push(mutant.description);
    }
    console.log(
      `mutants: ${mutants.length}, ${harmless.length} kinds harmless, ${survivors.length} survived`,
    );
    expect(survivors).toEqual([]);
  }, 300_000);
});
