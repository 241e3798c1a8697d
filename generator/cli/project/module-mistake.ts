/** A mistake in a module of the user, with its fix. */
export class ModuleMistake extends Error {
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

/** The first line of an error in a module, and its fix. A module that throws prints more when it is executed alone. */
export function readModuleError(error: unknown): { readonly problem: string; readonly help: string } {
  const text = error instanceof Error ? error.message : String(error);
  const help =
    error instanceof ModuleMistake
      ? error.help
      : "Correct the module. Executed alone, for instance with npx tsx, it prints the complete error.";
  return { problem: text.split("\n")[0] ?? "", help };
}
