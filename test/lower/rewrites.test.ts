import { describe, expect, it } from "vitest";
import type { Schema } from "../../generator/ir.js";
import { rewrites } from "../../generator/lower/rewrites.js";
import type { Options } from "../../generator/options.js";
import type { GeminiSchema } from "../../runtime/wire.js";
import { lowerProperty } from "../helpers/lowering.js";

interface Case {
  readonly given: Schema;
  readonly want: GeminiSchema;
  /** Returns the encoded form of the property, if it has one. */
  readonly codec?: unknown;
  /** Every rewrite, as `name: detail`. */
  readonly rewrites?: readonly string[];
  readonly options?: Partial<Options>;
}

const seen = new Set<string>();

function table(name: string, cases: Readonly<Record<string, Case>>): void {
  describe(name, () => {
    it.each(Object.entries(cases))("%s", (_, { given, want, codec, rewrites: expected = [], options }) => {
      const tool = lowerProperty(given, options, shared);
      for (const { name } of tool.rewrites) seen.add(name);
      expect(tool.declaration.parameters?.properties?.x).toEqual(want);
      expect(tool.codec?.kind === "object" ? tool.codec.fields[0]?.codec : tool.codec).toEqual(codec);
      expect(tool.rewrites.map(({ name, detail }) => `${name}: ${detail}`)).toEqual(expected);
    });
  });
}

const shared: Readonly<Record<string, Schema>> = {
  Color: { type: "string", enum: ["red", "blue"], description: "A colour." },
  Node: {
    type: "object",
    properties: { name: { type: "string" }, next: { $ref: "#/$defs/Node" } },
    required: ["name"],
  },
};

const words = (...pairs: (readonly [string, unknown])[]): unknown => ({ kind: "words", words: pairs });
const choice = (...values: string[]): GeminiSchema => ({ type: "STRING", format: "enum", enum: values });
const entriesOf = (value: GeminiSchema, key: GeminiSchema = { type: "STRING" }): GeminiSchema => ({
  type: "OBJECT",
  properties: { key, value },
  required: ["key", "value"],
  propertyOrdering: ["key", "value"],
});

table("constants and enums", {
  "an enum of strings is one": { given: { enum: ["a", "b"] }, want: choice("a", "b") },
  "more than fifty values are told by examples; the validator knows them all": {
    given: { enum: Array.from({ length: 51 }, (_, index) => `v${index}`) },
    want: { type: "STRING", description: 'One of 51 values such as "v0", "v1", "v2", "v3", "v4".' },
    rewrites: ["enum-described: 51 values"],
  },
  "a length above 1,000 is only checked by the validator": {
    given: { type: "string", maxLength: 5_000 },
    want: { type: "STRING" },
    rewrites: ["length-unsaid: 5000"],
  },
  "a constant is an enum of one": {
    given: { const: "a" },
    want: choice("a"),
    rewrites: ['const-to-enum: "a"'],
  },
  "a union of constants is one enum, their titles in the description": {
    given: {
      oneOf: [
        { const: "a", title: "First" },
        { const: "b", description: "Second." },
      ],
    },
    want: { ...choice("a", "b"), description: "a: First; b: Second." },
    rewrites: ["one-of-to-any-of: 2 branches", "constants-to-enum: 2 values"],
  },
  "numbers and booleans travel as words": {
    given: { enum: [1, 2.5, true] },
    want: choice("1", "2.5", "true"),
    codec: words(["1", 1], ["2.5", 2.5], ["true", true]),
    rewrites: ["enum-to-words: 1, 2.5, true"],
  },
  "true and false are a boolean": { given: { enum: [true, false] }, want: { type: "BOOLEAN" } },
  "a number beside its own digits gets another word": {
    given: { enum: ["1", 1] },
    want: choice("1", "1 (number)"),
    codec: words(["1", "1"], ["1 (number)", 1]),
    rewrites: ["enum-to-words: 1, 1 (number)"],
  },
  "the empty string, which Gemini refuses, gets a word": {
    given: { type: "string", enum: ["", "asc"] },
    want: choice("(empty)", "asc"),
    codec: words(["(empty)", ""], ["asc", "asc"]),
    rewrites: ["enum-to-words: (empty), asc"],
  },
  "values of another type than the schema's are not declared": {
    given: { type: "string", enum: ["a", 1, null] },
    want: choice("a"),
  },
  "null among the values is nullable": {
    given: { enum: ["a", null] },
    want: { ...choice("a"), nullable: true },
    rewrites: ["null-to-nullable: enum"],
  },
  "null alone travels as a word, for Vertex knows no NULL": {
    given: { type: "null" },
    want: choice("null"),
    codec: words(["null", null]),
    rewrites: ["null-to-word: null"],
  },
});

