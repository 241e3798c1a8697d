import { readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Load } from "../base/documents.js";
import { isInside } from "../base/paths.js";

/** Loads files of a project for `createDocuments`. Links are followed, but never out of the root. `onRead` is called with every requested path, even if it does not exist. */
export function createLoader(
  root: string,
  onRead: (path: string) => void = () => {},
  /** Folders outside the root that may be read, because the user named a spec in them. */
  alsoOpen: readonly string[] = [],
): Load {
  const realRoot = realpathSync(root);
  const open = [realRoot, ...alsoOpen.map((folder) => realpathSync(resolve(realRoot, folder)))];
  const isOpen = (path: string): boolean => open.some((folder) => isInside(folder, path));
  return (path) => {
    const requested = resolve(realRoot, path);
    if (!isOpen(requested)) return { refused: "outside" };
    onRead(path);
    let real: string;
    try {
      real = realpathSync(requested);
    } catch {
      return undefined;
    }
    if (!isOpen(real)) return { refused: "outside" };
    if (!statSync(real).isFile()) return undefined;
    return decodeText(readFileSync(real)) ?? { refused: "unreadable" };
  };
}

/** UTF-8 only, with or without a byte order mark. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
