import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseExact, stringifyExact } from "../base/exact-json.js";
import { handlesOf, idling, own } from "./own-processes.js";

const worker = fileURLToPath(new URL("./python/worker.py", import.meta.url));

export interface PythonProcessOptions {
  /** The file with the functions. */
  readonly file: string;
  readonly python: string;
  readonly cwd: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly startTimeoutMs: number;
  /** Whether the model reads the texts of ValueErrors that validators raise. */
  readonly validatorTexts: boolean;
  readonly onStderr: (text: string) => void;
}

/** An exception in Python, or the end of the process it ran in. */
export class PythonError extends Error {
  override readonly name = "PythonError";
  /** Name of the Python exception, or what became of the process. */
  readonly type: string;
  /** What the worker says to the model; nothing for the exceptions of a function, whose texts may hold anything. */
  readonly model: ModelWords | undefined;
  constructor(type: string, message: string, model?: ModelWords) {
    super(message);
    this.type = type;
    this.model = model;
  }
}

export interface ModelWords {
  readonly code: string;
  readonly message: string;
}

export interface PythonProcess {
  readonly alive: boolean;
  request(method: string, params: unknown): { readonly id: number; readonly answer: Promise<unknown> };
  notify(method: string, params: unknown): void;
  kill(): void;
}

interface Message {
  readonly id?: number;
  readonly ready?: boolean;
  readonly result?: unknown;
  readonly error?: { readonly type: string; readonly message: string; readonly model?: ModelWords };
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** How long the last line of a process that has ended is waited for. */
const lastWordsMs = 20;

/** The key under which the first line of the worker is awaited. */
const greeting = 0;

/** Starts one worker; resolves when it has loaded the file. */
export async function startPython(options: PythonProcessOptions): Promise<PythonProcess> {
  const waiting = new Map<number, Waiting>();
  let alive = true;
  const child = spawnWorker(options);
  const idle = idling(handlesOf(child));
  const fail = (type: string, message: string): void => {
    alive = false;
    for (const { reject } of waiting.values()) reject(new PythonError(type, message));
    waiting.clear();
    child.kill("SIGKILL");
  };
  child.on("error", (error) => fail("StartFailed", `${options.python} cannot be started: ${error.message}`));
  child.on("exit", (code, signal) => {
    alive = false;
    // What it said last may still be on its way, and says more than how it ended.
    setTimeout(
      () => fail("WorkerExited", `the Python worker ended with ${signal ?? `code ${code}`}`),
      lastWordsMs,
    );
  });
  // A pipe that breaks because the process ended is reported by `exit`.
  child.stdin.on("error", () => undefined);
  child.stderr.setEncoding("utf8").on("data", options.onStderr);
  readMessages(child, (message) => {
    if (message !== undefined) return settle(waiting, message);
    fail("ProtocolError", "the Python worker said something that is not JSON");
  });
  const send = (message: object): void => void child.stdin.write(`${stringifyExact(message)}\n`);
  const answerTo = async (id: number): Promise<unknown> => {
    if (!alive) throw new PythonError("WorkerExited", "the Python worker has ended");
    const release = idle.hold();
    try {
      return await new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    } finally {
      release();
    }
  };

  let last = greeting;
  const process: PythonProcess = {
    get alive() {
      return alive;
    },
    request(method, params) {
      const id = ++last;
      const answer = answerTo(id);
      if (alive) send({ id, method, params });
      return { id, answer };
    },
    notify: (method, params) => alive && send({ method, params }),
    kill: () => fail("WorkerExited", "the Python worker was stopped"),
  };
  const { startTimeoutMs } = options;
  const giveUp = (): void => fail("StartFailed", `the Python worker was not ready in ${startTimeoutMs} ms`);
  await withTimer(answerTo(greeting), startTimeoutMs, giveUp);
  return process;
}

/** Waits for a promise; calls `onTimeout` if that takes longer than `ms`. */
async function withTimer(promise: Promise<unknown>, ms: number, onTimeout: () => void): Promise<void> {
  const timer = setTimeout(onTimeout, ms);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
  }
}

function spawnWorker({
  python,
  file,
  cwd,
  env,
  validatorTexts,
}: PythonProcessOptions): ChildProcessWithoutNullStreams {
  const args = ["-u", worker, file, ...(validatorTexts ? ["--validator-texts"] : [])];
  const child = spawn(python, args, { cwd, env: { ...env, PYTHONDONTWRITEBYTECODE: "1" } });
  own(child);
  return child;
}

/** Hands on each message; undefined for a line that is none. */
function readMessages(
  child: ChildProcessWithoutNullStreams,
  onMessage: (message: Message | undefined) => void,
): void {
  createInterface({ input: child.stdout }).on("line", (line) => onMessage(parseMessage(line)));
}

function parseMessage(line: string): Message | undefined {
  try {
    const value = parseExact(line);
    return typeof value === "object" && value !== null ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}

function settle(waiting: Map<number, Waiting>, message: Message): void {
  const id = message.id ?? greeting;
  const found = waiting.get(id);
  if (found === undefined) return;
  waiting.delete(id);
  if (message.error === undefined) found.resolve(message.result);
  else {
    const { type, message: text, model } = message.error;
    found.reject(new PythonError(type, text, model));
  }
}
