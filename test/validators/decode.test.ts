import { describe, expect, it } from "vitest";
import { emitDecoder } from "../../generator/emit/decoder.js";
import type { Codec } from "../../generator/lower/codec.js";
import {
  decodeArray,
  decodeDigits,
  decodeExactDigits,
  decodeExactJson,
  decodeJson,
  decodeMap,
  decodeObject,
  type Decoder,
  decodeTuple,
  decodeUnion,
  decodeWords,
  hasField,
  hasTag,
  isKind,
  isWord,
} from "../../runtime/validate/decode.js";
import type { Issue } from "../../runtime/issue.js";
import type { FoundIssue } from "../../runtime/validate/found-issue.js";

function run(decoder: Decoder, wire: unknown): { value: unknown; issues: readonly Issue[] } {
  const issues: FoundIssue[] = [];
  const value = decoder(wire, issues);
  return { value, issues };
}

const numbers = decodeWords([
  ["1", 1],
  ["yes", true],
]);

describe("a decoder", () => {
  it.each<[string, Decoder, unknown, unknown]>([
    ["a map", decodeMap(), [{ key: "a", value: 1 }], { a: 1 }],
    [
      "a map of maps",
      decodeMap(decodeMap()),
      [{ key: "a", value: [{ key: "b", value: 1 }] }],
      { a: { b: 1 } },
    ],
    ["an empty map", decodeMap(), [], {}],
    ["a plain object where entries were asked for", decodeMap(numbers), { a: "1" }, { a: 1 }],
    ["JSON text", decodeJson, '{"a":[1]}', { a: [1] }],
    ["words", numbers, "yes", true],
    ["digits", decodeDigits, "-42", -42],
    ["minus zero", decodeDigits, "-0", 0],
    ["digits beyond a number", decodeExactDigits, "-1234567890123456789", -1234567890123456789n],
    ["digits that a number holds", decodeExactDigits, "007", 7],
    ["JSON text with a large integer", decodeJson, "[1234567890123456789]", ["1234567890123456789"]],
    ["the same as a bigint", decodeExactJson, "[1234567890123456789]", [1234567890123456789n]],
    ["a list", decodeArray(numbers), ["1", "2"], [1, "2"]],
    ["a tuple", decodeTuple([undefined, numbers], decodeDigits), ["1", "1", "1"], ["1", 1, 1]],
    ["a renamed field", decodeObject({ X_Trace: { name: "X-Trace" } }), { X_Trace: "t" }, { "X-Trace": "t" }],
    [
      "a renamed field with a form of its own",
      decodeObject({ n: { name: "#", decode: numbers } }),
      { n: "1" },
      { "#": 1 },
    ],
    [
      "properties without a name in the schema",
      decodeObject({}, { field: "more", decode: decodeMap() }),
      { a: 1, more: [{ key: "b", value: 2 }] },
      { a: 1, b: 2 },
    ],
    [
      "the first branch that fits",
      decodeUnion([
        [hasTag("kind", "a"), decodeObject({ x: numbers })],
        [hasField("y"), decodeObject({ y: decodeDigits })],
        [isWord("1"), numbers],
        [isKind("array"), decodeMap()],
      ]),
      [{ key: "a", value: 1 }],
      { a: 1 },
    ],
  ])("decodes %s", (_, decoder, wire, want) => {
    expect(run(decoder, wire)).toEqual({ value: want, issues: [] });
  });

  const everything = decodeObject(
    {
      map: decodeMap(numbers),
      list: decodeArray(decodeDigits),
      tuple: decodeTuple([decodeJson]),
      union: decodeUnion([[isKind("string"), decodeDigits]]),
      word: numbers,
    },
    { field: "more", decode: decodeMap() },
  );

  it.each([
    ["null", null],
    ["a string", "text"],
    ["a list", [1]],
    ["wrong forms", { map: 1, list: {}, tuple: "x", union: {}, word: 7, more: true }],
    ["unknown names", { other: [1] }],
    ["text that is no JSON", { tuple: ["{"] }],
    ["words that are none", { word: "2" }],
    ["digits that are none", { list: ["1e3", "0x10", "", " 1"] }],
  ])("leaves %s unchanged, and returns the same object", (_, wire) => {
    const { value, issues } = run(everything, wire);
    expect(value).toBe(wire);
    expect(issues).toEqual([]);
  });

  it("reports a duplicate key, with its location", () => {
    const wire = {
      map: [
        { key: "a/b", value: "1" },
        { key: "a/b", value: "yes" },
      ],
    };
    expect(JSON.parse(JSON.stringify(run(everything, wire).issues))).toEqual([
      { pointer: "/map/a~1b", code: "decode", expected: "each key once", received: '"a/b" twice' },
    ]);
  });

  it("reports an additional property with the name of a known one", () => {
    const decoder = decodeObject({ X_Trace: { name: "X-Trace" } }, { field: "more", decode: decodeMap() });
    for (const wire of [
      { X_Trace: "t", more: [{ key: "X-Trace", value: "u" }] },
      { more: [{ key: "X-Trace", value: "u" }], X_Trace: "t" },
      { X_Trace: "t", "X-Trace": "u" },
    ]) {
      expect(run(decoder, wire).issues).toMatchObject([{ pointer: "/X-Trace", code: "decode" }]);
    }
  });

  it.each([
    ["no object", ["a"]],
    ["null", [null]],
    ["no key", [{ value: 1 }]],
    ["a key that is no string", [{ key: 1, value: 1 }]],
    ["no value", [{ key: "a" }]],
  ])("reports an entry that is %s", (_, map) => {
    const { value, issues } = run(everything, { map });
    expect(issues).toMatchObject([
      { pointer: "/map/0", code: "decode", expected: '{"key": <string>, "value": …}' },
    ]);
    expect(value).toEqual({ map });
  });

  it("refuses other fields beside the key and the value of an entry, or drops them", () => {
    const wire = [{ key: "a", value: 1, note: "x" }];
    expect(run(decodeMap(undefined, "drop"), wire)).toEqual({ value: { a: 1 }, issues: [] });
    expect(run(decodeMap(), wire)).toMatchObject({
      value: { a: 1 },
      issues: [{ pointer: "/0/note", code: "unknown", expected: "no such property" }],
    });
  });

  it("refuses an integer that a number cannot represent, instead of rounding it", () => {
    // The second value is the result of JSON.parse for 9007199254740993, which causes no error.
    const sent = ["9007199254740993", 2 ** 53];
    const { value, issues } = run(everything, { list: sent });
    expect(value).toEqual({ list: sent });
    expect(issues).toMatchObject([
      { pointer: "/list/0", code: "decode", received: 'string "9007199254740993"' },
      { pointer: "/list/1", code: "decode", received: expect.stringContaining("number 9007199254740992, ") },
    ]);
  });

  it("creates an ordinary property for __proto__ and changes no prototype", () => {
    const wire = [{ key: "__proto__", value: { polluted: true } }];
    const { value } = run(decodeMap(), wire);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(
      run(decodeObject({}, { field: "more", decode: decodeMap() }), { more: wire }).value,
    ).not.toHaveProperty("polluted");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("handles names of Object.prototype like any others", () => {
    const wire = JSON.parse('{"constructor":"1","__proto__":"1","toString":"1"}') as object;
    expect(run(decodeObject({ word: numbers }), wire).value).toBe(wire);
    expect(run(decodeUnion([[hasTag("valueOf", "1"), decodeJson]]), wire).value).toBe(wire);
  });
  it("never returns the same object twice", () => {
    const decoder = decodeWords([["{}", {}]]);
    expect(run(decoder, "{}").value).not.toBe(run(decoder, "{}").value);
  });
});

describe("the printed decoder", () => {
  it("has one line per field", () => {
    const codec: Codec = {
      kind: "object",
      fields: [
        { name: "city", wire: "city", codec: undefined },
        { name: "X-Trace", wire: "X_Trace", codec: undefined },
        { name: "level", wire: "level", codec: { kind: "words", words: [["1", 1]] } },
        { name: "a-b", wire: "a_b", codec: { kind: "digits" } },
      ],
      rest: { wire: "more", codec: { kind: "map", value: undefined } },
    };
    const { code, imports } = emitDecoder({ name: "decodeToolArgs", codec });
    expect(code.toString().split("\n")).toEqual([
      "const decodeToolArgs: Decoder = decodeObject({",
      'X_Trace: { name: "X-Trace" },',
      'level: decodeWords([["1", 1]]),',
      'a_b: { name: "a-b", decode: decodeDigits },',
      '}, { field: "more", decode: decodeMap() });',
    ]);
    expect(imports).toEqual(["Decoder", "decodeDigits", "decodeMap", "decodeObject", "decodeWords"]);
  });

  it("prints repeated parts once, before their use", () => {
    const words = Array.from({ length: 9 }, (_, index) => [`${index}`, index] as const);
    const inner = (): Codec => ({ kind: "array", items: { kind: "words", words } });
    const item = (): Codec => ({
      kind: "object",
      fields: [
        { name: "some levels", wire: "some_levels", codec: inner() },
        { name: "id", wire: "id", codec: { kind: "digits" } },
      ],
      rest: undefined,
    });
    const codec: Codec = {
      kind: "object",
      fields: ["first", "second", "third", "fourth", "fifth", "sixth"].map((name) => ({
        name,
        wire: name,
        codec: name === "sixth" ? inner() : item(),
      })),
      rest: undefined,
    };
    const taken = new Set(["decodeToolArgsFirst"]);
    const { code, declares } = emitDecoder({ name: "decodeToolArgs", codec, taken });
    expect(declares).toEqual(["decodeToolArgsFirst2", "decodeToolArgs"]);
    expect(code.toString().match(/decodeWords/g)).toHaveLength(2);
    expect(code.toString().match(/decodeToolArgsFirst2/g)).toHaveLength(6);
  });

  it("prints hostile words and names as text", () => {
    const hostile = '"];process.exit(1);//';
    const codec: Codec = {
      kind: "object",
      fields: [
        { name: hostile, wire: "__proto__", codec: { kind: "words", words: [[hostile, "</script>\u2028"]] } },
      ],
      rest: undefined,
    };
    expect(emitDecoder({ name: "decodeToolArgs", codec }).code.toString()).toBe(
      [
        "const decodeToolArgs: Decoder = decodeObject({",
        '["__proto__"]: { name: "\\"];process.exit(1);//", decode: decodeWords([["\\"];process.exit(1);//", "\\u003c/script>\\u2028"]]) },',
        "});",
      ].join("\n"),
    );
  });
});
