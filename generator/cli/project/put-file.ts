import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { UsageError } from "../commands/command.js";
import { fromRoot, isInside } from "../../base/paths.js";
import { replaceFile } from "../../write/replace-file.js";

/** Writes a file that the user requested. The file is written completely or not at all, and never through a link. */
export function putFile(root: string, path: string, text: string): void {
  refuseLinks(root, path);
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, text);
}

/** Returns whether something exists at a path, even if it is a broken link. */
export function isTaken(path: string): boolean {
  return statsOf(path) !== undefined;
}

/**
 * Throws if a link would be followed. Below the root, no part of the path may be a link, because a pull request can add
 * a link that leads anywhere. Outside of the root, the user has chosen the folder, so only the file itself must not be
 * a link.
 */
export function refuseLinks(root: string, path: string): void {
  for (const step of isInside(root, path) ? stepsTo(root, path) : [path]) {
    const stats = statsOf(step);
    // If the path of a folder leads to a file, the operating system reports this problem.
    if (stats === undefined || stats.isDirectory() || stats.isFile()) continue;
    throw new UsageError(
      `expected a ${step === path ? "file" : "folder"} or nothing at ${fromRoot(root, step)}, found ${stats.isSymbolicLink() ? "a symbolic link" : "a device"}`,
      "Nothing was written. Remove it, or use another --out.",
    );
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // A parent of the path is not a folder.
  }
}

/** Returns all paths from a folder to a file in it. The file is the last path. */
function stepsTo(root: string, path: string): readonly string[] {
  const steps: string[] = [];
  for (const name of relative(root, path).split(sep)) steps.push(join(steps.at(-1) ?? root, name));
  return steps;
}
