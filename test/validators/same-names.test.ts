import { expect, it } from "vitest";
import { firstOfSame } from "../../generator/emit/validator/same-names.js";
import type { SchemaObject } from "../../generator/ir.js";

type Growing = { -readonly [K in keyof SchemaObject]: SchemaObject[K] };

it("finds equal schemas, independent of their references", () => {
  const itself: Growing = {};
  itself.properties = { a: itself, b: true };
  const [one, other]: [Growing, Growing] = [{}, {}];
  one.properties = { b: true, a: other };
  other.properties = { a: one, b: true };
  const longer: Growing = { properties: { a: itself, b: true, c: true } };
  const before: Growing = { properties: { a: longer, b: true } };
  const first = firstOfSame([itself, one, other, longer, before]);
  expect([...first.values()].map((schema) => [itself, one, other, longer, before].indexOf(schema))).toEqual([
    0, 0, 0, 3, 4,
  ]);
});
