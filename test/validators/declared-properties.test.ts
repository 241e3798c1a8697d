import { describe, expect, it } from "vitest";
import { emitChecks } from "../../generator/emit/validator/emit-checks.js";
import { createReport } from "../../generator/diagnostics/report.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { validate } from "../../runtime/validate/validate.js";
import { documentsOf, foreignOf } from "../schema/foreign.js";
import { compileCheck } from "./compile-checks.js";

// A declared property must never be refused as unknown or dropped. The test combines every keyword that
// declares a property with every keyword beside it.

type Json = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const object = (properties: Json, more: Json = {}): Json => ({ type: "object", properties, ...more });
const A = object({ a: text });
const B = object({ b: text });
const needsA = object({ a: text }, { required: ["a"] });
const needsB = object({ b: text }, { required: ["b"] });
const abc = object({ a: text, b: text, c: text });
const either = { anyOf: [{ required: ["b"] }, { required: ["c"] }] };
const closed = { additionalProperties: false };
const open = { additionalProperties: true };
const circle = object(
  { kind: { const: "circle" }, at: object({ x: text }), r: text },
  { required: ["kind"] },
);
const square = object(
  { kind: { const: "square" }, at: object({ y: text }), side: text },
  { required: ["kind"] },
);
const tree = { $ref: "#/$defs/Tree", $defs: { Tree: object({ v: text, next: { $ref: "#/$defs/Tree" } }) } };
const treeOr = {
  anyOf: [{ $ref: "#/$defs/Tree" }, { $ref: "#/$defs/Leaf" }],
  $defs: {
    Tree: object({ v: text, next: { anyOf: [{ $ref: "#/$defs/Tree" }, { $ref: "#/$defs/Leaf" }] } }),
    Leaf: object({ leaf: text }, { required: ["leaf"] }),
  },
};

/**
 * A schema of nested lists. All other values in the schema are objects, so the names of properties are
 * checked separately.
 */
const lists = (inner: Json): Json => ({
  $ref: "#/$defs/Lists",
  $defs: { Lists: { if: { type: "array" }, then: inner, else: A } },
});
const list = { type: "array", $ref: "#/$defs/Lists" };

/**
 * The verdict `all`: the value is accepted unchanged in every mode. The verdict `unknown`: it is accepted
 * unchanged only if unknown properties are allowed, and `strip` returns the value that follows.
 */
type Row =
  | readonly [says: string, schema: Json, value: Json | readonly unknown[], verdict: "all" | "none"]
  | readonly [says: string, schema: Json, value: Json, verdict: "unknown", stripped: Json | "refused"];

