import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isMapping } from "../../base/mapping.js";
import { fromRoot, isInside } from "../../base/paths.js";
import type { Report } from "../../diagnostics/report.js";
import type { ImportForm } from "../../emit/module-path.js";
import { readJsonc } from "../../read/jsonc.js";
import type { Project } from "./project.js";

// Decides the form of relative imports in generated files. The TypeScript options of the output folder determine the
// form. The output must be the same on every machine. So a file that cannot be read is an error, and no default is
// used.

/**
 * Returns the project with the form of imports in its options. If the config sets the form, the project is unchanged.
 * Otherwise tsconfig.json decides. Returns undefined if a problem was reported.
 */
export function withImportForm(project: Project, report: Report): Project | undefined {
  const { config, root, out } = project;
  if (config.hasImports) return project;
  const files = new Set<string>();
  const found = importFormFor(root, resolve(root, out), files);
  for (const file of files) project.noteRead(fromRoot(root, file));
  if (typeof found !== "string") {
    report.add("TP116", undefined, { file: fromRoot(root, found.file), problem: found.problem });
    return undefined;
  }
  return {
    ...project,
    config: { ...config, options: { ...config.options, imports: found } },
  };
}

/**
 * Returns the form of imports for files in the folder `out`. The path of every file that was searched is added to
 * `files`.
 */
export function importFormFor(root: string, out: string, files = new Set<string>()): ImportForm | Unreadable {
  try {
    const tsconfig = nearestTsconfig(root, out, files);
    return tsconfig === undefined ? "js" : formOf(readOptions(tsconfig, files));
  } catch (error) {
    if (error instanceof UnreadableFile) return { file: error.file, problem: error.problem };
    throw error;
  }
}

interface Unreadable {
  readonly file: string;
  readonly problem: string;
}

class UnreadableFile extends Error {
  readonly file: string;
  readonly problem: string;
  constructor(file: string, problem: string) {
    super(problem);
    this.file = file;
    this.problem = problem;
  }
}

/**
 * Returns the nearest tsconfig.json. The search begins above the output folder, because this folder contains only
 * generated files. The search ends at the project root.
 */
function nearestTsconfig(root: string, out: string, files: Set<string>): string | undefined {
  const start = out === root || !isInside(root, out) ? root : dirname(out);
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, "tsconfig.json");
    files.add(file);
    if (existsSync(file)) return file;
    if (folder === root || folder === dirname(folder)) return undefined;
  }
}

type CompilerOptions = Readonly<Record<string, unknown>>;

/** Returns the form of imports that compiler options require. */
function formOf(options: CompilerOptions): ImportForm {
  if (options["allowImportingTsExtensions"] === true || options["rewriteRelativeImportExtensions"] === true)
    return "ts";
  const decisive = String(options["moduleResolution"] ?? options["module"]).toLowerCase();
  return withoutEndings.includes(decisive) ? "none" : "js";
}

/**
 * The module settings for which imports need no ending. Bundlers and CommonJS loaders add the ending. Jest would not
 * find a `.ts` file by a path that ends in `.js`.
 */
const withoutEndings = ["bundler", "preserve", "node", "node10", "commonjs"];

/**
 * Returns the compiler options of a tsconfig file, merged with the options of the files that it extends. If the file
 * only lists referenced projects, the options of the first project are returned.
 */
function readOptions(file: string, files: Set<string>, above: readonly string[] = []): CompilerOptions {
  files.add(file);
  if (above.includes(file)) throw new UnreadableFile(file, "it extends itself");
  const config = readTsconfig(file);
  const path = [...above, file];
  const bases = [config["extends"] ?? []].flat().filter((base) => typeof base === "string");
  const inherited = bases.map((base) => readOptions(findBase(base, file, files), files, path));
  const own = isMapping(config["compilerOptions"]) ? config["compilerOptions"] : {};
  const [project] = Array.isArray(config["references"]) ? (config["references"] as unknown[]) : [];
  const isSolution = Array.isArray(config["files"]) && config["files"].length === 0;
  if (isSolution && isMapping(project) && typeof project["path"] === "string")
    return readOptions(projectFile(resolve(dirname(file), project["path"])), files, path);
  return Object.assign({}, ...inherited, own) as CompilerOptions;
}

function readTsconfig(file: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new UnreadableFile(file, "it cannot be read");
  }
  const config = readJsonc(text);
  if (!isMapping(config)) throw new UnreadableFile(file, "it is not JSON with comments");
  return config;
}

function projectFile(path: string): string {
  return path.endsWith(".json") ? path : join(path, "tsconfig.json");
}

/** Returns the path of the file in `extends`, which is a path relative to the tsconfig file `from`, or a package. */
function findBase(base: string, from: string, files: Set<string>): string {
  if (/^(?:\.{0,2}[\\/]|[A-Za-z]:)/.test(base)) {
    const path = resolve(dirname(from), base);
    return base.endsWith(".json") || isFile(path) ? path : `${path}.json`;
  }
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", base);
    const found = [path, `${path}.json`, join(path, "tsconfig.json")];
    for (const file of found) if (file.endsWith(".json")) files.add(file);
    const file = found.find(isFile);
    if (file !== undefined) return file;
    if (folder === dirname(folder))
      throw new UnreadableFile(from, `it extends ${JSON.stringify(base)}, which is not installed`);
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
