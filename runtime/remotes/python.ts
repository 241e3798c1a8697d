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
   * The Python interpreter. It may be in a virtual environment.
   * @default `python3`
   */
  readonly python?: string;
  /**
   * The working directory of the worker.
   * @default the working directory of this process
   */
  readonly cwd?: string;
  /**
   * The number of processes that share the calls. Each process runs one call at a time. A process starts when
   * a call needs it.
   * @default 4
   */
  readonly processes?: number;
  /**
   * Returns the session of a call. Calls with the same session run in the same process, one after another.
   */
  readonly session?: (call: CallContext) => string | undefined;
  /**
   * Milliseconds that a process may take to start.
   * @default 30,000
   */
  readonly startTimeoutMs?: number;
  /**
   * Milliseconds that a cancelled call may take to end. Then its process is killed.
   * @default 1,000
   */
  readonly graceMs?: number;
  /**
   * `true` shows the model the texts of the ValueErrors that your Pydantic validators raise, without links
   * and copies of the input. Such a text can contain anything. The text of a ToolError is always shown.
   * @default false
   */
  readonly validatorTexts?: boolean;
  /** Called with the output of the tools and with their tracebacks. */
  readonly onStderr?: (text: string) => void;
}

/** A range in a Python file. Lines and columns are counted from 1. */
export interface PythonLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** The tools of a Python file, and the problems that the developer should know. */
export interface PythonListing {
  readonly tools: readonly RemoteTool[];
  /**
   * The locations of each tool and of its parameters. The location of the tool itself has the key "". A
   * location is missing if Python does not know it.
   */
  readonly locations: Readonly<Record<string, Readonly<Record<string, PythonLocation>>>>;
  readonly problems: readonly {
    readonly tool: string;
    readonly parameter?: string;
    readonly problem: string;
    /** Missing if Python does not know the location. */
    readonly location?: PythonLocation;
  }[];
}

export interface PythonRemote extends Remote, Closing {
  inspect(): Promise<PythonListing>;
}

interface Lane {
  process: Promise<PythonProcess> | undefined;
  /** Settles when the last queued call ends. The calls of a lane run one after another. */
  tail: Promise<unknown>;
  queued: number;
}

/** Connects to the tools of a Python file. Worker processes run the functions. */
export function pythonRemote(options: PythonOptions): PythonRemote {
  const lanes: Lane[] = Array.from({ length: Math.max(1, options.processes ?? 4) }, () => ({
    process: undefined,
    tail: Promise.resolve(),
    queued: 0,
  }));
  let listing: Promise<PythonListing> | undefined;
  let closed = false;

  const ensureRunning = async (previous: Promise<PythonProcess> | undefined): Promise<PythonProcess> => {
    const running = await previous?.catch(() => undefined);
    if (running?.alive === true) return running;
    if (closed) throw new PythonError("Closed", "the remote was closed");
    return launch(options);
  };
  const start = (lane: Lane): Promise<PythonProcess> => (lane.process = ensureRunning(lane.process));
  const inspect = async (): Promise<PythonListing> => {
    listing ??= start(lanes[0]!).then(
      async (worker) => (await worker.request("list", {}).answer) as PythonListing,
    );
    // A failed listing is removed, so that the next caller tries again.
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

/** Returns a number for a session. The number chooses the lane, so no table of sessions is needed. */
function hashOf(session: string): number {
  let hash = 0;
  for (let index = 0; index < session.length; index += 1)
    hash = (Math.imul(hash, 31) + session.charCodeAt(index)) >>> 0;
  return hash;
}

/**
 * Executes one call. If the call is cancelled, the worker is asked to stop the function. After `graceMs`, the
 * process is killed.
 */
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
    throw toToolError(error);
  } finally {
    clearTimeout(grace);
    call.signal.removeEventListener("abort", cancel);
  }
}

/**
 * Converts an error for the model if the worker wrote a message for the model. All other texts are only for
 * the developer.
 */
function toToolError(error: unknown): unknown {
  if (!(error instanceof PythonError) || error.model === undefined) return error;
  return new ToolError(error.model.code, error.model.message, { cause: error });
}