table("unions", {
  "T or null is nullable, and keeps the outer description": {
    given: { anyOf: [{ type: "string", minLength: 1 }, { type: "null" }], description: "A name." },
    want: { type: "STRING", description: "A name.", nullable: true, minLength: 1 },
    rewrites: ["null-to-nullable: union"],
  },
  "a list of types is anyOf, alone": {
    given: { type: ["string", "integer"], minLength: 1, minimum: 0, description: "Either." },
    want: {
      anyOf: [
        { type: "STRING", description: "Either.", minLength: 1 },
        { type: "INTEGER", minimum: 0 },
      ],
    },
    rewrites: ["types-to-union: string, integer"],
  },
  "null beside several types is nullable on the first": {
    given: { type: ["string", "boolean", "null"] },
    want: { anyOf: [{ type: "STRING", nullable: true }, { type: "BOOLEAN" }] },
    rewrites: ["types-to-union: string, boolean", "null-to-nullable: union"],
  },
  "integer or number is number": { given: { type: ["integer", "number"] }, want: { type: "NUMBER" } },
  "the description of a branch stays, that of the union comes first": {
    given: {
      anyOf: [{ type: "string", description: "A code" }, { type: "boolean" }],
      description: "What to do",
    },
    want: { anyOf: [{ type: "STRING", description: "What to do. A code" }, { type: "BOOLEAN" }] },
  },
  "what stands beside a union holds in each branch": {
    given: { type: "string", maxLength: 9, anyOf: [{ minLength: 3 }, { pattern: "^x" }] },
    want: {
      anyOf: [
        { type: "STRING", minLength: 3, maxLength: 9 },
        { type: "STRING", maxLength: 9, pattern: "^x" },
      ],
    },
  },
  "branches that nothing fits are not declared": {
    given: { anyOf: [{ type: "string" }, { type: "integer", enum: [] }, false] },
    want: { type: "STRING" },
    rewrites: [],
  },
  "a constant number beside strings keeps its type, lest it be mistaken": {
    given: { anyOf: [{ type: "string" }, { const: 0 }] },
    want: { anyOf: [{ type: "NUMBER", description: "One of 0." }, { type: "STRING" }] },
    rewrites: ["keyword-described: enum"],
  },
  "int64 beside strings stays a number, for digits would be text": {
    given: { anyOf: [{ type: "string" }, { type: "integer", format: "int64" }] },
    want: { anyOf: [{ type: "STRING" }, { type: "INTEGER" }] },
    rewrites: ["int64-as-number: int64"],
  },
  "branches that the wire tells apart keep their forms": {
    given: { anyOf: [{ type: "object", additionalProperties: { type: "string" } }, { type: "string" }] },
    want: {
      anyOf: [
        {
          type: "ARRAY",
          description: "A list of key and value; each key once.",
          items: entriesOf({ type: "STRING" }),
        },
        { type: "STRING" },
      ],
    },
    codec: {
      kind: "union",
      cases: [
        { test: { kind: "is", is: "string" }, codec: undefined, schema: { type: "string" } },
        {
          test: { kind: "is", is: "array" },
          codec: { kind: "map", value: undefined },
          schema: { type: "object", additionalProperties: { type: "string" } },
        },
      ],
    },
    rewrites: ["map-to-entries: key, value"],
  },
  "branches that look alike on the wire travel as JSON text": {
    given: {
      anyOf: [
        { type: "object", additionalProperties: { type: "string" } },
        { type: "array", items: { type: "string" } },
      ],
    },
    want: { type: "STRING", description: "JSON text: {[name]: string} | string[]." },
    codec: { kind: "json" },
    rewrites: ["map-to-entries: key, value", "union-to-json-text: 2 branches"],
  },
  "allOf that is left is merged, and never allows less": {
    given: {
      allOf: [{ type: "integer", minimum: 1 }, { minimum: 3, maximum: 9 }, { type: ["integer", "string"] }],
    },
    want: { type: "INTEGER", minimum: 3, maximum: 9 },
    rewrites: ["all-of-merged: 3 schemas"],
  },
});

const text = { type: "string" } as const;
const listOfTexts = { type: "array", items: text } as const;

