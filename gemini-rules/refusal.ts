import { type Violation, violation } from "./message.js";
import type { Breach } from "./texts.js";
import type { Flavor } from "./tool-messages.js";

// The limits of the check, and the format of refusals.

/** Limits that Google has changed over time or never published. The defaults are today's values, as far as known. */
export interface Limits {
  /** Of a function's name: 64, or 128 since spring 2026. */
  readonly nameLength: number;
  readonly declarations: number;
  /** Levels of a schema. The actual number is not published. */
  readonly depth: number;
  /** Size of the grammar for ANY and VALIDATED. The actual number is not published. */
  readonly states: number;
  /** `classic`: STRING allows only `enum` and `date-time`, as until the end of 2025. */
  readonly formats: "any" | "classic";
  /** `identifier`: the rule that Vertex documents for names of arguments. */
  readonly argumentNames: "any" | "identifier";
  /** Our own rule: every declaration has a description. */
  readonly descriptions: "any" | "required";
}

export interface Context {
  readonly flavor: Flavor;
  readonly limits: Limits;
  readonly found: Violation[];
  /** Names of the functions so far, in all tools of the request. */
  readonly seen: Set<string>;
}

/** Reports a broken rule of a field, in the flavor's format. */
export function refuseField(context: Context, path: string, { rule, message }: Breach): void {
  const line = fieldLine(context.flavor, path, message);
  context.found.push({ rule, message: line, path, namesPath: true, phase: "request" });
}

/** A broken rule of a field in the flavor's format. */
export function fieldLine(flavor: Flavor, path: string, text: string): string {
  return flavor === "gemini"
    ? `* GenerateContentRequest.${path}: ${text}`
    : `The GenerateContentRequest proto is invalid:\n  * ${path}: [FIELD_INVALID] ${text}`;
}

/** Reports a broken rule that Google reports without a path. */
export function refuseRequest(context: Context, path: string, broken: Breach): void {
  context.found.push(violation(path, broken));
}
