import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { UsageError } from "../commands/command.js";
import { fromRoot, isInside } from "../../base/paths.js";
import { replaceFile } from "../../write/replace-file.js";

/** Writes a file that a person asked for, whole or not at all, and never through a link. */
export function putFile(root: string, path: string, text: string): void {
  refuseLinks(root, path);
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, text);
}

/** Whether anything is there; a link that leads nowhere counts. */
export function isTaken(path: string): boolean {
  return statsOf(path) !== undefined;
}

/**
 * A link in a project comes with a pull request and may lead anywhere, so none below the root is followed. Folders outside the project
 * were named by the user; there only the file itself counts.
 */
export function refuseLinks(root: string, path: string): void {
  for (const step of isInside(root, path) ? stepsTo(root, path) : [path]) {
    const stats = statsOf(step);
    // A file where a folder belongs is refused by the operating system, which says so.
    if (stats === undefined || stats.isDirectory() || stats.isFile()) continue;
    throw new UsageError(
      `expected a ${step === path ? "file" : "folder"} or nothing at ${fromRoot(root, step)}, found ${stats.isSymbolicLink() ? "a symbolic link" : "a device"}`,
      "Nothing was written. Remove it, or give another --out.",
    );
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // Below something that is no folder.
  }
}

/** Every path between a folder and a file in it, the file last. */
function stepsTo(root: string, path: string): readonly string[] {
  const steps: string[] = [];
  for (const name of relative(root, path).split(sep)) steps.push(join(steps.at(-1) ?? root, name));
  return steps;
}
