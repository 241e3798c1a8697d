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

/** A range in a Python file, 1-based. */
export interface PythonLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** The tools of a Python file, and problems for the developer. */
export interface PythonListing {
  readonly tools: readonly RemoteTool[];
  /** The location of each tool, under "", and of its parameters. Missing if Python does not know it. */
  readonly locations: Readonly<Record<string, Readonly<Record<string, PythonLocation>>>>;
  readonly problems: readonly {
    readonly tool: string;
    readonly parameter?: string;
    readonly problem: string;
    /** Missing if Python does not know it. */
    readonly location?: PythonLocation;
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

/** Runs Python tools in worker processes. */
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
    // The next caller repeats a failed listing.
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

/** Assigns a session to a lane without a table of sessions. */
function hashOf(session: string): number {
  let hash = 0;
  for (let index = 0; index < session.length; index += 1)
    hash = (Math.imul(hash, 31) + session.charCodeAt(index)) >>> 0;
  return hash;
}

/** Executes one call. On cancellation it asks the function to stop, and later kills its process. */
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

/** Only messages that the worker marks for the model become a ToolError. Any other text is for the developer. */
function toToolError(error: unknown): unknown {
  if (!(error instanceof PythonError) || error.model === undefined) return error;
  return new ToolError(error.model.code, error.model.message, { cause: error });
}
