import { isObject } from "../base/is-object.js";
import { addressed } from "../base/address-answer.js";
import type { Decision, PendingCall, ToolEffect } from "../host.js";
import { isApproval } from "../base/is-approval.js";
import { isToolOutcome } from "./outcome-shape.js";
import { abandoned, cancelled, pendingCall, type OpenCall } from "./plan-calls.js";
import { broken, interruption, untilAborted, type Run } from "./run.js";
import type { CallRecord, Ending, LimitStatus, Turn } from "../run-result.js";
import { scopeOf } from "./request.js";
import { textOf } from "./text-of.js";
import type { Content, Part } from "../wire.js";

/** An answer of the model with the calls in it, on their way to their answers. */
export interface CallTurn {
  readonly content: Content | undefined;
  readonly finishReason: string;
  readonly calls: readonly OpenCall[];
}

/** By call id, which may be any text. */
export type Decisions = ReadonlyMap<string, Decision>;

/** What keeps a turn from its end. */
export interface Unsettled {
  readonly pending: readonly PendingCall[];
  /** The host gave something that is no outcome. */
  readonly ending?: Ending | undefined;
}

/** Executes what is open. Gives the calls that wait, where there are any and the host does not wait itself. */
export async function answerCalls(
  run: Run,
  { calls }: CallTurn,
  decisions: Decisions,
  held: readonly PendingCall[],
): Promise<Unsettled> {
  let pending = held;
  for (let decided: Decisions | undefined = decisions; ; ) {
    const ready: ToolEffect[] = [];
    const waiting: PendingCall[] = [];
    for (const { step } of calls.filter(({ answer }) => !answer)) {
      const decision = decided.get(step.callId);
      const before = waitOf(step, pending);
      if (decision) ready.push(decidedStep(step, decision, before));
      else if (before) waiting.push(pendingCall(step, before.reason, before));
      else ready.push(step);
    }
    const outcomes: readonly unknown[] | null = ready.length > 0 ? await run.host.tools(ready) : [];
    let ending: Ending | undefined;
    for (const [position, step] of ready.entries()) {
      const outcome = outcomes?.[position];
      const before = waitOf(step, pending)?.reason;
      const call = calls[step.index];
      if (!call) continue;
      // A decision is made once: a call that waits for the same again would do so for ever.
      if (!isToolOutcome(outcome) || ("waiting" in outcome && outcome.waiting === before)) {
        ending ??= broken(step.name);
        call.answer = abandoned();
      } else if ("waiting" in outcome)
        waiting.push(
          pendingCall(call.step, outcome.waiting, { args: step.approved ?? step.args, ...outcome }),
        );
      else call.answer = before === "long_running" ? { ...outcome, started: true } : outcome;
    }
    decided = ending || waiting.length === 0 ? undefined : await waitInPlace(run, waiting);
    if (!decided) return { pending: waiting, ending };
    pending = waiting;
  }
}

function waitOf({ callId }: ToolEffect, pending: readonly PendingCall[]): PendingCall | undefined {
  return pending.find((call) => call.callId === callId);
}

/** What was decided about calls; nothing where the host does not wait for that, or the run is over before. */
async function waitInPlace(run: Run, waiting: readonly PendingCall[]): Promise<Decisions | undefined> {
  const { host } = run;
  if (!host.wait || run.signal?.aborted) return undefined;
  run.emit(run.turn, { type: "waiting", pending: waiting });
  const decide = async (call: PendingCall): Promise<[string, Decision]> => {
    const decision: unknown = await host.wait?.(call);
    if (isDecision(decision) && fits(decision, call.reason)) return [call.callId, decision];
    // That ends the wait, too: to wait again would take a new key, and whoever has the output knows the old one only.
    const deny = call.reason === "long_running" ? "The tool was started, but gave no output." : UNAPPROVED;
    return [call.callId, { deny }];
  };
  // All are asked before anybody is waited for: they are different people.
  const made = await untilAborted(run, () => Promise.all(waiting.map(decide)));
  return made && !(await interruption(run)) ? new Map(made) : undefined;
}

const UNAPPROVED = "The call could not be approved.";

/** People and engines decide; what they hand over may be anything. */
export function isDecision(given: unknown): given is Decision {
  if (typeof given !== "object" || given === null) return given === "approve";
  if ("deny" in given) return typeof given.deny === "string";
  if (!("approve" in given)) return "output" in given;
  const { args } = (given.approve ?? {}) as { args?: unknown };
  return isObject(args);
}

/** Whether a call that waits for this can be decided so: a tool that runs already must not be started again. */
export function fits(decision: Decision, reason: PendingCall["reason"]): boolean {
  return !isApproval(decision) || reason !== "long_running";
}

/** The step of a call that waited, under a name of its own. What was approved is what was shown, unless somebody gave other arguments. */
function decidedStep(step: ToolEffect, decision: Decision, before: PendingCall | undefined): ToolEffect {
  const kind = typeof decision === "string" ? decision : Object.keys(decision)[0];
  const decided = { ...step, name: `${step.name}:${kind}`, decision };
  if (!isApproval(decision)) return decided;
  if (typeof decision === "object") return { ...decided, args: decision.approve.args };
  if (before?.reason !== "approval") return decided;
  return { ...decided, args: (before.repaired ?? step.args) as ToolEffect["args"], approved: before.args };
}

/** Ends a turn. The answers of its calls go into the history; what has none is answered as cancelled. */
export function closeTurn(run: Run, { content, finishReason, calls }: CallTurn): Turn {
  const { turn, usage } = run;
  const parts: Part[] = [];
  const records: CallRecord[] = [];
  for (const { call, step, answer = cancelled() } of calls) {
    const { callId, tool, args } = step;
    const { response, ...outcome } = answer;
    parts.push({ functionResponse: addressed(call, response) });
    records.push({ callId, tool, args, response: response.response, ...outcome });
  }
  // One user turn with the answers of all calls, in their order.
  if (parts.length > 0) run.contents.push({ role: "user", parts });
  run.failedTurns = records.every((call) => call.code !== undefined) ? run.failedTurns + 1 : 0;
  const step: Turn = { turn, finishReason, text: textOf(content), calls: records };
  run.turns.push(step);
  run.emit(turn, { type: "turn_end", finishReason, usage, text: step.text });
  return step;
}

/** The ending of a run in which calls wait. */
export function pause(
  run: Run,
  turn: CallTurn,
  pending: readonly PendingCall[],
  limit: LimitStatus | undefined,
): Ending {
  const { runId, tools, contents, turns, usage, toolCalls, failedTurns, resumed } = run;
  const scope = scopeOf(run.frame, tools);
  run.emit(run.turn, { type: "waiting", pending });
  return {
    status: "paused",
    text: textOf(turn.content),
    pending,
    state: {
      v: 2,
      runId,
      toolset: { name: tools.name, hash: tools.hash },
      progress: {
        turn: run.turn,
        contents: [...contents],
        usage,
        turns: [...turns],
        toolCalls,
        failedTurns,
        resumed,
        finishReason: turn.finishReason,
        ...(limit && { limit }),
        ...(scope && { scope }),
      },
      answers: turn.calls.map(({ answer = null }) => answer),
      pending,
    },
  };
}
