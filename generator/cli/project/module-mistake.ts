import type { SourceLocation } from "../../base/origin.js";

/** A mistake in a module of the user, with its fix. */
export class ModuleMistake extends Error {
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

export interface ModuleError {
  readonly problem: string;
  readonly help: string;
  /** In the module itself, if the error names a line of it. */
  readonly location: SourceLocation | undefined;
}

/**
 * The first line of an error in a module, its place and its fix. `path` is the absolute path of the module, and `file` is how messages
 * name it. A module that throws prints more when it is executed alone.
 */
export function readModuleError(error: unknown, path: string, file: string): ModuleError {
  const text = error instanceof Error ? error.message : String(error);
  const help =
    error instanceof ModuleMistake
      ? error.help
      : "Correct the module. Executed alone, for instance with npx tsx, it prints the complete error.";
  return {
    problem: (text.split("\n")[0] ?? "").trim(),
    help,
    location: error instanceof Error ? placeIn(error, path, file) : undefined,
  };
}

/**
 * The parser writes the place into its message, and a module that throws has it in the stack. The column is left out: the loader
 * wraps the first line.
 */
function placeIn({ message, stack = "" }: Error, path: string, file: string): SourceLocation | undefined {
  const text = `${message}\n${stack}`.replaceAll("\\", "/");
  const [, rest] = text.split(`${path.replaceAll("\\", "/")}:`, 2);
  const line = Number.parseInt(rest ?? "", 10);
  return Number.isNaN(line) ? undefined : { file, line, column: 1, length: 0 };
}
