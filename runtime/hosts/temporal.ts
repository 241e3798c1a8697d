import type { Effects } from "../start/effects.js";
import type { Decision, Host, PendingCall } from "../host.js";

/** The activities of a Temporal worker. Register the methods of `createEffects(...)` under these names. */
export type TemporalActivities = Pick<Effects, "model" | "tool">;

/** The members of `@temporalio/workflow` that `temporalHost` uses. */
export interface TemporalWorkflowLike {
  workflowInfo(): { readonly runId: string };
  condition(isMet: () => boolean, timeoutMs?: number): Promise<unknown>;
  defineSignal(name: string): unknown;
  setHandler(signal: never, handler: (key: string, decision: Decision) => void): void;
}

export interface TemporalOptions {
  /**
   * Milliseconds after which a waiting call is denied. With `Infinity`, the host waits until the deadline of
   * the run.
   * @default the run does not wait, and ends with status `paused`
   */
  readonly waitMs?: number;
  /**
   * The name of the signal that sends a decision. The arguments of the signal are the key of the pending call
   * and the decision.
   * @default "decision"
   */
  readonly signal?: string;
  /**
   * Called in the workflow for each waiting call. The function can call an activity, for example to notify a
   * person.
   */
  readonly onWaiting?: (pending: PendingCall) => Promise<void>;
}

/**
 * Creates a host that runs inside a workflow. `workflow` is the module `@temporalio/workflow`, and
 * `activities` is the result of `proxyActivities`. A workflow can send JSON to a worker but no functions, so
 * the worker itself creates the effects. The run has the id of the workflow run, so a second run of the same
 * workflow needs its own `runId`.
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
    // In a workflow, Temporal replaces `Date.now` by the clock of the engine.
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
 * Handlers for the tool set of a workflow: `create…({ handlers: inActivities })`. A workflow uses only the
 * declarations and policies of the set. The real handlers run in the activities.
 */
export const inActivities = new Proxy({}, { get: () => refuse }) as never;

function refuse(): never {
  throw new Error("the handlers of this set run in activities, not in the workflow");
}
