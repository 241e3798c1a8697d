import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const temporary = /^\..*\.toolpress-[0-9a-f]{12}\.tmp$/;
const abandonedAfterMs = 60_000;

/** Replaces a file whole or not at all: written beside it under a new name, then renamed. */
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

/** Most files have a folder already, so it is made only when one turns out to be missing. */
function create(path: string, text: string): void {
  // `wx` follows no link and takes no file that is there already.
  const write = (): void => writeFileSync(path, text, { flag: "wx" });
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true });
    write();
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
