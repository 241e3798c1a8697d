import type { Report } from "../diagnostics/report.js";
import type { Schema, SchemaObject, Tool, ToolSet } from "../ir.js";
import type { Options } from "../options.js";
import type { Origin } from "../base/origin.js";
import type { DocumentPatterns } from "./patterns/document-patterns.js";

/** What every rule knows and writes to. */
export interface Checking {
  readonly set: ToolSet;
  readonly options: Options;
  readonly report: Report;
  readonly patterns: DocumentPatterns;
}

/** Looks at a set as a whole. */
export type SetRule = (checking: Checking) => void;

/** Looks at one tool. */
export type ToolRule = (tool: Tool, checking: Checking) => void;

/** Looks at one schema; `walk-schemas.ts` brings it to every one of a set, each once. */
export type SchemaRule = (visit: SchemaVisit, checking: Checking) => void;

export interface SchemaVisit {
  readonly schema: SchemaObject;
  /** The schema's own place, or the nearest that is known. */
  readonly at: Origin;
  readonly side: "input" | "output" | "shared";
  /** It only adds to a schema around it (a branch of anyOf, a condition), which may know more. */
  readonly partial: boolean;
  /** Names the schema in messages: `days`, `address.street`, `tags[]`. */
  readonly name: string;
  readonly resolve: (name: string) => Schema | undefined;
}
