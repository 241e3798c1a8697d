import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fromRoot, isInside, realOf } from "../../base/paths.js";
import type { Terminal } from "../commands/command.js";

/** The folder where toolpress runs, from the root of the repository: GitHub finds files from there. */
export function folderInRepository({ cwd, env }: Pick<Terminal, "cwd" | "env">): string {
  const here = realOf(cwd);
  const workspace = env["GITHUB_WORKSPACE"];
  const root = workspace !== undefined && workspace !== "" ? realOf(workspace) : undefined;
  if (root !== undefined && isInside(root, here)) return fromRoot(root, here);
  return fromRoot(rootOfRepository(here) ?? here, here);
}

/** In a worktree `.git` is a file. */
function rootOfRepository(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : rootOfRepository(parent);
}
