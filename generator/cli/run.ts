import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { nearest } from "../base/nearest.js";
import { packageVersion } from "../base/package-files.js";
import { paletteFor } from "./terminal/colour.js";
import { printable } from "./terminal/printable.js";
import { type ExitCode, exitCodes, type Given, type Terminal, UsageError } from "./commands/command.js";
import { helpFor, helpForAll } from "./help.js";
import { commands } from "./commands/index.js";
import { reasonOf } from "../write/refusals.js";
import { parseArguments } from "./parse-arguments.js";

/** Runs the program with its arguments and returns the exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await runCommand(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) return showUsageError(error, terminal);
    if (isRefusal(error)) return showRefusal(error, terminal);
    return showBug(error, args, terminal);
  }
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [word, ...rest] = args;
  const { stdout } = terminal;
  const palette = paletteFor(stdout, terminal.env);
  if (word === undefined || word === "--help" || word === "-h" || word === "help") {
    const about = word === "help" ? rest[0] : undefined;
    stdout.write(about === undefined ? helpForAll(commands, palette) : helpFor(find(about), palette));
    return exitCodes.ok;
  }
  if (word === "--version" || word === "-v") {
    stdout.write(`${packageVersion()}\n`);
    return exitCodes.ok;
  }
  const command = find(word);
  if (asksForHelp(rest)) {
    stdout.write(helpFor(command, palette));
    return exitCodes.ok;
  }
  const given = parseArguments(command, rest);
  return command.run(given, { ...terminal, cwd: folderOf(given, terminal.cwd) });
}

/** Returns the folder that `--cwd` names. */
function folderOf(given: Given, cwd: string): string {
  const named = given.text("cwd");
  if (named === undefined) return cwd;
  const folder = resolve(cwd, named);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new UsageError(`--cwd: there is no folder ${JSON.stringify(named)}`);
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? undefined : end).some((arg) => arg === "--help" || arg === "-h");
}

function find(name: string): (typeof commands)[number] {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const near = nearest(
    name,
    commands.map((candidate) => candidate.name),
  );
  const what = name.startsWith("-") ? "flag" : "command";
  throw new UsageError(
    `unknown ${what} ${JSON.stringify(name)}`,
    near === undefined ? "toolpress --help lists the commands." : `Did you mean toolpress ${near}?`,
  );
}

function showUsageError(error: UsageError, { stderr, env }: Terminal): ExitCode {
  const { red, dim } = paletteFor(stderr, env);
  stderr.write(`${red("toolpress:")} ${printable(error.message)}\n`);
  if (error.help !== undefined) stderr.write(`${dim(printable(error.help))}\n`);
  return exitCodes.usage;
}

/** Returns whether an error is a failed system call. Such an error is a problem of the machine, and not a bug. */
function isRefusal(error: unknown): error is NodeJS.ErrnoException & { path: string } {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined && path !== undefined;
}

function showRefusal(
  { code = "", path }: NodeJS.ErrnoException & { path: string },
  { cwd, stderr, env }: Terminal,
): ExitCode {
  const shown = relative(cwd, path) || ".";
  stderr.write(`${paletteFor(stderr, env).red("toolpress:")} ${printable(shown)}: ${reasonOf(code)}\n`);
  return exitCodes.problems;
}

function showBug(error: unknown, args: readonly string[], { stderr }: Terminal): ExitCode {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(
    [
      "toolpress: this is a bug in toolpress, not in your spec.",
      "Please report it with the lines below and, if you can, the spec.",
      "",
      `toolpress ${packageVersion()}, node ${process.version}, ${process.platform}: ${args.map(printable).join(" ")}`,
      ...stack.split("\n").map(printable),
      "",
    ].join("\n"),
  );
  return exitCodes.bug;
}
