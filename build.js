// Builds the folders `dist/` of both packages. These folders contain compiled modules, with templates and other files
// that the modules read at run time. The command line and the entries of the runtime for Node are bundled into a few
// files, because a few files load much faster than many modules.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const root = fileURLToPath(new URL(".", import.meta.url));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const outputs = [`${root}runtime/dist`, `${root}dist`];
const shared = { bundle: true, packages: "external", format: "esm", logLevel: "warning" };

// npm runs `build.js runtime` before it packs the runtime alone.
const onlyRuntime = process.argv[2] === "runtime";
for (const output of onlyRuntime ? outputs.slice(0, 1) : outputs)
  rmSync(output, { recursive: true, force: true });
await buildRuntime();
if (!onlyRuntime) await buildCompiler();
for (const folder of ["dist", "dist/cjs"]) removeUnusedDeclarations(`${root}runtime/${folder}`);
if (!onlyRuntime) writeBuildId();

/**
 * Builds `@toolpress/runtime`. This package is built first, because `toolpress` is compiled with its declarations.
 */
async function buildRuntime() {
  compile("runtime/tsconfig.build.json");
  await removeComments(`${root}runtime/dist`);
  removePrivateNames(`${root}runtime/dist`);
  copyAssets("runtime/remotes", "runtime/dist/remotes");
  const entries = runtimeEntries();
  const sources = {};
  for (const { node, source } of entries) if (node !== undefined) (sources[node] ??= []).push(source);
  // Finding a file takes Node longer than reading it. So for Node, each entry is one file. Agents and generated code
  // import the same file: `core.js` exports the names of both. Bundlers get the separate modules, so that they can
  // split off the code of `import()`. `google-genai` also runs tools. So it is a part of `core.js`, because calls of
  // a serial tool exclude each other only within one copy of the code.
  for (const [file, together] of Object.entries(sources)) {
    const contents = together.map((source) => `export * from ${JSON.stringify(source)};`).join("");
    const options = { ...shared, platform: "neutral", target: "es2022", outfile: `${root}runtime/${file}` };
    await build({ ...options, stdin: { contents, resolveDir: `${root}runtime` } });
  }
  await buildCommonJs(entries);
}

/**
 * Removes the comments and the indentation of modules, because they would be bytes of every production install.
 * Declarations keep their comments, which editors show. Node loads the files of `dist/node`, which stay readable.
 */
async function removeComments(folder) {
  for (const file of readdirSync(folder, { recursive: true }))
    if (file.endsWith(".js")) {
      const { code } = await transform(readFileSync(`${folder}/${file}`, "utf8"), {
        charset: "utf8",
        minifyWhitespace: true,
        lineLimit: 120,
      });
      writeFileSync(`${folder}/${file}`, code);
    }
}

/**
 * Removes the declarations that no entry of the runtime needs. TypeScript reads only those that an entry imports,
 * directly or through others.
 */
function removeUnusedDeclarations(folder) {
  const needed = new Set();
  const open = runtimeEntries().map(({ source }) => join(folder, source.replace(/ts$/, "d.ts")));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (needed.has(file)) continue;
    needed.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, path] of text.matchAll(/(?:from|import)\s*\(?"(\.[^"]+)\.js"/g))
      open.push(join(dirname(file), `${path}.d.ts`));
  }
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    const isCopy = !folder.endsWith("cjs") && name.startsWith("cjs");
    if (name.endsWith(".d.ts") && !isCopy && !needed.has(file)) rmSync(file);
  }
}

/**
 * Removes `#private` from declarations. TypeScript writes it for classes with private names, and refuses it in projects
 * without a `target`.
 */
