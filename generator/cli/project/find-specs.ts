import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { existsAsSpelled, fromRoot } from "../../base/paths.js";
import { UsageError } from "../commands/command.js";
import { type Config, configNames, didYouMean } from "../config.js";

/** Matches the names of files that can be specs. */
export const anySpec = /\.(?:ya?ml|json)$|\.tools\.[cm]?[tj]s$/i;
/** Matches files that are not specs: the parts to which specs refer, and files about specs. */
const noSpec = /\.(?:schemas?|overlay|config|lock)\.(?:ya?ml|json)$/i;
/**
 * Matches names that mark a spec. In a subfolder, only these files are specs, because other files there are usually
 * parts of a spec.
 */
const namedSpec = /\.(?:tools|openapi|swagger|mcp)\.(?:ya?ml|json)$|\.tools\.[cm]?[tj]s$/i;

export const specsFolder = "specs";

/** Returns the sorted paths of the specs to compile, relative to the project root and with forward slashes. */
export function findSpecs(project: string, words: readonly string[], config: Config): readonly string[] {
  const named = namedSpecs(words, config);
  const missing = named.find((word) => !existsAsSpelled(project, resolve(project, word)));
  const isImplied = missing === specsFolder && words.length === 0 && config.specs === undefined;
  if (missing !== undefined && !isImplied) throw notFound(project, missing);
  const found = filesOf(project, named);
  if (found.length === 0) throw nothingFound(project, named);
  return found;
}

/** Returns whether a run without arguments compiles this spec. */
export function isOfProject(project: string, path: string, config: Config): boolean {
  return filesOf(project, namedSpecs([], config)).includes(path);
}

function filesOf(project: string, named: readonly string[]): readonly string[] {
  const paths = named.map((word) => resolve(project, word)).filter((path) => existsSync(path));
  const files = paths.flatMap((path) => (statSync(path).isDirectory() ? specsIn(path) : [path]));
  return [...new Set(files.map((file) => fromRoot(project, file)))].sort();
}

/** Returns the files and folders in which specs are searched. */
export function namedSpecs(words: readonly string[], config: Config): readonly string[] {
  return words.length > 0 ? words : (config.specs ?? [specsFolder, ...config.settings.keys()]);
}

function specsIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const pattern = entry.parentPath === folder ? anySpec : namedSpec;
    const hidden = /(?:^|[\\/])[._]/.test(relative(folder, path));
    const isSpec = !hidden && !entry.isDirectory() && pattern.test(entry.name) && !noSpec.test(entry.name);
    return isSpec ? [path] : [];
  });
}

function notFound(project: string, word: string): UsageError {
  const folder = resolve(project, word, "..");
  const beside = existsSync(folder) ? readdirSync(folder) : [];
  return new UsageError(
    `there is no spec ${JSON.stringify(word)}`,
    didYouMean(basename(word), beside) ?? "Paths are relative to the current folder.",
  );
}

function nothingFound(project: string, named: readonly string[]): UsageError {
  const above = projectAbove(project);
  return new UsageError(
    `no specs found in ${named.map((word) => `${word.replace(/\/$/, "")}/`).join(", ")}`,
    above === undefined
      ? "Run toolpress init for a first spec, or name one: toolpress gen path/to/spec.yaml"
      : `The project seems to be ${above}: run toolpress there.`,
  );
}

/** Returns the nearest parent folder that contains a config or the folder `specs`. */
function projectAbove(folder: string): string | undefined {
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if ([specsFolder, ...configNames].some((name) => existsSync(join(above, name))))
      return fromRoot(folder, above);
  }
  return undefined;
}
