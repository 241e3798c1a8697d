import { type Dirent, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { isInside } from "../base/paths.js";

/** Nothing loads these as code: notes, files of git and of file managers, and what a killed run of ours left. */
const harmless = [
  /\.(?:md|txt)$/i,
  /^\.git(?:ignore|attributes|keep)$/,
  /^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/,
  /^\..*\.toolpress-[0-9a-f]{12}\.tmp$/,
];

/** Whether a file that toolpress did not write may lie among generated code. */
export function mayStay(path: string): boolean {
  const name = basename(path);
  return harmless.some((pattern) => pattern.test(name));
}

/**
 * What lies in the output folder and belongs to no set, as paths from it with forward slashes. A folder counts as a whole, without what
 * is in it, unless some of it is known.
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

/** Paths from the entry: an empty one for the entry itself. */
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
