import type { EditorSchema } from "../tool-fields/field.js";
import { keywordSchemas, schemaDefinitions } from "./json-schema.js";

/**
 * Makes `schema/schemas.schema.json`, the schema of `*.schemas.yaml` files. Such a file contains named
 * schemas or is a single schema.
 */
export function sharedSchema(): EditorSchema {
  const schema = { $ref: "#/$defs/schema" };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "toolpress shared schemas",
    description: 'Schemas that specs refer to: `$ref: "./common.schemas.yaml#/schemas/Name"`.',
    type: "object",
    properties: {
      ...keywordSchemas("jsonSchema"),
      schemas: { type: "object", description: "The schemas by name.", additionalProperties: schema },
    },
    patternProperties: { "^x-": true },
    additionalProperties: schema,
    $defs: schemaDefinitions("jsonSchema"),
  };
}
