import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Problem } from "../diagnostics/catalogue/definition.js";
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

/** One rule of the check stage. */
interface Rule<Check> {
  /** The problems that only this rule reports. `toolpress explain` and docs/diagnostics.md list them. */
  readonly reports: readonly Problem<never>[];
  readonly check: Check;
}

/** A rule for a complete set. */
export type SetRule = Rule<(checking: Checking) => void>;

/** A rule for one tool. */
export type ToolRule = Rule<(tool: Tool, checking: Checking) => void>;

/** A rule for one schema. `walk-schemas.ts` calls it once for every schema of a set. */
export type SchemaRule = Rule<(visit: SchemaVisit, checking: Checking) => void>;

/** A rule for the declarations of a set. */
export type LoweredRule = Rule<(tools: readonly Measured[], checking: Checking) => void>;

/** The data of a lowered tool that the budgets need. */
export interface Measured {
  readonly tool: Tool;
  readonly declaration: FunctionDeclaration;
  readonly size: { readonly bytes: number; readonly tokens: number; readonly depth: number };
}

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