function removePrivateNames(folder) {
  for (const file of readdirSync(folder, { recursive: true }))
    if (file.endsWith(".d.ts")) {
      const path = `${folder}/${file}`;
      writeFileSync(path, readFileSync(path, "utf8").replace(/^ +#private;\n/gm, ""));
    }
}

/**
 * Returns the entries of the runtime that `exports` lists: the source of each, its file for Node, and its file for
 * `require`.
 */
function runtimeEntries() {
  const { exports } = JSON.parse(readFileSync(`${root}runtime/package.json`, "utf8"));
  return Object.values(exports).flatMap((target) =>
    typeof target === "string"
      ? []
      : [
          {
            node: target.default.node,
            source: target.default.default.replace("./dist/", "./").replace(/js$/, "ts"),
            required: target.require.default,
          },
        ],
  );
}

/**
 * Builds the files for `require`. Node itself could load the ES modules with `require`, but jest and older loaders
 * cannot. All entries share one file, so that an agent and a host use the same classes. Remotes have a separate file,
 * because only they need Node. The declarations are copied, because TypeScript finds the kind of a module in the
 * nearest package.json above its declaration file.
 */
async function buildCommonJs(entries) {
  const folder = `${root}runtime/dist/cjs/`;
  const isRemote = ({ source }) => source.startsWith("./remotes/");
  await bundleCommonJs(
    `${folder}all.js`,
    entries.filter((entry) => !isRemote(entry)),
  );
  await bundleCommonJs(`${folder}remotes/all.js`, entries.filter(isRemote));
  const isDeclaration = (path) =>
    statSync(path).isDirectory() ? !/[\\/]dist[\\/](?:cjs|node)$/.test(path) : path.endsWith(".d.ts");
  for (const name of readdirSync(`${root}runtime/dist`))
    if (name !== "cjs")
      cpSync(`${root}runtime/dist/${name}`, folder + name, { recursive: true, filter: isDeclaration });
  writeFileSync(`${folder}package.json`, '{ "type": "commonjs" }\n');
}

/** Writes one file that contains all entries, and for each entry a file that exports only this entry. */
async function bundleCommonJs(outfile, entries) {
  const contents = entries.map(({ source }, index) => `export * as entry${index} from "${source}";`).join("");
  await build({
    // The package has all code twice, so this copy is written without spaces. Names stay, for stack traces.
    ...{ ...shared, format: "cjs", platform: "node", target: "node20", outfile, minifyWhitespace: true },
    stdin: { contents, resolveDir: `${root}runtime` },
    plugins: [replaceModuleUrls()],
  });
  for (const [index, { required }] of entries.entries()) {
    const file = `${root}runtime/${required}`;
    mkdirSync(dirname(file), { recursive: true });
    const all = relative(dirname(file), outfile).split(sep).join("/");
    const path = all.startsWith(".") ? all : `./${all}`;
    writeFileSync(file, `module.exports = require("${path}").entry${index};\n`);
  }
}

/**
 * Returns a plugin that replaces `import.meta.url` in the modules of remotes. Remotes find the files of their workers
 * relative to their own module, and CommonJS has no `import.meta.url`.
 */
function replaceModuleUrls() {
  return {
    name: "replace-module-urls",
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]runtime[\\/]remotes[\\/].*\.ts$/ }, ({ path }) => {
        const module = relative(`${root}runtime`, path).split(sep).join("/").replace(/ts$/, "js");
        const url = `require("node:url").pathToFileURL(__dirname + "/../../${module}").href`;
        return { contents: readFileSync(path, "utf8").replaceAll("import.meta.url", url), loader: "ts" };
      }),
  };
}

/** Builds the package `toolpress`. */
async function buildCompiler() {
  compile("tsconfig.build.json");
  for (const folder of ["templates", "schema"]) copyAssets(folder, `dist/${folder}`);
  await build({
    ...shared,
    outdir: `${root}dist`,
    splitting: true,
    entryPoints: { "generator/cli/cli": `${root}generator/cli/cli.ts` },
    chunkNames: "generator/bundle/[name]-[hash]",
    // The runtime is imported by the name of its package, although tsconfig.json maps this name to our sources.
    external: ["@toolpress/runtime"],
    platform: "node",
    target: "node20",
  });
  chmodSync(`${root}dist/generator/cli/cli.js`, 0o755);
}

/** Writes an id that changes with each build, so that later runs ignore the caches of earlier builds. */
function writeBuildId() {
  const hash = createHash("sha256");
  for (const output of outputs)
    for (const file of readdirSync(output, { recursive: true }).sort())
      if (statSync(`${output}/${file}`).isFile()) hash.update(file).update(readFileSync(`${output}/${file}`));
  writeFileSync(`${root}dist/build-id`, hash.digest("hex"));
}

function compile(project) {
  const { status } = spawnSync(process.execPath, [tsc, "-p", project], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function copyAssets(from, to) {
  cpSync(root + from, root + to, { recursive: true, filter: isAsset });
}

function isAsset(path) {
  return statSync(path).isDirectory() ? !path.endsWith("__pycache__") : !/\.(ts|pyc)$/.test(path);
}
