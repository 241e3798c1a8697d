import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageVersion } from "../../base/package-files.js";

const runtime = "@toolpress/runtime";

/**
 * Returns a hint to install the runtime. Generated code imports the runtime, so it must be a dependency of the
 * application. A production install leaves out development dependencies, such as toolpress itself. Returns undefined if
 * the matching version of the runtime is installed, or if the project has no readable package.json.
 */
export function suggestRuntime(root: string): string | undefined {
  const project = readJson(manifestOf(root));
  if (project === undefined) return undefined;
  const command = `npm install ${runtime}@${packageVersion()}`;
  const named = [project["dependencies"], project["peerDependencies"]].some((dependencies) =>
    isListed(dependencies, runtime),
  );
  if (!named) return `Generated code imports ${runtime}, also in production: ${command}`;
  const installed = installedVersion(root);
  if (installed === undefined) return `${runtime} is not installed: ${command}`;
  if (installed === packageVersion()) return undefined;
  return `${runtime} ${installed} does not match toolpress ${packageVersion()}: ${command}`;
}

/**
 * Returns the commands that install the compiler for development and the runtime for production, in one line. Returns
 * undefined if package.json lists both.
 */
export function installCommand(root: string): string | undefined {
  const project = readJson(manifestOf(root)) ?? {};
  const lists = (name: string, groups: readonly string[]): boolean =>
    groups.some((group) => isListed(project[group], name));
  const version = packageVersion();
  const parts = [
    ...(lists("toolpress", ["devDependencies", "dependencies"])
      ? []
      : [`npm install --save-dev toolpress@${version}`]),
    ...(lists(runtime, ["dependencies", "peerDependencies"]) ? [] : [`npm install ${runtime}@${version}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(" && ");
}

function isListed(dependencies: unknown, name: string): boolean {
  return typeof dependencies === "object" && dependencies !== null && name in dependencies;
}

/** Returns the files on which the result of `suggestRuntime` depends. */
export function suggestionFiles(root: string): readonly string[] {
  const installed = installedManifest(root);
  return [manifestOf(root), ...(installed === undefined ? [] : [installed])];
}

const manifestOf = (root: string): string => join(root, "package.json");

function installedVersion(root: string): string | undefined {
  const path = installedManifest(root);
  const version = path === undefined ? undefined : readJson(path)?.["version"];
  return typeof version === "string" ? version : undefined;
}

function installedManifest(root: string): string | undefined {
  try {
    return createRequire(manifestOf(root)).resolve(`${runtime}/package.json`);
  } catch {
    return undefined;
  }
}

function readJson(path: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
