import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseExact, stringifyExact } from "../base/exact-json.js";
import { handlesOf, createIdleHandles, killWithParent } from "./child-processes.js";

const worker = fileURLToPath(new URL("./python/worker.py", import.meta.url));

export interface PythonProcessOptions {
  /** The Python file with the functions. */
  readonly file: string;
  readonly python: string;
  readonly cwd: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly startTimeoutMs: number;
  /** Whether the model reads the texts of the ValueErrors that validators raise. */
  readonly validatorTexts: boolean;
  readonly onStderr: (text: string) => void;
}

/** An exception in Python, or the end of the Python process. */
export class PythonError extends Error {
  override readonly name = "PythonError";
  /** The name of the Python exception, or the kind of failure of the process. */
  readonly type: string;
  /**
   * The message for the model. Missing for the exceptions of a function, because their texts may contain
   * secrets.
   */
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

/** The time to wait for the last line of a process that has ended, in milliseconds. */
const lastLineMs = 20;

/** The request id that stands for the first line of the worker, which reports that the worker is ready. */
const readyId = 0;

/** Starts a worker. The promise resolves when the worker has loaded the file. */
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
    // The last message of the worker may still arrive. It is more precise than the exit code.
    setTimeout(
      () => fail("WorkerExited", `the Python worker ended with ${signal ?? `code ${code}`}`),
      lastLineMs,
    );
  });
  // The event `exit` reports the end of the process. This listener only prevents an unhandled error.
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

/** Waits for a promise. Calls `onTimeout` if the promise takes longer than `ms`. */
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

/** Calls `onMessage` for each line of the worker. The message is undefined if the line is invalid. */
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
