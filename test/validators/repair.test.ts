import { describe, expect, it } from "vitest";
import { parse } from "../../runtime/validate/parse.js";
import type { Schema } from "../../generator/ir.js";
import { compileCheck } from "./compile-checks.js";

// `coerce` changes values by the types and values that a check expects. The texts of messages have no effect.

function repairOf(
  schema: Schema,
  value: unknown,
): { readonly value: unknown; readonly notes: readonly string[] } | "refused" {
  const check = compileCheck({ type: "object", properties: { x: schema }, required: ["x"] });
  const parsed = parse<{ x: unknown }>({ check, coerce: true }, { x: value });
  return parsed.ok ? { value: parsed.value.x, notes: parsed.notes ?? [] } : "refused";
}

const hour = { type: "integer", minimum: 0, maximum: 23 } as const;
const pair: Schema = { type: "array", prefixItems: [hour, hour], items: false, minItems: 2 };
const answer: Schema = { type: "string", enum: ["True", "False", "dontcare"] };

const repaired: readonly (readonly [what: string, schema: Schema, sent: unknown, becomes: unknown])[] = [
  ["digits for an integer", hour, "3", 3],
  ["digits for a number that has a multiple", { type: "number", multipleOf: 0.5 }, "2.50", 2.5],
  ["a word for a boolean", { type: "boolean" }, "False", false],
  ["a number for a string", { type: "string", pattern: "^1" }, 12, "12"],
  ["JSON text for a pair", pair, "[3, 4]", [3, 4]],
  ["JSON text in a union", { anyOf: [{ type: "array", items: hour }, { type: "boolean" }] }, "[3]", [3]],
  ["a boolean for the word that spells it", answer, true, "True"],
  ["false for the word that spells it", answer, false, "False"],
  ["a boolean for the same word, though another one spells it too", { enum: ["TRUE", "true"] }, true, "true"],
  ["a number for its digits", { enum: ["1", "2"] }, 2, "2"],
  ["a number for the only digits of its value", { enum: ["01", "02"] }, 2, "02"],
  ["digits for a listed number", { enum: [1, 2] }, "2", 2],
  ["a boolean in a union with such words", { anyOf: [answer, { type: "array" }] }, true, "True"],
  ["a boolean for a constant", { const: "False" }, false, "False"],
];

const refused: readonly (readonly [what: string, schema: Schema, sent: unknown])[] = [
  ["one number for a pair", pair, "3"],
  ["one number for a list", { type: "array", items: hour }, "3"],
  [
    "digits where only lists and booleans are wanted",
    { anyOf: [{ type: "array", items: hour }, { type: "boolean" }] },
    "3",
  ],
  ["a boolean where a description speaks of one", { type: "array", items: { type: "boolean" } }, "true"],
  ["a boolean that two words spell", { enum: ["TRUE", "True"] }, true],
  ["a boolean that no word spells", { enum: ["yes", "no"] }, true],
  ["a number that two texts say", { enum: ["1.0", "1.00"] }, 1],
  ["a number that none of the texts says", { enum: ["1", "2"] }, 3],
  ["digits of a number that is not listed", { enum: [1, 2] }, "3"],
  ["null for something required", { type: "string" }, null],
  ["a fraction for an integer", hour, "3.5"],
  ["digits that a number cannot hold", { type: "number" }, "0.12345678901234567"],
];

describe("the repair of arguments", () => {
  it("continues inside of a JSON text", () => {
    expect(repairOf(pair, '["3", 4]')).toEqual({
      value: [3, 4],
      notes: ['x: string "["3", 4]" read as array of 2', 'x[0]: string "3" read as number 3'],
    });
    expect(repairOf(pair, '["3", "x"]')).toBe("refused");
  });

  it.each(repaired)("reads %s", (_, schema, sent, becomes) => {
    expect(repairOf(schema, sent)).toMatchObject({
      value: becomes,
      notes: [expect.stringMatching(/^x: .* read as /)],
    });
  });

  it.each(refused)("leaves %s to the model", (_, schema, sent) => {
    expect(repairOf(schema, sent)).toBe("refused");
  });

  it("reports the sent value, not the repaired one", () => {
    const check = compileCheck({ type: "object", properties: { window: pair } });
    const parsed = parse({ check, coerce: true }, { window: "3" });
    expect(parsed).toMatchObject({
      ok: false,
      issues: [{ pointer: "/window", code: "type", received: 'string "3"' }],
    });
  });
});
