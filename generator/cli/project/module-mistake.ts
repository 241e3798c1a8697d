/** A mistake in a module of the user, with the way out. */
export class ModuleMistake extends Error {
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

/** The first line of an error about a module, and how to get on. A module that throws says more when it runs by itself. */
export function readModuleError(error: unknown): { readonly problem: string; readonly help: string } {
  const text = error instanceof Error ? error.message : String(error);
  const help =
    error instanceof ModuleMistake
      ? error.help
      : "Correct the module. Run by itself, for instance with npx tsx, it shows the whole error.";
  return { problem: text.split("\n")[0] ?? "", help };
}
