import { type Dirent, lstatSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { realOf } from "../base/paths.js";

/** The reason why toolpress cannot write to a path. */
export type Obstacle =
  | { readonly kind: "escape" }
  | {
      readonly kind: "occupied";
      readonly found: string;
      /**
       * The path that is occupied, relative to the folder of the set: the file itself, or one of its parent folders.
       */
      readonly at: string;
    };

/**
 * The output folder of a tool set. Its methods reach only regular files in real folders, and no path outside of the
 * output folder.
 */
export interface Folder {
  readonly path: string;
  /** Returns the absolute path of a file. `path` has forward slashes. */
  at(path: string): string;
  obstacle(path: string): Obstacle | undefined;
  /** Returns the text of a file. Returns undefined if the file does not exist. */
  read(path: string): string | undefined;
  /** Returns the paths of all files, links and devices at any depth, with forward slashes. */
  list(): readonly string[];
}

/**
 * Opens the folder of a tool set in the output folder. Both folders may be missing. Links above the output folder are
 * followed. The output folder and all paths in it must not be links.
 */
export function openFolder(out: string, set: string): Folder {
  const top = join(realOf(dirname(resolve(out))), basename(resolve(out)));
  const folder = join(top, set);
  const at = (file: string): string => join(folder, ...file.split("/"));
  // The kinds of folders are cached, because many files are in the same folder. The cache stays correct, because all
  // files are checked before the first one is written.
  const kinds = new Map<string, Kind>();
  const kindOfFolder = (path: string): Kind => {
    if (!kinds.has(path)) kinds.set(path, kindOf(path));
    return kinds.get(path);
  };
  return {
    path: folder,
    at,
    obstacle(file) {
      if (!isPlainPath(set) || !isPlainPath(file)) return { kind: "escape" };
      const segments = [set, ...file.split("/")];
      for (let depth = 0; depth < segments.length; depth += 1) {
        const found = kindOfFolder(join(top, ...segments.slice(0, depth)));
        if (found === undefined) return undefined;
        const way = depth === 0 ? ".." : segments.slice(1, depth).join("/") || ".";
        if (found !== "a folder") return { kind: "occupied", found, at: way };
      }
      const found = kindOf(at(file));
      return found === undefined || found === "a file" ? undefined : { kind: "occupied", found, at: file };
    },
    read: (file) => (kindOf(at(file)) === "a file" ? readFileSync(at(file), "utf8") : undefined),
    list: () => ([top, folder].every((path) => kindOf(path) === "a folder") ? listFiles(folder, "") : []),
  };
}

/** Returns the sorted names of the folders in the output folder. */
export function foldersIn(out: string): readonly string[] {
  if (kindOf(out) !== "a folder") return [];
  const entries = readdirSync(out, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/**
 * Returns whether a path means the same file on every system. Such a path consists of plain names, without `..`,
 * devices and drives.
 */
function isPlainPath(path: string): boolean {
  return path.split("/").every((segment) => /^[\w@][\w@.+-]*$/.test(segment) && !segment.endsWith("."));
}

type Kind = "a file" | "a folder" | "a symbolic link" | "something else" | undefined;

function kindOf(path: string): Kind {
  let stats: Stats | undefined;
  try {
    stats = lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // This happens if the parent is not a folder, or if access is denied.
  }
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) return "a symbolic link";
  return stats.isFile() ? "a file" : stats.isDirectory() ? "a folder" : "something else";
}

function listFiles(folder: string, prefix: string): string[] {
  const entries: Dirent[] = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = `${prefix}${entry.name}`;
    return entry.isDirectory() ? listFiles(join(folder, entry.name), `${path}/`) : [path];
  });
}
