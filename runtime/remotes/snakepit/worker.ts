import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { handlesOf, type IdleHandles, createIdleHandles, killWithParent } from "../child-processes.js";
import { type Bridge, type BridgeClient, channelOptions } from "./bridge.js";

export interface WorkerOptions {
  /** The program of the worker and its first arguments, such as `["python3", "grpc_server.py"]`. */
  readonly command: readonly string[];
  /** The adapter, as `module.Class`. */
  readonly adapter: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string | undefined;
  readonly startTimeoutMs: number;
  /** Receives the standard error of the worker, such as the tracebacks of Python. */
  readonly onStderr: (text: string) => void;
}

export interface SnakepitWorker {
  readonly client: BridgeClient;
  readonly alive: boolean;
  /** Rejects when the process ends. The error contains the last part of its standard error. */
  readonly ended: Promise<never>;
  readonly idle: IdleHandles;
  kill(): void;
}

/**
 * The number of characters of standard error in the error about an ended worker. A traceback fits, and the
 * log that precedes it is left out.
 */
const maxOutputChars = 4_000;

/** Starts a worker and connects to the port that the worker writes into its ready file. */
export async function startWorker(
  options: WorkerOptions,
  host: string,
  { grpc, BridgeService }: Bridge,
): Promise<SnakepitWorker> {
  const folder = mkdtempSync(join(tmpdir(), "toolpress-snakepit-"));
  const ready = join(folder, "ready");
  const child = spawnWorker(options, host, ready);
  let alive = true;
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-maxOutputChars);
    options.onStderr(text);
  });
  const ended = new Promise<never>((_, reject) => {
    const end = (outcome: string): void => {
      alive = false;
      rmSync(folder, { recursive: true, force: true });
      const lastOutput = output.trim();
      reject(new Error(`the snakepit worker ${outcome}${lastOutput === "" ? "" : `\n${lastOutput}`}`));
    };
    child.on("error", (error) => end(`cannot be started: ${error.message}`));
    child.on("exit", () => (alive = false));
    // The event `close` comes after `exit`, when all output has arrived.
    child.on("close", (code, signal) => end(`ended with ${signal ?? `code ${code}`}`));
  });
  ended.catch(() => undefined);
  try {
    const port = await Promise.race([portIn(ready, options.startTimeoutMs, () => alive), ended]);
    const client = new BridgeService(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), channelOptions);
    return {
      client,
      ended,
      idle: createIdleHandles(handlesOf(child)),
      get alive() {
        return alive;
      },
      kill() {
        alive = false;
        client.close();
        child.kill("SIGKILL");
      },
    };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

function spawnWorker(
  options: WorkerOptions,
  host: string,
  ready: string,
): ChildProcessByStdio<null, null, Readable> {
  const { command, adapter, cwd, env } = options;
  const [program = "", ...leading] = command;
  const child = spawn(program, [...leading, "--adapter", adapter, "--elixir-address", host, "--port", "0"], {
    cwd,
    env: {
      ...env,
      SNAKEPIT_READY_FILE: ready,
      SNAKEPIT_LOG_LEVEL: env["SNAKEPIT_LOG_LEVEL"] ?? "none",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  killWithParent(child);
  return child;
}

/**
 * Waits for the ready file and returns the port in it. The worker renames a complete file to this name, so
 * the file is never incomplete.
 */
async function portIn(file: string, timeoutMs: number, isAlive: () => boolean): Promise<number> {
  const intervalMs = 25;
  for (let waited = 0; waited < timeoutMs && isAlive(); waited += intervalMs) {
    try {
      const port = Number(/\d+/.exec(readFileSync(file, "utf8"))?.[0]);
      if (port > 0) return port;
    } catch {
      // The file does not exist yet.
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  throw new Error(`the snakepit worker was not ready in ${timeoutMs} ms`);
}
