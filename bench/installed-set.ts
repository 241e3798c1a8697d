import { spawnSync } from "node:child_process";
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { runNode } from "./child.js";
import { toolpressCli } from "./generators.js";
import { writeYamlSpecs } from "./yaml-specs.js";

/**
 * Creates a project that contains the built package and one generated set. The set is compiled to one module for each
 * file. Our sources are not loaded directly: their loader would be measured too, and the peers are measured as built
 * packages.
 */
export async function installSet(folder: string, tools: number): Promise<void> {
  if (!existsSync(toolpressCli)) spawnSync(process.execPath, ["build.js"], { stdio: "inherit" });
  writeYamlSpecs(folder, tools, tools);
  const made = await runNode([toolpressCli, "gen"], folder);
  if (made.failure !== undefined) throw new Error(made.failure);
  // The package is copied, as npm does it. With a link, Node would resolve the link at every import.
  for (const part of ["dist", "package.json"])
    cpSync(
      fileURLToPath(new URL(`../runtime/${part}`, import.meta.url)),
      `${folder}/node_modules/@toolpress/runtime/${part}`,
      { recursive: true },
    );
  await build({
    entryPoints: [`${folder}/generated/set0/**/*.ts`],
    outdir: `${folder}/compiled`,
    format: "esm",
  });
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }\n');
}
