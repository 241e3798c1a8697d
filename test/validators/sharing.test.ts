import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import type { Schema } from "../../generator/ir.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { validate } from "../../runtime/validate/validate.js";
import { documentsOf, foreignOf } from "../schema/foreign.js";
import { seed } from "../helpers/seeded.js";
import { checksSource, compileApart, compileCheck } from "./compile-checks.js";
import { Random } from "./random.js";
import { repetitiveRoot } from "./random-schemas.js";
import { likelyValue, mutated, randomValue } from "./random-values.js";

const modes = ["refuse", "strip", "allow"] as const;
describe("checks that share functions", () => {
  it("have the same verdicts as checks without shared functions", () => {
    const random = new Random(seed);
    const differences: string[] = [];
    let [compared, refused, shorter] = [0, 0, 0];
    let round = 0;
    // Schemas that contradict themselves are refused, so nothing can be compared.
    while (round < 120) {
      const schema = repetitiveRoot(random);
      const report = createReport();
      const normalised = normaliseSchema(foreignOf(schema), { documents: documentsOf(), report });
      if (normalised === undefined || report.hasErrors) continue;
      round += 1;
      const options = { defs: Object.fromEntries(normalised.defs), unknown: modes[round % 3]! };
      const plain = compileCheck(normalised.schema, { ...options, worth: Infinity });
      const [whole, short] = [Infinity, 0].map((worth) =>
        checksSource(normalised.schema, { ...options, worth }),
      );
      if (short!.code.toString().length < whole!.code.toString().length) shorter += 1;
      const others = {
        shared: compileCheck(normalised.schema, { ...options, worth: 0 }),
        apart: compileApart(normalised.schema, { ...options, worth: 0 }),
      };
      for (let index = 0; index < 20; index += 1) {
        const likely = likelyValue(schema, schema, random, 5);
        const value = [likely, mutated(likely, random), randomValue(random, 3)][index % 3];
        const expected = JSON.stringify(validate(plain, value));
        if (expected.startsWith('{"ok":false')) refused += 1;
        compared += 1;
        for (const [name, check] of Object.entries(others)) {
          const found = JSON.stringify(validate(check, value));
          if (found !== expected)
            differences.push(
              `${name}: ${JSON.stringify(schema)} on ${JSON.stringify(value)}: ${found}, not ${expected}`,
            );
        }
      }
    }
    console.log(`sharing: ${compared} values, ${refused} refused, seed ${seed}`);
    expect(differences.slice(0, 3)).toEqual([]);
    expect(shorter).toBeGreaterThan(60);
    expect(refused).toBeGreaterThan(compared * 0.15);
    expect(refused).toBeLessThan(compared * 0.95);
  }, 600_000);
});

const point: Schema = {
  type: "object",
  properties: { lat: { type: "number", minimum: -90, maximum: 90 }, lng: { type: "number" } },
  required: ["lat", "lng"],
};

function functionsFor(schema: Schema): readonly string[] {
  return checksSource(schema).declares!.filter((name) => name.startsWith("check"));
}

describe("a schema with two equal parts", () => {
  it("has two functions if the second is short", () => {
    const schema: Schema = { type: "object", properties: { from: point, to: point } };
    expect(functionsFor(schema)).toEqual(["checkIt", "checkItFrom"]);
    const copies: Schema = { type: "object", properties: { from: point, to: structuredClone(point) } };
    expect(functionsFor(copies)).toEqual(["checkIt", "checkItFrom", "checkItTo"]);
  });

  it("has one function if copies are large, even with different descriptions", () => {
    const copies = Array.from({ length: 9 }, (_, index) => [
      `point${index}`,
      { ...structuredClone(point as object), description: `Point ${index}.` },
    ]);
    const schema: Schema = {
      type: "object",
      properties: Object.fromEntries(copies) as Record<string, Schema>,
    };
    expect(functionsFor(schema)).toEqual(["checkIt", "checkItPoint0"]);
  });

  it("has a function for the fields that its objects have in common", () => {
    const common = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`field${index}`, { type: "string", minLength: index }]),
    );
    const forms = Array.from(
      { length: 12 },
      (_, index): Schema => ({
        type: "object",
        properties: { ...(common as Record<string, Schema>), [`own${index}`]: { type: "string" } },
        required: ["field1", `own${index}`],
      }),
    );
    const { code, declares } = checksSource({ oneOf: forms });
    expect(declares!.filter((name) => name.endsWith("Common"))).toEqual(["checkItForm1Common"]);
    expect(code.toString().match(/"\/field7"/g)).toHaveLength(2);
    // A short list of fields is faster and easier to read without a shared function.
    expect(checksSource({ oneOf: forms.slice(0, 3) }).declares!.join()).not.toContain("Common");
  });
});
