import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { suggestionFiles } from "../project/suggest-runtime.js";
import type { ExitCode, Given, Output, Terminal } from "../commands/command.js";
import { configNames } from "../config.js";
import { namedSpecs } from "../project/find-specs.js";
import type { Project } from "../project/project.js";
import type { Outcome } from "../project/run-gen.js";
import { showTime } from "../project/show-outcome.js";
import { type Memory, memoryFile, type Saying } from "./memory.js";
import { writeSealed } from "./sealed-file.js";
import { everythingIn, testifyAll } from "./witness.js";

/** A terminal that also keeps what is said. */
export function listen(terminal: Terminal): { readonly terminal: Terminal; readonly said: Saying[] } {
  const said: Saying[] = [];
  const heard = (to: Saying["to"]): Output => ({
    ...(terminal[to].isTTY !== undefined && { isTTY: terminal[to].isTTY }),
    write(text) {
      said.push({ to, text: [text] });
      return terminal[to].write(text);
    },
  });
  return { terminal: { ...terminal, stdout: heard("stdout"), stderr: heard("stderr") }, said };
}

export interface Finished {
  readonly outcome: Outcome;
  readonly exitCode: ExitCode;
  readonly said: readonly Saying[];
  /** When the run began, by the clock of the file system. */
  readonly start: number;
}

/** Keeps what a run that changed nothing would say again; says nothing where it cannot be sure, or cannot write. */
export function remember(given: Given, terminal: Terminal, build: string, finished: Finished): void {
  const file = memoryFile(given, terminal, build);
  if (file === undefined) return;
  const memory = memoryOf(given, finished);
  if (memory !== undefined) writeSealed(file, JSON.stringify(memory));
}

function memoryOf(given: Given, { outcome, exitCode, said, start }: Finished): Memory | undefined {
  const { project } = outcome;
  if (project === undefined || !isRepeatable(given, outcome, project)) return undefined;
  const witnesses = testifyAll(dependencies(given, outcome, project), start);
  if (witnesses === undefined) return undefined;
  return { witnesses, exitCode, said: said.map((saying) => withoutTime(saying, showTime(outcome.ms))) };
}

/** Nothing was changed, nothing but data was read, and all that lies in the output folder is what was made. */
function isRepeatable(given: Given, outcome: Outcome, project: Project): boolean {
  const { sets } = outcome;
  const { root, out, config, filesRead, whole } = project;
  if (given.has("check") || given.has("stubs") || given.text("format") === "json") return false;
  if (config.stubs !== undefined) return false;
  if (![...filesRead].every((path) => /\.(?:ya?ml|json)$/i.test(path))) return false;
  if (sets.length === 0 || !sets.every(({ asPlanned }) => asPlanned)) return false;
  const made = new Set(sets.map(({ set }) => set.name));
  return !whole || foldersIn(resolve(root, out)).every((name) => made.has(name));
}

function dependencies(given: Given, outcome: Outcome, project: Project): ReadonlySet<string> {
  const { root, out, config, filesRead } = project;
  const inRoot = (path: string): string => resolve(root, path);
  return new Set([
    ...configNames.map(inRoot),
    ...namedSpecs(given.words, config).flatMap((named) => foldersBelow(inRoot(named))),
    ...[...filesRead].map(inRoot),
    inRoot(out),
    ...outcome.sets.flatMap(({ set }) => everythingIn(join(root, out, set.name))),
    ...suggestionFiles(root),
  ]);
}

/** The path itself and, if it is a folder, every folder in it. */
function foldersBelow(path: string): readonly string[] {
  return [path, ...foldersIn(path).flatMap((name) => foldersBelow(join(path, name)))];
}

function foldersIn(path: string): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function withoutTime({ to, text: [text] }: Saying, time: string): Saying {
  const [before, ...after] = text.split(` · ${time} · `);
  return after.length === 0 || before === undefined
    ? { to, text: [text] }
    : { to, text: [`${before} · `, ` · ${after.join(` · ${time} · `)}`] };
}
