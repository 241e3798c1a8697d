import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { askServer, runCommand, type Outcome } from "./command.js";
import { cache, installWithNpm, tools, versionOf, type Packages } from "./install.js";
import { agent, agentText, specs } from "./project.js";
import { nodeVersions, places, type Stack, type Step } from "./stack.js";

export interface Row {
  readonly title: string;
  readonly versions: string;
  /** The extension of relative imports that `gen` chose from the tsconfig.json of the stack. */
  readonly imports: string;
  /** The failure of the stack. Undefined if every step succeeded. */
  readonly problem: string | undefined;
}

interface Running {
  readonly stack: Stack;
  readonly folder: string;
  readonly node: string;
  readonly modelUrl: string;
}

/** Creates the project of a stack in an empty folder, runs `gen`, and runs the steps. */
export async function runStack(stack: Stack, packages: Packages, modelUrl: string): Promise<Row> {
  const folder = join(
    cache,
    stack.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/-$/, ""),
  );
  const node = stack.node === undefined ? process.execPath : join(tools, `node-${stack.node}/bin/node`);
  const running = { stack, folder, node, modelUrl };
  rmSync(folder, { recursive: true, force: true });
  let imports = "";
  let problem: string | undefined;
  try {
    // The files are written before the installation, because package managers add files of their own.
    put(folder, { ...specs, ...stack.files });
    if (stack.compilerOptions !== undefined) put(folder, { "tsconfig.json": tsconfigOf(stack) });
    await install(running, packages);
    imports = await generate(running);
    const sources = Object.entries(stack.files ?? {}).filter(([, text]) => text.includes("$EXT"));
    put(folder, { "src/agent.ts": agent, ...Object.fromEntries(sources) }, imports);
    await takeSteps(running);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  return { title: stack.title, versions: versions(running), imports: imports || "none", problem };
}

function tsconfigOf({ compilerOptions }: Stack): string {
  return JSON.stringify({ compilerOptions, include: ["src", "app"] }, undefined, 2);
}

function put(folder: string, files: Readonly<Record<string, string>>, imports = ""): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.replaceAll("$EXT", imports));
  }
}

/** Only the runtime is a dependency, so the stack runs without the compiler. */
async function install(running: Running, { runtime }: Packages): Promise<void> {
  const { stack, folder } = running;
  const manifest = {
    ...{ name: "stack", private: true, type: "module", ...stack.manifest },
    dependencies: { "@toolpress/runtime": `file:${runtime}`, ...stack.dependencies },
  };
  if (stack.install === undefined) return installWithNpm(folder, manifest);
  put(folder, { "package.json": JSON.stringify(manifest) });
  for (const command of stack.install) expectSuccess(await runCommand(resolve(command, running, 0), folder));
}

/** Runs `gen` of the packed compiler, and returns the extension of imports that it chose. */
async function generate({ folder }: Running): Promise<string> {
  put(folder, { "toolpress.config.yaml": "out: src/generated\nint64: string\n" });
  const cli = join(tools, "toolpress/dist/generator/cli/cli.js");
  expectSuccess(await runCommand([process.execPath, cli, "gen"], folder));
  const index = readFileSync(join(folder, "src/generated/helpdesk/index.ts"), "utf8");
  return /from "\.\/entries(\.\w+)?"/.exec(index)?.[1] ?? "";
}

async function takeSteps(running: Running): Promise<void> {
  let hasSpoken = false;
  for (const step of running.stack.steps) {
    const outcome = await takeStep(step, running);
    expectSuccess(outcome);
    if ("run" in step && step.says === undefined) continue;
    const times = "serve" in step ? step.paths.length : 1;
    const found = outcome.output.split(`agent: ${agentText}`).length - 1;
    if (found < times)
      throw new Error(`the agent did not say ${JSON.stringify(agentText)}: ${tail(outcome.output)}`);
    hasSpoken = true;
  }
  if (!hasSpoken) throw new Error("no step ran the agent");
}

async function takeStep(step: Step, running: Running): Promise<Outcome> {
  const { folder, modelUrl } = running;
  const env = { MODEL_URL: modelUrl };
  if ("run" in step) return runCommand(resolve(step.run, running, 0), folder, { ...env, ...step.env });
  const port = await freePort();
  const urls = step.paths.map((path) => `http://127.0.0.1:${port}${path}`);
  return askServer(resolve(step.serve, running, port), folder, env, urls);
}

function resolve(command: readonly string[], { node }: Running, port: number): readonly string[] {
  return command.map((word) =>
    word.replace(places.node, node).replace(places.port, String(port)).replace(places.tools, tools),
  );
}

function expectSuccess({ status, output }: Outcome): void {
  if (status !== 0) throw new Error(`exit code ${status}: ${tail(output)}`);
}

const longestProblem = 1_500;
const tail = (output: string): string => output.trim().slice(-longestProblem);

function versions({ stack, folder }: Running): string {
  const node = stack.node === undefined ? process.versions.node : nodeVersions[stack.node];
  const shown = stack.shows.map((name) => `${name} ${versionOf(name, folder)}`);
  return [...shown, `Node ${node}`].join(", ");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
