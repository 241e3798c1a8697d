import { existsSync, type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Given, type Terminal, UsageError } from "../commands/command.js";
import { configNames } from "../config.js";
import { paletteFor } from "../terminal/colour.js";
import { printable } from "../terminal/printable.js";
import { anySpec, specsFolder } from "./find-specs.js";
import { genOnce } from "./run-gen.js";

const settleMs = 80;

/** The absolute paths of the files and folders on which the next run depends. */
interface Watched {
  readonly files: ReadonlySet<string>;
  /** The folders in which a new file may be a new spec. Folders at any depth are included. */
  readonly specs: ReadonlySet<string>;
}

/** Runs `gen --watch`: compiles again when a file that was read changes, or when a new spec appears. */
export async function watchGen(given: Given, terminal: Terminal): Promise<void> {
  const { cwd, signal } = terminal;
  let wake: () => void = () => {};
  const config = given.text("config");
  const named = config === undefined ? [] : [resolve(cwd, config)];
  let watched: Watched = { files: new Set(named), specs: specFolders(given, undefined, cwd) };
  const folders = createFolderWatch((path) => isRelevant(path, watched) && wake());
  signal?.addEventListener("abort", () => wake(), { once: true });
  try {
    while (signal?.aborted !== true) {
      // Watching begins before the run. Otherwise, a change between reading a file and watching it would be missed.
      folders.watch([cwd, ...watched.specs, ...named.map((file) => dirname(file))]);
      const woken = new Promise<void>((done) => (wake = done));
      watched = await runOnce(given, terminal, watched);
      folders.watch([cwd, ...watched.specs, ...[...watched.files].map((file) => dirname(file))]);
      announce([...watched.files].filter((file) => existsSync(file)).length, terminal);
      await woken;
    }
  } finally {
    folders.close();
  }
}

/**
 * Runs `gen` once and returns the paths to watch. A usage error does not end the watch. In this case, the paths of the
 * previous run are still watched.
 */
async function runOnce(given: Given, terminal: Terminal, before: Watched): Promise<Watched> {
  try {
    const { project } = (await genOnce(given, terminal)).outcome;
    if (project === undefined) return before;
    const files = [...project.filesRead].map((path) => resolve(terminal.cwd, path));
    return { files: new Set(files), specs: specFolders(given, project.config.specs, terminal.cwd) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { red, dim } = paletteFor(terminal.stderr, terminal.env);
    terminal.stderr.write(
      `${red("toolpress:")} ${printable(error.message)}\n${dim(printable(error.help ?? ""))}\n`,
    );
    return before;
  }
}

function specFolders(
  given: Given,
  configured: readonly string[] | undefined,
  cwd: string,
): ReadonlySet<string> {
  const named = given.words.length > 0 ? given.words : (configured ?? [specsFolder]);
  const folders = named.map((word) => resolve(cwd, word)).filter((path) => !anySpec.test(path));
  return new Set(folders.flatMap((folder) => [folder, ...foldersIn(folder)]));
}

function foldersIn(folder: string): readonly string[] {
  if (!isFolder(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isRelevant(path: string, { files, specs }: Watched): boolean {
  if (files.has(path) || specs.has(path) || configNames.includes(basename(path))) return true;
  return specs.has(dirname(path)) && (anySpec.test(path) || isFolder(path));
}

interface FolderWatch {
  /** Replaces the watched folders. Missing folders are skipped. */
  watch(folders: readonly string[]): void;
  close(): void;
}

/**
 * Creates a watch for folders. Single files are not watched, because many editors save a file by replacing it, and a
 * watch of the old file would then end. The listener gets each changed path after a short time without further changes.
 */
function createFolderWatch(listener: (path: string) => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  const timers = new Map<string, NodeJS.Timeout>();
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const changed = (path: string): void => {
    // The watcher of a replaced folder no longer works, so this watcher is removed.
    forget(path);
    clearTimeout(timers.get(path));
    timers.set(
      path,
      setTimeout(() => listener(path), settleMs),
    );
  };
  return {
    watch(folders) {
      for (const folder of folders) {
        if (watchers.has(folder) || !isFolder(folder)) continue;
        const watcher = watch(folder, (_event, name) => changed(join(folder, name ?? "")));
        watcher.on("error", () => forget(folder));
        watchers.set(folder, watcher);
      }
    },
    close() {
      for (const folder of [...watchers.keys()]) forget(folder);
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

function announce(count: number, { stderr, env }: Terminal): void {
  const files = count === 1 ? "1 file" : `${count} files`;
  stderr.write(paletteFor(stderr, env).dim(`watching ${files}; Ctrl-C ends\n`));
}
