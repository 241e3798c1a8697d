import { fingerprint } from "../base/fingerprint.js";
import type { Effects } from "../start/effects.js";
import type { Decision, Host, ModelOutcome, PendingCall, ToolOutcome } from "../host.js";

/** The members of `WorkflowStep` that are used. */
export interface WorkflowStepLike {
  do(name: string, action: () => Promise<never>): Promise<unknown>;
  waitForEvent(
    name: string,
    options: { type: string; timeout: number },
  ): Promise<{ readonly payload: unknown }>;
}

export interface CloudflareOptions {
  /**
   * Milliseconds until a call that waits is denied. `Infinity` waits until the deadline of the run, or 365 days.
   * @default the run does not wait, and ends with status `paused`
   */
  readonly waitMs?: number;
  /** Reports a call that waits, in a step of its own, with the type of the event that takes its decision. */
  readonly onWaiting?: (eventType: string, pending: PendingCall) => Promise<void>;
}

/** The longest time that Cloudflare waits for an event. */
const MAX_MS = 365 * 24 * 3600_000;

/**
 * Journals effects with Cloudflare Workflows. `instanceId` is the one of the workflow event. The run has this id; give a second run of the same
 * instance a `runId` of its own. Send a decision to the instance as the payload of an event of the type `eventTypeOf(pending)`.
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
      // Cloudflare rejects at the end of the time, with an error that has no type of its own.
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

/** The type of the event that takes the decision about a call. Cloudflare allows letters, digits, `-` and `_` in types. */
export function eventTypeOf({ key }: Pick<PendingCall, "key">): string {
  // A key contains the id of its run, which may be too long for a type.
  return [...key.split("/").slice(-3), fingerprint([key])].join("-");
}
