import { readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Load } from "../base/documents.js";
import { existsAsSpelled, isInside } from "../base/paths.js";

/** Loads files of a project for `createDocuments`: links are followed, but never out of the root. `onRead` is told what was asked for, there or not. */
export function createLoader(
  root: string,
  onRead: (path: string) => void = () => {},
  /** Folders outside the root that the user opened by naming a spec there. */
  alsoOpen: readonly string[] = [],
): Load {
  const realRoot = realpathSync(root);
  const open = [realRoot, ...alsoOpen.map((folder) => realpathSync(resolve(realRoot, folder)))];
  const isOpen = (path: string): boolean => open.some((folder) => isInside(folder, path));
  return (path) => {
    const asked = resolve(realRoot, path);
    if (!isOpen(asked)) return { refused: "outside" };
    onRead(path);
    let real: string;
    try {
      real = realpathSync(asked);
    } catch {
      return undefined;
    }
    if (!isOpen(real)) return { refused: "outside" };
    if (!existsAsSpelled(open.find((folder) => isInside(folder, asked)) ?? realRoot, asked)) return undefined;
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

/** Why bytes are no UTF-8 text, and where. */
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
