import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The folder of a corpus beside the project. If it is missing, prints that and returns undefined. `REQUIRE_CORPORA=1` makes that an error.
 */
export function corpus(name: string): string | undefined {
  const folder = fileURLToPath(new URL(`../../../shared/corpora/${name}`, import.meta.url));
  if (existsSync(folder)) return folder;
  const absent = `the corpus "${name}" is not at ../shared/corpora/${name}`;
  if (process.env["REQUIRE_CORPORA"] === "1") throw new Error(absent);
  console.log(`${absent}; its tests are skipped`);
  return undefined;
}
