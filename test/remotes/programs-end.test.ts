import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { hasPython } from "./has-python.js";

// Real programs. Each must end by itself, finish its running calls, and leave no worker behind.

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const remotes = {
  python: `const { pythonRemote } = await import(${at("../../runtime/remotes/python.ts")});
    const remote = pythonRemote({ file: ${JSON.stringify(path("./fixtures/napping.py"))} });`,
  mcp: `const { mcpRemote } = await import(${at("../../runtime/remotes/mcp.ts")});
    const remote = mcpRemote({ command: process.execPath, args: [${JSON.stringify(path("./fixtures/mcp-sleeper.mjs"))}] });`,
  snakepit: `const { snakepitRemote } = await import(${at("../../runtime/remotes/snakepit.ts")});
    const command = [process.execPath, ${JSON.stringify(path("./fixtures/snakepit-worker.mjs"))}];
    const remote = snakepitRemote({ command, adapter: "fixture.Adapter" });`,
};

function at(relative: string): string {
  return JSON.stringify(pathToFileURL(path(relative)).href);
}

const folder = mkdtempSync(join(tmpdir(), "programs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const prologue = `const context = { context: undefined, signal: new AbortController().signal, tool: "t", callId: "c",
  idempotencyKey: "k", turn: 0, progress: () => undefined };
const call = (name) => remote.call(name, {}, context);\n`;

interface Ended {
  readonly output: string;
  readonly how: number | NodeJS.Signals | null;
}

let count = 0;
function start(
  kind: keyof typeof remotes,
  body: string,
  more = "",
): { child: ChildProcess; ended: Promise<Ended> } {
  const file = join(folder, `program-${(count += 1)}.mts`);
  writeFileSync(file, `${more}${remotes[kind]}\n${prologue}${body}`);
  return run(file);
}

function run(file: string, ...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), file, ...args]);
  let output = "";
  child.stdout.on("data", (text) => (output += String(text)));
  child.stderr.on("data", (text) => (output += String(text)));
  const ended = new Promise<Ended>((resolve) =>
    child.on("close", (code, signal) => resolve({ output: output.trim(), how: signal ?? code })),
  );
  return { child, ended };
}

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return false;
}

const kinds = (["python", "mcp", "snakepit"] as const).filter((kind) => kind !== "python" || hasPython());

describe.each(kinds)("a program with a %s remote", (kind) => {
  it("ends by itself after its last line, and so does the worker", async () => {
    const { output, how } = await start(kind, `console.log(await call("process_id"));`).ended;
    expect(output).toMatch(/^\d+$/);
    expect(how).toBe(0);
    expect(await isGone(Number(output))).toBe(true);
  });

  it("finishes a call that is not awaited", async () => {
    const body = `await call("process_id");\ncall("nap").then((said) => console.log(said));`;
    expect(await start(kind, body).ended).toEqual({ output: "slept", how: 0 });
  });

  it("leaves no worker behind after process.exit, even in a call", async () => {
    const body = `console.log(await call("process_id"));\nvoid call("nap").catch(() => 0);\nprocess.exit(3);`;
    const { output, how } = await start(kind, body).ended;
    expect(how).toBe(3);
    expect(await isGone(Number(output))).toBe(true);
  });

  it("leaves no worker behind after a signal", async () => {
    const signal = kind === "python" ? "SIGINT" : "SIGTERM";
    const { child, ended } = start(
      kind,
      `console.log(await call("process_id"));\nsetInterval(() => 0, 1_000);`,
    );
    child.stdout!.once("data", () => child.kill(signal));
    const { output, how } = await ended;
    expect(how).toBe(signal);
    expect(await isGone(Number(output))).toBe(true);
  });

  it.runIf(kind === "snakepit")("handles a signal itself if it listens to it", async () => {
    const listening = `process.on("SIGTERM", async () => { console.log(await call("nap")); process.exit(4); });`;
    const { child, ended } = start(
      kind,
      `${listening}\nconsole.log(await call("process_id"));\nsetInterval(() => 0, 1_000);`,
    );
    child.stdout!.once("data", () => child.kill("SIGTERM"));
    const { output, how } = await ended;
    expect(output).toMatch(/^\d+\nslept$/);
    expect(how).toBe(4);
  });

  it("closes with `await using`, and then ends", async () => {
    const body = `{ await using closed = remote; console.log(await closed.call("process_id", {}, context)); }
      await call("nap").catch((error) => console.log(error.message));`;
    const { output, how } = await start(kind, body).ended;
    expect(output.split("\n")[1]).toContain("closed");
    expect(how).toBe(0);
    expect(await isGone(Number(output.split("\n")[0]))).toBe(true);
  });
});

describe("a program with an MCP server behind HTTP", () => {
  it("ends by itself although the server may send messages at any time, and receives them while it runs", async () => {
    const server = run(path("./fixtures/mcp-sleeper.mjs"), "http");
    const url = await new Promise<string>((resolve) =>
      server.child.stdout!.once("data", (text) => resolve(String(text).trim())),
    );
    const file = join(folder, "http.mts");
    writeFileSync(
      file,
      `const { mcpRemote } = await import(${at("../../runtime/remotes/mcp.ts")});
      let heard = () => undefined;
      const changed = new Promise((resolve) => (heard = resolve));
      const remote = mcpRemote({ url: ${JSON.stringify(url)} }, { onListChanged: () => heard("changed") });
      ${prologue}
      await call("process_id");
      const waiting = setTimeout(() => 0, 60_000);
      await call("change");
      console.log(await changed);
      clearTimeout(waiting);
      call("nap").then((said) => console.log(said));`,
    );
    expect(await run(file).ended).toEqual({ output: "changed\nslept", how: 0 });
    server.child.kill("SIGKILL");
  });
});
