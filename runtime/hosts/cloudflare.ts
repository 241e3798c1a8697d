import { fingerprint } from "../base/fingerprint.js";
import type { Effects } from "../start/effects.js";
import type { Decision, Host, ModelOutcome, PendingCall, ToolOutcome } from "../host.js";

/** The members of `WorkflowStep` that `cloudflareHost` uses. */
export interface WorkflowStepLike {
  do(name: string, action: () => Promise<never>): Promise<unknown>;
  waitForEvent(
    name: string,
    options: { type: string; timeout: number },
  ): Promise<{ readonly payload: unknown }>;
}

export interface CloudflareOptions {
  /**
   * Milliseconds after which a waiting call is denied. With `Infinity`, the host waits until the deadline of
   * the run, but at most 365 days.
   * @default the run does not wait, and ends with status `paused`
   */
  readonly waitMs?: number;
  /**
   * Called in a step of its own for each waiting call. Send the decision in an event of the type `eventType`.
   */
  readonly onWaiting?: (eventType: string, pending: PendingCall) => Promise<void>;
}

/** The longest time that Cloudflare waits for an event, in milliseconds. */
const MAX_MS = 365 * 24 * 3600_000;

/**
 * Creates a host that stores the outcomes of effects with Cloudflare Workflows. `instanceId` is the field of
 * the workflow event. The run has this id, so a second run of the same instance needs its own `runId`. Send a
 * decision to the instance as the payload of an event of the type `eventTypeOf(pending)`.
 */
export function cloudflareHost(
  step: WorkflowStepLike,
  instanceId: string,
  effects: Effects,
  options: CloudflareOptions = {},
): Host {
  const { waitMs, onWaiting } = options;
  const journal = <T>(name: string, action: () => Promise<T>): Promise<T> =>
    step.do(name, action as () => Promise<never>) as Promise<T>;
  const now = (): Promise<number> => journal("now", () => Promise.resolve(Date.now()));
  const wait = async (pending: PendingCall, timeoutMs = Infinity): Promise<Decision | undefined> => {
    const type = eventTypeOf(pending);
    const timeout = Math.min(waitMs ?? Infinity, timeoutMs, MAX_MS);
    const ends = (await now()) + timeout;
    if (onWaiting) await journal(`waiting:${type}`, () => onWaiting(type, pending));
    try {
      return (await step.waitForEvent(`decision:${type}`, { type, timeout })).payload as Decision;
    } catch (error) {
      // After `timeout`, Cloudflare rejects with an error that has no type of its own. The clock shows
      // whether the time is over.
      if ((await now()) < ends) throw error;
      return timeout < timeoutMs ? { deny: "No decision was made in time." } : undefined;
    }
  };
  return {
    runId: instanceId,
    model: (effect) => journal<ModelOutcome>(effect.name, () => effects.model(effect)),
    tools: (batch) =>
      Promise.all(batch.map((effect) => journal<ToolOutcome>(effect.name, () => effects.tool(effect)))),
    now,
    ...(waitMs !== undefined && { wait }),
  };
}

/**
 * Returns the type of the event that contains the decision about a call. Cloudflare allows only letters,
 * digits, `-` and `_` in a type.
 */
export function eventTypeOf({ key }: Pick<PendingCall, "key">): string {
  // A key begins with the id of the run, which may be too long for a type. A hash of the key replaces the id.
  return [...key.split("/").slice(-3), fingerprint([key])].join("-");
}
