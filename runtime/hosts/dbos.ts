import type { Effects } from "../start/effects.js";
import type { Decision, Host, PendingCall } from "../host.js";

/** The members of `DBOS` that `dbosHost` uses. */
export interface DbosLike {
  readonly workflowID: string | undefined;
  runStep<T>(action: () => Promise<T>, config: { name: string }): Promise<T>;
  now(): Promise<number>;
  recv?<T>(topic: string, timeoutSeconds?: number): Promise<T | null>;
}

export interface DbosOptions {
  /**
   * Seconds after which a waiting call is denied. With `Infinity`, the host waits until the deadline of the
   * run.
   * @default the run does not wait, and ends with status `paused`
   */
  readonly waitSeconds?: number;
  /**
   * Called in a step of its own for each waiting call. Send the decision to the workflow under the topic
   * `decision:<key>`.
   */
  readonly onWaiting?: (pending: PendingCall) => Promise<void>;
}

/** The longest wait in seconds. A longer time does not fit into the system database of DBOS. */
const MAX_SECONDS = 10 * 365 * 24 * 3600;

/**
 * Creates a host that stores the outcomes of effects with DBOS. The run has the id of the workflow, so a
 * second run of the same workflow needs its own `runId`. Send a decision to the workflow under the topic
 * `decision:<key of the pending call>`.
 */
export function dbosHost(dbos: DbosLike, effects: Effects, options: DbosOptions = {}): Host {
  const { waitSeconds, onWaiting } = options;
  const journal = <T>(name: string, action: () => Promise<T>): Promise<T> => dbos.runStep(action, { name });
  const wait = async (pending: PendingCall, timeoutMs = Infinity): Promise<Decision | undefined> => {
    const { key } = pending;
    const seconds = Math.min(waitSeconds ?? Infinity, timeoutMs / 1000, MAX_SECONDS);
    const notified = onWaiting && journal(`waiting:${key}`, () => onWaiting(pending));
    // `recv` is called before the notification has ended. Otherwise the duration of each notification would decide
    // the order in which several waits call `recv`, and a replay could have another order.
    const [decision] = await Promise.all([dbos.recv?.<Decision>(`decision:${key}`, seconds), notified]);
    if (decision) return decision;
    return seconds * 1000 < timeoutMs ? { deny: "No decision was made in time." } : undefined;
  };
  return {
    runId: dbos.workflowID,
    model: (effect) => journal(effect.name, () => effects.model(effect)),
    tools: (batch) => Promise.all(batch.map((effect) => journal(effect.name, () => effects.tool(effect)))),
    now: () => dbos.now(),
    ...(waitSeconds !== undefined && { wait }),
  };
}
