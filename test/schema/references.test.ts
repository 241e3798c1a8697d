import { describe, expect, it, test } from "vitest";
import { normalForm, normalise } from "./normalise.js";

describe("references inside a document", () => {
  it("follow JSON pointers with ~0, ~1 and percent-encoding", () => {
    const $defs = {
      "a/b": { type: "string" },
      "c~d": { type: "integer" },
      "e%f": { type: "boolean" },
      "g h": { type: "null" },
    };
    const refs = ["#/$defs/a~1b", "#/$defs/c~0d", "#/$defs/e%25f", "#/$defs/g%20h"];
    const { schema, defs } = normalise({
      allOf: refs.map(($ref) => ({ properties: { x: { not: { $ref } } } })).slice(0, 1),
      properties: Object.fromEntries(refs.map(($ref, i) => [`p${i}`, { $ref }])),
      $defs,
    });
    expect(schema).toMatchObject({
      properties: {
        p0: { $ref: "#/$defs/AB" },
        p1: { $ref: "#/$defs/CD" },
        p2: { $ref: "#/$defs/EF" },
        p3: { $ref: "#/$defs/GH" },
      },
    });
    expect(defs).toEqual({
      AB: { type: "string" },
      CD: { type: "integer" },
      EF: { type: "boolean" },
      GH: { type: "null" },
    });
  });

  it("follow anchors, and identifiers that are nested and relative", () => {
    const value = {
      $id: "https://example.com/root.json",
      properties: { a: { $ref: "#here" }, b: { $ref: "inner.json" }, c: { $ref: "inner.json#deep" } },
      $defs: {
        one: { $anchor: "here", type: "string" },
        two: { $id: "inner.json", type: "integer", $defs: { d: { $anchor: "deep", type: "boolean" } } },
      },
    };
    expect(normalise(value).defs).toEqual({
      One: { type: "string" },
      Two: { type: "integer" },
      D: { type: "boolean" },
    });
  });

  it("do not read data as identifiers", () => {
    const value = {
      properties: { a: { $ref: "https://example.com/x" } },
      enum: [{ $id: "https://example.com/x", type: "string" }],
    };
    expect(normalise(value).problems).toEqual([
      'TP308 /properties/a/$ref $ref "https://example.com/x" would need the network',
    ]);
  });

  it("resolve $dynamicRef by the path that leads to it", () => {
    const list = {
      $id: "list",
      type: "array",
      items: { $dynamicRef: "#item" },
      $defs: { d: { $dynamicAnchor: "item", type: "string" } },
    };
    const numbers = {
      $id: "numbers",
      $ref: "list",
      $defs: { d: { $dynamicAnchor: "item", type: "number" }, list },
    };
    const { schema, defs } = normalise({
      properties: { n: { $ref: "numbers" }, s: { $ref: "list" } },
      $defs: { numbers },
    });
    const named = (ref: unknown): unknown =>
      defs[String((ref as { $ref: string }).$ref).replace("#/$defs/", "")];
    const { n, s } = (schema as { properties: Record<string, unknown> }).properties;
    const itemsOf = (list: unknown): unknown => named((list as { items: unknown }).items);
    expect(itemsOf(named(named(n)))).toEqual({ type: "number" });
    expect(itemsOf(named(s))).toEqual({ type: "string" });
  });

  it("resolve $recursiveRef of 2019-09 in the same way", () => {
    const tree = {
      $id: "tree",
      $recursiveAnchor: true,
      type: "object",
      properties: { child: { $recursiveRef: "#" } },
    };
    const strict = { $id: "strict", $recursiveAnchor: true, $ref: "tree", unevaluatedProperties: false };
    const { defs } = normalise({ $ref: "strict", $defs: { tree, strict } }, "2019-09");
    expect(defs).toEqual({
      Strict: {
        type: "object",
        properties: { child: { $ref: "#/$defs/Strict" } },
        additionalProperties: false,
      },
    });
  });

  it("to true and false become true and false", () => {
    expect(
      normalForm({
        properties: { a: { $ref: "#/$defs/yes" }, b: { $ref: "#/$defs/no" } },
        $defs: { yes: true, no: false },
      }),
    ).toEqual({
      properties: { a: {}, b: false },
    });
  });
});

describe("references to other files", () => {
  const files = {
    "common.json": {
      schemas: {
        money: { type: "object", properties: { in: { $ref: "#/schemas/currency" } } },
        currency: { type: "string" },
      },
    },
    "point.json": { type: "object", properties: { next: { $ref: "#" } } },
    "old.json": { $schema: "http://json-schema.org/draft-04/schema#", minimum: 1, exclusiveMinimum: true },
    "api.json": { openapi: "3.0.3", components: { schemas: { name: { type: "string", nullable: true } } } },
  };

  it("resolve nested references against their own file", () => {
    const { schema, defs } = normalise(
      { properties: { price: { $ref: "common.json#/schemas/money" } } },
      "2020-12",
      files,
    );
    expect(schema).toEqual({ properties: { price: { $ref: "#/$defs/Money" } } });
    expect(defs).toEqual({
      Money: { type: "object", properties: { in: { $ref: "#/$defs/Currency" } } },
      Currency: { type: "string" },
    });
  });

  it("name a complete file after itself", () => {
    expect(normalise({ properties: { at: { $ref: "point.json" } } }, "2020-12", files).defs).toEqual({
      Point: { type: "object", properties: { next: { $ref: "#/$defs/Point" } } },
    });
  });

  it("read each file by its own dialect", () => {
    const { defs } = normalise(
      { properties: { a: { $ref: "old.json" }, b: { $ref: "api.json#/components/schemas/name" } } },
      "2020-12",
      files,
    );
    expect(defs).toEqual({ Old: { exclusiveMinimum: 1 }, Name: { type: ["string", "null"] } });
  });
});

