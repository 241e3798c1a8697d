import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fromRoot, isInside, realOf } from "../../base/paths.js";
import type { Terminal } from "../commands/command.js";

/**
 * Returns the folder in which toolpress runs, relative to the root of the repository. GitHub needs paths that begin at
 * this root.
 */
export function folderInRepository({ cwd, env }: Pick<Terminal, "cwd" | "env">): string {
  const here = realOf(cwd);
  const workspace = env["GITHUB_WORKSPACE"];
  const root = workspace !== undefined && workspace !== "" ? realOf(workspace) : undefined;
  if (root !== undefined && isInside(root, here)) return fromRoot(root, here);
  return fromRoot(rootOfRepository(here) ?? here, here);
}

/** Returns the nearest folder that contains `.git`. In a worktree, `.git` is a file. */
function rootOfRepository(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : rootOfRepository(parent);
}
