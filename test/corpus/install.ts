import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Installs packages into a folder of their own, unless they are already installed. Each package is written as
 * `name@version`.
 */
export function installPackages(folder: string, packages: readonly string[], size: string): void {
  const missing = packages.filter((wanted) => !isInstalled(folder, wanted));
  if (missing.length === 0) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  console.log(`installing ${packages.join(", ")} into ${folder}, about ${size}`);
  // One call installs all packages, because npm removes packages that an earlier call with --no-save
  // installed.
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-save"];
  execFileSync("npm", ["install", ...flags, ...packages], { cwd: folder, stdio: "inherit" });
}

function isInstalled(folder: string, wanted: string): boolean {
  const at = wanted.lastIndexOf("@");
  const file = join(folder, "node_modules", wanted.slice(0, at), "package.json");
  if (!existsSync(file)) return false;
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  const expected = wanted.slice(at + 1);
  return version === expected || version.startsWith(`${expected}.`);
}