describe("dangling references", () => {
  test.each([
    ["https://example.com/x.json", 'TP308 /$ref $ref "https://example.com/x.json" would need the network'],
    ["missing.json#/x", 'TP310 /$ref $ref "missing.json#/x": there is no such file'],
    ["#/$defs/nope", 'TP307 /$ref $ref "#/$defs/nope" points to nothing'],
    ["#nope", 'TP307 /$ref $ref "#nope" points to nothing'],
    ["#/%zz", 'TP307 /$ref $ref "#/%zz" is not a well-formed reference'],
    ["#/$defs/a~2", 'TP307 /$ref $ref "#/$defs/a~2" is not a well-formed reference'],
    ["#/$defs/list/01", 'TP307 /$ref $ref "#/$defs/list/01" points to nothing'],
    ["#/$defs/list", 'TP307 /$ref $ref "#/$defs/list" points to a list, which is not a schema'],
    ["#/$defs/__proto__", 'TP307 /$ref $ref "#/$defs/__proto__" points to nothing'],
    ["#/$defs/constructor", 'TP307 /$ref $ref "#/$defs/constructor" points to nothing'],
  ])("%s", ($ref, problem) => {
    const { schema, problems } = normalise({ $ref, $defs: { address: {}, list: [{}] } });
    expect(schema).toBeUndefined();
    expect(problems).toEqual([problem]);
  });

  it("suggest a similar name", () => {
    const { helps } = normalise({
      $ref: "#/$defs/adress/properties/street",
      $defs: { address: { properties: { street: {} } } },
    });
    expect(helps).toEqual(['did you mean "#/$defs/address/properties/street"?']);
  });

  test.each<[string, Record<string, unknown>]>([
    ["a schema that is only itself", { a: { $ref: "#/$defs/a" } }],
    ["two that are only each other", { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }],
    ["through allOf", { a: { allOf: [{ $ref: "#/$defs/a" }, { type: "string" }] } }],
    ["through a condition", { a: { if: true, then: { $ref: "#/$defs/a" } } }],
  ])("a loop is refused: %s", (_, $defs) => {
    const { schema, problems } = normalise({ properties: { x: { $ref: "#/$defs/a" } }, $defs });
    expect(schema).toBeUndefined();
    expect(problems[0]).toMatch(
      /^TP311 \/\$defs\/a.* leads back to itself without any other keyword on the way$/,
    );
  });

  it("a loop through a property is recursion, and is kept", () => {
    const $defs = { a: { properties: { b: { $ref: "#/$defs/b" } } }, b: { items: { $ref: "#/$defs/a" } } };
    expect(normalise({ $ref: "#/$defs/a", $defs }).defs).toEqual({
      A: { properties: { b: { $ref: "#/$defs/B" } } },
      B: { items: { $ref: "#/$defs/A" } },
    });
  });
});

describe("hostile references", () => {
  it("long chains need no deep stack", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [
        `d${i}`,
        i === 4_999 ? { type: "string" } : { properties: { next: { $ref: `#/$defs/d${i + 1}` } } },
      ]),
    );
    const { schema, defs } = normalise({ $ref: "#/$defs/d0", $defs });
    expect(schema).toEqual({ $ref: "#/$defs/D0" });
    expect(Object.keys(defs)).toHaveLength(5_000);
  });

  it("long chains of aliases and of allOf need no deep stack either", () => {
    const alias = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [
        `d${i}`,
        i === 4_999 ? { type: "string" } : { $ref: `#/$defs/d${i + 1}` },
      ]),
    );
    const all = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [
        `e${i}`,
        i === 4_999 ? { type: "string" } : { allOf: [{ $ref: `#/$defs/e${i + 1}` }, { minLength: 1 }] },
      ]),
    );
    expect(
      normalise({ allOf: [{ $ref: "#/$defs/d0" }, { $ref: "#/$defs/e0" }], $defs: { ...alias, ...all } })
        .problems,
    ).toEqual([]);
  });

  it("schemas nested too deeply are refused", () => {
    let deep: unknown = { type: "string" };
    for (let i = 0; i < 400; i += 1) deep = { items: deep };
    const { schema, problems } = normalise(deep);
    expect(schema).toBeUndefined();
    expect(problems).toEqual([expect.stringMatching(/^TP313 .* schema is nested deeper than 256 levels$/)]);
  });

  it("__proto__ is an ordinary name", () => {
    const value = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"$defs":{"__proto__":{"type":"integer"}},"not":{"$ref":"#/$defs/__proto__"}}',
    ) as unknown;
    const { schema, defs } = normalise(value);
    expect(JSON.stringify(schema)).toBe(
      '{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"],"not":{"$ref":"#/$defs/Proto"}}',
    );
    expect(defs).toEqual({ Proto: { type: "integer" } });
  });

  it("large enums are intersected without comparing every pair", () => {
    const values = Array.from({ length: 20_000 }, (_, i) => `value ${i}`);
    const { schema } = normalise({ allOf: [{ enum: values }, { enum: [...values].reverse() }] });
    expect((schema as { enum: unknown[] }).enum).toHaveLength(20_000);
  });
});
