import type { Palette } from "./terminal/colour.js";
import { type Command, commonFlags, type Flag } from "./commands/command.js";

/** Returns the help text of the program. */
export function helpForAll(commands: readonly Command[], palette: Palette): string {
  const { bold, dim } = palette;
  return [
    "toolpress compiles tool specs into TypeScript that Gemini can call.",
    "",
    `${bold("Usage:")} toolpress <command> [arguments]`,
    "",
    bold("Commands:"),
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    "",
    bold("Start here:"),
    ...columns([
      ["toolpress init", "writes a first spec, specs/hello.tools.yaml"],
      ["toolpress gen", "compiles specs/ into generated/; commit both"],
      ["toolpress gen --check", "in CI: fails if generated/ does not match specs/"],
    ]),
    "",
    dim("toolpress <command> --help describes one command. --version prints the version."),
    "",
  ].join("\n");
}

export function helpFor(command: Command, palette: Palette): string {
  const { bold } = palette;
  const flags = Object.entries({ ...command.flags, ...commonFlags }).map(
    ([name, flag]) => [flagName(name, flag), flag.summary] as const,
  );
  return [
    `${bold("Usage:")} toolpress ${command.name} ${command.usage}`.trimEnd(),
    "",
    command.details,
    ...(flags.length === 0 ? [] : ["", bold("Flags:"), ...columns(flags)]),
    ...(command.examples.length === 0 ? [] : ["", bold("Examples:"), ...columns(command.examples)]),
    "",
  ].join("\n");
}

function flagName(name: string, { short, value, choices }: Flag): string {
  const shown = value === undefined ? choices?.join("|") : `<${value}>`;
  return `${short === undefined ? "" : `-${short}, `}--${name}${shown === undefined ? "" : ` ${shown}`}`;
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
