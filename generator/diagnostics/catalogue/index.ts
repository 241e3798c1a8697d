import type { Definition } from "./definition.js";
import { dialects } from "./dialects.js";
import { lowering } from "./lowering.js";
import { openapi } from "./openapi.js";
import { reading } from "./reading.js";
import { schemas } from "./schemas.js";
import { spec } from "./spec.js";
import { writing } from "./writing.js";

/**
 * The diagnostics of all stages except the rules of the check stage, which define their diagnostics. The first digit
 * of a code is its group: 1 reading, 2 toolpress specs, 3 schemas, 5 lowering, 6 OpenAPI, 7 other dialects, 9 writing.
 */
export const catalogue = {
  ...reading,
  ...spec,
  ...schemas,
  ...lowering,
  ...openapi,
  ...dialects,
  ...writing,
} as const;

export type CatalogueCode = keyof typeof catalogue;

/** The type of the parameters that the message of a code needs. */
export type Parameters<C extends CatalogueCode> =
  (typeof catalogue)[C] extends Definition<infer P> ? P : never;
