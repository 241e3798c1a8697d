import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFile } from "../../write/replace-file.js";

/**
 * Returns the path of a cache file. The file is in `node_modules`, like the caches of other tools, because this folder
 * is not committed. Returns undefined if there is no `node_modules`.
 */
export function cacheFile(folder: string, identity: unknown): string | undefined {
  const cache = nodeModules(folder);
  if (cache === undefined) return undefined;
  return join(cache, ".cache", "toolpress", `${hashOf(JSON.stringify(identity)).slice(0, 32)}.json`);
}

/**
 * Returns the content of a cache file. Returns undefined if the file is missing, or if its checksum shows that it is
 * incomplete or was edited.
 */
export function readCacheFile(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, "utf8");
    const end = text.indexOf("\n");
    const content = text.slice(end + 1);
    return end > 0 && text.slice(0, end) === hashOf(content) ? content : undefined;
  } catch {
    return undefined; // The file does not exist.
  }
}

export function writeCacheFile(file: string, content: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, `${hashOf(content)}\n${content}`);
  } catch {
    // If the cache cannot be written, later runs are slower. Nothing else depends on the cache.
  }
}

export function hashOf(...texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(`${text.length} `).update(text);
  return hash.digest("hex");
}

function nodeModules(folder: string): string | undefined {
  const here = join(folder, "node_modules");
  if (existsSync(here)) return here;
  const parent = dirname(folder);
  return parent === folder ? undefined : nodeModules(parent);
}
