import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type BuildOptions } from "esbuild";

export interface BundleSize {
  /** What is loaded at once, minified. */
  readonly text: string;
  /** Bytes of that, min+gz. */
  readonly first: number;
  /** Bytes of that and of everything that may be loaded later, min+gz. */
  readonly all: number;
}

/** What a bundler that splits at `import()` makes of an entry, for a browser or a worker at the edge. */
export async function measureBundle(entry: Pick<BuildOptions, "stdin" | "entryPoints">): Promise<BundleSize> {
  const folder = process.cwd();
  const { metafile, outputFiles } = await build({
    ...entry,
    ...{ bundle: true, splitting: true, minify: true, format: "esm", platform: "browser", target: "es2022" },
    ...{ outdir: folder, write: false, metafile: true, absWorkingDir: folder },
    // What a project installs is measured, not the source that our own paths lead to.
    tsconfigRaw: "{}",
  });
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const next of metafile.outputs[path]?.imports ?? [])
      if (next.kind === "import-statement") load(next.path);
  };
  const reached = new Set(
    Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path)),
  );
  for (const path of Object.keys(metafile.outputs)) if (!reached.has(path)) load(path);
  const textOf = (files: typeof outputFiles): string => files.map((file) => file.text).join("");
  const zipped = (text: string): number => gzipSync(text, { level: 9 }).length;
  const text = textOf(outputFiles.filter((file) => loaded.has(relative(folder, file.path))));
  return { text, first: zipped(text), all: zipped(textOf(outputFiles)) };
}
