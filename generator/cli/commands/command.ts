/** The environment of a command: the real process, or that of a test. */
export interface Terminal {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Aborted when the user ends a command that would otherwise continue, such as `gen --watch`. */
  readonly signal?: AbortSignal;
}

export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Width of a terminal. */
  readonly columns?: number;
}

export interface Flag {
  readonly type: "boolean" | "string";
  readonly short?: string;
  /** Names the value in the help: `--out <folder>`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** The flag may be repeated. */
  readonly repeats?: boolean;
  readonly summary: string;
}

/** Flags of every command. */
export const commonFlags = {
  cwd: { type: "string", value: "folder", summary: "run in this folder instead of the current one" },
  config: {
    type: "string",
    value: "file",
    summary: "read this config instead of toolpress.config.*",
  },
} as const satisfies Readonly<Record<string, Flag>>;

/** The parsed arguments of a command, checked against its table of flags. */
export interface Given {
  readonly words: readonly string[];
  has(flag: string): boolean;
  text(flag: string): string | undefined;
  /** Every value of a flag that may be repeated. */
  list(flag: string): readonly string[];
}

/** One verb of the command line. Its file loads quickly: whatever is heavy is imported in `run`. */
export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** After `toolpress <name>`. */
  readonly usage: string;
  /** Paragraphs of the command's own help. */
  readonly details: string;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  readonly flags: Readonly<Record<string, Flag>>;
  readonly maxWords: number;
  run(given: Given, terminal: Terminal): Promise<ExitCode>;
}

export const exitCodes = { ok: 0, problems: 1, usage: 2, bug: 70 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The error for wrong usage of a command. It is printed without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** One sentence that explains the fix. */
  readonly help: string | undefined;
  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}
