import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Problem } from "../diagnostics/catalogue/definition.js";
import type { Report } from "../diagnostics/report.js";
import type { Schema, SchemaObject, Tool, ToolSet } from "../ir.js";
import type { Options } from "../options.js";
import type { Origin } from "../base/origin.js";
import type { DocumentPatterns } from "./patterns/document-patterns.js";

/** The input of every rule, and the report to which rules add problems. */
export interface Checking {
  readonly set: ToolSet;
  readonly options: Options;
  readonly report: Report;
  readonly patterns: DocumentPatterns;
}

interface Rule<Check> {
  /**
   * The problems of this rule, except problems of the catalogue. `toolpress explain` and docs/diagnostics.md list
   * these problems.
   */
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

/** A lowered tool with the sizes that the budgets limit. */
export interface Measured {
  readonly tool: Tool;
  readonly declaration: FunctionDeclaration;
  readonly size: { readonly bytes: number; readonly tokens: number; readonly depth: number };
}

export interface SchemaVisit {
  readonly schema: SchemaObject;
  /** The location of the schema, or of its nearest parent with a known location. */
  readonly at: Origin;
  /**
   * `input` is a schema in the arguments of a tool, and `output` is a schema that only results use. `shared`
   * is a shared schema of the set that arguments may use.
   */
  readonly side: "input" | "output" | "shared";
  /**
   * True for a schema that only adds to its parent, such as a branch of `anyOf`. The parent may contain
   * keywords that this schema lacks.
   */
  readonly partial: boolean;
  /** The name of the schema in messages: `days`, `address.street`, `tags[]`. */
  readonly name: string;
  readonly resolve: (name: string) => Schema | undefined;
}
