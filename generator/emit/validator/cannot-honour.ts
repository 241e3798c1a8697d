import { origin, type Origin } from "../../base/origin.js";
import type { SchemaObject } from "../../ir.js";

/**
 * A schema asserts something that no generated check can guarantee. This is an error, because a check that ignores
 * an assertion is worse than no check.
 */
export class CannotHonour extends Error {
  readonly keyword: string;
  readonly origin: Origin | undefined;

  constructor(keyword: string, reason: string, schema?: SchemaObject) {
    super(`${keyword} cannot be honoured: ${reason}`);
    this.name = "CannotHonour";
    this.keyword = keyword;
    this.origin = schema?.[origin];
  }
}
