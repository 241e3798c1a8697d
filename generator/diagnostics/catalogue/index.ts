import { checking } from "./checking.js";
import type { Definition } from "./definition.js";
import { dialects } from "./dialects.js";
import { lowering } from "./lowering.js";
import { openapi } from "./openapi.js";
import { reading } from "./reading.js";
import { schemas } from "./schemas.js";
import { spec } from "./spec.js";
import { writing } from "./writing.js";

/** Every diagnostic: TP1xx reading, 2xx spec, 3xx schemas, 4xx checks, 5xx lowering, 6xx OpenAPI, 7xx dialects, 9xx writing. */
export const catalogue = {
  ...reading,
  ...spec,
  ...schemas,
  ...checking,
  ...lowering,
  ...openapi,
  ...dialects,
  ...writing,
} as const;

export type Code = keyof typeof catalogue;

/** The definitions by code, without the parameters of their messages. */
export const definitions = new Map<string, Pick<Definition<never>, "title" | "severity" | "cause" | "fix">>(
  Object.entries(catalogue),
);

/** The parameters of a code's message. */
export type Parameters<C extends Code> = (typeof catalogue)[C] extends Definition<infer P> ? P : never;
