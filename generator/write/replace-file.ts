import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const temporary = /^\..*\.toolpress-[0-9a-f]{12}\.tmp$/;
const abandonedAfterMs = 60_000;

/**
 * Replaces a file completely or not at all. The text is written to a temporary file in the same folder, which is then
 * renamed.
 */
export function replaceFile(path: string, text: string): void {
  const suffix = randomBytes(6).toString("hex");
  const beside = join(dirname(path), `.${basename(path)}.toolpress-${suffix}.tmp`);
  try {
    create(beside, text);
    renameSync(beside, path);
  } catch (error) {
    removeIfThere(beside);
    throw error;
  }
}

/** Creates a file. Its folder usually exists, so the folder is created only if the first attempt fails. */
function create(path: string, text: string): void {
  // The flag `wx` fails if the file exists, and does not follow links.
  const write = (): void => writeFileSync(path, text, { flag: "wx" });
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true });
    write();
  }
}

/** Deletes old temporary files. A temporary file remains if a run is killed before it renames the file. */
export function removeAbandoned(folder: string): void {
  for (const name of namesIn(folder)) {
    if (!temporary.test(name)) continue;
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > abandonedAfterMs) removeIfThere(path);
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // The folder does not exist yet, or it cannot be read. In the second case, writing fails and reports the reason.
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The file was never created, or it is already deleted.
  }
}
