import { describe, expect, it } from "vitest";
import { schemaOfWords, typeOfWord } from "../../generator/base/type-words.js";

const texts = { type: "array", items: { type: "string" } };

describe("type names of other languages", () => {
  it.each<[string, unknown]>([
    ["str", { type: "string" }],
    ["Integer", { type: "integer" }],
    ["FLOAT", { type: "number" }],
    ["bool", { type: "boolean" }],
    ["any", true],
    ["tuple", { type: "array" }],
    ["list(str)", texts],
    ["List[str]", texts],
    ["typing.List[str]", texts],
    ["array<string>", texts],
    ["Array<String>", texts],
    ["string[]", texts],
    ["list of strings", texts],
    ["array of string", texts],
    ["list[any]", { type: "array" }],
    ["set(str)", texts],
    ["array of objects", { type: "array", items: { type: "object" } }],
    ["list(dict)", { type: "array", items: { type: "object" } }],
    ["string[][]", { type: "array", items: texts }],
    ["dict(str, int)", { type: "object", additionalProperties: { type: "integer" } }],
    [
      "Map<string, List<int>>",
      { type: "object", additionalProperties: { type: "array", items: { type: "integer" } } },
    ],
    ["Dict[str, Any]", { type: "object" }],
    [
      "tuple(int, str)",
      { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], minItems: 2, maxItems: 2 },
    ],
    ["Tuple[int, ...]", { type: "array", items: { type: "integer" } }],
    ["Optional[str]", { type: ["string", "null"] }],
    ["str | None", { type: ["string", "null"] }],
    ["string or null", { type: ["string", "null"] }],
    ["string?", { type: ["string", "null"] }],
    ["Union[str, int]", { type: ["string", "integer"] }],
    ["Optional[List[str]]", { anyOf: [texts, { type: "null" }] }],
    ["List[Union[str, int]]", { type: "array", items: { type: ["string", "integer"] } }],
    ["Literal['a, b', \"c\", 3]", { enum: ["a, b", "c", 3] }],
    ["date", { type: "string", format: "date" }],
    ["uuid", { type: "string", format: "uuid" }],
    ["file", { type: "string", format: "binary" }],
    ["enum", true],
  ])("%s", (text, schema) => {
    expect(schemaOfWords(text)).toEqual(schema);
  });

  it.each([
    "strnig",
    "foo",
    "list[foo]",
    "Optional[foo]",
    "list(",
    "vendor",
    "a or b",
    "list of",
    "x".repeat(300),
  ])("has no schema for %s", (text) => {
    expect(schemaOfWords(text)).toBeUndefined();
  });

  it("reads hostile nesting in bounded time", () => {
    expect(schemaOfWords("list[".repeat(30) + "str" + "]".repeat(30))).toBeUndefined();
  });

  it("accepts single names for dialects that use no others", () => {
    expect([typeOfWord(" HashMap "), typeOfWord(""), typeOfWord("list[str]")]).toEqual([
      "object",
      "any",
      undefined,
    ]);
  });
});
