// Makes dist/ of both packages: compiled modules, and beside them the files they read at run time. The command line and, for
// Node, the runtime are bundled into a few files: they load much faster than from many.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL(".", import.meta.url));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const outputs = [`${root}runtime/dist`, `${root}dist`];
const shared = { bundle: true, packages: "external", format: "esm", logLevel: "warning" };

for (const output of outputs) rmSync(output, { recursive: true, force: true });
await buildRuntime();
await buildCompiler();
writeBuildId();

/** `@toolpress/runtime`; the other package is compiled against its declarations. */
async function buildRuntime() {
  compile("runtime/tsconfig.build.json");
  copyAssets("runtime/remotes", "runtime/dist/remotes");
  const { exports } = JSON.parse(readFileSync(`${root}runtime/package.json`, "utf8"));
  const sources = {};
  for (const { node, default: modules } of Object.values(exports)) {
    if (node !== undefined)
      (sources[node] ??= []).push(modules.replace("./dist/", "./").replace(/js$/, "ts"));
  }
  // Node takes longer to find a file than to read it, so for Node each entry is one file, and what an agent and generated
  // code import is the same one: `core.js` has the names of both. Bundlers get the modules, and split off what is loaded later.
  for (const [file, together] of Object.entries(sources)) {
    const contents = together.map((source) => `export * from ${JSON.stringify(source)};`).join("");
    const options = { ...shared, platform: "neutral", target: "es2022", outfile: `${root}runtime/${file}` };
    await build({ ...options, stdin: { contents, resolveDir: `${root}runtime` } });
  }
}

/** `toolpress`. */
async function buildCompiler() {
  compile("tsconfig.build.json");
  for (const folder of ["templates", "schema"]) copyAssets(folder, `dist/${folder}`);
  await build({
    ...shared,
    outdir: `${root}dist`,
    splitting: true,
    entryPoints: { "generator/cli/cli": `${root}generator/cli/cli.ts` },
    chunkNames: "generator/bundle/[name]-[hash]",
    // The name of the other package, although tsconfig.json has its sources beside ours.
    external: ["@toolpress/runtime"],
    platform: "node",
    target: "node20",
  });
  chmodSync(`${root}dist/generator/cli/cli.js`, 0o755);
}

/** Caches of a run are dropped with the next build. */
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
