import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions } from "esbuild";

export interface BundleSize {
  /** The minified code that is loaded at once. */
  readonly text: string;
  /** The same code with all code that may be loaded later. */
  readonly complete: string;
  /** The bytes of `text`, minified and compressed by gzip. */
  readonly first: number;
  /** The bytes of `complete`, minified and compressed by gzip. */
  readonly all: number;
}

/** Ignores our own tsconfig.json. The bench measures the files that a project installs, and not our sources. */
const installed = { tsconfigRaw: "{}" };

/** Bundles code for browsers and edge workers, and measures the output. The bundler splits the code at `import()`. */
export async function measureBundle(
  entry: Pick<BuildOptions, "stdin" | "entryPoints">,
  paths: Pick<BuildOptions, "tsconfig" | "tsconfigRaw"> = installed,
): Promise<BundleSize> {
  const folder = process.cwd();
  const { metafile, outputFiles } = await build({
    ...entry,
    ...{ bundle: true, splitting: true, minify: true, format: "esm", platform: "browser", target: "es2022" },
    ...{ outdir: folder, write: false, metafile: true, absWorkingDir: folder },
    ...paths,
  });
  const [first] = [entry.entryPoints ?? []].flat() as string[];
  const name = first === undefined ? "<stdin>" : relative(folder, first);
  const main = Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint === name);
  /**
   * Returns the files that an entry loads, including itself. With `later`, files that are loaded by `import()` are
   * included.
   */
  const from = (path: string, later: boolean, found = new Set<string>()): Set<string> => {
    if (found.has(path)) return found;
    found.add(path);
    for (const next of metafile.outputs[path]?.imports ?? [])
      if (later || next.kind === "import-statement") from(next.path, later, found);
    return found;
  };
  const textOf = (files: typeof outputFiles): string => files.map((file) => file.text).join("");
  const zipped = (text: string): number => gzipSync(text, { level: 9 }).length;
  const filesFrom = (later: boolean): typeof outputFiles => {
    const files = from(main!, later);
    return outputFiles.filter((file) => files.has(relative(folder, file.path)));
  };
  const text = textOf(filesFrom(false));
  const complete = textOf(filesFrom(true));
  return { text, complete, first: zipped(text), all: zipped(complete) };
}
