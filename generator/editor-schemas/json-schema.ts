import { formats } from "../base/formats.js";
import { typeNames } from "../base/type-words.js";
import { type Kind, vocabulary } from "../base/vocabulary.js";
import type { EditorSchema } from "../tool-fields/field.js";

// This file makes the schema of JSON Schemas, from the keywords that the compiler reads. Editors complete
// these keywords, and mark any other keyword as an error. The compiler reports other keywords, too.

/**
 * JSON Schema 2020-12, or Gemini's Schema. Gemini's Schema has types in upper case, `nullable`, and 64-bit
 * integers as text.
 */
export type Form = "jsonSchema" | "gemini";

type Properties = Readonly<Record<string, EditorSchema | boolean>>;

const text: EditorSchema = { type: "string" };
const texts: EditorSchema = { type: "array", items: text };
const flag: EditorSchema = { type: "boolean" };
/** The schema `true` is not used, because the YAML extension of VS Code does not complete keywords with `true`. */
const anyValue: EditorSchema = { description: "Any value." };

/** Returns the schema of the value of each keyword. */
export function keywordSchemas(form: Form): Properties {
  const nested = { $ref: form === "gemini" ? "#/$defs/geminiSchema" : "#/$defs/schema" };
  const special = specialKeywords(form, nested);
  // The compiler reports these keywords, so editors must mark them as errors.
  const unread = form === "gemini" ? ["$recursiveRef"] : ["$recursiveRef", "nullable"];
  const properties: Record<string, EditorSchema | boolean> = {};
  for (const [name, { kind, internal }] of vocabulary) {
    if (internal !== true && !unread.includes(name))
      properties[name] = special[name] ?? plainSchema(kind, form, nested);
  }
  return properties;
}

/** Returns the schema of a JSON Schema that contains only the given keywords. */
export function schemaWith(properties: Properties, more: EditorSchema = {}): EditorSchema {
  return {
    type: "object",
    ...more,
    properties,
    patternProperties: { "^x-": true },
    additionalProperties: false,
  };
}

/** The definitions that the schemas of `keywordSchemas` need. */
export function schemaDefinitions(form: Form): Readonly<Record<string, EditorSchema>> {
  if (form === "gemini")
    return {
      geminiSchema: schemaWith(keywordSchemas("gemini"), {
        description: "Gemini's Schema, as its reference and the official client's `Type` have it.",
      }),
    };
  return {
    schema: {
      description: "JSON Schema 2020-12.",
      anyOf: [{ type: "boolean" }, schemaWith(keywordSchemas("jsonSchema"))],
    },
  };
}

function plainSchema(kind: Kind, form: Form, nested: EditorSchema): EditorSchema | boolean {
  switch (kind) {
    case "schema":
      return nested;
    case "schemas":
      return { type: "array", items: nested, minItems: 1 };
    case "schema map":
      return { type: "object", additionalProperties: nested };
    case "number":
      return numberOf(form, { type: "number" });
    case "count":
      return numberOf(form, { type: "integer", minimum: 0 });
    case "text":
      return text;
    case "flag":
      return flag;
    case "texts":
      return texts;
    case "text lists":
      return { type: "object", additionalProperties: texts };
    case "values":
      return { type: "array" };
    case "value":
    case "type":
    case "discriminator":
      return anyValue;
  }
}

/** Protocol Buffers write 64-bit integers as text, and so does Gemini's Schema. */
function numberOf(form: Form, schema: EditorSchema): EditorSchema {
  return form === "gemini" ? { anyOf: [schema, { type: "string", pattern: "^-?\\d+$" }] } : schema;
}

/** Returns the schemas of keywords whose kind is not precise enough. */
function specialKeywords(form: Form, nested: EditorSchema): Readonly<Record<string, EditorSchema | boolean>> {
  const names =
    form === "gemini" ? [...typeNames.map((name) => name.toUpperCase()), ...typeNames] : typeNames;
  const list = { type: "array", items: nested };
  const map = { type: "object", additionalProperties: nested };
  const old = { deprecated: true };
  return {
    default: { description: "The value that the handler gets if the model sends none." },
    format: {
      anyOf: [{ enum: [...formats.keys()] }, text],
      description: "Other formats only describe the value.",
    },
    examples: { type: "array" },
    example: { ...old, description: "Write `examples`, a list." },
    type: { anyOf: [{ enum: names }, { type: "array", items: { enum: names }, minItems: 1 }] },
    pattern: text,
    exclusiveMinimum: numberOf(form, { type: "number" }),
    exclusiveMaximum: numberOf(form, { type: "number" }),
    multipleOf: { type: "number", exclusiveMinimum: 0 },
    patternProperties: map,
    dependencies: {
      ...old,
      description: "Write `dependentRequired` or `dependentSchemas`.",
      type: "object",
      additionalProperties: { anyOf: [texts, nested] },
    },
    items: { anyOf: [nested, { ...list, ...old, description: "Write `prefixItems`." }] },
    additionalItems: { ...old, ...nested, description: "Write `items`, beside `prefixItems`." },
    discriminator: {
      type: "object",
      properties: { propertyName: text, mapping: { type: "object", additionalProperties: text } },
      required: ["propertyName"],
    },
    propertyOrdering: texts,
    $ref: {
      type: "string",
      description: "`#/schemas/Name`, or a local file: `./common.schemas.yaml#/schemas/Name`.",
    },
    $dynamicRef: text,
    nullable: flag,
  };
}
