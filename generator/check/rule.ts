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

/** One schema of a set, as `walkSchemas` passes it to the rules. */
export interface SchemaVisit {
  readonly schema: SchemaObject;
  /** The location of the schema. If it is unknown, the location of the nearest parent. */
  readonly at: Origin;
  /**
   * `shared` is a definition that arguments use and results may use. `output` is a schema that only results
   * use.
   */
  readonly side: "input" | "output" | "shared";
  /**
   * True for a schema that only adds to its parent, such as a branch of `anyOf`. Keywords that are missing
   * here may be in the parent.
   */
  readonly partial: boolean;
  /** The name of the schema in messages: `days`, `address.street`, `tags[]`. */
  readonly name: string;
  readonly resolve: (name: string) => Schema | undefined;
}
