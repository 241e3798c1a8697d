import { type Dirent, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { isInside } from "../base/paths.js";

/** Files that no program loads as code: notes, files of git and of file managers, and temporary files of killed runs. */
const harmless = [
  /\.(?:md|txt)$/i,
  /^\.git(?:ignore|attributes|keep)$/,
  /^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/,
  /^\..*\.toolpress-[0-9a-f]{12}\.tmp$/,
];

/** Whether a file that toolpress did not write may stay among generated code. */
export function mayStay(path: string): boolean {
  const name = basename(path);
  return harmless.some((pattern) => pattern.test(name));
}

/**
 * Finds files and folders in the output folder that belong to no set, as paths from it with forward slashes. For a folder only its own path
 * is returned, unless it contains known files.
 */
export function findStrangers(
  out: string,
  sets: ReadonlySet<string>,
  known: readonly string[],
): readonly string[] {
  const inside = known.filter((path) => isInside(out, path));
  return entriesOf(out)
    .filter(({ name }) => !sets.has(name))
    .flatMap((entry) => strangersAt(out, entry, inside).map((path) => `${entry.name}${path}`))
    .sort();
}

/** Paths relative to the entry, empty for the entry itself. */
function strangersAt(folder: string, entry: Dirent, known: readonly string[]): readonly string[] {
  const path = join(folder, entry.name);
  if (!entry.isDirectory()) return known.includes(path) || (entry.isFile() && mayStay(path)) ? [] : [""];
  const below = entriesOf(path).flatMap((inner) =>
    strangersAt(path, inner, known).map((rest) => `/${inner.name}${rest}`),
  );
  return below.length === 0 || known.some((one) => isInside(path, one)) ? below : [""];
}

function entriesOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}
