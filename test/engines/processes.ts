import { type ChildProcess, spawn } from "node:child_process";
import { connect } from "node:net";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

export interface Program {
  readonly name: string;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Answers with an HTTP response, or resolves, as soon as the program works. */
  readonly ready: string | (() => Promise<unknown>);
  readonly onLine?: (line: string) => void;
}

const READY_MS = 90_000;
const LAST_LINES = 40;

/** A program that can be killed and started again. */
export class Process {
  readonly #program: Program;
  #child: ChildProcess | undefined;
  readonly lastLines: string[] = [];

  constructor(program: Program) {
    this.#program = program;
  }

  get ready(): Program["ready"] {
    return this.#program.ready;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the program. A program that ends before it is ready is started again: its predecessor may still hold a port or a lock. */
  async start(): Promise<void> {
    const until = Date.now() + READY_MS;
    while (Date.now() < until) {
      const child = this.#spawn();
      while (child.exitCode === null && child.signalCode === null && Date.now() < until) {
        if (await this.#isReady()) return;
        await sleep(30);
      }
      await sleep(100);
    }
    throw new Error(`${this.#program.name} is not ready after ${READY_MS} ms:\n${this.lastLines.join("\n")}`);
  }

  #spawn(): ChildProcess {
    const { command, cwd, env, user, onLine } = this.#program;
    const [program = "", ...args] = command;
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, NODE_OPTIONS: "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      ...user,
    });
    child.on("error", (error) => this.lastLines.push(error.message));
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => {
        this.lastLines.push(line);
        this.lastLines.splice(0, this.lastLines.length - LAST_LINES);
        onLine?.(line);
      });
    this.#child = child;
    return child;
  }

  async #isReady(): Promise<boolean> {
    const { ready } = this.#program;
    try {
      if (typeof ready !== "string") await ready();
      else if (!(await fetch(ready, { signal: AbortSignal.timeout(2000) })).ok) return false;
      return true;
    } catch {
      return false;
    }
  }

  /** Ends the program at once, with everything that it started. */
  kill(): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    const children = childrenOf(pid);
    for (const each of [pid, ...children])
      try {
        process.kill(each, "SIGKILL");
      } catch {
        // The process has ended.
      }
    this.#child = undefined;
  }
}

function childrenOf(parent: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]) === parent;
      } catch {
        return false;
      }
    });
}

/** Resolves if a program listens on a port of this computer. */
export function openPort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve();
    });
    socket.on("error", reject);
  });
}
