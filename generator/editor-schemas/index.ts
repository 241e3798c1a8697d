import type { EditorSchema } from "../tool-fields/field.js";
import { configSchema } from "./config-schema.js";
import { sharedSchema } from "./shared-schema.js";
import { specSchema } from "./spec-schema.js";

/** The files of `schema/`, which `npm run docs` writes. */
export const editorSchemas: Readonly<Record<string, () => EditorSchema>> = {
  "tools.schema.json": specSchema,
  "config.schema.json": configSchema,
  "schemas.schema.json": sharedSchema,
};
