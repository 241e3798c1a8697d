import type { BoundValue } from "../ir.js";

/** Arguments with values of the application's own. A constant is in the generated code, so everybody knows it. */
export function privateArguments(bind: ReadonlyMap<string, BoundValue>): readonly string[] {
  return [...bind].flatMap(([argument, { from }]) => (from === "value" ? [] : [argument]));
}
