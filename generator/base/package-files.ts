// Reads files of this package at run time. The code can run from sources, compiled or bundled. In each of these
// cases, its folder has another depth, so the root of the package is searched for.
import { readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(import.meta.url);
const root = findRoot(dirname(here));
const built = join(root, "dist");
const isBuilt = here.startsWith(built + sep);

/** Reads a file that the build copies beside the code, for example a template. */
export function readAsset(path: string): string {
  return readFileSync(join(isBuilt ? built : root, path), "utf8");
}

/** Returns the id of the build. Returns undefined if the code runs from sources, which can change at any time. */
export function readBuildId(): string | undefined {
  return isBuilt ? readAsset("build-id") : undefined;
}

export function packageVersion(): string {
  return manifestIn(root)?.version ?? "unknown";
}

function findRoot(folder: string): string {
  if (manifestIn(folder)?.name === "toolpress") return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`no package.json of toolpress above ${here}`);
  return findRoot(parent);
}

function manifestIn(folder: string): { name?: string; version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      name?: string;
      version?: string;
    };
  } catch {
    return undefined;
  }
}
