import type { Definition } from "./definition.js";
import { dialects } from "./dialects.js";
import { lowering } from "./lowering.js";
import { openapi } from "./openapi.js";
import { reading } from "./reading.js";
import { schemas } from "./schemas.js";
import { spec } from "./spec.js";
import { writing } from "./writing.js";

/** The diagnostics of all stages except the rules, which define theirs: TP1xx reading, 2xx spec, 3xx schemas, 5xx lowering, 6xx OpenAPI, 7xx dialects, 9xx writing. */
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

/** The parameters of a code's message. */
export type Parameters<C extends CatalogueCode> =
  (typeof catalogue)[C] extends Definition<infer P> ? P : never;
