import { readFileSync, statSync } from "node:fs";
import { posix, resolve } from "node:path";
import type { Given } from "../commands/command.js";
import { type Config, readConfig } from "../config.js";
import type { Report } from "../../diagnostics/report.js";
import type { Load } from "../../base/documents.js";
import type { SpecFile } from "../../generate.js";
import { fromRoot, isInside, isOutside, isReallyInside, realOf } from "../../base/paths.js";
import { createLoader, decodeText, encodingProblem } from "../../read/load-file.js";
import { type Folder, foldersIn, openFolder } from "../../write/folder.js";
import { findSpecs, namedSpecs } from "./find-specs.js";
import { loadToolsModule, toolsModule } from "./load-tools-module.js";

/** The folder on which a command works: its specs, its output folder and its config. */
export interface Project {
  readonly root: string;
  readonly config: Config;
  readonly specs: readonly SpecFile[];
  /** The number of specs, including those that cannot be read. */
  readonly specCount: number;
  /** Reads a file to which a spec refers. */
  readonly load: Load;
  /** The path of the output folder relative to the root, with forward slashes. */
  readonly out: string;
  /** True if all specs of the project are compiled. Only then, a tool set without a spec is an orphan. */
  readonly whole: boolean;
  /** The paths of all files that were read, relative to the root. `--watch` watches these files. */
  readonly filesRead: ReadonlySet<string>;
  /** Adds a path to `filesRead`. The file may be missing. */
  noteRead(path: string): void;
  folderOf(set: string): Folder;
  /** Returns the text of a file of the last output. Files outside of the output folder are never read. */
  previousFile(set: string, path: string): string | undefined;
  /** Returns the names of the folders in the output folder. */
  previousSets(): readonly string[];
}

/** Finds the config and the specs of a project. Returns undefined if a problem was reported. */
export async function openProject(root: string, given: Given, report: Report): Promise<Project | undefined> {
  const config = await readConfig(root, report, given.text("config"));
  if (config === undefined) return undefined;
  const filesRead = new Set<string>(config.file === undefined ? [] : [config.file]);
  if (given.words.length === 0 && refuseSpecsOutside(root, config, report)) return undefined;
  const paths = findSpecs(root, given.words, config);
  if (refuseSettingsOfFolders(root, config, report)) return undefined;
  const mayRead = readableFrom(root, given.words);
  const specs: SpecFile[] = [];
  for (const path of paths) {
    if (mayRead(path)) specs.push(...(await readSpec(root, path, config, given, report)));
    else report.add("TP920", undefined, { what: "a spec", path });
  }
  const out = resolve(root, given.text("out") ?? config.out);
  for (const path of paths) filesRead.add(path);
  const folderOf = (set: string): Folder => openFolder(out, set);
  return {
    root,
    config: given.has("strict") ? { ...config, options: { ...config.options, strict: true } } : config,
    specs,
    specCount: paths.length,
    load: createLoader(root, (path) => filesRead.add(path), paths.filter(isOutside).map(posix.dirname)),
    out: fromRoot(root, out),
    whole: given.words.length === 0,
    filesRead,
    noteRead: (path) => void filesRead.add(path),
    folderOf,
    previousFile(set, path) {
      const folder = folderOf(set);
      return folder.obstacle(path) === undefined ? folder.read(path) : undefined;
    },
    previousSets: () => foldersIn(out),
  };
}

/**
 * Reports the specs in a config that are outside of the project. Such specs are refused, because a pull request can
 * change the config.
 */
function refuseSpecsOutside(root: string, config: Config, report: Report): boolean {
  const outside = namedSpecs([], config).filter((path) => !isReallyInside(root, resolve(root, path)));
  for (const path of outside) {
    const at = config.settings.get(path)?.origin;
    report.add("TP920", at && { key: at }, { what: "a spec that the config names", path });
  }
  return outside.length > 0;
}

/**
 * Returns whether a spec may be read. The spec must be inside of the project, or below a path of the command line. A
 * link in a folder of specs could lead to another file.
 */
function readableFrom(root: string, words: readonly string[]): (path: string) => boolean {
  const open = [root, ...words.map((word) => resolve(root, word))].map((path) => realOf(path));
  return (path) => open.some((folder) => isInside(folder, realOf(resolve(root, path))));
}

/** Reports settings for a folder. Settings apply to single specs, so settings for a folder would have no effect. */
function refuseSettingsOfFolders(root: string, { settings }: Config, report: Report): boolean {
  const folders = [...settings].filter(
    ([path, { values }]) =>
      Object.keys(values).length > 0 &&
      statSync(resolve(root, path), { throwIfNoEntry: false })?.isDirectory() === true,
  );
  const expected = "the path of a spec, to which the settings apply";
  for (const [path, { origin }] of folders)
    report.add("TP202", { key: origin }, { field: path, expected, found: "a folder" });
  return folders.length > 0;
}

async function readSpec(
  root: string,
  path: string,
  config: Config,
  given: Given,
  report: Report,
): Promise<readonly SpecFile[]> {
  const said = config.settings.get(path);
  const settings = {
    settings: said?.values,
    settingsOrigin: said?.origin,
    flags: selectionOf(given),
    isOutside: !isReallyInside(root, resolve(root, path)),
  };
  if (toolsModule.test(path)) {
    const spec = await loadToolsModule(root, path, report);
    const original = decode(root, path);
    if (spec === undefined || typeof original !== "string") return [];
    return [{ path, text: spec, original, from: "toolpress", ...settings }];
  }
  const text = decode(root, path);
  if (typeof text !== "string") {
    report.add("TP112", undefined, { file: path, problem: text.problem });
    return [];
  }
  const configured = typeof said?.values["from"] === "string" ? said.values["from"] : undefined;
  return [{ path, text, from: given.text("from") ?? configured, ...settings }];
}

/** Returns the flags that select operations, in the form of settings. */
export function selectionOf(given: Given): Readonly<Record<string, unknown>> {
  const include = given.list("include");
  return { ...(include.length > 0 && { include }), ...(given.has("all") && { all: true }) };
}

function decode(root: string, path: string): string | { readonly problem: string } {
  try {
    const bytes = readFileSync(resolve(root, path));
    return decodeText(bytes) ?? { problem: encodingProblem(bytes) };
  } catch (error) {
    return { problem: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}
