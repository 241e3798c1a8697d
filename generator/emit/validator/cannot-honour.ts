import { origin, type Origin } from "../../base/origin.js";
import type { SchemaObject } from "../../ir.js";

/** A schema asks for something that no generated check can promise. Thrown, because a check that looks away is worse than none. */
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
