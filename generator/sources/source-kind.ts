import type { Report } from "../diagnostics/report.js";
import type { Source } from "../pipeline/prepare.js";

/**
 * A source of tools that is not a document, such as a program or a server. `toolpress import` compiles,
 * executes or queries the source once, and writes a document. `gen` never does this. A new kind is a new file
 * and a line in `sources/index.ts`.
 */
export interface SourceKind {
  readonly name: string;
  /** Whether an argument of `toolpress import` is a source of this kind. */
  accepts(argument: string, cwd: string): boolean;
  /**
   * Reads the tools as a document in some dialect. If this fails, a problem is reported and the result is undefined.
   */
  open(argument: string, context: SourceContext): Promise<Source | undefined>;
}

export interface SourceContext {
  /** The current folder as an absolute path. The argument of `toolpress import` is relative to this folder. */
  readonly cwd: string;
  /** The folder of the new spec as an absolute path. The spec names modules relative to this folder. */
  readonly specFolder: string;
  /** The name of the remote that runs the tools. Undefined if the user set no name. */
  readonly remote: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Names of environment variables that executed code receives in addition to the usual variables. */
  readonly inheritEnv: readonly string[];
  readonly report: Report;
}
