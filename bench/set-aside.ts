import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { peersFolder } from "./install-peers.js";

const old = `${peersFolder}old`;
let moved = 0;

/**
 * Moves the output of the last round to another folder instead of deleting it. On some file systems, creating files is
 * ten times slower for half a minute after thousands of files were deleted. This would distort the times of generators
 * that write many files.
 */
export function setAside(folder: string): void {
  if (!existsSync(folder)) return;
  mkdirSync(old, { recursive: true });
  renameSync(folder, `${old}/${process.pid}-${(moved += 1)}`);
}

/** Deletes all output that was moved. This function is called when all measurements are complete. */
export function deleteSetAside(): void {
  rmSync(old, { recursive: true, force: true });
}
