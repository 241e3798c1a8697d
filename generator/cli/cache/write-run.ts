import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Given } from "../commands/command.js";
import { configNames } from "../config.js";
import { namedSpecs } from "../project/find-specs.js";
import type { Project } from "../project/project.js";
import type { Outcome } from "../project/run-gen.js";
import { suggestionFiles } from "../project/suggest-runtime.js";
import { setReportOf } from "../project/run-report.js";
import { writeCacheFile } from "./cache-file.js";
import { everythingIn, stampAll } from "./file-stamp.js";
import { isCacheable, type RunEntry, runFile } from "./run-entry.js";

/**
 * Stores the result of a run that changed nothing. `start` is the time at which the run began, by the clock of the file
 * system.
 */
export function writeRun(given: Given, build: string, outcome: Outcome, start: number): void {
  const { project } = outcome;
  if (project === undefined || !isCacheable(given) || !isRepeatable(outcome, project)) return;
  const file = runFile(given, project.root, build);
  if (file === undefined) return;
  const stamps = stampAll(dependencies(given, outcome, project), start);
  if (stamps === undefined) return;
  const { sets, diagnostics, suggestion } = outcome;
  const entry: RunEntry = { stamps, sets: sets.map(setReportOf), diagnostics, suggestion };
  writeCacheFile(file, JSON.stringify(entry));
}

/**
 * Returns whether the result of a run can be used again: the run changed nothing, it executed no config and no spec,
 * and the output folder contains only the sets of this run.
 */
function isRepeatable({ sets, diagnostics, orphans }: Outcome, project: Project): boolean {
  const { root, out, config, filesRead, whole } = project;
  if (config.stubs !== undefined || orphans.length > 0) return false;
  if (diagnostics.some(({ severity }) => severity === "error")) return false;
  if (![...filesRead].every((path) => /\.(?:ya?ml|json)$/i.test(path))) return false;
  if (sets.length === 0 || !sets.every(({ asPlanned }) => asPlanned)) return false;
  const made = new Set(sets.map(({ name }) => name));
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
    ...outcome.sets.flatMap(({ name }) => everythingIn(join(root, out, name))),
    ...suggestionFiles(root),
  ]);
}

/** Returns a path and, if it is a folder, all folders in it, at any depth. */
function foldersBelow(path: string): readonly string[] {
  return [path, ...foldersIn(path).flatMap((name) => foldersBelow(join(path, name)))];
}

function foldersIn(path: string): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