table("branches of a union that one object may fit together", {
  "become one object with the properties of all": {
    given: {
      type: "object",
      anyOf: [
        { properties: { include: listOfTexts }, required: ["include"] },
        { properties: { exclude: listOfTexts }, required: ["exclude"] },
      ],
    },
    want: {
      type: "OBJECT",
      description: "At least one of: {include: string[]} or {exclude: string[]}.",
      properties: {
        include: { type: "ARRAY", items: { type: "STRING" } },
        exclude: { type: "ARRAY", items: { type: "STRING" } },
      },
      propertyOrdering: ["include", "exclude"],
    },
    rewrites: ["variants-joined: 2 variants", "variants-closed: include, exclude"],
  },
  "require what all of them require, and leave other branches alone": {
    given: {
      anyOf: [
        { type: "object", properties: { id: { type: "string" }, a: { type: "integer" } }, required: ["id"] },
        {
          type: "object",
          properties: { id: { type: "string" }, b: { type: "integer" } },
          required: ["id", "b"],
        },
        { type: "string" },
        { type: "null" },
      ],
    },
    want: {
      anyOf: [
        { type: "STRING", nullable: true },
        {
          type: "OBJECT",
          description: "At least one of: {id: string, a?: integer} or {id: string, b: integer}.",
          properties: { id: { type: "STRING" }, a: { type: "INTEGER" }, b: { type: "INTEGER" } },
          required: ["id"],
          propertyOrdering: ["id", "a", "b"],
        },
      ],
    },
    rewrites: ["variants-joined: 2 variants", "variants-closed: a, b", "null-to-nullable: union"],
  },
  "become one where an object inside of them brings other properties, at any depth": {
    given: {
      anyOf: ["u", "w"].map((name) => ({
        type: "object",
        properties: {
          p: { type: "object", properties: { q: { type: "object", properties: { [name]: text } } } },
        },
      })),
    },
    want: {
      type: "OBJECT",
      description: "At least one of: {p?: {q?: {u?: string}}} or {p?: {q?: {w?: string}}}.",
      properties: {
        p: {
          type: "OBJECT",
          description: "At least one of: {q?: {u?: string}} or {q?: {w?: string}}.",
          properties: {
            q: {
              type: "OBJECT",
              description: "At least one of: {u?: string} or {w?: string}.",
              properties: { u: { type: "STRING" }, w: { type: "STRING" } },
              propertyOrdering: ["u", "w"],
            },
          },
          propertyOrdering: ["q"],
        },
      },
      propertyOrdering: ["p"],
    },
    rewrites: [
      "variants-joined: 2 variants",
      "variants-joined: 2 variants",
      "variants-joined: 2 variants",
      "variants-closed: u, w",
    ],
  },
  "become one list where the items of lists bring other properties": {
    given: {
      anyOf: ["u", "w"].map((name) => ({
        type: "array",
        items: { type: "object", properties: { [name]: text } },
      })),
    },
    want: {
      type: "ARRAY",
      items: {
        type: "OBJECT",
        description: "At least one of: {u?: string} or {w?: string}.",
        properties: { u: { type: "STRING" }, w: { type: "STRING" } },
        propertyOrdering: ["u", "w"],
      },
    },
    rewrites: ["variants-joined: 2 variants", "variants-closed: u, w"],
  },
  "stay apart where a tag inside of them tells them apart": {
    given: {
      anyOf: ["a", "b"].map((name) => ({
        type: "object",
        properties: { p: { type: "object", properties: { kind: { const: name }, [name]: text } } },
      })),
    },
    want: {
      anyOf: ["a", "b"].map((name) => ({
        type: "OBJECT",
        properties: {
          p: {
            type: "OBJECT",
            properties: {
              kind: { type: "STRING", format: "enum", enum: [name] },
              [name]: { type: "STRING" },
            },
            propertyOrdering: ["kind", name],
          },
        },
        propertyOrdering: ["p"],
      })),
    },
    rewrites: ['const-to-enum: "a"', 'const-to-enum: "b"'],
  },
  "stay apart where a tag tells them apart, also one that may be absent": {
    given: {
      anyOf: [
        { type: "object", properties: { kind: { const: "a" }, a: { type: "integer" } } },
        { type: "object", properties: { kind: { const: "b" }, b: { type: "integer" } } },
      ],
    },
    want: {
      anyOf: ["a", "b"].map((name) => ({
        type: "OBJECT",
        properties: { kind: { type: "STRING", format: "enum", enum: [name] }, [name]: { type: "INTEGER" } },
        propertyOrdering: ["kind", name],
      })),
    },
    rewrites: ['const-to-enum: "a"', 'const-to-enum: "b"'],
  },
  "stay apart where a required property has another type, where one is closed, and in oneOf": {
    given: {
      type: "object",
      properties: {
        types: {
          anyOf: [
            {
              type: "object",
              properties: { id: { type: "string" }, a: { type: "integer" } },
              required: ["id"],
            },
            { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
          ],
        },
        closed: {
          anyOf: [
            { type: "object", properties: { a: { type: "integer" } }, additionalProperties: false },
            { type: "object", properties: { b: { type: "integer" } } },
          ],
        },
        one: {
          oneOf: [
            { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
            { type: "object", properties: { b: { type: "integer" } }, required: ["b"] },
          ],
        },
      },
    },
    want: {
      type: "OBJECT",
      properties: {
        types: {
          anyOf: [
            {
              type: "OBJECT",
              properties: { id: { type: "STRING" }, a: { type: "INTEGER" } },
              required: ["id"],
              propertyOrdering: ["id", "a"],
            },
            {
              type: "OBJECT",
              properties: { id: { type: "INTEGER" } },
              required: ["id"],
              propertyOrdering: ["id"],
            },
          ],
        },
        closed: {
          anyOf: [
            { type: "OBJECT", properties: { a: { type: "INTEGER" } }, propertyOrdering: ["a"] },
            { type: "OBJECT", properties: { b: { type: "INTEGER" } }, propertyOrdering: ["b"] },
          ],
        },
        one: {
          anyOf: [
            {
              type: "OBJECT",
              properties: { a: { type: "INTEGER" } },
              required: ["a"],
              propertyOrdering: ["a"],
            },
            {
              type: "OBJECT",
              properties: { b: { type: "INTEGER" } },
              required: ["b"],
              propertyOrdering: ["b"],
            },
          ],
        },
      },
      propertyOrdering: ["types", "closed", "one"],
    },
    rewrites: ["one-of-to-any-of: 2 branches"],
  },
});

table("keywords of one type beside a union of others", {
  "speak of the branches that have the type": {
    given: {
      maxLength: 5,
      anyOf: [{ type: "string" }, { type: "null" }, { type: "array", items: { type: "string" } }],
    },
    want: {
      anyOf: [
        { type: "STRING", maxLength: 5, nullable: true },
        { type: "ARRAY", items: { type: "STRING" } },
      ],
    },
    rewrites: ["null-to-nullable: union"],
  },
  "say nothing where no branch has it": {
    given: { minLength: 1, oneOf: [{ type: "object", properties: { p: { type: "string" } } }] },
    want: { type: "OBJECT", properties: { p: { type: "STRING" } }, propertyOrdering: ["p"] },
    rewrites: ["one-of-to-any-of: 1 branches"],
  },
  "give the type where every branch has it": {
    given: {
      properties: { a: { type: "string" } },
      anyOf: [
        { type: "object", required: ["a"] },
        { type: "object", properties: { b: { type: "string" } } },
      ],
    },
    want: {
      type: "OBJECT",
      description: "At least one of: {a} or {b?: string}.",
      properties: { a: { type: "STRING" }, b: { type: "STRING" } },
      propertyOrdering: ["a", "b"],
    },
    rewrites: ["variants-joined: 2 variants", "variants-closed: b"],
  },
  "and a guess of theirs that no value fits is not taken": {
    given: { minItems: 1, prefixItems: [false] },
    want: { type: "STRING", description: "JSON text." },
    codec: { kind: "json" },
    rewrites: ["type-inferred: array", "free-form-to-json-text: any value"],
  },
});

table("unions inside of unions", {
  "become one, whatever is said beside them": {
    given: {
      description: "d",
      anyOf: [
        { type: "string", anyOf: [{ type: "string", enum: ["Go"] }, { type: "string" }] },
        { type: "array", items: { type: "string" } },
      ],
    },
    want: {
      anyOf: [
        { type: "STRING", format: "enum", description: "d", enum: ["Go"] },
        { type: "STRING" },
        { type: "ARRAY", items: { type: "STRING" } },
      ],
    },
  },
  "stand beside a list of types": {
    given: {
      type: ["boolean", "null", "object"],
      anyOf: [
        { type: "boolean", description: "x" },
        { type: "null" },
        { description: "An object", properties: { x: { type: "boolean" } } },
      ],
    },
    want: {
      anyOf: [
        { type: "BOOLEAN", description: "x", nullable: true },
        {
          type: "OBJECT",
          description: "An object",
          properties: { x: { type: "BOOLEAN" } },
          propertyOrdering: ["x"],
        },
      ],
    },
    rewrites: ["types-to-union: boolean, object", "null-to-nullable: union"],
  },
});

table("variants of an object", {
  "a union of objects is anyOf": {
    given: {
      oneOf: [
        { type: "object", properties: { kind: { const: "a" } }, required: ["kind"] },
        {
          type: "object",
          properties: { kind: { const: "b" }, n: { type: "integer" } },
          required: ["kind", "n"],
        },
      ],
    },
    want: {
      anyOf: [
        { type: "OBJECT", properties: { kind: choice("a") }, required: ["kind"], propertyOrdering: ["kind"] },
        {
          type: "OBJECT",
          properties: { kind: choice("b"), n: { type: "INTEGER" } },
          required: ["kind", "n"],
          propertyOrdering: ["kind", "n"],
        },
      ],
    },
    rewrites: ["one-of-to-any-of: 2 branches", 'const-to-enum: "a"', 'const-to-enum: "b"'],
  },
  "variants beside properties become one object, with a table in its description": {
    given: {
      type: "object",
      properties: { id: { type: "string" }, email: { type: "string" } },
      anyOf: [{ required: ["id"] }, { required: ["email"] }],
    },
    want: {
      type: "OBJECT",
      description: "At least one of: {id} or {email}.",
      properties: { id: { type: "STRING" }, email: { type: "STRING" } },
      propertyOrdering: ["id", "email"],
    },
    rewrites: ["variants-joined: 2 variants"],
  },
  "conditions are told, their properties are declared": {
    given: {
      type: "object",
      properties: { kind: { type: "string" } },
      if: { properties: { kind: { const: "card" } } },
      then: { properties: { number: { type: "string" } }, required: ["number"] },
    },
    want: {
      type: "OBJECT",
      description: 'If {kind?: "card"}: then {number: string}.',
      properties: { kind: { type: "STRING" }, number: { type: "STRING" } },
      propertyOrdering: ["kind", "number"],
    },
    rewrites: ["keyword-described: if", "variants-closed: number"],
  },
  "both ways of a condition have their say": {
    given: {
      type: "object",
      properties: { kind: { enum: ["number", "text"] } },
      required: ["kind"],
      if: { properties: { kind: { const: "number" } } },
      then: { properties: { v: { type: "integer" } }, required: ["v"] },
      else: { properties: { v: { type: "string" } }, required: ["v"] },
    },
    want: {
      type: "OBJECT",
      description: 'If {kind?: "number"}: then {v: integer}, else {v: string}.',
      properties: {
        kind: choice("number", "text"),
        v: { anyOf: [{ type: "INTEGER" }, { type: "STRING" }] },
      },
      required: ["kind", "v"],
      propertyOrdering: ["kind", "v"],
    },
    rewrites: ["keyword-described: if"],
  },
  "several conditions are all told, and a field of two of them is what either says": {
    given: {
      type: "object",
      properties: { kind: { enum: ["a", "b"] } },
      allOf: [
        { if: { properties: { kind: { const: "a" } } }, then: { properties: { x: { type: "integer" } } } },
        {
          if: { properties: { kind: { const: "b" } } },
          then: { properties: { x: { type: "string" }, y: { type: "boolean" } } },
        },
      ],
    },
    want: {
      type: "OBJECT",
      description: 'If {kind?: "a"}: then {x?: integer}. If {kind?: "b"}: then {x?: string, y?: boolean}.',
      properties: {
        kind: choice("a", "b"),
        x: { anyOf: [{ type: "INTEGER" }, { type: "STRING" }] },
        y: { type: "BOOLEAN" },
      },
      propertyOrdering: ["kind", "x", "y"],
    },
    rewrites: [
      "all-of-merged: 2 schemas",
      "keyword-described: if",
      "keyword-described: if",
      "variants-closed: x, y",
    ],
  },
  "what variants welcome beside their fields is what either of them welcomes": {
    given: {
      type: "object",
      properties: { kind: { type: "string" } },
      oneOf: [
        {
          properties: { kind: { const: "a" } },
          patternProperties: { "^x": { type: "boolean" } },
          additionalProperties: { type: "string" },
        },
        {
          properties: { kind: { const: "b" } },
          patternProperties: { "^x": { type: "number" } },
          additionalProperties: { type: "integer" },
        },
      ],
    },
    want: {
      type: "OBJECT",
      description: 'One of: {kind?: "a"} or {kind?: "b"}.',
      properties: {
        kind: { type: "STRING" },
        more: {
          type: "ARRAY",
          description: "Further properties. A list of key and value; each key once.",
          items: {
            type: "OBJECT",
            properties: {
              key: { type: "STRING" },
              value: { anyOf: ["BOOLEAN", "NUMBER", "STRING", "INTEGER"].map((type) => ({ type })) },
            },
            required: ["key", "value"],
            propertyOrdering: ["key", "value"],
          },
        },
      },
      propertyOrdering: ["kind", "more"],
    },
    codec: {
      kind: "object",
      fields: [{ name: "kind", wire: "kind", codec: undefined }],
      rest: { wire: "more", codec: { kind: "map", value: undefined } },
    },
    rewrites: ["variants-joined: 2 variants", "map-to-entries: key, value", "additional-to-entries: more"],
  },
});

table("references", {
  "a reference is inlined; words at the place of use come first": {
    given: { $ref: "#/$defs/Color", description: "Of the wall." },
    want: { ...choice("red", "blue"), description: "Of the wall." },
    rewrites: ["reference-inlined: Color"],
  },
  "recursion is unrolled, JSON text below": {
    given: { $ref: "#/$defs/Node" },
    want: {
      type: "OBJECT",
      properties: {
        name: { type: "STRING" },
        next: {
          type: "OBJECT",
          properties: {
            name: { type: "STRING" },
            next: {
              type: "STRING",
              description: "JSON text: {name: string, next?: {name: string, next?: Node}}.",
            },
          },
          required: ["name"],
          propertyOrdering: ["name", "next"],
        },
      },
      required: ["name"],
      propertyOrdering: ["name", "next"],
    },
    codec: {
      kind: "object",
      fields: [
        { name: "name", wire: "name", codec: undefined },
        {
          name: "next",
          wire: "next",
          codec: {
            kind: "object",
            fields: [
              { name: "name", wire: "name", codec: undefined },
              { name: "next", wire: "next", codec: { kind: "json" } },
            ],
            rest: undefined,
          },
        },
      ],
      rest: undefined,
    },
    rewrites: ["reference-inlined: Node", "reference-inlined: Node", "recursion-unrolled: Node: 2 levels"],
  },
});

table("numbers and strings", {
  ...Object.fromEntries(
    [
      "^(?=a).+$",
      "(?<!a)b",
      "(a)\\1",
      "^(?<year>[0-9]{4})$",
      "^[^]*$",
      "^[]$",
      "\\u{1F600}",
      "\\u00e9",
      "\\cA",
      "[\\b]",
      "^\\p{Script=Greek}+$",
      "^\\p{Alphabetic}+$",
      "^[[:alpha:]]$",
      "^a{1,2000}$",
    ].map((pattern) => [
      `the pattern ${pattern} is left to the validator`,
      {
        given: { type: "string", pattern },
        want: { type: "STRING", description: `Matches ${pattern}` },
        rewrites: [`pattern-described: ${pattern}`],
      },
    ]),
  ),
  ...Object.fromEntries(
    ["^[a-z]{2,4}$", "^\\p{L}[\\p{Nd}_.-]*\\/?$", "^(?:a|b)+\\b", "^\\d{3}-\\x41\\t$"].map((pattern) => [
      `the pattern ${pattern} is declared`,
      { given: { type: "string", pattern }, want: { type: "STRING", pattern } },
    ]),
  ),
  "exclusive bounds of an integer are folded": {
    given: { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 10 },
    want: { type: "INTEGER", minimum: 1, maximum: 9 },
    rewrites: ["bound-folded: exclusiveMinimum", "bound-folded: exclusiveMaximum"],
  },
  "bounds beyond 2^53 of an integer are no bounds": {
    given: { type: "integer", minimum: 1, maximum: 2 ** 63 },
    want: { type: "INTEGER", minimum: 1 },
    rewrites: [`bound-unsaid: ${2 ** 63}`],
  },
  "exclusive bounds of a number are told": {
    given: { type: "number", exclusiveMinimum: 0 },
    want: { type: "NUMBER", description: "Greater than 0.", minimum: 0 },
    rewrites: ["bound-described: exclusiveMinimum"],
  },
  "multipleOf is told": {
    given: { type: "integer", multipleOf: 5, description: "Minutes" },
    want: { type: "INTEGER", description: "Minutes. A multiple of 5." },
    rewrites: ["keyword-described: multipleOf"],
  },
  "int64 travels as digits": {
    given: { type: "integer", format: "int64", minimum: 1 },
    want: { type: "STRING", description: "int64. At least 1." },
    codec: { kind: "digits" },
    rewrites: ["int64-to-digits: digits in a string"],
  },
  "uint64 travels as digits": {
    given: { type: "integer", format: "uint64", description: "Bytes" },
    want: { type: "STRING", description: "Bytes. uint64" },
    codec: { kind: "digits" },
    rewrites: ["int64-to-digits: digits in a string"],
  },
  "int64 within what a number holds is a plain integer": {
    given: { type: "integer", format: "int64", minimum: 1, maximum: 100 },
    want: { type: "INTEGER", minimum: 1, maximum: 100 },
    rewrites: ["int64-within-number: int64"],
  },
  "formats of the safe set stay": {
    given: { type: "string", format: "date-time" },
    want: { type: "STRING", format: "date-time" },
  },
  "other formats are told": {
    given: { type: "string", format: "email" },
    want: { type: "STRING", description: "An email address." },
    rewrites: ["format-described: email"],
  },
  "a pattern with lookaround is told, a plain one stays": {
    given: {
      type: "array",
      prefixItems: [
        { type: "string", pattern: "^(?!no)" },
        { type: "string", pattern: "^a$" },
      ],
      items: false,
    },
    want: {
      type: "ARRAY",
      description: "In order: [string matching ^(?!no), string matching ^a$].",
      items: {
        anyOf: [
          { type: "STRING", description: "Matches ^(?!no)" },
          { type: "STRING", pattern: "^a$" },
        ],
      },
      maxItems: 2,
    },
    rewrites: ["pattern-described: ^(?!no)", "tuple-to-array: 2 positions"],
  },
  "not is told": {
    given: { type: "string", not: { const: "root" } },
    want: { type: "STRING", description: 'Not "root".' },
    rewrites: ["keyword-described: not"],
  },
});

table("words for people", {
  "a default is declared and told": {
    given: { type: "integer", default: 3, description: "Days" },
    want: { type: "INTEGER", description: "Days. Default: 3.", default: 3 },
    rewrites: ["default-described: 3"],
  },
  "a default that the description tells is not told again": {
    given: { type: "integer", default: 3, description: "Days, default 3" },
    want: { type: "INTEGER", description: "Days, default 3", default: 3 },
  },
  "a default takes the form in which it would travel": {
    given: { enum: [1, 2], default: 2 },
    want: { ...choice("1", "2"), description: 'Default: "2".', default: "2" },
    codec: words(["1", 1], ["2", 2]),
    rewrites: ["enum-to-words: 1, 2", "default-described: 2"],
  },
  "a title stands in for a description": {
    given: { type: "string", title: "City" },
    want: { type: "STRING", description: "City" },
    rewrites: ["title-to-description: City"],
  },
  "an example is told": {
    given: { type: "string", examples: ["Boston"] },
    want: { type: "STRING", description: 'E.g. "Boston".' },
    rewrites: ['example-described: "Boston"'],
  },
  "deprecation is told": {
    given: { type: "string", deprecated: true },
    want: { type: "STRING", description: "Deprecated." },
  },
});

table("lists", {
  "unique items are told, lengths stay": {
    given: { type: "array", items: { type: "string" }, uniqueItems: true, minItems: 1, maxItems: 3 },
    want: {
      type: "ARRAY",
      description: "No item twice.",
      items: { type: "STRING" },
      minItems: 1,
      maxItems: 3,
    },
    rewrites: ["keyword-described: uniqueItems"],
  },
  "a tuple is a list whose items fit one of the positions": {
    given: {
      type: "array",
      prefixItems: [{ type: "number" }, { type: "number" }, { type: "string" }],
      items: false,
      minItems: 2,
    },
    want: {
      type: "ARRAY",
      description: "In order: [number, number, string].",
      items: { anyOf: [{ type: "NUMBER" }, { type: "STRING" }] },
      minItems: 2,
      maxItems: 3,
    },
    rewrites: ["tuple-to-array: 3 positions"],
  },
  "positions of a tuple decode by position": {
    given: { type: "array", prefixItems: [{ type: "string" }, { const: 1 }], items: { type: "boolean" } },
    want: {
      type: "ARRAY",
      description: "In order: [string, 1].",
      items: { anyOf: [{ type: "STRING" }, choice("1"), { type: "BOOLEAN" }] },
    },
    codec: { kind: "tuple", prefix: [undefined, words(["1", 1])], rest: undefined },
    rewrites: ["const-to-enum: 1", "enum-to-words: 1", "tuple-to-array: 2 positions"],
  },
  "an open tuple is declared closed": {
    given: { type: "array", prefixItems: [{ type: "number" }] },
    want: { type: "ARRAY", items: { type: "NUMBER" }, maxItems: 1 },
    rewrites: ["tuple-closed: items", "tuple-to-array: 1 positions"],
  },
  "a list of nothing is an empty list": {
    given: { type: "array", items: false },
    want: { type: "ARRAY", items: { type: "STRING" }, maxItems: 0 },
  },
  "items that may be anything travel as JSON text": {
    given: { type: "array" },
    want: { type: "ARRAY", items: { type: "STRING", description: "JSON text." } },
    codec: { kind: "array", items: { kind: "json" } },
    rewrites: ["free-form-to-json-text: any value"],
  },
});

table("maps and objects", {
  "a map travels as entries": {
    given: { type: "object", additionalProperties: { type: "integer" }, minProperties: 1, maxProperties: 5 },
    want: {
      type: "ARRAY",
      description: "A list of key and value; each key once.",
      items: entriesOf({ type: "INTEGER" }),
      minItems: 1,
      maxItems: 5,
    },
    codec: { kind: "map", value: undefined },
    rewrites: ["map-to-entries: key, value"],
  },
  "a map travels as JSON text on demand": {
    given: { type: "object", additionalProperties: { type: "integer" } },
    options: { maps: "json" },
    want: { type: "STRING", description: "JSON text: {[name]: integer}." },
    codec: { kind: "json" },
    rewrites: ["map-to-json-text: object"],
  },
  "bounds in JSON text read like a sentence": {
    given: {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: {
          n: { type: "number", exclusiveMinimum: 0, maximum: 10 },
          tag: { type: "string", pattern: "^a", minLength: 2 },
        },
      },
    },
    options: { maps: "json" },
    want: {
      type: "STRING",
      description:
        "JSON text: {[name]: {n?: number > 0 and <= 10, tag?: string of at least 2 characters matching ^a}}.",
    },
    codec: { kind: "json" },
    rewrites: ["map-to-json-text: object"],
  },
  "names of keys are declared where Gemini can say them": {
    given: { type: "object", additionalProperties: { type: "integer" }, propertyNames: { enum: ["a", "b"] } },
    want: {
      type: "ARRAY",
      description: "A list of key and value; each key once.",
      items: entriesOf({ type: "INTEGER" }, choice("a", "b")),
    },
    codec: { kind: "map", value: undefined },
    rewrites: ["map-to-entries: key, value"],
  },
  "patterns of keys are told": {
    given: { type: "object", patternProperties: { "^x-": { type: "string" } }, additionalProperties: false },
    want: {
      type: "ARRAY",
      description: "A list of key and value; each key once.",
      items: entriesOf({ type: "STRING" }, { type: "STRING", description: "Matches ^x-" }),
    },
    codec: { kind: "map", value: undefined },
    rewrites: ["map-to-entries: key, value", "keyword-described: patternProperties"],
  },
  "a free-form object travels as JSON text": {
    given: { type: "object", description: "Options" },
    want: { type: "STRING", description: "Options. JSON text: object." },
    codec: { kind: "json" },
    rewrites: ["free-form-to-json-text: object"],
  },
  "an object that must be empty travels as a word": {
    given: { type: "object", additionalProperties: false },
    want: choice("{}"),
    codec: words(["{}", {}]),
    rewrites: ["empty-object-to-word: {}"],
  },
  "properties without a name get an argument of their own, under a free name": {
    given: {
      type: "object",
      properties: { more: { type: "string" } },
      additionalProperties: { type: "number" },
    },
    want: {
      type: "OBJECT",
      properties: {
        more: { type: "STRING" },
        more_2: {
          type: "ARRAY",
          description: "Further properties. A list of key and value; each key once.",
          items: entriesOf({ type: "NUMBER" }),
        },
      },
      propertyOrdering: ["more", "more_2"],
    },
    codec: {
      kind: "object",
      fields: [{ name: "more", wire: "more", codec: undefined }],
      rest: { wire: "more_2", codec: { kind: "map", value: undefined } },
    },
    rewrites: ["map-to-entries: key, value", "additional-to-entries: more_2"],
  },
  "names that Gemini may refuse are others on the wire, and never those of neighbours": {
    given: {
      type: "object",
      properties: {
        "X-Trace": { type: "string" },
        X_Trace: { type: "string" },
        "filter[a]": { type: "string" },
        "2nd": { type: "string" },
        "": { type: "string" },
        ["n".repeat(70)]: { type: "string" },
      },
      required: ["X-Trace"],
    },
    want: {
      type: "OBJECT",
      properties: {
        X_Trace_2: { type: "STRING" },
        X_Trace: { type: "STRING" },
        filter_a: { type: "STRING" },
        _2nd: { type: "STRING" },
        _: { type: "STRING" },
        ["n".repeat(64)]: { type: "STRING" },
      },
      required: ["X_Trace_2"],
      propertyOrdering: ["X_Trace_2", "X_Trace", "filter_a", "_2nd", "_", "n".repeat(64)],
    },
    codec: {
      kind: "object",
      fields: [
        { name: "X-Trace", wire: "X_Trace_2", codec: undefined },
        { name: "X_Trace", wire: "X_Trace", codec: undefined },
        { name: "filter[a]", wire: "filter_a", codec: undefined },
        { name: "2nd", wire: "_2nd", codec: undefined },
        { name: "", wire: "_", codec: undefined },
        { name: "n".repeat(70), wire: "n".repeat(64), codec: undefined },
      ],
      rest: undefined,
    },
    rewrites: [
      "argument-renamed: X_Trace_2",
      "argument-renamed: filter_a",
      "argument-renamed: _2nd",
      "argument-renamed: _",
      `argument-renamed: ${"n".repeat(64)}`,
    ],
  },
  "a property that can never be valid is not declared": {
    given: { type: "object", properties: { a: { type: "string" }, b: false } },
    want: { type: "OBJECT", properties: { a: { type: "STRING" } }, propertyOrdering: ["a"] },
    rewrites: ["false-dropped: b"],
  },
  "a property of contradictory schemas is not declared": {
    given: {
      type: "object",
      properties: { a: { type: "string" }, b: { allOf: [{ type: "string" }, { type: "null" }] } },
    },
    want: { type: "OBJECT", properties: { a: { type: "STRING" } }, propertyOrdering: ["a"] },
    rewrites: ["all-of-merged: 2 schemas", "value-impossible: b"],
  },
  "a property that only a variant has is not declared where the object is closed": {
    given: {
      type: "object",
      properties: { a: { type: "string" } },
      additionalProperties: false,
      anyOf: [{ properties: { b: { type: "string" } } }, { required: ["a"] }],
    },
    want: {
      type: "OBJECT",
      description: "At least one of: {b?: string} or {a}.",
      properties: { a: { type: "STRING" } },
      propertyOrdering: ["a"],
    },
    rewrites: ["property-closed: b", "variants-joined: 2 variants"],
  },
  "dependencies are told": {
    given: {
      type: "object",
      properties: { card: { type: "string" }, cvc: { type: "string" } },
      dependentRequired: { card: ["cvc"] },
    },
    want: {
      type: "OBJECT",
      description: "card needs cvc.",
      properties: { card: { type: "STRING" }, cvc: { type: "STRING" } },
      propertyOrdering: ["card", "cvc"],
    },
    rewrites: ["keyword-described: dependentRequired"],
  },
  "properties named like keywords are only names": {
    given: {
      type: "object",
      properties: { type: { type: "string" }, default: { type: "boolean" }, enum: { type: "number" } },
    },
    want: {
      type: "OBJECT",
      properties: { type: { type: "STRING" }, default: { type: "BOOLEAN" }, enum: { type: "NUMBER" } },
      propertyOrdering: ["type", "default", "enum"],
    },
  },
  "a schema without a type gets the type that its keywords apply to": {
    given: { properties: { a: { type: "string" } } },
    want: { type: "OBJECT", properties: { a: { type: "STRING" } }, propertyOrdering: ["a"] },
    rewrites: ["type-inferred: object"],
  },
});

describe("the table of rewrites", () => {
  it("has an example here for every rule about schemas", () => {
    const aboutTools = [
      "nesting-to-json-text",
      "nested-to-json-text",
      "argument-bound",
      "no-arguments",
      "json-schema-target",
      "parameters-target",
      "int64-or-digits",
      "relaxed",
      "verbatim",
    ];
    expect(Object.keys(rewrites).filter((name) => !seen.has(name) && !aboutTools.includes(name))).toEqual([]);
  });
});
