import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Returns the folder of a corpus beside the project. If the folder is missing, prints a message and returns
 * undefined. With `REQUIRE_CORPORA=1`, a missing folder is an error.
 */
export function corpus(name: string): string | undefined {
  const folder = fileURLToPath(new URL(`../../../shared/corpora/${name}`, import.meta.url));
  if (existsSync(folder)) return folder;
  const absent = `the corpus "${name}" is not at ../shared/corpora/${name}`;
  if (process.env["REQUIRE_CORPORA"] === "1") throw new Error(absent);
  console.log(`${absent}; its tests are skipped`);
  return undefined;
}
