import { type Violation, violation } from "./message.js";
import type { Breach } from "./texts.js";
import type { Flavor } from "./tool-messages.js";

// The limits of the check, and the texts of refusals for both flavors.

/** Limits that Google has changed or never published. The defaults are the current values as far as they are known. */
export interface Limits {
  /** The maximum number of characters of a function name: 64, or 128 since spring 2026. */
  readonly nameLength: number;
  readonly declarations: number;
  /** The maximum number of levels of a schema. The real number is not published. */
  readonly depth: number;
  /**
   * The maximum size of the grammar for the modes ANY and VALIDATED, as `statesOf` estimates it. The real number is
   * not published.
   */
  readonly states: number;
  /**
   * With "classic", a STRING may only have the formats `enum` and `date-time`. This was the rule until the end of 2025.
   */
  readonly formats: "any" | "classic";
  /** With "identifier", names of arguments must follow the rule that Vertex documents. */
  readonly argumentNames: "any" | "identifier";
  /** With "required", every declaration must have a description. Gemini does not require this. */
  readonly descriptions: "any" | "required";
}

export interface Context {
  readonly flavor: Flavor;
  readonly limits: Limits;
  readonly found: Violation[];
  /** The names of the functions that were found so far, in all tools of the request. */
  readonly seen: Set<string>;
}

/** Reports a broken rule of a field, with the path in the message. */
export function refuseField(context: Context, path: string, { rule, message }: Breach): void {
  const line = fieldLine(context.flavor, path, message);
  context.found.push({ rule, message: line, path, namesPath: true, phase: "request" });
}

/** Returns the message for a field in the format of the flavor. */
export function fieldLine(flavor: Flavor, path: string, text: string): string {
  return flavor === "gemini"
    ? `* GenerateContentRequest.${path}: ${text}`
    : `The GenerateContentRequest proto is invalid:\n  * ${path}: [FIELD_INVALID] ${text}`;
}

/** Reports a broken rule. Google's message for this rule does not contain the path of the field. */
export function refuseRequest(context: Context, path: string, broken: Breach): void {
  context.found.push(violation(path, broken));
}
