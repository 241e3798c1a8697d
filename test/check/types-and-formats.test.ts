import { describe, expect, it } from "vitest";
import { problemsIn } from "./compile-spec.js";

const spec = (property: string): string => `tools:
  book:
    description: Books a room of the house.
    parameters:
      type: object
      properties:
        a: ${property}
`;
const declaration = (property: string, more = ""): string => `tools:
  book:
    declaration:${more}
      description: Books a room of the house.
      parameters: { type: OBJECT, properties: { a: ${property} } }
`;
const found = (text: string, ...codes: readonly string[]): readonly string[] =>
  problemsIn(text).filter((line) => codes.some((code) => line.startsWith(code)));

describe("a format of another type", () => {
  it.each([
    ["INTEGER", "uuid", ", only int32 and int64"],
    ["NUMBER", "int32", ", only float and double"],
    ["STRING", "double", ", only enum and date-time"],
    ["BOOLEAN", "int32", ""],
    ["ARRAY", "float", ""],
    ["OBJECT", "date-time", ""],
  ])("is reported in the response of a declaration: %s with %s", (type, format, known) => {
    const response = `\n      response: { type: OBJECT, properties: { q: { type: ${type}, format: ${format} } } }`;
    expect(found(declaration("{ type: STRING }", response), "TP447")).toEqual([
      expect.stringContaining(`Gemini has no format "${format}" for ${type}${known}`),
    ]);
  });

  it.each([
    ["integer", "float", "number"],
    ["number", "int32", "integer"],
    ["boolean", "date-time", "string"],
    ["string", "double", "number"],
    ["number", "uuid", "string"],
    ["array", "int32", "integer"],
    ["array", "float", "number"],
    ["object", "date-time", "string"],
  ])("is reported: %s with %s", (type, format, right) => {
    const message = `format "${format}" is for type "${right}", not for type "${type}"`;
    const property = `{ type: ${type}, format: ${format}, description: A }`;
    expect(found(spec(property), "TP447")).toEqual([expect.stringContaining(message)]);
  });

  it("is reported for a list of types if none of them has the format", () => {
    const union =
      "{ type: [boolean, array, 'null'], items: { type: string }, format: int64, description: A }";
    expect(found(spec(union), "TP447")).toEqual([
      expect.stringContaining(
        'format "int64" is for type "integer" or "string", not for type "boolean" or "array"',
      ),
    ]);
  });

  it.each([
    "[integer, string], format: int32",
    "[string, 'null'], format: date",
    "number, format: double",
    "integer, format: int64",
    "string, format: int64",
    "string, format: uri",
  ])("is not reported if type and format match: %s", (type) => {
    expect(found(spec(`{ type: ${type}, description: A }`), "TP447")).toEqual([]);
  });

  it("is reported once for each pair", () => {
    const two = `{ type: object, description: A, properties: { x: { type: integer, format: float }, y: { type: integer, format: float } } }`;
    expect(found(spec(two), "TP447").length).toBe(1);
  });

  it.each([
    ["{ type: STRING, format: uri }", 'Gemini has no format "uri" for STRING, only enum and date-time'],
    ["{ type: NUMBER, format: int32 }", 'format "int32" is for type "integer", not for type "number"'],
    [
      "{ type: ARRAY, items: { type: STRING }, format: float }",
      'format "float" is for type "number", not for type "array"',
    ],
    [
      "{ type: OBJECT, properties: { b: { type: STRING } }, format: date }",
      'format "date" is for type "string", not',
    ],
    ["{ type: ARRAY, items: { type: string, format: email } }", 'Gemini has no format "email" for STRING'],
  ])("is reported in a verbatim declaration: %s", (property, message) => {
    expect(found(declaration(property), "TP447")).toEqual([expect.stringContaining(message)]);
  });

  it("is not reported in a declaration with the formats of Gemini", () => {
    expect(found(declaration("{ type: STRING, format: enum, enum: [x] }"), "TP447")).toEqual([]);
  });
});

describe("a verbatim declaration", () => {
  it("must have the name of its tool", () => {
    expect(found(declaration("{ type: STRING }", "\n      name: other"), "TP224")).toEqual([
      'TP224 4:13 the declaration is called "other", but the tool is called "book"',
    ]);
    expect(found(declaration("{ type: STRING }", "\n      name: book"), "TP224")).toEqual([]);
  });
});

describe("a missing or ineffective type", () => {
  it("is reported for an argument without a type, in our own dialect", () => {
    expect(found(spec("{ description: Whatever. }"), "TP448")).toEqual([
      'TP448 7:12 argument "a" has no type, so the model sends any JSON value as text',
    ]);
    for (const property of [
      "true",
      "{}",
      "{ enum: [x, 1] }",
      "{ anyOf: [{ type: string }, { type: number }] }",
    ])
      expect(found(spec(property), "TP448")).toEqual([]);
  });

  it("is reported in the short list, if only a name is given", () => {
    const listed = (entry: string): string =>
      `tools:\n  book:\n    description: Books a room of the house.\n    parameters: [${entry}]\n`;
    expect(found(listed("{ name: a, required: true }"), "TP448")).toEqual([
      'TP448 4:18 argument "a" has no type, so the model sends any JSON value as text',
    ]);
    expect(found(listed("{ name: a, description: Whatever. }"), "TP448").length).toBe(1);
    expect(found(listed("{ name: a, enum: [x, y] }"), "TP448")).toEqual([]);
  });

  it("is reported for a keyword of another type", () => {
    expect(found(spec("{ type: string, items: { type: string }, description: A }"), "TP449")).toEqual([
      'TP449 7:35 "items" has no effect on type "string", only on type "array"',
    ]);
    expect(found(spec("{ type: string, properties: { x: true }, description: A }"), "TP449").length).toBe(1);
    expect(found(spec("{ type: [integer, string], minimum: 1, minLength: 1 }"), "TP449")).toEqual([]);
  });

  it("is reported for TYPE_UNSPECIFIED in a Gemini document", () => {
    const parameters = { type: "OBJECT", properties: { a: { type: "TYPE_UNSPECIFIED" } } };
    const text = JSON.stringify([{ name: "book", description: "Books a room of the house.", parameters }]);
    expect(problemsIn(text, { path: "own.json" }).filter((line) => line.startsWith("TP328"))).toEqual([
      expect.stringContaining('type "TYPE_UNSPECIFIED" is read as: any value'),
    ]);
  });
});

describe("built-in tools", () => {
  it("are all reported at their location, even after invalid ones", () => {
    const text = `builtins:
  - googlesearch
  - { googleSearch: { foo: 1 } }
tools: { book: { description: Books a room of the house. } }
`;
    expect(found(text, "TP215", "TP433")).toEqual([
      expect.stringMatching(/^TP215 2:5 /),
      expect.stringMatching(/^TP433 3:5 .*foo/),
    ]);
  });
});
