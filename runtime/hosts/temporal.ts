import type { Effects } from "../start/effects.js";
import type { Decision, Host, PendingCall } from "../host.js";

/** Activities of a Temporal worker. Register the methods of `createEffects(...)` under these names. */
export type TemporalActivities = Pick<Effects, "model" | "tool">;

/** The members of `@temporalio/workflow` that are used. */
export interface TemporalWorkflowLike {
  workflowInfo(): { readonly runId: string };
  condition(isMet: () => boolean, timeoutMs?: number): Promise<unknown>;
  defineSignal(name: string): unknown;
  setHandler(signal: never, handler: (key: string, decision: Decision) => void): void;
}

export interface TemporalOptions {
  /**
   * Milliseconds until a call that waits is denied. `Infinity` waits until the deadline of the run.
   * @default the run does not wait, and ends with status `paused`
   */
  readonly waitMs?: number;
  /**
   * The signal that takes a decision. Its arguments are the key of the pending call and the decision.
   * @default "decision"
   */
  readonly signal?: string;
  /** Reports a call that waits; called in the workflow, for example with an activity. */
  readonly onWaiting?: (pending: PendingCall) => Promise<void>;
}

/**
 * Runs inside a workflow. `workflow` is the module `@temporalio/workflow`, and `activities` is the result of `proxyActivities`: a
 * workflow can send JSON to the worker, but not closures. The run has the id of the workflow run; give a second run of the same
 * workflow a `runId` of its own.
 */
export function temporalHost(
  workflow: TemporalWorkflowLike,
  activities: TemporalActivities,
  options: TemporalOptions = {},
): Host {
  return {
    runId: workflow.workflowInfo().runId,
    model: (effect) => activities.model(effect),
    tools: (batch) => Promise.all(batch.map((effect) => activities.tool(effect))),
    // In a workflow this is the clock of the engine: Temporal replaces the clock of JavaScript there.
    now: async () => Date.now(),
    ...(options.waitMs !== undefined && { wait: waitForSignals(workflow, options) }),
  };
}

function waitForSignals(
  workflow: TemporalWorkflowLike,
  { waitMs = Infinity, signal = "decision", onWaiting }: TemporalOptions,
): NonNullable<Host["wait"]> {
  // The first decision about a call counts.
  const decisions = new Map<string, Decision>();
  workflow.setHandler(workflow.defineSignal(signal) as never, (key, decision) => {
    if (!decisions.has(key)) decisions.set(key, decision);
  });
  return async (pending, timeoutMs = Infinity) => {
    const { key } = pending;
    const limit = Math.min(waitMs, timeoutMs);
    const timeout: [number?] = limit === Infinity ? [] : [limit];
    await Promise.all([workflow.condition(() => decisions.has(key), ...timeout), onWaiting?.(pending)]);
    const decision = decisions.get(key);
    if (decision) return decision;
    return waitMs < timeoutMs ? { deny: "No decision was made in time." } : undefined;
  };
}

/**
 * Handlers for the tool set of a workflow, where only declarations and policies are used: `create…({ handlers: inActivities })`.
 * The activities have the real handlers.
 */
export const inActivities = new Proxy({}, { get: () => refuse }) as never;

function refuse(): never {
  throw new Error("the handlers of this set run in activities, not in the workflow");
}
