// Makes dist/: compiled modules, and beside them the files they read at run time. The command line and, for Node, the
// runtime are bundled into a few files: they load much faster than from many.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL(".", import.meta.url));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

rmSync(`${root}dist`, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

for (const folder of ["templates", "schema", "remotes"]) {
  if (!existsSync(root + folder)) continue;
  cpSync(root + folder, `${root}dist/${folder}`, { recursive: true, filter: isAsset });
}

const shared = { bundle: true, packages: "external", format: "esm", logLevel: "warning" };
await build({
  ...shared,
  outdir: `${root}dist`,
  splitting: true,
  entryPoints: { "generator/cli": `${root}generator/cli.ts` },
  // As deep as the modules that look for files beside them.
  chunkNames: "generator/bundle/[name]-[hash]",
  // These have files beside them, too, and modules of their own in dist/.
  external: ["../../remotes/*"],
  platform: "node",
  target: "node20",
});
await bundleRuntimeForNode();
chmodSync(`${root}dist/generator/cli.js`, 0o755);

// What a run remembers is forgotten with the next build.
const hash = createHash("sha256");
for (const file of readdirSync(`${root}dist`, { recursive: true }).sort())
  if (statSync(`${root}dist/${file}`).isFile()) hash.update(file).update(readFileSync(`${root}dist/${file}`));
writeFileSync(`${root}dist/build-id`, hash.digest("hex"));

/**
 * Node takes longer to find a file than to read it, so for Node each entry of the runtime is one file, and what an agent and
 * generated code import is the same one: `core.js` has the names of both. Bundlers get the modules, and split off what is loaded later.
 */
async function bundleRuntimeForNode() {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const sources = {};
  for (const { node, default: modules } of Object.values(exports)) {
    if (node !== undefined)
      (sources[node] ??= []).push(modules.replace("./dist/", "./").replace(/js$/, "ts"));
  }
  for (const [file, together] of Object.entries(sources)) {
    const contents = together.map((source) => `export * from ${JSON.stringify(source)};`).join("");
    const options = { ...shared, platform: "neutral", target: "es2022", outfile: root + file };
    await build({ ...options, stdin: { contents, resolveDir: root } });
  }
}

function isAsset(path) {
  return statSync(path).isDirectory() ? !path.endsWith("__pycache__") : !/\.(ts|pyc)$/.test(path);
}
