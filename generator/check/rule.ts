import type { Report } from "../diagnostics/report.js";
import type { Schema, SchemaObject, Tool, ToolSet } from "../ir.js";
import type { Options } from "../options.js";
import type { Origin } from "../base/origin.js";
import type { DocumentPatterns } from "./patterns/document-patterns.js";

/** The input that every rule reads and the report that it writes to. */
export interface Checking {
  readonly set: ToolSet;
  readonly options: Options;
  readonly report: Report;
  readonly patterns: DocumentPatterns;
}

/** A rule for a complete set. */
export type SetRule = (checking: Checking) => void;

/** A rule for one tool. */
export type ToolRule = (tool: Tool, checking: Checking) => void;

/** A rule for one schema. `walk-schemas.ts` calls it once for every schema of a set. */
export type SchemaRule = (visit: SchemaVisit, checking: Checking) => void;

export interface SchemaVisit {
  readonly schema: SchemaObject;
  /** The location of the schema, or the nearest known one. */
  readonly at: Origin;
  readonly side: "input" | "output" | "shared";
  /** The schema only adds to its parent (a branch of anyOf, a condition). The parent may contain the missing keywords. */
  readonly partial: boolean;
  /** The name of the schema in messages: `days`, `address.street`, `tags[]`. */
  readonly name: string;
  readonly resolve: (name: string) => Schema | undefined;
}
