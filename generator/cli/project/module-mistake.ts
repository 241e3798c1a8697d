/** A mistake in a module that the user wrote. `help` describes how to correct it. */
export class ModuleMistake extends Error {
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

/**
 * Returns the first line of an error in a module, and a hint. If the user runs the module alone, the complete error is
 * printed.
 */
export function readModuleError(error: unknown): { readonly problem: string; readonly help: string } {
  const text = error instanceof Error ? error.message : String(error);
  const help =
    error instanceof ModuleMistake
      ? error.help
      : "Correct the module. Executed alone, for instance with npx tsx, it prints the complete error.";
  return { problem: text.split("\n")[0] ?? "", help };
}
