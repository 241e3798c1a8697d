import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Given, type Terminal, UsageError } from "../commands/command.js";
import { configNames } from "../config.js";
import { paletteFor } from "../terminal/colour.js";
import { specsFolder } from "./find-specs.js";
import { genOnce } from "./gen-once.js";

const settleMs = 80;

/**
 * `gen --watch`: runs again whenever a file that was read changes, or a spec appears. Folders are watched, not
 * files: many editors save by replacing the file, and a watched file would be lost.
 */
export async function watchGen(given: Given, terminal: Terminal): Promise<void> {
  const watchers = new Map<string, FSWatcher>();
  let files: ReadonlySet<string> = new Set();
  let wake: () => void = () => {};
  let timer: NodeJS.Timeout | undefined;

  const changed = (folder: string, name: string | null): void => {
    if (name !== null && !isRelevant(join(folder, name))) return;
    clearTimeout(timer);
    timer = setTimeout(() => wake(), settleMs);
  };
  const isRelevant = (path: string): boolean =>
    files.has(path) || configNames.includes(basename(path)) || isNewSpec(path, terminal.cwd, given);
  const watchFolder = (folder: string): void => {
    if (watchers.has(folder) || !existsSync(folder)) return;
    const watcher = watch(folder, (_event, name) => changed(folder, name));
    const forget = (): void => void (watcher.close(), watchers.delete(folder));
    watcher.on("error", forget);
    watchers.set(folder, watcher);
  };

  try {
    while (terminal.signal?.aborted !== true) {
      const woken = new Promise<void>((done) => {
        wake = done;
        terminal.signal?.addEventListener("abort", () => done(), { once: true });
      });
      files = await runOnce(given, terminal);
      for (const folder of foldersOf(files, terminal.cwd, given)) watchFolder(folder);
      announce(files.size, terminal);
      await woken;
    }
  } finally {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  }
}

/** A mistake must not end the watch; what was read before a mistake is still watched. */
async function runOnce(given: Given, terminal: Terminal): Promise<ReadonlySet<string>> {
  try {
    const { outcome } = await genOnce(given, terminal);
    return new Set([...(outcome.project?.filesRead ?? [])].map((path) => resolve(terminal.cwd, path)));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { red, dim } = paletteFor(terminal.stderr, terminal.env);
    terminal.stderr.write(`${red("toolpress:")} ${error.message}\n${dim(error.help ?? "")}\n`);
    return new Set();
  }
}

function foldersOf(files: ReadonlySet<string>, cwd: string, given: Given): ReadonlySet<string> {
  const named = given.words.length > 0 ? given.words : [specsFolder];
  const folders = [
    cwd,
    ...named.map((word) => resolve(cwd, word)),
    ...[...files].map((file) => dirname(file)),
  ];
  return new Set(folders.filter((folder) => !/\.(?:ya?ml|json)$/i.test(folder)));
}

/** A file that was not there at the last run, in the folder of the specs; or that folder itself. */
function isNewSpec(path: string, cwd: string, given: Given): boolean {
  if (given.words.length > 0)
    return given.words.some((word) => resolve(cwd, word) === path || resolve(cwd, word) === dirname(path));
  const folder = resolve(cwd, specsFolder);
  return path === folder || (dirname(path) === folder && /\.(?:ya?ml|json)$/i.test(path));
}

function announce(count: number, { stderr, env }: Terminal): void {
  stderr.write(paletteFor(stderr, env).dim(`watching ${count} files; Ctrl-C ends\n`));
}
