import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// `npm run test:official` tests the official client with the fake. The newest client needs a newer Node than
// toolpress does. The client and its Node are installed from npm into .cache/official.

const clientVersion = "3.1.0";
const nodeVersion = "22.23.3";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, ".cache/official");
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

function install(): void {
  const manifest = JSON.stringify({
    private: true,
    dependencies: { "@google/genai": clientVersion, [nodePackage]: nodeVersion },
  });
  const file = join(folder, "package.json");
  const isInstalled = existsSync(join(folder, "node_modules")) && readFileSync(file, "utf8") === manifest;
  if (isInstalled) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, manifest);
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"];
  execFileSync("npm", ["install", ...options], { cwd: folder, stdio: "inherit" });
}

install();
const node = join(
  folder,
  "node_modules",
  nodePackage,
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);
const client = join(folder, "node_modules/@google/genai/dist/node/index.mjs");
const drive = fileURLToPath(new URL("drive.ts", import.meta.url));
console.log(`@google/genai ${clientVersion}`);
const { status } = spawnSync(node, ["--import", "tsx", drive, client], { cwd: root, stdio: "inherit" });
process.exitCode = status ?? 1;
