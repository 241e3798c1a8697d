import { origin, type Origin } from "../../base/origin.js";
import type { SchemaObject } from "../../ir.js";

/**
 * Thrown if a schema asserts something that no generated check can verify. This is an error, because a check that
 * ignores an assertion would be worse than no check.
 */
export class CannotCheck extends Error {
  readonly keyword: string;
  readonly origin: Origin | undefined;

  constructor(keyword: string, reason: string, schema?: SchemaObject) {
    super(`${keyword} cannot be checked: ${reason}`);
    this.name = "CannotCheck";
    this.keyword = keyword;
    this.origin = schema?.[origin];
  }
}
