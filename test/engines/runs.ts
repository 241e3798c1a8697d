import type { Decision, RunResult } from "@toolpress/runtime";
import { assertReplayable } from "../../testing/index.js";
import type { Waiting } from "./ledger.js";
import type { Process } from "./processes.js";
import type { Replays } from "./report.js";

/** A run as it is started. */
export interface RunRequest {
  readonly label: string;
  readonly prompt: string;
  readonly deadlineMs?: number;
}

/** An engine with its service, as the scenarios use them. */
export interface Engine {
  readonly title: string;
  /** The processes to kill. */
  readonly engine: Process;
  readonly services: readonly Process[];
  /** Starts a run and returns its result, however often its processes are killed. */
  run(request: RunRequest): Promise<RunResult>;
  /** Called after each kill. */
  afterKill?(): Promise<void>;
  /** Called after the last run. Replays the recorded histories. */
  replay?(): Promise<Replays>;
  decide(waiting: Waiting, decision: Decision): Promise<void>;
  stop(): void;
}

/** Fields that differ in each run and in each attempt. */
const VARYING = new Set(["ms", "thoughtSignature", "usage", "runId", "callId", "id"]);

/** The parts of a result that no crash may change, as text. */
export function comparable(result: RunResult, label: string): string {
  const text = JSON.stringify(result, (key, value: unknown) => (VARYING.has(key) ? undefined : value));
  return text.replaceAll(label, "RUN");
}

/** The reason why Gemini would refuse the history of a result, if there is one. */
export function flawOf({ contents }: RunResult): string | undefined {
  try {
    assertReplayable(contents, { model: "gemini-3.5-flash" });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const AGAIN_MS = 150;

/** Repeats an action until it succeeds, because its process may be dead. */
export async function untilDone<T>(action: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (isOver()) throw error;
      await new Promise((later) => setTimeout(later, AGAIN_MS));
    }
  }
}

/** Sends JSON and returns the JSON of the response. */
export async function postJson(url: string, body: unknown, init: RequestInit = {}): Promise<unknown> {
  const headers = { "content-type": "application/json", ...init.headers };
  const response = await fetch(url, { method: "POST", body: JSON.stringify(body), ...init, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text.slice(0, 200)}`);
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}
