// Makes dist/: compiled modules, and beside them the files they read at run time. The command line and the
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

const shared = {
  outdir: `${root}dist`,
  bundle: true,
  splitting: true,
  packages: "external",
  format: "esm",
  logLevel: "warning",
};
await build({
  ...shared,
  entryPoints: { "generator/cli": `${root}generator/cli.ts` },
  // As deep as the modules that look for files beside them.
  chunkNames: "generator/bundle/[name]-[hash]",
  // These have files beside them, too, and modules of their own in dist/.
  external: ["../../remotes/*"],
  platform: "node",
  target: "node20",
});
const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const runtime = Object.keys(exports).filter((path) => path.startsWith("./runtime"));
await build({
  ...shared,
  entryPoints: Object.fromEntries(
    runtime.map((path) => {
      const entry = exports[path].default.replace(/^\.\/dist\/|\.js$/g, "");
      return [entry, `${root}${entry}.ts`];
    }),
  ),
  chunkNames: "runtime/bundle/[name]-[hash]",
  platform: "neutral",
  target: "es2022",
});
chmodSync(`${root}dist/generator/cli.js`, 0o755);

// What a run remembers is forgotten with the next build.
const hash = createHash("sha256");
for (const file of readdirSync(`${root}dist`, { recursive: true }).sort())
  if (statSync(`${root}dist/${file}`).isFile()) hash.update(file).update(readFileSync(`${root}dist/${file}`));
writeFileSync(`${root}dist/build-id`, hash.digest("hex"));

function isAsset(path) {
  return statSync(path).isDirectory() ? !path.endsWith("__pycache__") : !/\.(ts|pyc)$/.test(path);
}
