import type { WrongCall } from "./wire-form-calls.js";

// Tools whose arguments depend on each other, or whose argument names follow a pattern, and wrong calls of
// these tools.

const string = { type: "string" };
const target = {
  id: { type: "integer", minimum: 1 },
  name: string,
  "short-name": { type: "string", maxLength: 3 },
};
const oneOf = ["id", "name", "short-name"].map((name) => ({ required: [name] }));
const pair = { type: "object", properties: { id: string, name: string }, oneOf: oneOf.slice(0, 2) };
const kept = { type: "object", properties: { kept: string } };

export const tools = [
  { name: "open", inputSchema: { type: "object", properties: target, oneOf: oneOf.slice(0, 2) } },
  { name: "open_one", inputSchema: { type: "object", properties: target, oneOf } },
  {
    name: "open_all",
    inputSchema: {
      type: "object",
      properties: {
        item: pair,
        items: { type: "array", items: pair },
        odd: {
          oneOf: [
            { type: "integer", multipleOf: 2 },
            { type: "integer", minimum: 10 },
          ],
        },
        loose: { type: "object", oneOf: [kept, { type: "object", properties: { other: string } }] },
      },
    },
  },
  {
    name: "find",
    inputSchema: {
      type: "object",
      properties: { text: string, $id: { type: "integer" }, tags: { type: "array", items: string } },
      anyOf: [{ required: ["text"] }, { required: ["$id", "tags"] }],
    },
  },
  {
    name: "send",
    inputSchema: {
      type: "object",
      properties: { name: string, $addr: string, fax: string, note: string, zip: { enum: ["A1", "B2"] } },
      dependentRequired: { name: ["$addr"], $addr: ["zip"] },
      if: { required: ["fax"] },
      then: { required: ["note"] },
      not: { required: ["fax", "zip"] },
      allOf: [{ not: { required: ["old"] } }],
    },
  },
  {
    name: "label",
    inputSchema: {
      type: "object",
      properties: {
        m: { type: "object", patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false },
        n: {
          type: "object",
          propertyNames: { enum: ["a", "b"] },
          additionalProperties: { type: "integer" },
        },
        short: {
          type: "object",
          propertyNames: { maxLength: 3, pattern: "^[a-z]+$" },
          additionalProperties: string,
          minProperties: 1,
        },
        k: {
          type: "object",
          properties: { a: { type: "integer" } },
          additionalProperties: { type: "integer" },
        },
      },
    },
  },
  {
    name: "store",
    inputSchema: {
      type: "object",
      properties: {
        obj: { type: "object", additionalProperties: true },
        any: {},
        mixed: { anyOf: [{ type: "object", additionalProperties: true }, { type: "integer" }] },
        few: { type: "object", properties: { a: string, b: string }, minProperties: 1, maxProperties: 1 },
        price: {
          type: "string",
          pattern: "^(?!^[-+.]*$)[+-]?0*(?:\\d{0,8}|(?=[\\d.]{1,11}0*$)\\d{0,8}\\.\\d{0,2}0*$)",
        },
      },
    },
  },
].map((tool) => ({ description: "A tool.", ...tool }));

export const calls: readonly WrongCall[] = [
  { what: "both of two that exclude each other", tool: "open", args: { id: 1, name: "a" } },
  { what: "neither of them", tool: "open", args: {} },
  { what: "a misspelt one of them", tool: "open", args: { nam: "a" } },
  { what: "a wrong value of one of them", tool: "open", args: { id: 0 } },
  {
    what: "all of three that exclude each other",
    tool: "open_one",
    args: { id: 1, name: "a", short_name: "b" },
  },
  { what: "two of three that exclude each other", tool: "open_one", args: { id: 1, short_name: "b" } },
  { what: "none of three", tool: "open_one", args: {} },
  { what: "both, in an object", tool: "open_all", args: { item: { id: "1", name: "a" } } },
  { what: "both, in an item", tool: "open_all", args: { items: [{ id: "1" }, { id: "1", name: "a" }] } },
  { what: "both, in an item of JSON text", tool: "open_all", args: { items: '[{"id":"1","name":"a"}]' } },
  { what: "neither, in an item", tool: "open_all", args: { items: [{}] } },
  { what: "a number that fits two alternatives", tool: "open_all", args: { odd: 12 } },
  { what: "an object that fits two alternatives", tool: "open_all", args: { loose: {} } },
  { what: "no alternative of several arguments", tool: "find", args: {} },
  { what: "a part of an alternative", tool: "find", args: { id: 1 } },
  { what: "an argument that another one asks for", tool: "send", args: { name: "Ann" } },
  { what: "the same, with a list of values", tool: "send", args: { addr: "Rome" } },
  { what: "an argument that a condition asks for", tool: "send", args: { fax: "1" } },
  { what: "arguments that `not` forbids together", tool: "send", args: { fax: "1", note: "n", zip: "A1" } },
  { what: "a key of no pattern", tool: "label", args: { m: [{ key: "y", value: 1 }] } },
  { what: "a value under a key of a pattern", tool: "label", args: { m: [{ key: "x-a", value: "many" }] } },
  { what: "a key that is not listed", tool: "label", args: { n: [{ key: "c", value: 1 }] } },
  { what: "a key of the wrong form", tool: "label", args: { short: [{ key: "Long", value: "v" }] } },
  { what: "a key of no pattern, in an object", tool: "label", args: { m: { y: 1 } } },
  { what: "a key that is not listed, in an object", tool: "label", args: { n: { c: 1 } } },
  { what: "too few entries", tool: "label", args: { short: [] } },
  {
    what: "a key that is an argument beside it",
    tool: "label",
    args: {
      k: {
        a: 1,
        more: [
          { key: "b", value: 2 },
          { key: "a", value: 3 },
        ],
      },
    },
  },
  {
    what: "a wrong value of a further property",
    tool: "label",
    args: { k: { a: 1, more: [{ key: "b", value: "x" }] } },
  },
  { what: "a line break in JSON text", tool: "store", args: { obj: '{"a":"x\ny"}' } },
  { what: "a tab in JSON text", tool: "store", args: { obj: '{"a":"x\ty", "b":1}' } },
  { what: "JSON text that ends in a text", tool: "store", args: { obj: '{"a":"x' } },
  { what: "a wrong escape in JSON text", tool: "store", args: { obj: '{"a":"C:\\dir"}' } },
  { what: "broken JSON text for any value", tool: "store", args: { any: '{"a":' } },
  { what: "plain text for any value", tool: "store", args: { any: "a [word]" } },
  { what: "no alternative of a union in JSON text", tool: "store", args: { mixed: "x" } },
  { what: "too few properties", tool: "store", args: { few: {} } },
  { what: "too many properties", tool: "store", args: { few: { a: "1", b: "2" } } },
  { what: "a long pattern", tool: "store", args: { price: "a lot" } },
  { what: "arguments in a list in a wrapper", tool: "store", args: { arguments: [{ few: { a: "1" } }] } },
  { what: "a wrapper with a space in its name", tool: "store", args: { "the call": { few: { a: "1" } } } },
];
