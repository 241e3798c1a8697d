import { fixedError, refused } from "../base/answer.js";
import { defined } from "../base/defined.js";
import { findTool } from "../base/find-tool.js";
import { fingerprint } from "../base/fingerprint.js";
import { callsOf } from "./history.js";
import type { Answered, PendingCall, ToolEffect } from "../host.js";
import type { Run } from "./run.js";
import type { LimitStatus } from "../run-result.js";
import { stableText } from "../base/stable-text.js";
import type { Content, FunctionCall } from "../wire.js";

/** One call of a turn on its way to its answer. What is not to run has its answer from the start. */
export interface OpenCall {
  readonly call: FunctionCall;
  readonly step: ToolEffect;
  answer: Answered | undefined;
}

/** The calls of a turn in their order, with a refusal for those that may not run. */
export function planCalls(run: Run, content: Content | undefined, allowed: ReadonlySet<string>): OpenCall[] {
  const { turn, runId } = run;
  const most = run.options.maxCallsPerTurn ?? 32;
  const calls = callsOf(content);
  const given = new Set(calls.map(({ id }) => id));
  const taken = new Set<string>();
  return calls.map((call, index) => {
    const { name = "", args = {} } = call;
    let callId = call.id && !taken.has(call.id) ? call.id : `call_${turn}_${index}`;
    // A decision about one call must not be one about another.
    while (taken.has(callId) || (callId !== call.id && given.has(callId))) callId += "_";
    taken.add(callId);
    const found = findTool(run.tools, name, allowed, run.frame.active);
    const tool = found.ok ? found.tool.entry.name : name;
    const idempotencyKey = `${runId}/${turn}/${index}`;
    const step = { name: `tool:${turn}:${index}:${tool}`, turn, index, tool, callId, args, idempotencyKey };
    const refusal = found.ok ? undefined : refused(found.error);
    const answer = index < most ? refusal : notRun("TOO_MANY_CALLS", `at most ${most} calls fit in a turn`);
    return { call, step, answer };
  });
}

/** The answer of a call that has none. */
export function cancelled(): Answered {
  return refused(fixedError("CANCELLED"));
}

/** The answer of a call that nobody waits for any more, though it was started, or may have been. */
export function abandoned(): Answered {
  return { ...cancelled(), started: true };
}

/** A call that waits. Its key belongs to one wait of one call of one run: ids are the model's, which may use them again. */
export function pendingCall(
  { callId, tool, args: asked, idempotencyKey }: ToolEffect,
  reason: PendingCall["reason"],
  { args = asked, repaired, ticket }: Pick<Partial<PendingCall>, "args" | "repaired" | "ticket"> = {},
): PendingCall {
  const key = `${idempotencyKey}/${reason}`;
  const shown = { callId, tool, args, reason, key, ...defined({ repaired, ticket }) };
  return { ...shown, check: checkOf(shown, asked) };
}

/** Whether a pending call is still the one that was shown, and the history still holds the call it came from. */
export function isAsShown({ check, ...shown }: PendingCall, { args }: ToolEffect): boolean {
  try {
    return check === checkOf(shown, args);
  } catch {
    // It comes from outside, and may nest deeper than JSON can be written.
    return false;
  }
}

function checkOf(shown: Omit<PendingCall, "check">, asked: unknown): string {
  return fingerprint([stableText([shown, asked])]);
}

function notRun(code: "TOO_MANY_CALLS" | "CANCELLED", why: string): Answered {
  return refused({ code, message: `Not run: ${why}.` });
}

/** Withdraws open calls that `keep` does not want. */
export function withdraw(calls: readonly OpenCall[], why: string, keep?: (call: OpenCall) => boolean): void {
  for (const call of calls) if (!call.answer && !keep?.(call)) call.answer = notRun("CANCELLED", why);
}

/** Applies the limits of the run: a call whose result could never be sent is not executed. */
export function applyLimits(run: Run, calls: readonly OpenCall[]): LimitStatus | undefined {
  const { maxTotalTokens = Infinity, maxToolCalls = 64, maxTurns = 8, wrapUp, stopOnTool = [] } = run.options;
  let left = maxToolCalls - run.toolCalls;
  if (run.usage.totalTokens >= maxTotalTokens) {
    withdraw(calls, "the token budget is used up");
    return "max_tokens_budget";
  }
  if (calls.filter(({ answer }) => !answer).length > left) {
    withdraw(calls, "the call budget is used up", () => !!wrapUp && left-- > 0);
    return "max_calls";
  }
  if (run.turn + 1 < maxTurns || wrapUp) return undefined;
  withdraw(calls, "this was the last turn", ({ step }) => stopOnTool.includes(step.tool));
  return "max_turns";
}
