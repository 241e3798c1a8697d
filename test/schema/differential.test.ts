import { Ajv2020 } from "ajv/dist/2020.js";
import { fc } from "../helpers/seeded.js";
import { describe, expect, it } from "vitest";
import { accepts } from "../../generator/check/values/accepts.js";
import { createReport } from "../../generator/diagnostics/report.js";
import type { Json, Schema } from "../../generator/ir.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { documentsOf, foreignOf } from "./foreign.js";
import { randomSchema, randomValue, type Words } from "./random-schemas.js";

const runs = Number(process.env["FUZZ_RUNS"] ?? 1_000);
const timeout = 60_000 + runs * 20;

const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false, logger: false });

interface Compared {
  readonly verdict: (value: Json) => boolean;
  readonly printed: string;
}

function normalised(schema: Schema): Compared | undefined {
  const report = createReport();
  const result = normaliseSchema(foreignOf(schema), { documents: documentsOf(), report });
  if (result === undefined || report.hasErrors) return undefined;
  return {
    verdict: (value) => accepts(result.schema, value, { resolve: (name) => result.defs.get(name) }),
    printed: JSON.stringify({ schema: result.schema, defs: Object.fromEntries(result.defs) }),
  };
}

/** Compares our verdicts with those of an oracle about the same values. Describes the first difference. */
function compare(words: Words, oracle: (schema: Schema) => (value: Json) => boolean | undefined): number {
  let pairs = 0;
  const values = fc.array(randomValue(words), { minLength: 4, maxLength: 8 });
  fc.assert(
    fc.property(randomSchema(words), values, (schema, candidates) => {
      const ours = normalised(schema);
      if (ours === undefined) return;
      const theirs = oracle(schema);
      for (const value of candidates) {
        const expected = theirs(value);
        if (expected === undefined) continue;
        pairs += 1;
        expect(
          ours.verdict(value),
          `${JSON.stringify(value)} under ${JSON.stringify(schema)}\nnormalised: ${ours.printed}`,
        ).toBe(expected);
      }
    }),
    { numRuns: runs },
  );
  return pairs;
}

/**
 * Runs code that Ajv generated. For some schemas this code throws, because it reads a name that it never
 * declared: `items0` under `not: {}` beside a list.
 */
function verdictOf(validate: (value: Json) => unknown, value: Json): boolean | undefined {
  try {
    return validate(value) as boolean;
  } catch {
    return undefined;
  }
}

describe("normalisation changes no verdict", () => {
  it("merges allOf with the same verdicts, including unevaluated properties and items", { timeout }, () => {
    const pairs = compare({ forAjv: false }, (schema) => {
      const defs =
        typeof schema === "object" ? (schema as unknown as { $defs: Record<string, Schema> }).$defs : {};
      return (value) => accepts(schema, value, { resolve: (name) => defs[name] });
    });
    console.log(`as written against as normalised: ${pairs} pairs`);
    expect(pairs).toBeGreaterThan(runs);
  });

  it("agrees with Ajv on random schemas", { timeout }, () => {
    const pairs = compare({ forAjv: true }, (schema) => {
      const validate = ajv.compile(schema as object);
      return (value) => verdictOf(validate, value);
    });
    console.log(`Ajv against as normalised: ${pairs} pairs`);
    expect(pairs).toBeGreaterThan(runs);
  });
});
