import { posix, resolve } from "node:path";
import { fromRoot } from "../../base/paths.js";
import type { Report } from "../../diagnostics/report.js";
import type { GeneratedSet } from "../../generate.js";
import { modulePath } from "../../emit/module-path.js";
import { planStubs } from "../../pipeline/stubs.js";
import { openFolder } from "../../write/folder.js";
import { reportObstacle } from "../../write/write.js";
import { replaceFile } from "../../write/replace-file.js";
import type { Project } from "./project.js";

/** Writes stubs for the handlers of a tool set to `<stubs>/<set>/`. Returns the paths of the written files. */
export async function writeStubs(
  project: Project,
  set: GeneratedSet,
  stubs: string,
  report: Report,
): Promise<readonly string[]> {
  const folder = openFolder(resolve(project.root, stubs), set.name);
  const shown = fromRoot(project.root, resolve(project.root, stubs, set.name));
  const { imports } = project.config.options;
  const generated = posix.relative(shown, posix.join(project.out, set.name, modulePath("index", imports)));
  const { files, missing } = await planStubs({
    set: set.name,
    lock: set.lock,
    descriptions: descriptionsOf(set),
    imports,
    generated: generated.startsWith(".") ? generated : `./${generated}`,
    existing: (path) => (folder.obstacle(path) === undefined ? folder.read(path) : undefined),
  });
  if (missing.length > 0) report.add("TP907", undefined, { file: `${shown}/index.ts`, handlers: missing });
  const written: string[] = [];
  for (const { path, text } of files) {
    const obstacle = folder.obstacle(path);
    const file = `${shown}/${path}`;
    if (obstacle?.kind === "escape") report.add("TP901", undefined, { file });
    else if (obstacle !== undefined) reportObstacle(shown, path, obstacle, report);
    else {
      replaceFile(folder.at(path), text);
      written.push(file);
    }
  }
  return written;
}

function descriptionsOf(set: GeneratedSet): ReadonlyMap<string, string> {
  const text = set.files.find(({ path }) => path === "declarations.json")?.text ?? "{}";
  const { functionDeclarations = [] } = JSON.parse(text) as {
    functionDeclarations?: readonly { name: string; description?: string }[];
  };
  return new Map(functionDeclarations.map(({ name, description }) => [name, description ?? ""]));
}
