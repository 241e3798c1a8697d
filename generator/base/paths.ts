import { existsSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Returns the path with every link resolved, even if it ends in something that does not exist. */
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

/** The target of a link whose target does not exist yet. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** The path of a file relative to a folder. It has forward slashes on every system, for messages and for written files. */
export function fromRoot(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}

/** Whether a path from the project root, with forward slashes, leads out of the root. */
export function isOutside(path: string): boolean {
  return path === ".." || path.startsWith("../") || isAbsolute(path);
}

/** Whether a path is a folder or lies in it. Compares text only and resolves no links. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Whether a path is a folder or lies in it after links are resolved. */
export function isReallyInside(folder: string, path: string): boolean {
  return isInside(realOf(folder), realOf(path));
}

/**
 * Whether a path exists with exactly these names. Windows and macOS ignore the case of names, Linux does not. Without
 * this check, one machine would commit a path that another machine refuses. Names above the folder do not count.
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

/** The names in a folder in composed form, because macOS may return letters and their accents as separate characters. */
function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder).map((name) => name.normalize()));
  } catch {
    return new Set();
  }
}
