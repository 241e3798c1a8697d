import type { Parsed, Validated } from "../issue.js";
import type { ParseOptions, ToolChecks } from "../tool.js";
import type { Check } from "./issues.js";
import { parse, type ParseDefinition } from "./parse.js";
import { validate } from "./validate.js";

/** The generated functions that check one tool. */
export interface ChecksDefinition extends ParseDefinition {
  /** The check of results, if the spec describes them. */
  readonly checkResult?: Check;
  readonly mismatch?: ToolChecks["mismatch"];
}

/** The checks of a generated tool, for dispatch and for applications. */
export interface DefinedChecks<Args, Result> extends ToolChecks<Args, Result> {
  /** Checks arguments against the spec, in the names and forms of the spec. Reports every problem at once. */
  readonly validate: (value: unknown) => Validated<Args>;
  /** Turns the arguments of the model into those of the handler: decodes, validates, repairs, fills in defaults. */
  readonly parse: (wire: unknown, options?: ParseOptions) => Parsed<Args>;
  /** Checks a result against the spec. Every value passes if the spec does not describe the result. */
  readonly checkResult: (value: unknown) => Validated<Result>;
}

/** Creates the checks of a tool from its generated functions. */
export function defineChecks<Args, Result>(definition: ChecksDefinition): DefinedChecks<Args, Result> {
  const { check, checkResult, mismatch } = definition;
  return {
    validate: (value) => validate<Args>(check, value),
    parse: (wire, options) => parse<Args>(definition, wire, options),
    checkResult: (value) =>
      checkResult ? validate<Result>(checkResult, value) : { ok: true, value: value as Result },
    ...(mismatch && { mismatch }),
  };
}
