import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** The folder of installed packages and documents. It is not committed. */
export const peersFolder = fileURLToPath(new URL("../.cache/bench/", import.meta.url));

/**
 * Installs packages that only a bench needs into a cache folder, if they are missing. Returns a `require` function
 * that loads packages from this folder. A package is given as `name` or `name@range`.
 */
export function installPeers(packages: readonly string[]): NodeJS.Require {
  mkdirSync(peersFolder, { recursive: true });
  if (!existsSync(`${peersFolder}package.json`))
    writeFileSync(`${peersFolder}package.json`, '{ "private": true }\n');
  const missing = packages.filter(
    (wanted) => !existsSync(`${peersFolder}node_modules/${wanted.replace(/(?<=.)@.*/, "")}`),
  );
  if (missing.length > 0) {
    console.log(`installing ${missing.join(", ")} into .cache/bench`);
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", ...missing], {
      cwd: peersFolder,
      stdio: "inherit",
    });
  }
  return createRequire(peersFolder);
}

export function peerVersion(name: string): string {
  const text = readFileSync(`${peersFolder}node_modules/${name}/package.json`, "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
