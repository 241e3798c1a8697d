import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { peersFolder } from "./install-peers.js";

const old = `${peersFolder}old`;
let moved = 0;

/**
 * Takes the output of the last round away without deleting it: on some file systems, creating files is ten times slower for half a minute
 * after thousands were deleted, and whoever writes many files would be charged for the cleaning.
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
