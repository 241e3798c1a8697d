import type { Parsed, Validated } from "../issue.js";
import type { ParseOptions, ToolChecks } from "../tool.js";
import type { Check } from "./issues.js";
import { parse, type Parsing } from "./parse.js";
import { validate } from "./validate.js";

/** What generated code knows about the calls of a tool. */
export interface ChecksDefinition extends Parsing {
  /** The check of results, where the spec describes them. */
  readonly checkResult?: Check;
  readonly mismatch?: ToolChecks["mismatch"];
}

/** The checks of a generated tool. Dispatch uses them, and your own code may. */
export interface DefinedChecks<Args, Result> extends ToolChecks<Args, Result> {
  /** Checks arguments against the spec, in its own names and forms. Reports every problem at once. */
  readonly validate: (value: unknown) => Validated<Args>;
  /** From what the model sent to what the handler gets: decodes, validates, repairs without loss, fills in defaults. */
  readonly parse: (wire: unknown, options?: ParseOptions) => Parsed<Args>;
  /** Checks a result against the spec. Every value passes where the spec does not describe the result. */
  readonly checkResult: (value: unknown) => Validated<Result>;
}

/** The checks of a tool, made of the functions that were generated for it. */
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
