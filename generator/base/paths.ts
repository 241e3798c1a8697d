import { existsSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Returns a path with all links resolved. The file at the end of the path may be missing. */
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

/** Returns the target of a link. `realOf` uses it for links whose target does not exist yet. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the path of a file relative to a folder. The result has forward slashes on every system, for messages and
 * generated files.
 */
export function fromRoot(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

/** Returns whether a path leads out of the project root. The path is relative to the root, with forward slashes. */
export function isOutside(path: string): boolean {
  return path === ".." || path.startsWith("../") || isAbsolute(path);
}

/**
 * Returns whether a path is a folder or lies in it. Only the texts of the paths are compared, so links are not
 * resolved.
 */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Returns whether a path is a folder or lies in it after links are resolved. */
export function isReallyInside(folder: string, path: string): boolean {
  return isInside(realOf(folder), realOf(path));
}

/**
 * Returns whether a path exists with exactly this spelling. Windows and macOS ignore case in names, Linux does not.
 * Without this check, one machine could commit a path that another machine does not find. The path of the folder itself
 * is not checked.
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

/**
 * Returns the names in a folder. They are normalised, because macOS may return a letter and its accent as two
 * characters.
 */
function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder).map((name) => name.normalize()));
  } catch {
    return new Set();
  }
}
