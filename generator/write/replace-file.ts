import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const temporary = /^\..*\.toolpress-[0-9a-f]{12}\.tmp$/;
const abandonedAfterMs = 60_000;

/** Replaces a file whole or not at all: written beside it under a new name, then renamed. */
export function replaceFile(path: string, text: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const suffix = randomBytes(6).toString("hex");
  const beside = join(folder, `.${basename(path)}.toolpress-${suffix}.tmp`);
  try {
    // `wx` follows no link and takes no file that is there already.
    writeFileSync(beside, text, { flag: "wx" });
    renameSync(beside, path);
  } catch (error) {
    removeIfThere(beside);
    throw error;
  }
}

/** A run that was killed between writing and renaming leaves its file behind. */
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
    return []; // Not there yet; or writing will fail, and say why.
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never created, or is gone already.
  }
}
