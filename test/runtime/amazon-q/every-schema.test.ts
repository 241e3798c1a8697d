import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fc } from "../../helpers/seeded.js";
import { describe, expect, it } from "vitest";
import { toFunctionDeclaration, toToolSpecification } from "@toolpress/runtime/amazon-q";
import { checkDeclarations, strictestLimits } from "../../../gemini-rules/check-declarations.js";
import { corpus } from "../../helpers/corpora.js";

function refusals(json: unknown): readonly string[] {
  const declaration = toFunctionDeclaration({ name: "f", description: "Does f.", inputSchema: { json } });
  const limits = { ...strictestLimits, argumentNames: "any" as const };
  return checkDeclarations([{ functionDeclarations: [declaration] }], "gemini", limits).map(
    ({ message }) => message,
  );
}

const text = fc.constantFrom("a", "b c", "$ref", "type", "", "x".repeat(70));

/** Valid and invalid schemas, as people and programs write them. */
const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(
      {},
      true,
      false,
      { type: "null" },
      { type: ["string", "null"] },
      { enum: [1, "a", null] },
      { const: { a: 1 } },
    ),
    fc.record(
      {
        type: fc.constantFrom("string", "integer", "number", "boolean"),
        description: text,
        default: fc.jsonValue({ maxDepth: 1 }),
        format: fc.constantFrom("date-time", "uri", "int32"),
        enum: fc.array(text, { maxLength: 2 }),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      { type: fc.constant("array"), items: tie("schema"), minItems: fc.nat(3), uniqueItems: fc.boolean() },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("a", "type", "$ref", "items"), tie("schema"), {
          maxKeys: 3,
        }),
        required: fc.constant(["a"]),
        additionalProperties: tie("schema"),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      { anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }), description: text },
      { requiredKeys: ["anyOf"] },
    ),
    fc.record(
      { oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }), title: text },
      { requiredKeys: ["oneOf"] },
    ),
  ),
}));

describe("every schema of Amazon Q", () => {
  it("becomes a declaration that Gemini accepts", () => {
    const properties = fc.dictionary(fc.constantFrom("a", "b", "type", "$ref", "properties"), schema, {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(properties, fc.boolean(), (given, closed) => {
        const required = Object.keys(given).slice(0, 1);
        const json = {
          type: "object",
          properties: given,
          required,
          ...(closed ? { additionalProperties: false } : {}),
        };
        expect(refusals(json)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  const folder = corpus("amazon-q");
  it.runIf(folder !== undefined)(
    "of the index of the CLI is accepted and can be converted back to a specification",
    () => {
      const index = JSON.parse(readFileSync(join(folder!, "tool_index.json"), "utf8")) as Record<
        string,
        { name: string; description: string; input_schema: unknown }
      >;
      for (const { name, description, input_schema: json } of Object.values(index)) {
        const declaration = toFunctionDeclaration({ name, description, inputSchema: { json } });
        expect([
          name,
          checkDeclarations([{ functionDeclarations: [declaration] }], "gemini", strictestLimits),
        ]).toEqual([name, []]);
        expect(toFunctionDeclaration(toToolSpecification(declaration))).toEqual(declaration);
      }
      console.log(`amazon-q: ${String(Object.keys(index).length)} tools`);
    },
  );
});
