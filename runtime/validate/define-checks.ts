import type { Parsed, Validated } from "../issue.js";
import type { ParseOptions, ToolChecks } from "../tool.js";
import type { Check } from "./issues.js";
import { parse, type ParseDefinition } from "./parse.js";
import { validate } from "./validate.js";

/** The generated functions that check the arguments and the result of one tool. */
export interface ChecksDefinition extends ParseDefinition {
  /** The check of the result. Missing if the spec does not describe the result. */
  readonly checkResult?: Check;
  readonly mismatch?: ToolChecks["mismatch"];
}

/** The checks of a generated tool. `dispatch` uses them, and applications may call them too. */
export interface DefinedChecks<Args, Result> extends ToolChecks<Args, Result> {
  /**
   * Checks arguments against the spec. The arguments have the names and forms of the spec. All problems are
   * reported at once.
   */
  readonly validate: (value: unknown) => Validated<Args>;
  /**
   * Converts the arguments that the model sent into the arguments for the handler: decodes, validates and
   * repairs them, and fills in defaults.
   */
  readonly parse: (wire: unknown, options?: ParseOptions) => Parsed<Args>;
  /** Checks a result against the spec. If the spec does not describe the result, every value passes. */
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
