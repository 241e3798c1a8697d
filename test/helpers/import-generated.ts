import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import type { GeneratedSet } from "../../generator/generate.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

const modules: Readonly<Record<string, string>> = {
  "@toolpress/runtime/v1": "runtime/v1.ts",
  "@toolpress/runtime/http/v1": "runtime/http/v1.ts",
  "@toolpress/runtime/search/v1": "runtime/search/v1.ts",
};

/**
 * Writes a generated set as JavaScript that imports the sources of the runtime. Returns the URL of one of its
 * modules.
 */
export function writeRunnable(set: GeneratedSet, folder: string): (module: string) => string {
  for (const file of set.files.filter(({ path }) => path.endsWith(".ts"))) {
    const { code } = transformSync(file.text, { loader: "ts", format: "esm" });
    const linked = Object.entries(modules).reduce(
      (source, [name, at]) =>
        source.replaceAll(`from "${name}"`, `from ${JSON.stringify(pathToFileURL(join(root, at)).href)}`),
      code,
    );
    const path = join(folder, set.name, file.path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, linked);
  }
  return (module) => pathToFileURL(join(folder, set.name, module)).href;
}

/**
 * Imports each file of a set, including files that the set loads only when a tool is called. Returns their
 * number.
 */
export async function importEveryFile(set: GeneratedSet, folder: string): Promise<number> {
  const moduleUrl = writeRunnable(set, folder);
  const files = set.files.filter(({ path }) => path.endsWith(".ts"));
  for (const { path } of files) await import(/* @vite-ignore */ moduleUrl(path.replace(/\.ts$/, ".js")));
  return files.length;
}
