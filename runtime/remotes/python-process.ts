import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseExact, stringifyExact } from "../base/exact-json.js";
import { handlesOf, createIdleHandles, killWithParent } from "./child-processes.js";

const worker = fileURLToPath(new URL("./python/worker.py", import.meta.url));

export interface PythonProcessOptions {
  /** The file with the functions. */
  readonly file: string;
  readonly python: string;
  readonly cwd: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly startTimeoutMs: number;
  /** Whether the model gets the texts of ValueErrors that validators raise. */
  readonly validatorTexts: boolean;
  readonly onStderr: (text: string) => void;
}

/** An exception in Python, or the end of its process. */
export class PythonError extends Error {
  override readonly name = "PythonError";
  /** The name of the Python exception, or the kind of failure of the process. */
  readonly type: string;
  /** The message for the model. Missing for exceptions of a function, whose texts may contain secrets. */
  readonly model: ModelMessage | undefined;
  constructor(type: string, message: string, model?: ModelMessage) {
    super(message);
    this.type = type;
    this.model = model;
  }
}

export interface ModelMessage {
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
  readonly error?: { readonly type: string; readonly message: string; readonly model?: ModelMessage };
}

interface PendingRequest {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** How long to wait for the last line of a process that has ended. */
const lastLineMs = 20;

/** The request id of the worker's first line. */
const readyId = 0;

/** Starts a worker; resolves when it has loaded the file. */
export async function startPython(options: PythonProcessOptions): Promise<PythonProcess> {
  const pendingRequests = new Map<number, PendingRequest>();
  let alive = true;
  const child = spawnWorker(options);
  const idle = createIdleHandles(handlesOf(child));
  const fail = (type: string, message: string): void => {
    alive = false;
    for (const { reject } of pendingRequests.values()) reject(new PythonError(type, message));
    pendingRequests.clear();
    child.kill("SIGKILL");
  };
  child.on("error", (error) => fail("StartFailed", `${options.python} cannot be started: ${error.message}`));
  child.on("exit", (code, signal) => {
    alive = false;
    // Its last message may still arrive, and is more precise than the exit code.
    setTimeout(
      () => fail("WorkerExited", `the Python worker ended with ${signal ?? `code ${code}`}`),
      lastLineMs,
    );
  });
  // A pipe that breaks because the process ended is reported by `exit`.
  child.stdin.on("error", () => undefined);
  child.stderr.setEncoding("utf8").on("data", options.onStderr);
  readMessages(child, (message) => {
    if (message !== undefined) return settleRequest(pendingRequests, message);
    fail("ProtocolError", "the Python worker wrote a line that is not JSON");
  });
  const send = (message: object): void => void child.stdin.write(`${stringifyExact(message)}\n`);
  const answerTo = async (id: number): Promise<unknown> => {
    if (!alive) throw new PythonError("WorkerExited", "the Python worker has ended");
    const release = idle.hold();
    try {
      return await new Promise((resolve, reject) => pendingRequests.set(id, { resolve, reject }));
    } finally {
      release();
    }
  };

  let lastId = readyId;
  const process: PythonProcess = {
    get alive() {
      return alive;
    },
    request(method, params) {
      const id = ++lastId;
      const answer = answerTo(id);
      if (alive) send({ id, method, params });
      return { id, answer };
    },
    notify: (method, params) => alive && send({ method, params }),
    kill: () => fail("WorkerExited", "the Python worker was stopped"),
  };
  const { startTimeoutMs } = options;
  const giveUp = (): void => fail("StartFailed", `the Python worker was not ready in ${startTimeoutMs} ms`);
  await withTimer(answerTo(readyId), startTimeoutMs, giveUp);
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
  killWithParent(child);
  return child;
}

/** Passes on each message; undefined for an invalid line. */
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

function settleRequest(pendingRequests: Map<number, PendingRequest>, message: Message): void {
  const id = message.id ?? readyId;
  const pending = pendingRequests.get(id);
  if (pending === undefined) return;
  pendingRequests.delete(id);
  if (message.error === undefined) pending.resolve(message.result);
  else {
    const { type, message: text, model } = message.error;
    pending.reject(new PythonError(type, text, model));
  }
}
