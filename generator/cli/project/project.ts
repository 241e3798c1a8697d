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

/** The folder that a command works on: specs, output and possibly a config. */
export interface Project {
  readonly root: string;
  readonly config: Config;
  readonly specs: readonly SpecFile[];
  /** The number of specs, including unreadable ones. */
  readonly specCount: number;
  /** Reads files that specs refer to. */
  readonly load: Load;
  /** Output folder from the root, forward slashes. */
  readonly out: string;
  /** Every spec of the project is compiled, so that a set without one is an orphan. */
  readonly whole: boolean;
  /** The paths of all files that were read so far, from the root. `--watch` watches them. */
  readonly filesRead: ReadonlySet<string>;
  /** Adds a path to `filesRead`, even if the file does not exist. */
  noteRead(path: string): void;
  folderOf(set: string): Folder;
  /** Reads a file of the last output. Files outside the output folder are not read. */
  previousFile(set: string, path: string): string | undefined;
  /** The names of the folders in the output folder. */
  previousSets(): readonly string[];
}

/** Finds config and specs. Undefined if a problem was reported. */
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

/** Refuses specs outside the project in a config, because a pull request can change it. */
function refuseSpecsOutside(root: string, config: Config, report: Report): boolean {
  const outside = namedSpecs([], config).filter((path) => !isReallyInside(root, resolve(root, path)));
  for (const path of outside) {
    const at = config.settings.get(path)?.origin;
    report.add("TP920", at && { key: at }, { what: "a spec that the config names", path });
  }
  return outside.length > 0;
}

/** Whether a spec may be read: it must be inside the project or a path on the command line. A link in a folder of specs may lead elsewhere. */
function readableFrom(root: string, words: readonly string[]): (path: string) => boolean {
  const open = [root, ...words.map((word) => resolve(root, word))].map((path) => realOf(path));
  return (path) => open.some((folder) => isInside(folder, realOf(resolve(root, path))));
}

/** Reports settings of a folder, which would have no effect: settings apply to single specs. */
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

/** The flags about operations, as settings of the config. */
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
