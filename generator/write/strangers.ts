import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/** Nothing loads these as code: notes, files of git and of file managers, and what a killed run of ours left. */
const harmless = [
  /\.(?:md|txt)$/i,
  /^\.git(?:ignore|attributes|keep)$/,
  /^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/,
  /^\..*\.toolpress-[0-9a-f]{12}\.tmp$/,
];

/** Whether a file that toolpress did not write may lie among generated code. */
export function mayStay(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return harmless.some((pattern) => pattern.test(name));
}

/** What lies in the output folder and belongs to no set; folders count as a whole, without what is in them. */
export function findStrangers(out: string, sets: ReadonlySet<string>): readonly string[] {
  return entriesOf(out)
    .filter((entry) => !sets.has(entry.name) && !isHarmless(out, entry))
    .map(({ name }) => name)
    .sort();
}

function isHarmless(folder: string, entry: Dirent): boolean {
  if (!entry.isDirectory()) return entry.isFile() && mayStay(entry.name);
  const path = join(folder, entry.name);
  return entriesOf(path).every((inner) => isHarmless(path, inner));
}

function entriesOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}
