import { describe, expect, it, test } from "vitest";
import { normalForm, normalise } from "./normalise.js";

describe("values of the wrong kind are errors with their location", () => {
  test.each<[string, unknown, string]>([
    ["minLength", "3", 'TP303 /minLength "minLength" must be a whole number of at least 0, found "3"'],
    ["maxItems", -1, 'TP303 /maxItems "maxItems" must be a whole number of at least 0, found -1'],
    ["minLength", 1.5, 'TP303 /minLength "minLength" must be a whole number of at least 0, found 1.5'],
    ["minimum", "1", 'TP303 /minimum "minimum" must be a number, found "1"'],
    ["multipleOf", 0, 'TP303 /multipleOf "multipleOf" must be a number above 0, found 0'],
    ["pattern", 5, 'TP303 /pattern "pattern" must be text, found 5'],
    ["required", true, 'TP303 /required "required" must be a list of property names, found true'],
    ["required", ["a", 1], 'TP303 /required "required" must be a list of property names, found a list'],
    ["enum", "a", 'TP303 /enum "enum" must be a list of values, found "a"'],
    ["type", 5, 'TP303 /type "type" must be a type or a list of types, found 5'],
    ["type", [], 'TP303 /type "type" must be a type or a list of types, found an empty list'],
    ["properties", [], 'TP303 /properties "properties" must be a mapping of names to schemas, found a list'],
    [
      "properties",
      { a: "a name" },
      'TP302 /properties/a expected a schema (a mapping, true or false), found "a name"',
    ],
    ["items", "", 'TP302 /items expected a schema (a mapping, true or false), found ""'],
    [
      "items",
      "string",
      'TP331 /items expected a schema, found the type name "string", which means {"type":"string"}',
    ],
    [
      "properties",
      { a: "list[int]" },
      'TP331 /properties/a expected a schema, found the type name "list[int]", which means {"type":"array","items":{"type":"integer"}}',
    ],
    ["allOf", {}, 'TP303 /allOf "allOf" must be a list of schemas, found a mapping'],
    ["anyOf", [], 'TP303 /anyOf "anyOf" must be a list of schemas, found an empty list'],
    ["uniqueItems", "yes", 'TP303 /uniqueItems "uniqueItems" must be true or false, found "yes"'],
    [
      "dependentRequired",
      { a: "b" },
      'TP303 /dependentRequired/a "dependentRequired" must be a mapping of names to lists of property names, found "b"',
    ],
    ["description", 5, 'TP303 /description "description" must be text, found 5'],
    ["$ref", 5, 'TP303 /$ref "$ref" must be a reference as text, found 5'],
    [
      "discriminator",
      "kind",
      'TP303 /discriminator "discriminator" must be a mapping with a propertyName, found "kind"',
    ],
  ])("%s: %j", (keyword, value, problem) => {
    const { schema, problems } = normalise({ [keyword]: value });
    expect(problems).toEqual([problem]);
    expect(schema).toBeUndefined();
  });

  it("reports all of them in one run", () => {
    expect(
      normalise({ minLength: "3", properties: { a: { type: "integr" } }, required: true }).problems,
    ).toHaveLength(3);
  });
});

describe("types", () => {
  test.each([
    ["int", "integer"],
    ["float", "number"],
    ["dict", "object"],
    ["STRING", "string"],
    ["bool", "boolean"],
  ])("%s is from another language, and %s is suggested", (type, intended) => {
    const { schema, problems, helps } = normalise({ type });
    expect(schema).toBeUndefined();
    expect(problems).toEqual([
      `TP323 /type type "${type}" is not a type of JSON Schema; it means {"type":"${intended}"}`,
    ]);
    expect(helps).toEqual([`write type: ${intended}`]);
  });

  test.each([["integr", "integer"]])("%s is unknown, and %s is suggested", (type, intended) => {
    const { schema, problems, helps } = normalise({ type });
    expect(schema).toBeUndefined();
    expect(problems).toEqual([`TP301 /type expected a JSON Schema type, found "${type}"`]);
    expect(helps).toEqual([`did you mean "${intended}"?`]);
  });

  it("any means no type", () => {
    expect(normalForm({ type: "any" })).toEqual({});
  });

  it("are number if integers are listed with numbers", () => {
    expect(normalise({ type: ["integer", "number", "number"] }).schema).toEqual({ type: "number" });
  });
});

