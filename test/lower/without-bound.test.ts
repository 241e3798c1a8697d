import { describe, expect, it } from "vitest";
import type { Schema, SchemaObject } from "../../generator/ir.js";
import { argumentsSchema } from "../../generator/export/tool-schema.js";
import { setOf, toolOf } from "../helpers/lowering.js";

const definitions: Readonly<Record<string, Schema>> = {
  Mine: {
    type: "object",
    properties: { tenant: { type: "string" }, x: { type: "string" } },
    required: ["tenant"],
  },
  Other: { type: "object", properties: { y: { type: "string" } } },
};

function exported(input: SchemaObject): unknown {
  const bind = new Map([["tenant", { from: "env", name: "TENANT" } as const]]);
  const tool = toolOf(input, { policy: { ...toolOf(input).policy, bind } });
  return argumentsSchema(tool, setOf([tool], definitions));
}

describe("arguments without the bound ones", () => {
  it.each<[string, SchemaObject, object]>([
    [
      "are in no branch",
      { anyOf: [{ required: ["tenant", "x"] }, { properties: { tenant: { const: "a" } } }] },
      { anyOf: [{ required: ["x"] }, { properties: {} }] },
    ],
    [
      "are in no schema that a part refers to",
      { allOf: [{ $ref: "#/$defs/Mine" }, { $ref: "#/$defs/Other" }] },
      {
        allOf: [
          { allOf: [{ type: "object", properties: { x: { type: "string" } } }] },
          { $ref: "#/$defs/Other" },
        ],
        $defs: { Other: definitions["Other"] },
      },
    ],
    [
      "are in no condition, of which either outcome may come",
      {
        if: { properties: { tenant: { const: "a" } } },
        then: { required: ["x"] },
        else: { required: ["tenant", "y"] },
      },
      { allOf: [{ anyOf: [{ required: ["x"] }, { required: ["y"] }] }] },
    ],
    [
      "bring what depends on them",
      {
        dependentRequired: { tenant: ["x"], y: ["tenant", "z"] },
        dependentSchemas: { tenant: { minProperties: 3 } },
      },
      { dependentRequired: { y: ["z"] }, allOf: [{ required: ["x"] }, { minProperties: 2 }] },
    ],
    ["count", { minProperties: 1, maxProperties: 1 }, { maxProperties: 0 }],
    ["are not told by a default", { default: { tenant: "a", x: "b" } }, { default: { x: "b" } }],
    [
      "are in no branch of which exactly one holds",
      { oneOf: [{ properties: { tenant: { const: "a" } } }, { properties: { tenant: { const: "b" } } }] },
      { allOf: [{ anyOf: [{ properties: {} }, { properties: {} }] }] },
    ],
  ])("%s", (_, input, want) => {
    expect(exported(input)).toEqual(want);
  });
});