const rows: readonly Row[] = [
  ["properties", A, { a: "1" }, "all"],
  ["properties, and one more", A, { a: "1", z: 1 }, "unknown", { a: "1" }],
  ["no properties at all", object({}), { z: 1 }, "unknown", {}],
  ["nothing said of properties", { type: "object" }, { z: 1 }, "all"],
  ["lists of lists by place", lists({ prefixItems: [list] }), [[[], { z: 1 }]], "all"],
  ["lists of lists", lists({ items: list }), [[[]], []], "all"],
  ["only required", { type: "object", required: ["a"] }, { a: 1, z: 1 }, "all"],
  ["required beside properties", object({ a: text }, { required: ["b"] }), { b: 1 }, "all"],
  ["dependentRequired", object({ a: text }, { dependentRequired: { a: ["b"] } }), { a: "1", b: 1 }, "all"],
  ["patternProperties", { type: "object", patternProperties: { "^x": text } }, { x1: "1" }, "all"],
  [
    "patternProperties, and one more",
    { type: "object", patternProperties: { "^x": text } },
    { y: 1 },
    "unknown",
    {},
  ],
  ["closed by the schema", { ...A, ...closed }, { a: "1", z: 1 }, "none"],
  ["open by the schema", { ...A, ...open }, { a: "1", z: 1 }, "all"],
  ["a map", { ...A, additionalProperties: text }, { a: "1", z: "1" }, "all"],
  ["unevaluatedProperties: true", { ...A, unevaluatedProperties: true }, { z: 1 }, "all"],
  ["unevaluatedProperties: false", { ...A, unevaluatedProperties: false }, { z: 1 }, "none"],

  ["closed, beside anyOf", { ...abc, ...either, ...closed }, { a: "1", b: "2" }, "all"],
  ["open, beside anyOf", { ...abc, ...either, ...open }, { a: "1", b: "2", z: 1 }, "all"],
  ["closed, beside anyOf in allOf", { ...abc, allOf: [either], ...closed }, { a: "1", b: "2" }, "all"],
  ["beside anyOf, and one more", { ...abc, ...either }, { b: "1", z: 1 }, "unknown", { b: "1" }],
  [
    "a map beside anyOf",
    { type: "object", additionalProperties: text, anyOf: [A, B] },
    { a: "1", z: "2" },
    "all",
  ],
  ["closed, nested", object({ body: { ...abc, ...either, ...closed } }), { body: { a: "1", b: "2" } }, "all"],
  [
    "closed, in a branch of oneOf",
    { oneOf: [{ ...abc, ...either, ...closed }, text] },
    { a: "1", b: "2" },
    "all",
  ],
  ["not", { ...abc, not: { required: ["a", "b"] } }, { a: "1", c: "1" }, "all"],
  ["not, of a property that is dropped", { ...A, not: { required: ["z"] } }, { z: 1 }, "none"],

  ["two branches that hold", { anyOf: [A, B] }, { a: "1", b: "2" }, "all"],
  ["the other branch's property", { anyOf: [needsA, needsB] }, { a: "1", b: 2 }, "all"],
  ["of no branch", { anyOf: [A, B] }, { a: "1", z: 1 }, "unknown", { a: "1" }],
  ["oneOf, both have it", { oneOf: [A, B] }, { a: "1" }, "none"],
  ["oneOf, the other branch's property", { oneOf: [needsA, needsB] }, { a: "1", b: 2 }, "all"],
  ["a tag, the other branch's property", { oneOf: [circle, square] }, { kind: "circle", side: "1" }, "all"],
  [
    "a tag, and one more",
    { oneOf: [circle, square] },
    { kind: "circle", z: 1 },
    "unknown",
    { kind: "circle" },
  ],
  [
    "a tag, the same object in both",
    { oneOf: [circle, square] },
    { kind: "circle", at: { x: "1", y: 1 } },
    "all",
  ],
  [
    "a tag, and one more inside",
    { oneOf: [circle, square] },
    { kind: "circle", at: { z: 1 } },
    "unknown",
    { kind: "circle", at: {} },
  ],
  ["an untold branch", { anyOf: [A, { type: "object" }] }, { z: 1 }, "all"],
  ["an open branch", { anyOf: [A, { ...B, ...open }] }, { z: 1 }, "all"],
  [
    "closed branches",
    {
      anyOf: [
        { ...needsA, ...closed },
        { ...needsB, ...closed },
      ],
    },
    { a: "1", z: 1 },
    "none",
  ],
  [
    "one closed branch",
    { anyOf: [{ ...needsA, ...closed }, needsB] },
    { b: "1", z: 1 },
    "unknown",
    { b: "1" },
  ],
  ["null or an object", { anyOf: [A, { type: "null" }] }, { a: "1", z: 1 }, "unknown", { a: "1" }],
  [
    "an object or a list",
    { anyOf: [A, { type: "array", items: B }] },
    { a: "1", b: "1" },
    "unknown",
    { a: "1" },
  ],

  [
    "anyOf, one object in both",
    { anyOf: [object({ d: A }), object({ d: B })] },
    { d: { a: "1", b: 2 } },
    "all",
  ],
  [
    "anyOf, and one more inside",
    { anyOf: [object({ d: A }), object({ e: B })] },
    { d: { z: 1 } },
    "unknown",
    { d: {} },
  ],
  [
    "anyOf, free in one",
    { anyOf: [object({ d: A }), object({ d: { type: "object" } })] },
    { d: { z: 1 } },
    "all",
  ],
  [
    "allOf, one object in both",
    { allOf: [object({ d: A }), object({ d: B })] },
    { d: { a: "1", b: "2" } },
    "all",
  ],
  ["anyOf in allOf", { allOf: [{ anyOf: [A, B] }, object({ c: text })] }, { a: "1", b: "2", c: "3" }, "all"],
  [
    "two unions",
    { allOf: [{ anyOf: [needsA, needsB] }, { oneOf: [object({ c: text }, { required: ["c"] })] }] },
    { a: "1", c: "2" },
    "all",
  ],
  [
    "null or an object, beside more",
    { ...B, allOf: [{ anyOf: [A, { type: "null" }] }] },
    { a: "1", b: "2" },
    "all",
  ],
  [
    "oneOf in items",
    { type: "object", properties: { l: { type: "array", items: { oneOf: [needsA, needsB] } } } },
    { l: [{ a: "1", b: 2 }] },
    "all",
  ],
  [
    "oneOf in items, and one more",
    object({ l: { type: "array", items: { oneOf: [needsA, needsB] } } }),
    { l: [{ a: "1", z: 2 }] },
    "unknown",
    { l: [{ a: "1" }] },
  ],
  ["contains", object({ l: { type: "array", items: A, contains: B } }), { l: [{ a: "1", b: "1" }] }, "all"],
  [
    "contains, and one more",
    object({ l: { type: "array", items: A, contains: needsB } }),
    { l: [{ b: "1", z: 1 }] },
    "unknown",
    { l: [{ b: "1" }] },
  ],
  [
    "a pattern over a name",
    { ...object({ xd: A }), patternProperties: { "^x": B } },
    { xd: { a: "1", b: "1" } },
    "all",
  ],
  [
    "two patterns",
    { type: "object", patternProperties: { "^x": A, y$: B } },
    { xy: { a: "1", b: "1" } },
    "all",
  ],
  [
    "a pattern, open otherwise",
    { type: "object", patternProperties: { "^x": A }, ...open },
    { y: { z: 1 } },
    "all",
  ],
  [
    "a pattern, and one more inside",
    { type: "object", patternProperties: { "^x": A }, ...open },
    { x: { z: 1 } },
    "unknown",
    { x: {} },
  ],

  ["if", { ...B, if: { properties: { a: { const: "1" } } }, then: {} }, { a: "2" }, "all"],
  [
    "then, where it does not hold",
    { ...B, if: { required: ["b"] }, then: { properties: { a: text } } },
    { a: 1 },
    "all",
  ],
  [
    "else",
    { ...B, if: { required: ["b"] }, then: {}, else: { properties: { a: text } } },
    { a: "1", b: "1" },
    "all",
  ],
  [
    "if, closed inside",
    {
      ...object({ d: { type: "object" } }),
      if: { properties: { d: object({ x: { const: 1 } }) }, required: ["d"] },
      then: { required: ["b"] },
    },
    { d: { x: 1, z: 1 } },
    "none",
  ],
  [
    "dependentSchemas",
    { ...A, dependentSchemas: { a: { properties: { b: text } } } },
    { a: "1", b: "2" },
    "all",
  ],
  [
    "dependentSchemas, not asked for",
    { ...A, dependentSchemas: { q: { properties: { b: text } } } },
    { b: 1 },
    "all",
  ],

  ...["allOf", "anyOf", "oneOf"].map((keyword): Row => {
    const fixed = { ...A, type: ["object", "string"], enum: [{ a: "1" }, "x"] };
    const neither = { ...fixed, [keyword]: [{ enum: ["x", "y"] }] };
    const schema = object({}, { dependentSchemas: { q: neither } });
    return [`a part whose values leave no object, by ${keyword}`, schema, { a: "1" }, "unknown", {}];
  }),
  [
    "a part whose values leave no object, by a reference",
    object({}, { dependentSchemas: { q: { enum: [{ a: "1" }], $ref: "#/$defs/T" } }, $defs: { T: text } }),
    { a: "1" },
    "unknown",
    {},
  ],
  [
    "a part whose values leave an object",
    object(
      {},
      {
        dependentSchemas: {
          q: { enum: [{ a: "1" }, "x"], anyOf: [{ enum: ["x"] }, { enum: [{ a: "1" }] }] },
        },
      },
    ),
    { a: "1" },
    "all",
  ],
  [
    "a property that a false beside it excludes, in a part that does not hold",
    object({}, { if: { required: ["q"] }, then: { ...A, allOf: [{ properties: {}, ...closed }] } }),
    { a: "1" },
    "unknown",
    {},
  ],
  [
    "an object that one list has and another excludes",
    object({}, { dependentSchemas: { q: { enum: [{ a: 1 }, { b: 1 }], allOf: [{ enum: [{ a: 1 }] }] } } }),
    { a: 1, b: 1 },
    "unknown",
    { a: 1 },
  ],

  ["a reference", tree, { v: "1", next: { v: "2" } }, "all"],
  ["a reference, and one more", tree, { next: { next: { z: 1 } } }, "unknown", { next: { next: {} } }],
  ["a recursive union", treeOr, { next: { next: { leaf: "1", v: "2" } } }, "all"],
  [
    "a recursive union, and one more",
    treeOr,
    { next: { next: { leaf: "1", z: 1 } } },
    "unknown",
    { next: { next: { leaf: "1" } } },
  ],
  [
    "a reference beside properties",
    { ...object({ b: text }), $ref: "#/$defs/Tree", $defs: tree.$defs },
    { b: "1", v: "2" },
    "all",
  ],
  ["fewer properties once dropped", { ...A, maxProperties: 1 }, { a: "1", z: 1 }, "none"],
  ["values of a list", { enum: [{ a: "1", z: 1 }], properties: { a: text } }, { a: "1", z: 1 }, "all"],
];

