import { expect, describe, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { validate } from "../../runtime/validate/validate.js";
import { documentsOf, foreignOf } from "../schema/foreign.js";
import { seed } from "../helpers/seeded.js";
import { isExplained, compileAjv } from "./ajv.js";
import { compileEach } from "./compile-checks.js";
import { DeclaredOracle } from "./declared-oracle.js";
import { Random } from "./random.js";
import { nearlyValid, randomObjectRoot } from "./random-objects.js";
import { randomRoot } from "./random-schemas.js";
import { likelyValue, mutated } from "./random-values.js";

/** The number of pairs in each mode. `MODES_PAIRS=100000` is the extended run. */
const pairs = Number(process.env["MODES_PAIRS"] ?? 3_000);
const valuesPerSchema = 20;
const modes = ["refuse", "strip", "allow"] as const;

type Verdict = { readonly ok: boolean; readonly value?: unknown };

describe("generated checks and the oracle of declared properties", () => {
  it(`agree on ${pairs} pairs of random schemas and values in each mode`, () => {
    const random = new Random(seed);
    const differences: string[] = [];
    const counts = {
      pairs: 0,
      accepted: 0,
      undeclared: 0,
      decidedByNames: 0,
      refusedSchemas: 0,
      ajvThrew: 0,
      explained: 0,
      closedOff: 0,
    };
    // Names must decide often enough. Otherwise the modes are hardly compared.
    while (counts.pairs < pairs || counts.decidedByNames < pairs * 0.05) {
      const schema = random.chance(0.8) ? randomObjectRoot(random) : randomRoot(random);
      const ajv = compileAjv(schema);
      // The names of every second schema are in tables.
      const ours = compileModes(
        schema,
        counts.pairs % (2 * valuesPerSchema) < valuesPerSchema ? 0 : Infinity,
      );
      if (ajv === undefined || ours === undefined) {
        counts.refusedSchemas += 1;
        continue;
      }
      const names = new DeclaredOracle(schema, schema, true);
      const merged = new DeclaredOracle(ours.normalForm, ours.normalForm);
      for (const value of valuesFor(schema, random)) {
        const undeclared = merged.undeclared(value);
        // Schemas that `allOf` and `$ref` combine count as one schema: `false` beside a schema is `false`,
        // and a property that it excludes is not declared.
        const stripped = merged.stripped(value);
        const [asIs, afterStrip] = [ajv(value), ajv(stripped)];
        const undeclaredNames = names.undeclared(value).map((path) => JSON.stringify(path).slice(0, -1));
        for (const path of undeclared.map((one) => JSON.stringify(one))) {
          if (!asIs || undeclaredNames.some((name) => path.startsWith(name))) continue;
          if (ours.isClosedOff) counts.closedOff += 1;
          else differences.push(`${path} is declared: ${JSON.stringify(schema)} on ${JSON.stringify(value)}`);
        }
        if (asIs === undefined || afterStrip === undefined) {
          counts.ajvThrew += 1;
          continue;
        }
        counts.pairs += 1;
        if (asIs) counts.accepted += 1;
        if (undeclared.length > 0) counts.undeclared += 1;
        if (asIs && undeclared.length > 0) counts.decidedByNames += 1;
        const expected: Record<(typeof modes)[number], Verdict> = {
          refuse: { ok: asIs && undeclared.length === 0 },
          strip: afterStrip ? { ok: true, value: stripped } : { ok: false },
          allow: { ok: asIs },
        };
        for (const mode of modes) {
          const found = ours[mode](value);
          if (isSame(expected[mode], found)) continue;
          // An error of Ajv explains a difference only if Ajv gives another verdict on the schema before any
          // name is refused.
          const isAjvs = (data: unknown, verdict: boolean): boolean =>
            ours.allow(data).ok !== verdict && isExplained(schema, data, !verdict);
          if (isAjvs(value, asIs) || isAjvs(stripped, afterStrip)) counts.explained += 1;
          else
            differences.push(
              `${mode}: oracle ${JSON.stringify(expected[mode])}, ours ${JSON.stringify(found)}: ${JSON.stringify(schema)} on ${JSON.stringify(value)}`,
            );
        }
      }
    }
    console.log(`modes: ${JSON.stringify(counts)}, seed ${seed}, differences ${differences.length}`);
    expect(differences.sort((a, b) => a.length - b.length).slice(0, 8)).toEqual([]);
    expect(counts.accepted).toBeGreaterThan(pairs * 0.3);
    expect(counts.accepted).toBeLessThan(pairs * 0.9);
  }, 3_600_000);
});

function isSame(expected: Verdict, found: Verdict): boolean {
  if (expected.ok !== found.ok) return false;
  return expected.value === undefined || JSON.stringify(expected.value) === JSON.stringify(found.value);
}

function compileModes(
  schema: object,
  tableFrom: number,
):
  | (Readonly<Record<(typeof modes)[number], (value: unknown) => Verdict>> & {
      readonly normalForm: Record<string, unknown>;
      /**
       * Whether a `false` excludes a property that `allOf` or `$ref` declares beside it. The compiler reports
       * this, and the property is not declared.
       */
      readonly isClosedOff: boolean;
    })
  | undefined {
  const report = createReport();
  const normalised = normaliseSchema(foreignOf(schema), { documents: documentsOf(), report });
  if (normalised === undefined || report.hasErrors) return undefined;
  // Mistakes that our compiler reads as the author meant them. Other validators read them literally.
  if (report.sorted().some(({ code }) => ["TP322", "TP323", "TP324", "TP331"].includes(code)))
    return undefined;
  const defs = Object.fromEntries(normalised.defs);
  const rules = modes.map((unknown) => ({ defs, unknown, safeKeys: false, tableFrom }));
  const checks = compileEach(normalised.schema, rules);
  const judge = (unknown: (typeof modes)[number]) => (value: unknown) => {
    const found = validate(checks[modes.indexOf(unknown)]!, value);
    return found.ok && unknown === "strip" ? { ok: true, value: found.value } : { ok: found.ok };
  };
  const normalForm = JSON.parse(JSON.stringify({ allOf: [normalised.schema], $defs: defs })) as object;
  return {
    refuse: judge("refuse"),
    strip: judge("strip"),
    allow: judge("allow"),
    normalForm: normalForm as Record<string, unknown>,
    isClosedOff: report.sorted().some(({ code }) => code === "TP316"),
  };
}

function valuesFor(schema: Record<string, unknown>, random: Random): unknown[] {
  return Array.from({ length: valuesPerSchema }, (_, index) => {
    if (index % 8 < 6) return nearlyValid(schema, random);
    const likely = likelyValue(schema, schema, random, 5);
    return index % 8 === 6 ? likely : mutated(nearlyValid(schema, random), random);
  });
}
