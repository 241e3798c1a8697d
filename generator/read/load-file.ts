import { readFileSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Load } from "../base/documents.js";
import { existsAsSpelled, isInside } from "../base/paths.js";

/**
 * Returns a function that loads the files of a project for `createDocuments`. The function follows symbolic
 * links, but never out of the project. `onRead` is called with each requested path, even if the file does not exist.
 */
export function createLoader(
  root: string,
  onRead: (path: string) => void = () => {},
  /** Folders outside the project that may be read too, because the user named a spec in these folders. */
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

/** Decodes UTF-8, with or without a byte order mark. The result is undefined for other encodings. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Describes the first byte that is not UTF-8, with its location. */
export function encodingProblem(bytes: Uint8Array): string {
  // The decoder replaces an invalid byte with U+FFFD. The text before the first U+FFFD is decoded correctly.
  const before = new TextDecoder("utf-8").decode(bytes).split("\uFFFD")[0] ?? "";
  let offset = new TextEncoder().encode(before).length;
  // The decoder removes a byte order mark, so the three bytes of the mark are added to the offset.
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) offset += 3;
  const lines = before.split("\n");
  const byte = (bytes[offset] ?? 0).toString(16).padStart(2, "0");
  return `it is not UTF-8 text: byte 0x${byte} at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}
