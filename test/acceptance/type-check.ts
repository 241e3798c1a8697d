import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Checks programs of users with the TypeScript compiler, as an editor does.

const root = fileURLToPath(new URL("../../", import.meta.url));
const compiler = join(root, "node_modules/typescript-7/bin/tsc");

/**
 * Returns the errors of the TypeScript compiler in these programs, one line each. One run checks all
 * programs.
 */
export function typeErrors(programs: readonly string[]): readonly string[] {
  const cache = join(root, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "type-check-"));
  const config = {
    extends: "../../tsconfig.json",
    // The options are those of a strict project. Other flags of this repository are not set, because a user's
    // project may lack them.
    compilerOptions: {
      incremental: false,
      noUnusedLocals: false,
      noUncheckedIndexedAccess: false,
      exactOptionalPropertyTypes: false,
    },
    include: [],
    files: programs,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  try {
    execFileSync(process.execPath, [compiler, "-p", folder, "--pretty", "false"], { cwd: root });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout?: Buffer };
    if (stdout === undefined) throw error;
    return stdout.toString("utf8").trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
