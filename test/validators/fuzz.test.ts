import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { validate } from "../../runtime/validate/validate.js";
import { documentsOf, foreignOf } from "../schema/foreign.js";
import { seed } from "../helpers/seeded.js";
import { compileAjv, isExplained } from "./ajv.js";
import { compileCheck } from "./compile-checks.js";
import { Random } from "./random.js";
import { randomRoot } from "./random-schemas.js";
import { likelyValue, mutated, randomValue } from "./random-values.js";

/** The number of pairs. `FUZZ_PAIRS=100000` is the extended run. */
const pairs = Number(process.env["FUZZ_PAIRS"] ?? 5_000);
const valuesPerSchema = 20;

describe("generated checks and Ajv", () => {
  it(`agree on ${pairs} pairs of random schemas and values`, () => {
    const random = new Random(seed);
    const disagreements: string[] = [];
    const counts = { pairs: 0, accepted: 0, refusedSchemas: 0, ajvThrew: 0, explained: 0 };
    while (counts.pairs < pairs) {
      const schema = randomRoot(random);
      const ajv = compileAjv(schema);
      const ours = compileOurs(schema);
      if (ajv === undefined || ours === undefined) {
        counts.refusedSchemas += 1;
        continue;
      }
      for (const value of valuesFor(schema, random)) {
        const expected = ajv(value);
        if (expected === undefined) {
          counts.ajvThrew += 1;
          continue;
        }
        const found = ours(value);
        counts.pairs += 1;
        if (expected) counts.accepted += 1;
        if (expected === found) continue;
        if (isExplained(schema, value, found)) counts.explained += 1;
        else
          disagreements.push(
            `ajv ${expected}, ours ${found}: ${JSON.stringify(schema)} on ${JSON.stringify(value)}`,
          );
      }
    }
    console.log(`fuzz: ${JSON.stringify(counts)}, seed ${seed}`);
    expect(disagreements.slice(0, 5)).toEqual([]);
    // Both verdicts must be frequent. Otherwise the test proves little.
    expect(counts.accepted).toBeGreaterThan(pairs * 0.15);
    expect(counts.accepted).toBeLessThan(pairs * 0.85);
  }, 1_200_000);
});

function compileOurs(schema: object): ((value: unknown) => boolean) | undefined {
  const report = createReport();
  const normalised = normaliseSchema(foreignOf(schema), { documents: documentsOf(), report });
  if (normalised === undefined || report.hasErrors) return undefined;
  const check = compileCheck(normalised.schema, {
    defs: Object.fromEntries(normalised.defs),
    unknown: "allow",
  });
  return (value) => validate(check, value).ok;
}

function valuesFor(schema: Record<string, unknown>, random: Random): unknown[] {
  return Array.from({ length: valuesPerSchema }, (_, index) => {
    const likely = likelyValue(schema, schema, random, 5);
    return index % 4 === 0 ? randomValue(random, 3) : index % 4 === 1 ? mutated(likely, random) : likely;
  });
}
