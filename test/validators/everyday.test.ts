import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "../../runtime/validate/parse.js";
import { validate } from "../../runtime/validate/validate.js";
import type { Schema } from "../../generator/ir.js";
import type { Issue } from "../../runtime/issue.js";
import { compileCheck, compileDefaults, type CompileOptions } from "./compile-checks.js";

function issuesOf(schema: Schema, value: unknown, options?: CompileOptions): string[] {
  const verdict = validate(compileCheck(schema, options), value);
  return verdict.ok ? [] : verdict.issues.map((issue) => `${issue.pointer} ${issue.code}`);
}

const forecast: Schema = {
  type: "object",
  properties: {
    city: { type: "string", minLength: 1, maxLength: 5 },
    days: { type: "integer", minimum: 1, maximum: 16 },
    unit: { enum: ["metric", "imperial"] },
  },
  required: ["city"],
};

describe("a generated check", () => {
  it("accepts a valid value and returns it unchanged", () => {
    const value = { city: "Rome", days: 3, unit: "metric" };
    const verdict = validate(compileCheck(forecast), value);
    expect(verdict).toEqual({ ok: true, value });
    expect(verdict.ok && verdict.value).toBe(value);
  });

  it("reports every wrong field at once, in the order of the spec", () => {
    expect(issuesOf(forecast, { unit: "kelvin", days: 17, extra: 1 })).toEqual([
      "/city required",
      "/days maximum",
      "/unit enum",
      "/extra unknown",
    ]);
  });

  it.each([
    [null, " type"],
    [[], " type"],
    ["{}", " type"],
    [{ city: "" }, "/city minLength"],
    [{ city: "Berlin" }, "/city maxLength"],
    [{ city: 1 }, "/city type"],
    [{ city: "Rome", days: 0 }, "/days minimum"],
    [{ city: "Rome", days: 1.5 }, "/days type"],
    [{ city: "Rome", days: null }, "/days type"],
    [{ city: "Rome", unit: "Metric" }, "/unit enum"],
  ])("refuses %j", (value, issue) => {
    expect(issuesOf(forecast, value)).toEqual([issue]);
  });

  it("counts characters, not code units", () => {
    expect(issuesOf({ type: "string", maxLength: 2, minLength: 2 }, "💩💩")).toEqual([]);
    expect(issuesOf({ type: "string", minLength: 2 }, "💩")).toEqual([" minLength"]);
  });

  it("reads names of inherited properties as own properties only", () => {
    const schema: Schema = JSON.parse(
      '{"type":"object","properties":{"toString":{"type":"string"},"__proto__":{"type":"string"}},"required":["constructor"]}',
    );
    expect(issuesOf(schema, {})).toEqual(["/constructor required"]);
    expect(issuesOf(schema, JSON.parse('{"constructor":1,"toString":1,"__proto__":2}'))).toEqual([
      "/toString type",
      "/__proto__ type",
    ]);
  });

  it.each(["__proto__", "constructor", "prototype"])("refuses the key %s in open arguments", (name) => {
    const value = JSON.parse(`{"labels":{"${name}":"x"}}`);
    const schema: Schema = {
      type: "object",
      properties: { labels: { type: "object", additionalProperties: { type: "string" } } },
    };
    expect(issuesOf(schema, value)).toEqual([`/labels/${name} forbidden`]);
    expect(issuesOf({ type: "object", additionalProperties: true }, value.labels)).toEqual([
      `/${name} forbidden`,
    ]);
    expect(issuesOf(schema, value, { unknown: "allow" })).toEqual([]);
  });

  it("stops at 64 levels of a recursive schema", () => {
    const defs: Record<string, Schema> = {
      Node: { type: "object", properties: { next: { $ref: "#/$defs/Node" } } },
    };
    const nest = (levels: number): unknown => (levels === 0 ? {} : { next: nest(levels - 1) });
    expect(issuesOf({ $ref: "#/$defs/Node" }, nest(64), { defs })).toEqual([]);
    expect(issuesOf({ $ref: "#/$defs/Node" }, nest(65), { defs })).toEqual(["/next".repeat(65) + " depth"]);
    expect(issuesOf({ $ref: "#/$defs/Node" }, nest(5_000), { defs })).toHaveLength(1);
  });

  it("accepts an endlessly nested value without a crash", () => {
    const nest = (levels: number): unknown => {
      let value: unknown = [];
      for (let level = 0; level < levels; level += 1) value = [value];
      return value;
    };
    const deep = nest(100_000);
    expect(issuesOf({ type: "array", uniqueItems: true }, deep)).toEqual([`${"/0".repeat(64)} depth`]);
    expect(issuesOf({ type: "array", uniqueItems: true }, [deep, deep], { unknown: "allow" })).toEqual([
      "/1 uniqueItems",
    ]);
    expect(issuesOf({ const: [[[]]] }, deep)).toEqual([" const"]);
    expect(issuesOf({ enum: [{ a: 1 }, [1]] }, { a: deep })).toEqual([" enum"]);
  });

  it("compares items as equal, regardless of the order of their keys", () => {
    const unique: Schema = { type: "array", uniqueItems: true };
    const options = { unknown: "allow" } as const;
    expect(
      issuesOf(
        unique,
        [
          { a: 1, b: [{ c: 2, d: 3 }] },
          { b: [{ d: 3, c: 2 }], a: 1 },
        ],
        options,
      ),
    ).toEqual(["/1 uniqueItems"]);
    const different = [1, "1", true, "true", null, "null", [1], "[1]", ["1"], { a: 1 }, '{"a":1}', {}, []];
    expect(issuesOf(unique, different, options)).toEqual([]);
    expect(issuesOf(unique, [0, -0], options)).toEqual(["/1 uniqueItems"]);
    expect(issuesOf({ const: { a: [1], b: 2 } }, { b: 2, a: [1] }, options)).toEqual([]);
    expect(issuesOf(unique, JSON.parse('[{"__proto__":1},{}]'), options)).toEqual([]);
  });

  it("contains the complete issue as JSON, and never a readable value", () => {
    const verdict = validate(compileCheck(forecast), { city: "Rome", days: "x".repeat(99), units: 1 });
    const [days, units] = verdict.ok ? [] : verdict.issues;
    expect(JSON.parse(JSON.stringify([days, units]))).toEqual([
      { pointer: "/days", code: "type", expected: "integer 1–16", received: `string "${"x".repeat(39)}…"` },
      {
        pointer: "/units",
        code: "unknown",
        expected: "no such property",
        received: 'string "units"',
        suggestion: '"unit"',
      },
    ]);
    expect(inspect(days, { depth: 9, showHidden: true })).not.toContain("x".repeat(41));
  });

  it("names the item and the property inside it", () => {
    const schema: Schema = {
      type: "object",
      properties: {
        stops: {
          type: "array",
          items: { type: "object", properties: { at: { type: "number" } }, required: ["at"] },
        },
        grid: { type: "array", items: { type: "array", items: { type: "integer" } } },
      },
    };
    expect(issuesOf(schema, { stops: [{ at: 1 }, { at: "x" }, {}], grid: [[1], [2, "3"]] })).toEqual([
      "/stops/1/at type",
      "/stops/2/at required",
      "/grid/1/1 type",
    ]);
  });

  it("checks the discriminator first", () => {
    const kind = (name: string, property: string): Schema => ({
      type: "object",
      properties: { kind: { const: name }, [property]: { type: "integer" } },
      required: ["kind", property],
    });
    const schema: Schema = { oneOf: [kind("cat", "lives"), kind("dog", "barks")] };
    expect(issuesOf(schema, { kind: "cat", lives: 9 })).toEqual([]);
    expect(issuesOf(schema, { kind: "cat", barks: 1, meows: 1 })).toEqual([
      "/meows unknown",
      "/lives required",
    ]);
    expect(issuesOf(schema, { kind: "cow" })).toEqual(["/kind enum"]);
    expect(issuesOf(schema, {})).toEqual(["/kind required"]);
    expect(issuesOf(schema, 3)).toEqual([" type"]);
  });

  it("explains the closest branch of a union without a discriminator", () => {
    const schema: Schema = {
      anyOf: [
        {
          type: "object",
          properties: { lat: { type: "number" }, lon: { type: "number" } },
          required: ["lat", "lon"],
        },
        { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
      ],
    };
    expect(issuesOf(schema, { lat: 1, lon: "2" })).toEqual(["/lon type"]);
    expect(issuesOf(schema, { place: 1 })).toEqual(["/place type"]);
    expect(issuesOf(schema, { lat: 1, lon: 2, place: "x" })).toEqual([]);
    expect(issuesOf(schema, { lat: 1, lon: 2, z: 3 })).toEqual(["/z unknown"]);
    expect(issuesOf(schema, "x")).toEqual([" union"]);
  });

  it("ignores keywords of other types in a union that the type decides", () => {
    const schema: Schema = JSON.parse(
      '{"oneOf":[{"type":"array","items":{"type":"integer"}},{"type":"null","properties":{"toString":{"type":"string"}}}]}',
    );
    expect(issuesOf(schema, null)).toEqual([]);
    expect(issuesOf(schema, [1, "2"])).toEqual(["/1 type"]);
    expect(issuesOf(schema, {})).toEqual([" type"]);
  });

  it("refuses names that reach a prototype in a list that a union does not describe", () => {
    const schema: Schema = { anyOf: [{ type: "string" }, { type: "array" }] };
    expect(issuesOf(schema, JSON.parse('[1, {"a": {"__proto__": 1}}]'))).toEqual([
      "/1/a/__proto__ forbidden",
    ]);
    expect(issuesOf(schema, [1, { a: {} }])).toEqual([]);
  });

  it("does not accept a value because it is too deep to be checked", () => {
    const defs: Record<string, Schema> = {
      Safe: { type: "object", properties: { next: { $ref: "#/$defs/Safe" }, bad: false } },
    };
    const schema: Schema = { not: { $ref: "#/$defs/Safe" } };
    const nest = (levels: number): unknown => (levels === 0 ? {} : { next: nest(levels - 1) });
    expect(issuesOf(schema, nest(3), { defs, unknown: "allow" })).toEqual([" not"]);
    expect(issuesOf(schema, nest(100), { defs, unknown: "allow" })).toEqual([" depth"]);
  });

  it("stops at nested unions that would take exponential time", () => {
    const node = (tag: string): Schema => ({
      type: "object",
      properties: { next: { $ref: "#/$defs/Node" }, [tag]: { type: "integer" } },
      required: [tag],
    });
    const defs: Record<string, Schema> = { Node: { anyOf: [node("a"), node("b"), node("c")] } };
    const nest = (levels: number): unknown => (levels === 0 ? { c: 1 } : { next: nest(levels - 1), c: 1 });
    expect(issuesOf({ $ref: "#/$defs/Node" }, nest(6), { defs, unknown: "allow" })).toEqual([]);
    expect(issuesOf({ $ref: "#/$defs/Node" }, nest(60), { defs, unknown: "allow" }).at(0)).toMatch(/ depth$/);
  });

  it("drops unknown properties if they are stripped, without changing the input", () => {
    const schema: Schema = {
      type: "object",
      properties: { a: { type: "array", items: { type: "object", properties: { b: true } } } },
    };
    const value = { a: [{ b: 1, c: 2 }, { b: 3 }], d: 4 };
    expect(validate(compileCheck(schema, { unknown: "strip" }), value)).toEqual({
      ok: true,
      value: { a: [{ b: 1 }, { b: 3 }] },
    });
    expect(value).toEqual({ a: [{ b: 1, c: 2 }, { b: 3 }], d: 4 });
  });

  it("drops properties that are unknown in all branches of a union", () => {
    const inner = (name: string): Schema => ({
      type: "object",
      properties: { deep: { type: "object", properties: { [name]: { type: "integer" } }, required: [name] } },
      required: ["deep"],
    });
    for (const kind of ["anyOf", "oneOf"]) {
      const schema: Schema = { type: "object", properties: { at: { [kind]: [inner("a"), inner("b")] } } };
      const verdict = validate(compileCheck(schema, { unknown: "strip" }), {
        at: { deep: { b: 1, c: 2 }, e: 3 },
        f: 4,
      });
      expect(verdict).toEqual({ ok: true, value: { at: { deep: { b: 1 } } } });
    }
  });

  it.each([
    [
      { type: ["integer", "string"], format: "int32" },
      true,
      "integer from -2147483648 to 2147483647 or string",
    ],
    [{ type: ["integer", "string"], format: "int64" }, true, /^integer.* or string$/],
    [{ type: ["number", "string"], format: "float" }, true, "number or string"],
    [{ type: ["integer", "string"], format: "date" }, true, 'integer or date string like "2026-01-31"'],
    [{ type: "string", format: "float" }, 1, "string"],
    [{ format: "int32" }, 1.5, "integer from -2147483648 to 2147483647"],
  ] as const)("reports only the requirements of a text: %j", (schema, value, expected) => {
    const verdict = validate(compileCheck(schema as Schema), value);
    expect(verdict).toMatchObject({ ok: false, issues: [{ expected: expect.stringMatching(expected) }] });
  });

  it("never matches a pattern on a string above 4,096 characters", () => {
    expect(issuesOf({ type: "string", pattern: "^a*$" }, "a".repeat(4_096))).toEqual([]);
    expect(issuesOf({ type: "string", pattern: "^a*$" }, "a".repeat(4_097))).toEqual([" pattern"]);
  });

  it("never matches a pattern on a string that would take too long, and reports the length to the model", () => {
    const schema: Schema = { type: "string", pattern: "^.*.*.*=$" };
    expect(issuesOf(schema, "x".repeat(100) + "=")).toEqual([]);
    expect(issuesOf(schema, "x".repeat(100))).toEqual([" pattern"]);
    const verdict = validate(compileCheck(schema), "x".repeat(4_000));
    expect(verdict).toMatchObject({
      ok: false,
      issues: [
        {
          code: "maxLength",
          expected: expect.stringMatching(/^string of at most [12]\d\d characters matching \^/),
        },
      ],
    });
    expect(issuesOf({ ...schema, maxLength: 500 }, "x".repeat(400))).toEqual([" maxLength"]);
  });

  it("never matches patterns of names on a name that would take too long, even if other names are accepted", () => {
    const long = { ["x".repeat(4_000)]: 1 };
    const names = { "^.*.*.*=$": { type: "integer" } } as const;
    const parts: Schema[] = [
      { type: "object", patternProperties: names },
      { type: "object", patternProperties: names, additionalProperties: false },
      { type: "object", patternProperties: names, additionalProperties: { type: "integer" } },
      { type: "object", allOf: [{ patternProperties: names }], properties: { a: {} } },
      { type: "object", patternProperties: names, unevaluatedProperties: false },
      { type: "object", allOf: [{ patternProperties: names }], unevaluatedProperties: { type: "integer" } },
    ];
    for (const schema of parts) expect([...new Set(issuesOf(schema, long))]).toEqual([" propertyName"]);
    expect(issuesOf({ type: "object", propertyNames: { pattern: "^.*.*.*=$" } }, long)).not.toEqual([]);
    const ordinary: Schema = { type: "object", patternProperties: { "^x": { type: "integer" } } };
    expect(issuesOf(ordinary, { ["x".repeat(5_000)]: "no integer" })).toEqual([" propertyName"]);
    expect(issuesOf(ordinary, { ["x".repeat(4_000)]: 1 })).toEqual([]);
  });
});

describe("parse", () => {
  const parsing = { check: compileCheck(forecast), coerce: true };

  it("repairs arguments without loss, and reports it", () => {
    expect(parse(parsing, { city: "Rome", days: "3", unit: null })).toEqual({
      ok: true,
      value: { city: "Rome", days: 3 },
      notes: ['days: string "3" read as number 3', "unit: null left out"],
    });
  });

  it("does not change the caller's object", () => {
    const wire = { city: "Rome", days: "3" };
    parse(parsing, wire);
    expect(wire).toEqual({ city: "Rome", days: "3" });
  });

  it.each(["3.5", "three", "", "0x3", " ", "1e999", "12345678901234567890"])(
    "does not repair %j to an integer",
    (days) => {
      const verdict = parse(parsing, { city: "Rome", days });
      expect(verdict.ok).toBe(false);
    },
  );

  it("reads arguments that were sent as JSON text", () => {
    expect(parse(parsing, '{"city":"Rome","days":2}')).toMatchObject({
      ok: true,
      value: { city: "Rome", days: 2 },
    });
  });

  it("does not repair when coercion is off", () => {
    expect(parse({ ...parsing, coerce: false }, { city: "Rome", days: "3" })).toMatchObject({
      ok: false,
      issues: [{ pointer: "/days", code: "type", expected: "integer 1–16", received: 'string "3"' }],
    });
  });

  it.each<[Schema, unknown, unknown]>([
    [{ type: "boolean" }, "True", true],
    [{ type: "boolean" }, " false ", false],
    [{ type: "number" }, "-2.50", -2.5],
    [{ type: "string" }, 12345, "12345"],
    [{ enum: [1, 2] }, "2", 2],
    [{ const: true }, "true", true],
    [{ type: ["integer", "null"] }, "null", null],
    [{ type: "object", properties: { a: { type: "integer" } } }, '{"a": 1}', { a: 1 }],
    [{ type: "array", items: { type: "integer" } }, "[1, 2]", [1, 2]],
    [{ anyOf: [{ type: "integer" }, { type: "array", items: { type: "integer" } }] }, "[1]", [1]],
  ])("repairs for %j the value %j", (schema, sent, wanted) => {
    const check = compileCheck({ type: "object", properties: { v: schema } });
    expect(parse({ check, coerce: true }, { v: sent })).toMatchObject({ ok: true, value: { v: wanted } });
  });

  it.each<[Schema, unknown]>([
    [{ type: "boolean" }, "yes"],
    [{ type: "boolean" }, 1],
    [{ type: "integer" }, true],
    [{ type: "integer" }, "1,000"],
    [{ type: "integer" }, "３"],
    [{ type: "string" }, 1.5e300],
    [{ type: "string" }, { a: 1 }],
    [{ type: "object" }, "{not json}"],
    [{ type: "object" }, "[1]"],
    [{ type: "array", items: { type: "string" } }, "a, b"],
    [{ type: "array", items: { type: "string" } }, ["a", null]],
    [{ enum: ["metric"] }, "Metric"],
    [{ type: "object", properties: {} }, '{"__proto__": 1}'],
  ])("does not repair for %j the value %j", (schema, sent) => {
    const check = compileCheck({ type: "object", properties: { v: schema } });
    expect(parse({ check, coerce: true }, { v: sent }).ok).toBe(false);
  });

  it("reports values that cannot be decoded with all other faults, each once", () => {
    const decode = (wire: unknown, issues: Issue[]): unknown => {
      issues.push({
        pointer: "/city",
        code: "decode",
        expected: "an entry {key, value}",
        received: "number",
      });
      return wire;
    };
    const verdict = parse({ check: compileCheck(forecast), coerce: true, decode }, { city: 1.5, days: 99 });
    expect(verdict).toMatchObject({
      ok: false,
      issues: [
        { pointer: "/city", code: "decode" },
        { pointer: "/days", code: "maximum" },
      ],
    });
  });

  it("refuses a bound argument from the model and adds the one of the caller", () => {
    const schema: Schema = {
      ...(forecast as object),
      properties: { city: { type: "string" }, tenant: { type: "string" } },
      required: ["tenant"],
    };
    const bound = { check: compileCheck(schema), coerce: true, bound: ["tenant"] };
    expect(parse(bound, { city: "Rome" }, { bound: { tenant: "t1" } })).toEqual({
      ok: true,
      value: { city: "Rome", tenant: "t1" },
    });
    expect(parse(bound, { tenant: "evil" }, { bound: { tenant: "t1" } })).toMatchObject({
      ok: false,
      issues: [{ pointer: "/tenant", code: "unknown" }],
    });
  });

  it("fills in defaults at every depth, as a new object each time", () => {
    const schema: Schema = {
      type: "object",
      properties: {
        unit: { type: "string", default: "metric" },
        tags: { type: "array", items: { type: "string" }, default: [] },
        stops: { type: "array", items: { $ref: "#/$defs/Stop" } },
      },
    };
    const complete = compileDefaults(schema, {
      Stop: { type: "object", properties: { minutes: { type: "integer", default: 5 } } },
    });
    const first = complete({ stops: [{}, { minutes: 1 }] }) as { tags: string[] };
    expect(first).toEqual({ unit: "metric", tags: [], stops: [{ minutes: 5 }, { minutes: 1 }] });
    first.tags.push("x");
    expect(complete({})).toEqual({ unit: "metric", tags: [] });
    const completeArguments = { unit: "imperial", tags: [], stops: [{ minutes: 1 }] };
    expect(complete(completeArguments)).toBe(completeArguments);
  });

  it("fills in defaults inside of defaults, in maps, in parts of a schema and beside a reference", () => {
    const minutes: Schema = { type: "object", properties: { minutes: { type: "integer", default: 5 } } };
    const complete = compileDefaults(
      {
        type: "object",
        properties: {
          first: { ...minutes, default: {} },
          last: { anyOf: [minutes, { type: "null" }] },
          plain: { type: "object" },
        },
        additionalProperties: minutes,
        allOf: [{ properties: { unit: { type: "string", default: "metric" } } }, { $ref: "#/$defs/Base" }],
      },
      {
        Base: { type: "object", properties: { base: { $ref: "#/$defs/Stop", description: "below" } } },
        Stop: { ...minutes, $ref: "#/$defs/Named" },
        Named: { type: "object", properties: { name: { type: "string", default: "x" } } },
      },
    );
    expect(complete({ last: {}, plain: {}, other: {}, base: {} })).toEqual({
      first: { minutes: 5 },
      last: { minutes: 5 },
      plain: {},
      other: { minutes: 5 },
      base: { minutes: 5, name: "x" },
      unit: "metric",
    });
    expect(complete({ last: null, first: 1, unit: "u" })).toEqual({ last: null, first: 1, unit: "u" });
    const hostile = JSON.parse('{"__proto__": {}, "constructor": {}}') as object;
    const filled = complete(hostile) as object;
    expect(Object.keys(filled)).toEqual(["__proto__", "constructor", "first", "unit"]);
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  });
});
