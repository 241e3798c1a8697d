import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import type { Schema } from "../../generator/ir.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { validate } from "../../runtime/validate/validate.js";
import { seed } from "../helpers/seeded.js";
import { documentsOf, foreignOf } from "../schema/foreign.js";
import { checksSource, compileApart, compileEach } from "./compile-checks.js";
import { Random } from "./random.js";
import { nearlyValid, randomObjectRoot } from "./random-objects.js";
import { mutated } from "./random-values.js";

const modes = ["refuse", "strip", "allow"] as const;

/**
 * The checks of one schema in each mode. They are compiled once as code and once with all names in tables.
 */
function bothForms(schema: Schema, defs: Readonly<Record<string, Schema>> = {}) {
  const rules = modes.flatMap((unknown) =>
    [true, false].flatMap((safeKeys) =>
      [Infinity, 0].map((tableFrom) => ({ defs, unknown, safeKeys, tableFrom })),
    ),
  );
  const checks = compileEach(schema, rules);
  return rules.flatMap(({ tableFrom, unknown, safeKeys }, index) =>
    tableFrom === 0 ? [] : [{ unknown, safeKeys, code: checks[index]!, table: checks[index + 1]! }],
  );
}

describe("a table of declared names", () => {
  it("decides as code does, with the same issues", () => {
    const random = new Random(seed);
    let [tables, refused] = [0, 0];
    while (tables < 25) {
      const schema = randomObjectRoot(random);
      const report = createReport();
      const normalised = normaliseSchema(foreignOf(schema), { documents: documentsOf(), report });
      if (normalised === undefined || report.hasErrors) continue;
      const defs = Object.fromEntries(normalised.defs);
      if (!checksSource(normalised.schema, { defs, tableFrom: 0 }).imports.includes("declareNames")) continue;
      tables += 1;
      const forms = bothForms(normalised.schema, defs);
      for (let count = 0; count < 20; count += 1) {
        const near = nearlyValid(schema, random);
        const value = count % 2 === 0 ? near : mutated(near, random);
        for (const { code, table, ...rules } of forms) {
          const expected = validate(code, value);
          if (!expected.ok) refused += 1;
          const found = validate(table, value);
          if (JSON.stringify(found) !== JSON.stringify(expected))
            expect({ schema, value, rules, found }).toEqual({ schema, value, rules, found: expected });
        }
      }
    }
    expect(refused).toBeGreaterThan(100);
  }, 120_000);

  it("takes any name, pattern and nesting that code takes", () => {
    const inner = { properties: { deep: {}, "a b": { properties: { x: {} } } } };
    const branches: readonly object[] = [
      { properties: { "a b:c%d": inner, "": inner, "100%": inner, 'say "hi"\n': {}, 7: inner } },
      { properties: { constructor: inner, ["__proto__"]: inner, list: { items: { items: inner } } } },
      {
        patternProperties: { "^/x\\d": inner, "^constr": inner },
        properties: { tuple: { prefixItems: [inner, {}] } },
      },
      { additionalProperties: inner, properties: { map: { additionalProperties: inner } } },
      { properties: { open: { additionalProperties: true, properties: { p: inner } } } },
      { properties: { self: { $ref: "#/$defs/Self" } } },
    ];
    const defs: Record<string, Schema> = { Self: { items: { $ref: "#/$defs/Self" }, properties: { a: {} } } };
    const members = [
      ...[{ deep: 1 }, { other: 1 }, [{ other: 1 }, [{ other: 1 }]], 3],
      ...[
        { "a b": { x: 1, y: 2 } },
        { constructor: 1 },
        JSON.parse('{"__proto__": {"other": 1}}') as unknown,
      ],
      [...Array(70)].reduce((below: unknown) => [below], {}),
      [...Array(70)].reduce((below: unknown) => ({ map: below }), {}),
    ];
    const keys = [
      "a b:c%d",
      "",
      "100%",
      'say "hi"\n',
      "7",
      "constructor",
      "__proto__",
      "list",
      "/x1",
      "constr1",
    ];
    const others = ["tuple", "map", "open", "self", "unknown", "x".repeat(5_000)];
    // The schema is tested with and without a branch that allows any property.
    for (const taken of [branches, branches.filter((_, index) => index !== 3)]) {
      const one = { type: "object", anyOf: taken } as Schema;
      for (const { code, table, ...rules } of bothForms(one, defs))
        for (const key of [...keys, ...others])
          for (const member of members) {
            const value = Object.defineProperty({}, key, { value: member, enumerable: true }) as unknown;
            const [expected, found] = [validate(code, value), validate(table, value)];
            if (JSON.stringify(found) !== JSON.stringify(expected))
              expect({ key, member, rules, found }).toEqual({ key, member, rules, found: expected });
          }
    }
  });

  it("is shared by all schemas of a file that reach its places", () => {
    const names = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`name${index}`, {}]));
    const part = { $ref: "#/$defs/Part" };
    const defs: Record<string, Schema> = {
      Part: { type: "object", anyOf: [{ properties: names }, { properties: { inner: part } }] },
      Other: { type: "object", anyOf: [{ properties: { part } }, { properties: { more: {} } }] },
    };
    const schema: Schema = { type: "object", properties: { part, other: { $ref: "#/$defs/Other" } } };
    const check = compileApart(schema, { defs });
    expect(validate(check, { part: { name1: 1 }, other: { part: { inner: { name2: 1 } } } }).ok).toBe(true);
    expect(validate(check, { other: { part: { inner: { nam2: 1 } } } })).toMatchObject({
      ok: false,
      issues: [{ code: "unknown", pointer: "/other/part/inner/nam2" }],
    });
  });
});
