import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { peersFolder } from "./install-peers.js";

const old = `${peersFolder}old`;
let moved = 0;

/**
 * Moves the output of the last round away without deleting it. On some file systems, creating files is ten times slower for half a
 * minute after thousands were deleted, which would distort the times of generators that write many files.
 */
export function setAside(folder: string): void {
  if (!existsSync(folder)) return;
  mkdirSync(old, { recursive: true });
  renameSync(folder, `${old}/${process.pid}-${(moved += 1)}`);
}

/** When nothing is measured any more. */
export function deleteSetAside(): void {
  rmSync(old, { recursive: true, force: true });
}