const modes = ["refuse", "strip", "allow"] as const;

function checkOf(schema: Json, unknown: (typeof modes)[number]) {
  const report = createReport();
  const normalised = normaliseSchema(foreignOf(schema), { documents: documentsOf(), report })!;
  return compileCheck(normalised.schema, { defs: Object.fromEntries(normalised.defs), unknown });
}

/** Returns the outcome of a value in each mode: unchanged, changed, or refused. */
function judged(schema: Json, value: Json | readonly unknown[]): Record<(typeof modes)[number], unknown> {
  const outcomes = modes.map((mode) => {
    const verdict = validate(checkOf(schema, mode), structuredClone(value));
    return [mode, verdict.ok ? verdict.value : "refused"] as const;
  });
  return Object.fromEntries(outcomes) as Record<(typeof modes)[number], unknown>;
}

describe("properties that a schema declares", () => {
  it.each(rows)("%s", (_says, schema, value, verdict, stripped?: unknown) => {
    const found = judged(schema, value);
    if (verdict === "all") expect(found).toEqual({ refuse: value, strip: value, allow: value });
    else if (verdict === "unknown")
      expect(found).toEqual({ refuse: "refused", strip: stripped, allow: value });
    else expect(found.refuse).toBe("refused");
  });

  it("are counted after the unknown ones are dropped", () => {
    const schema = { ...A, maxProperties: 1, minProperties: 1 };
    expect(judged(schema, { a: "1", z: 1 })).toEqual({
      refuse: "refused",
      strip: { a: "1" },
      allow: "refused",
    });
    expect(judged(schema, { z: 1 })).toEqual({ refuse: "refused", strip: "refused", allow: { z: 1 } });
  });

  it("are compared in items after the unknown ones are dropped", () => {
    const schema = object({ l: { type: "array", uniqueItems: true, items: A } });
    const value = {
      l: [
        { a: "1", z: 1 },
        { a: "1", z: 2 },
      ],
    };
    expect(judged(schema, value)).toEqual({ refuse: "refused", strip: "refused", allow: value });
  });

  it("are suggested from any branch", () => {
    const check = checkOf({ oneOf: [circle, square] }, "refuse");
    const verdict = validate(check, { kind: "circle", sides: "1", at: { X: "1" } });
    expect(verdict.ok ? [] : verdict.issues.map(({ pointer, suggestion }) => [pointer, suggestion])).toEqual([
      ["/at/X", '"x"'],
      ["/sides", '"side"'],
    ]);
  });

  it("are reported once if both the schema and the names refuse them", () => {
    const check = checkOf({ anyOf: [{ ...needsA, ...closed }, object({ d: object({ e: A }) })] }, "refuse");
    const verdict = validate(check, { a: "1", z: 1 });
    const pointers = verdict.ok ? [] : verdict.issues.map(({ pointer }) => pointer);
    expect(pointers).toEqual([...new Set(pointers)]);
  });
});

