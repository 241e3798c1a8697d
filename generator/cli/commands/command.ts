/** The environment in which a command runs: the process of the user, or the environment of a test. */
export interface Terminal {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Aborted when the user stops a command that runs until then, for example `gen --watch`. */
  readonly signal?: AbortSignal;
}

export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** The width of the terminal in characters. */
  readonly columns?: number;
}

export interface Flag {
  readonly type: "boolean" | "string";
  readonly short?: string;
  /** The name of the flag's value in the help, for example `folder` in `--out <folder>`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Whether the flag may be repeated. */
  readonly repeats?: boolean;
  readonly summary: string;
}

/** The flags that every command has. */
export const commonFlags = {
  cwd: { type: "string", value: "folder", summary: "run in this folder instead of the current one" },
  config: {
    type: "string",
    value: "file",
    summary: "read this config instead of toolpress.config.*",
  },
} as const satisfies Readonly<Record<string, Flag>>;

/** The parsed arguments of a command. */
export interface Given {
  readonly words: readonly string[];
  has(flag: string): boolean;
  text(flag: string): string | undefined;
  /** Returns all values of a flag that may be repeated. */
  list(flag: string): readonly string[];
}

/** A command of the command line. The file of a command must load quickly, so only `run` imports large modules. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The arguments in the usage line, after `toolpress <name>`. */
  readonly usage: string;
  /** The paragraphs of the command's help. */
  readonly details: string;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  readonly flags: Readonly<Record<string, Flag>>;
  readonly maxWords: number;
  run(given: Given, terminal: Terminal): Promise<ExitCode>;
}

export const exitCodes = { ok: 0, problems: 1, usage: 2, bug: 70 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Thrown if the user calls a command in a wrong way. This error is printed without a stack trace. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** One sentence that explains how to correct the call. */
  readonly help: string | undefined;
  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}
