import { describe, expect, it } from "vitest";
import type { SchemaObject } from "../../generator/ir.js";
import { validate } from "../../runtime/validate/validate.js";
import { compileCheck } from "./compile-checks.js";

// What a schema declares is never refused as unknown, whichever keyword stands beside it.

const text = { type: "string" } as const;
const either: SchemaObject = { anyOf: [{ required: ["b"] }, { required: ["c"] }] };
const abc: SchemaObject = { type: "object", properties: { a: text, b: text, c: text } };
const A: SchemaObject = { type: "object", properties: { a: text } };
const B: SchemaObject = { type: "object", properties: { b: text } };

const cases: readonly (readonly [string, SchemaObject, object])[] = [
  ["closed, beside anyOf", { ...abc, ...either, additionalProperties: false }, { a: "1", b: "2" }],
  ["open, beside anyOf", { ...abc, ...either, additionalProperties: true }, { a: "1", b: "2", z: 1 }],
  ["beside anyOf in allOf", { ...abc, allOf: [either], additionalProperties: false }, { a: "1", b: "2" }],
  ["a map beside anyOf", { type: "object", additionalProperties: text, anyOf: [A, B] }, { a: "1", z: "2" }],
  [
    "nested",
    { type: "object", properties: { body: { ...abc, ...either, additionalProperties: false } } },
    { body: { a: "1", b: "2" } },
  ],
  [
    "in a branch of oneOf",
    { oneOf: [{ ...abc, ...either, additionalProperties: false }, text] },
    { a: "1", b: "2" },
  ],
  ["in another branch that holds as well", { type: "object", anyOf: [A, B] }, { a: "1", b: "2" }],
];

describe("a declared property", () => {
  it.each(cases)("is not refused: %s", (_what, schema, value) => {
    const check = compileCheck(schema, { unknown: "refuse" });
    expect(validate(check, structuredClone(value))).toMatchObject({ ok: true });
  });

  it.each(cases)("is not dropped: %s", (_what, schema, value) => {
    const check = compileCheck(schema, { unknown: "strip" });
    expect(validate(check, structuredClone(value))).toMatchObject({ ok: true, value });
  });

  it("leaves unknown properties refused", () => {
    const check = compileCheck({ ...abc, ...either }, { unknown: "refuse" });
    expect(validate(check, { b: "1", nonsense: 1 })).toMatchObject({ ok: false });
  });
});
