import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { UsageError } from "../commands/command.js";
import { fromRoot, isInside } from "../../base/paths.js";
import { replaceFile } from "../../write/replace-file.js";

/** Writes a file that the user requested, completely or not at all, and never through a link. */
export function putFile(root: string, path: string, text: string): void {
  refuseLinks(root, path);
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, text);
}

/** Whether a path exists. A broken link counts. */
export function isTaken(path: string): boolean {
  return statsOf(path) !== undefined;
}

/**
 * Links below the root are not followed, because a pull request can add one that leads anywhere. Outside the project, where the user named
 * the folder, only the file itself must not be a link.
 */
export function refuseLinks(root: string, path: string): void {
  for (const step of isInside(root, path) ? stepsTo(root, path) : [path]) {
    const stats = statsOf(step);
    // The operating system reports a file in place of a folder.
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
    return undefined; // A parent is not a folder.
  }
}

/** Every path between a folder and a file in it, the file last. */
function stepsTo(root: string, path: string): readonly string[] {
  const steps: string[] = [];
  for (const name of relative(root, path).split(sep)) steps.push(join(steps.at(-1) ?? root, name));
  return steps;
}
