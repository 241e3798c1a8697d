import { describe, expect, it } from "vitest";
import { parseExact, quoteLargeIntegers, stringifyExact } from "../../runtime/base/exact-json.js";
import { fc } from "../helpers/seeded.js";

describe("reading JSON without rounding", () => {
  it.each([
    ["a large integer", "1234567890123456789", "1234567890123456789"],
    ["a negative one", "-9223372036854775808", "-9223372036854775808"],
    ["the largest safe one", "9007199254740991", 9007199254740991],
    ["the first that is not safe", "9007199254740992", "9007199254740992"],
    ["a very long one", `1${"0".repeat(400)}`, `1${"0".repeat(400)}`],
    ["a fraction", "1.2345678901234567890", 1.2345678901234567],
    ["a whole fraction", "12345678901234567890.0", 12345678901234567000],
    ["an exponent", "1234567890123456789e3", 1.2345678901234568e21],
    ["an exponent with a sign", "1E+20", 1e20],
    ["digits in a text", '"1234567890123456789"', "1234567890123456789"],
    ["digits in a key", '{"1234567890123456789":1}', { "1234567890123456789": 1 }],
    [
      "digits after an escaped quote",
      '["\\"",1234567890123456789,"\\\\"]',
      ['"', "1234567890123456789", "\\"],
    ],
    ["digits in a text with quotes", '"\\"1234567890123456789\\""', '"1234567890123456789"'],
    [
      "`__proto__`",
      '{"__proto__":{"a":1234567890123456789}}',
      JSON.parse('{"__proto__":{"a":"1234567890123456789"}}'),
    ],
  ])("keeps %s", (_, source, want) => {
    expect(parseExact(source)).toEqual(want);
  });

  it("returns bigints on demand, and keeps strings", () => {
    const source = '{"a":[1234567890123456789,"1234567890123456789",5,null],"__proto__":-9007199254740993}';
    const value = parseExact(source, "bigint") as Record<string, unknown>;
    expect(value["a"]).toEqual([1234567890123456789n, "1234567890123456789", 5, null]);
    expect(Object.getOwnPropertyDescriptor(value, "__proto__")?.value).toBe(-9007199254740993n);
  });

  it.each([
    "{1234567890123456789:1}",
    "01234567890123456789",
    "-",
    '"1234567890123456789',
    "[1234567890123456789",
    "1234567890123456789x",
    "--1234567890123456789",
  ])("refuses what JSON.parse refuses: %s", (source) => {
    expect(() => parseExact(source)).toThrow(SyntaxError);
  });

  it("returns the same as JSON.parse for all texts without such integers", () => {
    fc.assert(
      fc.property(fc.json(), (source) => {
        fc.pre(quoteLargeIntegers(source) === source);
        expect(parseExact(source)).toEqual(JSON.parse(source));
      }),
    );
  });

  it("reads its own output, in any context", () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
        fc.bigInt({ min: -(2n ** 70n), max: -(2n ** 53n) }),
        fc.maxSafeInteger(),
        fc.string({ unit: "grapheme" }),
        fc.constantFrom("\\", '"', '\\"1234567890123456789', "1234567890123456789", null, true, 0.5),
        fc.array(tie("value")),
        fc.dictionary(fc.string(), tie("value")),
      ),
    }));
    fc.assert(
      fc.property(value, (given) => {
        expect(parseExact(stringifyExact(given), "bigint")).toEqual(given);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["escaped quotes in a text without end", `"${'\\"'.repeat(1_000_000)}`],
    ["backslashes", `"${"\\\\".repeat(1_000_000)}"`],
    ["quotes", '"'.repeat(2_000_000)],
    ["digits", "1".repeat(2_000_000)],
    ["digits and points", "1.".repeat(1_000_000)],
    ["signs", "-".repeat(2_000_000)],
  ])("reads a hostile text of %s in one pass", (_, source) => {
    // If the function searched back for each character, this test would take minutes and time out.
    expect(quoteLargeIntegers(source).replaceAll('"', "")).toBe(source.replaceAll('"', ""));
  });
});

describe("writing JSON with bigints", () => {
  it("writes bare digits", () => {
    const value = { id: 1234567890123456789n, list: [1n, undefined, null], none: undefined, text: "1" };
    expect(stringifyExact(value)).toBe('{"id":1234567890123456789,"list":[1,null,null],"text":"1"}');
    expect(stringifyExact({ a: 1 })).toBe('{"a":1}');
  });

  it("still throws if JSON.stringify throws for another reason", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = {
      toJSON: () => {
        throw new Error("no");
      },
    };
    expect(() => stringifyExact(cyclic)).toThrow("no");
  });
});
