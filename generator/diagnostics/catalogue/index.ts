import { checking } from "./checking.js";
import type { Definition } from "./definition.js";
import { dialects } from "./dialects.js";
import { lowering } from "./lowering.js";
import { openapi } from "./openapi.js";
import { reading } from "./reading.js";
import { schemas } from "./schemas.js";
import { spec } from "./spec.js";
import { writing } from "./writing.js";

/**
 * Every diagnostic by its code. The first digit of a code is its group: 1 reading, 2 toolpress specs, 3
 * schemas, 4 checks, 5 lowering, 6 OpenAPI, 7 other dialects, 9 writing.
 */
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

/** The texts of each diagnostic by its code, without the messages. */
export const definitions = new Map<string, Pick<Definition<never>, "title" | "severity" | "cause" | "fix">>(
  Object.entries(catalogue),
);

/** The type of the parameters that the message of a code needs. */
export type Parameters<C extends Code> = (typeof catalogue)[C] extends Definition<infer P> ? P : never;
