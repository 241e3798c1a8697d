import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bridge, type BridgeClient, channelOptions } from "./bridge.js";

export interface WorkerOptions {
  /** The worker's program and its leading arguments, e.g. `["python3", "grpc_server.py"]`. */
  readonly command: readonly string[];
  /** `module.Class` of the adapter. */
  readonly adapter: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string | undefined;
  readonly startTimeoutMs: number;
}

export interface SnakepitWorker {
  readonly client: BridgeClient;
  readonly alive: boolean;
  /** Rejects when the process ends. */
  readonly ended: Promise<never>;
  kill(): void;
}

/** Starts a worker and connects to the port that it writes into its ready file. */
export async function startWorker(
  options: WorkerOptions,
  host: string,
  { grpc, BridgeService }: Bridge,
): Promise<SnakepitWorker> {
  const folder = mkdtempSync(join(tmpdir(), "toolpress-snakepit-"));
  const ready = join(folder, "ready");
  const [program = "", ...leading] = options.command;
  const child = spawn(
    program,
    [...leading, "--adapter", options.adapter, "--elixir-address", host, "--port", "0"],
    {
      cwd: options.cwd,
      env: {
        ...options.env,
        SNAKEPIT_READY_FILE: ready,
        SNAKEPIT_LOG_LEVEL: options.env["SNAKEPIT_LOG_LEVEL"] ?? "none",
      },
      stdio: ["ignore", "ignore", "ignore"],
    },
  );
  let alive = true;
  const ended = new Promise<never>((_, reject) => {
    const end = (how: string): void => {
      alive = false;
      rmSync(folder, { recursive: true, force: true });
      reject(new Error(`the snakepit worker ${how}`));
    };
    child.on("error", (error) => end(`cannot be started: ${error.message}`));
    child.on("exit", (code, signal) => end(`ended with ${signal ?? `code ${code}`}`));
  });
  ended.catch(() => undefined);
  try {
    const port = await Promise.race([portIn(ready, options.startTimeoutMs, () => alive), ended]);
    const client = new BridgeService(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), channelOptions);
    return {
      client,
      ended,
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

/** The ready file appears whole: the worker renames it into place. */
async function portIn(file: string, timeoutMs: number, isAlive: () => boolean): Promise<number> {
  const step = 25;
  for (let waited = 0; waited < timeoutMs && isAlive(); waited += step) {
    try {
      const port = Number(/\d+/.exec(readFileSync(file, "utf8"))?.[0]);
      if (port > 0) return port;
    } catch {
      // Not there yet.
    }
    await new Promise((resolve) => setTimeout(resolve, step));
  }
  throw new Error(`the snakepit worker was not ready in ${timeoutMs} ms`);
}