describe("unknown keywords", () => {
  it("are dropped with a warning and the nearest known one", () => {
    const { schema, problems, helps } = normalise({
      type: "string",
      minLenght: 3,
      $async: true,
      "x-internal": true,
    });
    expect(schema).toEqual({ type: "string" });
    expect(problems).toEqual([
      'TP304 /$async unknown keyword "$async" has no effect',
      'TP304 /minLenght unknown keyword "minLenght" has no effect',
    ]);
    expect(helps[1]).toBe('did you mean "minLength"?');
  });

  it("are properties inside of properties, with any name", () => {
    const properties = {
      type: { type: "string" },
      $ref: { type: "string" },
      properties: { type: "string" },
      $id: { type: "string" },
    };
    expect(normalForm({ properties })).toEqual({ properties });
  });
});

describe("patterns", () => {
  test.each([
    ["^[\\w-.]+$", "^[\\w\\-.]+$"],
    ["^a\\-b\\'c$", "^a-b'c$"],
    ["^{x}$", "^\\{x\\}$"],
    ["^\\[[a-z]\\-\\]$", "^\\[[a-z]-\\]$"],
    ["a{2,3}", "a{2,3}"],
    ["[a\\-z\\&]", "[a\\-z&]"],
  ])("%s is read as %s", (pattern, legal) => {
    const { schema } = normalise({ pattern });
    expect(schema).toEqual({ pattern: legal });
    for (const text of ["a-b'c", "{x}", "aa", "a-", "&", "w.-", "ä🙂"])
      expect(new RegExp(legal, "u").test(text)).toBe(new RegExp(pattern).test(text));
  });

  test.each([
    "[a-z&&[^b]]",
    "[[:alpha:]]+\\-",
    "\\P{Print}",
    "(?i)abc",
    "[a-",
    "\\Afoo\\z",
    "(?P<year>\\d+)",
    "*",
  ])("%s is refused", (pattern) => {
    const { schema, problems } = normalise({ properties: { a: { pattern } } });
    expect(schema).toBeUndefined();
    expect(problems).toEqual([
      `TP321 /properties/a/pattern pattern ${JSON.stringify(pattern)} is not a regular expression of JavaScript`,
    ]);
  });

  it("are checked as names of patternProperties too", () => {
    expect(normalise({ patternProperties: { "(": true } }).problems).toEqual([
      'TP321 /patternProperties/( pattern "(" is not a regular expression of JavaScript',
    ]);
  });
});

describe("patterns of Java and POSIX", () => {
  test.each([
    ["\\p{Print}+", "[ -~]+"],
    ["[\\p{Alnum}_-]+", "[A-Za-z0-9_-]+"],
    ["\\x{60}\\p{L}", "\\u{60}\\p{L}"],
    ["\\p{L}+\\-", "\\p{L}+-"],
    ["\\p{Cntrl}", "[\\x00-\\x1f\\x7f]"],
    ["[\\p{all}]*", "[\\s\\S]*"],
    ["(\\-|\\p{IsLetter})", "(-|[\\p{L}])"],
  ])("%s is read as %s", (pattern, legal) => {
    const { schema, problems } = normalise({ pattern });
    expect(schema).toEqual({ pattern: legal });
    expect(problems).toEqual([
      `TP320 /pattern pattern ${JSON.stringify(pattern)} is read as ${JSON.stringify(legal)}`,
    ]);
  });
});

describe("default", () => {
  it("null is ignored if null is not allowed", () => {
    const value = {
      properties: {
        a: { type: "string", default: null },
        b: { type: ["string", "null"], default: null },
        c: { $ref: "#/$defs/x", default: null },
      },
      $defs: { x: { type: "integer" } },
    };
    const { schema, problems } = normalise(value);
    expect(schema).toEqual({
      properties: {
        a: { type: "string" },
        b: { type: ["string", "null"], default: null },
        c: { $ref: "#/$defs/X" },
      },
    });
    expect(problems).toEqual([
      "TP322 /properties/a/default default null does not have the type of its schema and is read as no default",
      "TP322 /properties/c/default default null does not have the type of its schema and is read as no default",
    ]);
  });
});

describe("keywords without their counterpart", () => {
  it("are dropped", () => {
    expect(normalForm({ then: false, else: false, minContains: 3, maxContains: 1 })).toEqual({});
  });
});
