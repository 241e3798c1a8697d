import type { BoundValue } from "../ir.js";

/**
 * Returns the bound arguments whose values belong to the application, such as values from the environment. A constant
 * is not private, because it is part of the generated code.
 */
export function privateArguments(bind: ReadonlyMap<string, BoundValue>): readonly string[] {
  return [...bind].flatMap(([argument, { from }]) => (from === "value" ? [] : [argument]));
}
