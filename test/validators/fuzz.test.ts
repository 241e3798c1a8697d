import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { validate } from "../../runtime/validate/validate.js";
import { documentsOf, foreignOf } from "../schema/foreign.js";
import { seed } from "../seeded.js";
import { compileCheck } from "./compile-checks.js";
import { Random } from "./random.js";
import { randomRoot } from "./random-schemas.js";
import { likelyValue, mutated, randomValue } from "./random-values.js";

/** `FUZZ_PAIRS=100000` is the extended run. */
const pairs = Number(process.env["FUZZ_PAIRS"] ?? 5_000);
const valuesPerSchema = 20;

const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false, inlineRefs: false });
addFormats.default(ajv);

interface Explanation {
  readonly reason: string;
  /** Whether it may be the reason for this schema and value. */
  readonly applies: (schema: string, value: string) => boolean;
  /** The same case without what Ajv gets wrong; the two must agree on it. */
  readonly without?: (text: string) => string;
}

/** Known disagreements. In each of them Ajv departs from the specification, as the official suite shows. */
const explained: readonly Explanation[] = [
  {
    reason: "Ajv does not count items that `contains` matched as evaluated",
    applies: (schema) => schema.includes('"contains":') && schema.includes('"unevaluatedItems":'),
  },
  {
    reason: "Ajv does not look for what `contains` asks for in an array that is shorter than `prefixItems`",
    applies: (schema) => schema.includes('"contains":') && schema.includes('"prefixItems":'),
    without: (text) => text.replaceAll('"prefixItems"', '"x-prefixItems"'),
  },
  {
    reason: "Ajv counts the items of `then` as evaluated though `if` did not hold",
    applies: (schema) =>
      schema.includes('"unevaluatedItems":') && schema.includes('"if":') && schema.includes('"then":'),
  },
  {
    reason: "Ajv looks evaluated properties up in an object that inherits names such as `toString`",
    applies: (schema, value) =>
      schema.includes('"unevaluatedProperties":') && /"(?:toString|constructor)":/.test(value),
    without: (text) => text.replaceAll('"toString"', '"plain1"').replaceAll('"constructor"', '"plain2"'),
  },
  {
    reason: "Ajv forgets what a branch evaluated when `dependentSchemas` that do not apply stand beside it",
    applies: (schema) =>
      schema.includes('"unevaluatedProperties":') && schema.includes('"dependentSchemas":'),
    without: (text) => text.replaceAll('"dependentSchemas"', '"x-dependentSchemas"'),
  },
  {
    reason: "Ajv compares unique items by the type that `items` has, and leaves out those of `prefixItems`",
    applies: (schema) => schema.includes('"uniqueItems":true') && schema.includes('"prefixItems":'),
    without: (text) => text.replaceAll('"uniqueItems":true', '"uniqueItems":false'),
  },
];

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
        if (isExplained(schema, value)) counts.explained += 1;
        else
          disagreements.push(
            `ajv ${expected}, ours ${found}: ${JSON.stringify(schema)} on ${JSON.stringify(value)}`,
          );
      }
    }
    console.log(`fuzz: ${JSON.stringify(counts)}, seed ${seed}`);
    expect(disagreements.slice(0, 5)).toEqual([]);
    // Both verdicts must be well represented, or the test says little.
    expect(counts.accepted).toBeGreaterThan(pairs * 0.15);
    expect(counts.accepted).toBeLessThan(pairs * 0.85);
  }, 1_200_000);
});

function isExplained(schema: object, value: unknown): boolean {
  return explained.some(({ applies, without }) => {
    const texts = [JSON.stringify(schema), JSON.stringify(value)] as const;
    if (!applies(...texts)) return false;
    if (without === undefined) return true;
    const [simpler, data] = texts.map((text) => JSON.parse(without(text)) as object);
    return compileAjv(simpler!)?.(data) === compileOurs(simpler!)?.(data);
  });
}

/** No verdict where Ajv itself throws: its comparison of objects calls `toString` properties that the data has. */
function compileAjv(schema: object): ((value: unknown) => boolean | undefined) | undefined {
  try {
    const compiled = ajv.compile(schema);
    ajv.removeSchema(schema);
    return (value) => {
      try {
        return compiled(value) === true;
      } catch {
        return undefined;
      }
    };
  } catch {
    return undefined;
  }
}

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
