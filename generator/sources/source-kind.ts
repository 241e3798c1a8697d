import type { Report } from "../diagnostics/report.js";
import type { Source } from "../pipeline/prepare.js";

/**
 * Something that holds tools but is no document: it has to be compiled, run or asked.
 * `toolpress import` turns it into a document once; `gen` never does. A new kind is a new file and a line in `sources/index.ts`.
 */
export interface SourceKind {
  readonly name: string;
  /** Whether what was given to `toolpress import` is of this kind. */
  accepts(given: string, cwd: string): boolean;
  /** The same tools as a document of a dialect; undefined when a problem was reported. */
  open(given: string, context: SourceContext): Promise<Source | undefined>;
}

export interface SourceContext {
  /** Absolute; what was given is relative to it. */
  readonly cwd: string;
  /** Absolute; the spec will be written into it, and names modules relative to it. */
  readonly specFolder: string;
  /** What the tools are to run on, where they run elsewhere. */
  readonly remote: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Names of variables that code which is executed gets besides the usual ones. */
  readonly inheritEnv: readonly string[];
  readonly report: Report;
}
