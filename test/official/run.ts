import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// `npm run test:official` tests the official client and the AI SDK with the fakes. The newest client needs a newer
// Node than toolpress does. All of them are installed from npm into .cache/official.

const clientVersion = "3.1.0";
const nodeVersion = "22.23.3";
const aiSdk = { ai: "6.0.326", "@ai-sdk/google": "3.0.141" };

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, ".cache/official");
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

function install(): void {
  const manifest = JSON.stringify({
    private: true,
    dependencies: { "@google/genai": clientVersion, [nodePackage]: nodeVersion, ...aiSdk },
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
const moduleOf = (path: string): string => join(folder, "node_modules", path);

/** Runs a program of this folder in the installed version of Node. */
function run(program: string, ...modules: readonly string[]): boolean {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const { status } = spawnSync(node, ["--import", "tsx", file, ...modules], { cwd: root, stdio: "inherit" });
  return status === 0;
}

console.log(`@google/genai ${clientVersion}`);
const passesClient = run("drive.ts", moduleOf("@google/genai/dist/node/index.mjs"));
console.log(`\n@ai-sdk/google ${aiSdk["@ai-sdk/google"]}`);
const passesSdk = run("ai-sdk.ts", moduleOf("ai/dist/index.mjs"), moduleOf("@ai-sdk/google/dist/index.mjs"));
process.exitCode = passesClient && passesSdk ? 0 : 1;
