import type { BoundValue } from "../ir.js";

/** Arguments whose values belong to the application. A constant does not count: it is in the generated code, so it is public. */
export function privateArguments(bind: ReadonlyMap<string, BoundValue>): readonly string[] {
  return [...bind].flatMap(([argument, { from }]) => (from === "value" ? [] : [argument]));
}
