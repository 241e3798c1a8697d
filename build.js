// Makes dist/: compiled modules, and beside them the files they read at run time.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL(".", import.meta.url));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

rmSync(`${root}dist`, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

for (const folder of ["templates", "schema", "remotes"]) {
  if (!existsSync(root + folder)) continue;
  cpSync(root + folder, `${root}dist/${folder}`, { recursive: true, filter: isAsset });
}
chmodSync(`${root}dist/generator/cli.js`, 0o755);

function isAsset(path) {
  return statSync(path).isDirectory() ? !path.endsWith("__pycache__") : !/\.(ts|pyc)$/.test(path);
}
