import { ToolError } from "../errors.js";
import type { CallContext, Remote, RemoteTool } from "../tool.js";
import { closing, type Closing } from "./closing.js";
import { driftOf, RemoteDrift } from "./drift.js";
import { type EnvironmentOptions, workerEnvironment } from "./environment.js";
import { type PythonProcess, PythonError, startPython } from "./python-process.js";

export { PythonError } from "./python-process.js";
export { RemoteDrift, refuseDrift } from "./drift.js";

export interface PythonOptions extends EnvironmentOptions {
  /** The Python file whose functions are the tools. Required. */
  readonly file: string;
  /**
   * The interpreter, also one of a virtual environment.
   * @default `python3`
   */
  readonly python?: string;
  /**
   * The working directory of the worker.
   * @default that of the program
   */
  readonly cwd?: string;
  /**
   * Processes that share the calls. Each runs one call at a time and is started when it is needed.
   * @default 4
   */
  readonly processes?: number;
  /** Calls with the same session run in the same process, one after another. */
  readonly session?: (call: CallContext) => string | undefined;
  /**
   * Milliseconds that a process may take to start.
   * @default 30,000
   */
  readonly startTimeoutMs?: number;
  /**
   * Milliseconds that a cancelled call may take to end before its process is killed.
   * @default 1,000
   */
  readonly graceMs?: number;
  /**
   * The model reads the texts of ValueErrors that your Pydantic validators raise, without links and copies of the input.
   * Such a text can contain anything. The text of a ToolError is always shown.
   * @default false
   */
  readonly validatorTexts?: boolean;
  /** Called with the output of the tools and their tracebacks. */
  readonly onStderr?: (text: string) => void;
}

/** A stretch of a Python file, 1-based. */
export interface PythonPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** What the worker found in the file: its tools, and what a person should know about them. */
export interface PythonListing {
  readonly tools: readonly RemoteTool[];
  /** Where each tool is in the file, under "", and where its parameters are; nothing where Python does not know. */
  readonly places: Readonly<Record<string, Readonly<Record<string, PythonPlace>>>>;
  readonly problems: readonly {
    readonly tool: string;
    readonly parameter?: string;
    readonly problem: string;
    /** Where in the file; missing where Python does not know. */
    readonly place?: PythonPlace;
  }[];
}

export interface PythonRemote extends Remote, Closing {
  inspect(): Promise<PythonListing>;
}

interface Lane {
  process: Promise<PythonProcess> | undefined;
  /** The end of the queue: calls of a lane run one after another. */
  tail: Promise<unknown>;
  queued: number;
}

/** Tools in Python, executed by worker processes of our own. */
export function pythonRemote(options: PythonOptions): PythonRemote {
  const lanes: Lane[] = Array.from({ length: Math.max(1, options.processes ?? 4) }, () => ({
    process: undefined,
    tail: Promise.resolve(),
    queued: 0,
  }));
  let listing: Promise<PythonListing> | undefined;
  let closed = false;

  const revive = async (before: Promise<PythonProcess> | undefined): Promise<PythonProcess> => {
    const running = await before?.catch(() => undefined);
    if (running?.alive === true) return running;
    if (closed) throw new PythonError("Closed", "the remote was closed");
    return launch(options);
  };
  const start = (lane: Lane): Promise<PythonProcess> => (lane.process = revive(lane.process));
  const inspect = async (): Promise<PythonListing> => {
    listing ??= start(lanes[0]!).then(
      async (worker) => (await worker.request("list", {}).answer) as PythonListing,
    );
    // A listing that failed is asked for again by the next caller.
    listing.catch(() => (listing = undefined));
    return listing;
  };
  const laneFor = (session: string | undefined): Lane =>
    session === undefined
      ? lanes.reduce((least, candidate) => (candidate.queued < least.queued ? candidate : least))
      : lanes[hashOf(session) % lanes.length]!;
  return closing({
    inspect,
    list: async () => (await inspect()).tools,
    async call(name, args, call, signature) {
      if (signature !== undefined) {
        const diff = driftOf(name, signature, (await inspect()).tools);
        if (diff.length > 0) throw new RemoteDrift(options.file, diff);
      }
      const lane = laneFor(options.session?.(call));
      lane.queued += 1;
      const run = lane.tail.then(async () => {
        call.signal.throwIfAborted();
        const worker = await start(lane);
        call.signal.throwIfAborted();
        return execute(worker, name, args, call, options.graceMs ?? 1_000);
      });
      lane.tail = run.catch(() => undefined).finally(() => (lane.queued -= 1));
      return run;
    },
    async close() {
      closed = true;
      for (const lane of lanes) (await lane.process?.catch(() => undefined))?.kill();
    },
  });
}

function launch(options: PythonOptions): Promise<PythonProcess> {
  return startPython({
    file: options.file,
    python: options.python ?? "python3",
    cwd: options.cwd,
    env: workerEnvironment(options),
    startTimeoutMs: options.startTimeoutMs ?? 30_000,
    validatorTexts: options.validatorTexts ?? false,
    onStderr: options.onStderr ?? (() => undefined),
  });
}

/** The same number for the same session, without keeping a list of sessions. */
function hashOf(session: string): number {
  let hash = 0;
  for (let index = 0; index < session.length; index += 1)
    hash = (Math.imul(hash, 31) + session.charCodeAt(index)) >>> 0;
  return hash;
}

/** One call; when it is cancelled the function is asked to stop, and then its process is. */
async function execute(
  worker: PythonProcess,
  name: string,
  args: Readonly<Record<string, unknown>>,
  call: CallContext,
  graceMs: number,
): Promise<unknown> {
  const { id, answer } = worker.request("call", { name, args, idempotencyKey: call.idempotencyKey });
  let grace: NodeJS.Timeout | undefined;
  const cancel = (): void => {
    worker.notify("cancel", { id });
    grace = setTimeout(() => worker.kill(), graceMs);
  };
  call.signal.addEventListener("abort", cancel, { once: true });
  try {
    return await answer;
  } catch (error) {
    throw visible(error);
  } finally {
    clearTimeout(grace);
    call.signal.removeEventListener("abort", cancel);
  }
}

/** Only what the worker marks as words for the model becomes a ToolError. Every other text stays with the developer. */
function visible(error: unknown): unknown {
  if (!(error instanceof PythonError) || error.model === undefined) return error;
  return new ToolError(error.model.code, error.model.message, { cause: error });
}
