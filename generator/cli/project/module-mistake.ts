import type { SourceLocation } from "../../base/origin.js";

/** A mistake in a module that the user wrote. `help` describes how to correct the mistake. */
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
  /** The line of the module that the error names. Undefined if the error names no line. */
  readonly location: SourceLocation | undefined;
}

/**
 * Returns the first line of an error in a module, its location and a hint. `path` is the absolute path of the module,
 * and `file` is its path in messages. If the user runs the module alone, the complete error is printed.
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
 * Returns the line of an error in a module. The message of a syntax error contains the line, and the stack of any other
 * error. The column is always 1, because the loader moves the text in the first line.
 */
function placeIn({ message, stack = "" }: Error, path: string, file: string): SourceLocation | undefined {
  const text = `${message}\n${stack}`.replaceAll("\\", "/");
  const [, rest] = text.split(`${path.replaceAll("\\", "/")}:`, 2);
  const line = Number.parseInt(rest ?? "", 10);
  return Number.isNaN(line) ? undefined : { file, line, column: 1, length: 0 };
}
