import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../.cache/bench/", import.meta.url));

/** Installs packages that only a bench needs into a cache folder, on first use, and gives a way to load them. */
export function installPeers(packages: readonly string[]): NodeJS.Require {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(`${folder}package.json`)) writeFileSync(`${folder}package.json`, '{ "private": true }\n');
  const missing = packages.filter((name) => !existsSync(`${folder}node_modules/${name}`));
  if (missing.length > 0) {
    console.log(`installing ${missing.join(", ")} into .cache/bench`);
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", ...missing], {
      cwd: folder,
      stdio: "inherit",
    });
  }
  return createRequire(folder);
}
