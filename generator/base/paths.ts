import { existsSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The path with every link on it resolved, also where it ends in something that does not exist. */
export function realOf(path: string, mostLinks = 40): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    if (parent === path) return path;
    const target = mostLinks > 0 ? targetOf(path) : undefined;
    if (target !== undefined) return realOf(resolve(realOf(parent), target), mostLinks - 1);
    return join(realOf(parent, mostLinks), basename(path));
  }
}

/** Where a link leads that leads nowhere yet. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** A path from a folder, with forward slashes on every system: as it is shown to people and written into files. */
export function fromRoot(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

/** Whether a path from the project root, with forward slashes, leads out of it. */
export function isOutside(path: string): boolean {
  return path === ".." || path.startsWith("../") || isAbsolute(path);
}

/** Whether a path is a folder or lies in it. Decided on the text. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The same with links resolved. */
export function isReallyInside(folder: string, path: string): boolean {
  return isInside(realOf(folder), realOf(path));
}

/**
 * Whether a path exists with exactly these names. Windows and macOS find files by names in another case, Linux does not: what one machine
 * finds and another does not would be committed by the first and refused by the second. Names above the folder do not count.
 */
export function existsAsSpelled(folder: string, path: string): boolean {
  if (!existsSync(path)) return false;
  const names = isInside(folder, path) ? fromRoot(folder, path).split("/") : [basename(path)];
  let parent = isInside(folder, path) ? folder : dirname(path);
  for (const name of names) {
    if (name !== "" && !namesIn(parent).has(name.normalize())) return false;
    parent = join(parent, name);
  }
  return true;
}

/** macOS may give letters and their accents apart. */
function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder).map((name) => name.normalize()));
  } catch {
    return new Set();
  }
}
