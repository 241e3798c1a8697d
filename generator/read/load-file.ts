import { readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Load } from "../base/documents.js";
import { existsAsSpelled, isInside } from "../base/paths.js";

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
    if (!existsAsSpelled(open.find((folder) => isInside(folder, requested)) ?? realRoot, requested))
      return undefined;
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

/** The first byte that is not UTF-8, with its location. */
export function encodingProblem(bytes: Uint8Array): string {
  // One bad byte makes one replacement character; the text before the first one is as it was.
  const before = new TextDecoder("utf-8").decode(bytes).split("\uFFFD")[0] ?? "";
  let offset = new TextEncoder().encode(before).length;
  // The decoder takes away a byte order mark.
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) offset += 3;
  const lines = before.split("\n");
  const byte = (bytes[offset] ?? 0).toString(16).padStart(2, "0");
  return `it is not UTF-8 text: byte 0x${byte} at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}
