import { type Dirent, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { isInside } from "../base/paths.js";

/**
 * Matches files that no program loads as code: notes, files of git and of file managers, and temporary files of killed
 * runs.
 */
const harmless = [
  /\.(?:md|txt)$/i,
  /^\.git(?:ignore|attributes|keep)$/,
  /^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/,
  /^\..*\.toolpress-[0-9a-f]{12}\.tmp$/,
];

/** Returns whether a file that toolpress did not write may stay beside generated code. */
export function mayStay(path: string): boolean {
  const name = basename(path);
  return harmless.some((pattern) => pattern.test(name));
}

/**
 * Finds the files and folders in the output folder that belong to no tool set. The paths are relative to the output
 * folder, with forward slashes. A folder is returned as one path, unless it contains files that toolpress knows.
 */
export function findUnknownFiles(
  out: string,
  sets: ReadonlySet<string>,
  known: readonly string[],
): readonly string[] {
  const inside = known.filter((path) => isInside(out, path));
  return entriesOf(out)
    .filter(({ name }) => !sets.has(name))
    .flatMap((entry) => unknownFilesAt(out, entry, inside).map((path) => `${entry.name}${path}`))
    .sort();
}

/**
 * Returns the unknown files of a folder entry, as paths relative to this entry. If the complete entry is unknown, the
 * path is empty.
 */
function unknownFilesAt(folder: string, entry: Dirent, known: readonly string[]): readonly string[] {
  const path = join(folder, entry.name);
  if (!entry.isDirectory()) return known.includes(path) || (entry.isFile() && mayStay(path)) ? [] : [""];
  const below = entriesOf(path).flatMap((inner) =>
    unknownFilesAt(path, inner, known).map((rest) => `/${inner.name}${rest}`),
  );
  return below.length === 0 || known.some((one) => isInside(path, one)) ? below : [""];
}

function entriesOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}
