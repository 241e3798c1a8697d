import type { Report } from "../diagnostics/report.js";
import type { Source } from "../pipeline/prepare.js";

/**
 * A source of tools that is not a document: it has to be compiled, executed or queried.
 * `toolpress import` turns it into a document once; `gen` never does. A new kind is a new file and a line in `sources/index.ts`.
 */
export interface SourceKind {
  readonly name: string;
  /** Whether an argument of `toolpress import` is a source of this kind. */
  accepts(given: string, cwd: string): boolean;
  /** Reads the tools as a document of a dialect. Undefined if a problem was reported. */
  open(given: string, context: SourceContext): Promise<Source | undefined>;
}

export interface SourceContext {
  /** Absolute. The argument of `toolpress import` is relative to it. */
  readonly cwd: string;
  /** Absolute. The folder of the new spec, in which modules are named relative to it. */
  readonly specFolder: string;
  /** The name of the remote that runs the tools, if they run in one. */
  readonly remote: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Names of environment variables that executed code receives besides the usual ones. */
  readonly inheritEnv: readonly string[];
  readonly report: Report;
}