describe("names that reach a prototype", () => {
  const hidden = JSON.parse('{"d":{"__proto__":1},"e":"1"}') as Json;
  const free = { anyOf: [object({ d: true }), object({ e: text })] };

  it.each(modes)("are refused inside of properties that only a branch declares: %s", (unknown) => {
    const check = compileCheck(free, { unknown, safeKeys: true });
    expect(validate(check, hidden)).toMatchObject({ ok: false });
  });

  it.each(modes)("are accepted if a branch declares them: %s", (unknown) => {
    const schema = object(
      { a: text },
      { anyOf: [object({ constructor: text }, { required: ["constructor"] })] },
    );
    const check = compileCheck(schema, { unknown, safeKeys: true });
    expect(validate(check, { a: "1", constructor: "2" })).toMatchObject({ ok: true });
  });
});

describe("properties that are hidden from the model", () => {
  it.each([["hidden", "plain"] as const, ["plain", "hidden"] as const])(
    "are not suggested if the same arguments have none: %s first",
    (...order) => {
      const schema = {
        anyOf: [{ $ref: "#/$defs/One" }, object({ b: text }, { required: ["b"] })],
      };
      const { code } = emitChecks({
        checks: order.map((name) => ({
          name: `check${name}`,
          schema,
          unknown: "refuse" as const,
          hidden: new Set(name === "hidden" ? ["tenant"] : []),
        })),
        resolve: () => object({ a: text, tenant: text }),
        functionOf: (def) => `check${def}`,
      });
      const check = new RegExp("function checkhidden\\(.*?checkApart\\(value, (\\w+),", "s").exec(
        code.toString(),
      )!;
      const names = code.toString().split(`function ${check[1]}(`)[1]!.split("\nfunction ")[0]!;
      expect(names).toContain('["b", "a"]');
      expect(names).not.toContain('"tenant"]');
    },
  );
});
