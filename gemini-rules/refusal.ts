import { type Violation, violation } from "./message.js";
import type { Breach } from "./texts.js";
import type { Face } from "./tool-messages.js";

// The limits of the check, and how refusals are worded.

/** What Google has changed over time or never published. The defaults are what it does today, as far as is known. */
export interface Limits {
  /** Of a function's name: 64, or 128 since spring 2026. */
  readonly nameLength: number;
  readonly declarations: number;
  /** Levels of a schema; the real number is not published. */
  readonly depth: number;
  /** Size of the grammar that ANY and VALIDATED build; the real number is not published. */
  readonly states: number;
  /** `classic`: STRING takes `enum` and `date-time` only, as through 2025. */
  readonly formats: "any" | "classic";
  /** `identifier`: what Vertex documents for the names of arguments. */
  readonly argumentNames: "any" | "identifier";
  /** Ours: every declaration has a description. */
  readonly descriptions: "any" | "required";
}

export interface Context {
  readonly flavor: Face;
  readonly limits: Limits;
  readonly found: Violation[];
  /** Names of functions so far, over the whole request. */
  readonly seen: Set<string>;
}

/** A broken rule at a field, in the words of the flavor. */
export function refuseField(context: Context, path: string, { rule, message }: Breach): void {
  const line = fieldLine(context.flavor, path, message);
  context.found.push({ rule, message: line, path, namesPath: true, phase: "request" });
}

/** How a flavor says that a field breaks a rule. */
export function fieldLine(flavor: Face, path: string, text: string): string {
  return flavor === "gemini"
    ? `* GenerateContentRequest.${path}: ${text}`
    : `The GenerateContentRequest proto is invalid:\n  * ${path}: [FIELD_INVALID] ${text}`;
}

/** A broken rule that Google words without a path. */
export function refuseRequest(context: Context, path: string, broken: Breach): void {
  context.found.push(violation(path, broken));
}
