import { fixedError, refusedOutcome } from "../base/answer.js";
import { defined } from "../base/defined.js";
import { findTool } from "../base/find-tool.js";
import { fingerprint } from "../base/fingerprint.js";
import { callsOf } from "./history.js";
import type { ToolAnswer, PendingCall, ToolEffect } from "../host.js";
import type { Run } from "./run.js";
import type { LimitStatus } from "../run-result.js";
import { stableText } from "../base/stable-text.js";
import type { Content, FunctionCall } from "../wire.js";

/** One call of a turn. If the call must not run, `answer` contains its refusal from the beginning. */
export interface OpenCall {
  readonly call: FunctionCall;
  readonly effect: ToolEffect;
  answer: ToolAnswer | undefined;
  /**
   * Whether a `tool_end` event was emitted: by the loop, by the effect of the call, or before the run paused.
   */
  ended?: boolean;
}

/** Returns the calls of a turn in order. A call that must not run already has its refusal. */
export function planCalls(run: Run, content: Content | undefined, allowed: ReadonlySet<string>): OpenCall[] {
  const { turn, runId } = run;
  const maxCalls = run.options.maxCallsPerTurn ?? 32;
  const calls = callsOf(content);
  const modelIds = new Set(calls.map(({ id }) => id));
  const usedIds = new Set<string>();
  return calls.map((call, index) => {
    const { search } = run.tools;
    const { name = "", args = {} } = (search?.resolve(call, allowed) ?? call) as FunctionCall;
    let callId = call.id && !usedIds.has(call.id) ? call.id : `call_${turn}_${index}`;
    // Ids must be unique. Otherwise a decision about one call could apply to another call.
    while (usedIds.has(callId) || (callId !== call.id && modelIds.has(callId))) callId += "_";
    usedIds.add(callId);
    const found = findTool(run.tools, name, allowed, run.frame.active);
    const tool = found.ok ? found.tool.entry.name : name;
    const idempotencyKey = `${runId}/${turn}/${index}`;
    const effect = {
      name: `tool:${turn}:${index}:${tool}`,
      turn,
      index,
      tool,
      callId,
      args,
      idempotencyKey,
      ...search?.limit(tool, allowed),
    };
    const refusal = found.ok ? undefined : refusedOutcome(found.error);
    const answer =
      index < maxCalls ? refusal : notRun("TOO_MANY_CALLS", `at most ${maxCalls} calls fit in a turn`);
    return { call, effect, answer };
  });
}

/** The answer to a call that has no result and no refusal. */
export function cancelled(): ToolAnswer {
  return refusedOutcome(fixedError("CANCELLED"));
}

/** The answer to a call that may have started its tool and whose result is no longer awaited. */
export function abandoned(): ToolAnswer {
  return { ...cancelled(), started: true };
}

/**
 * Creates the description of a waiting call. The model may reuse ids, so the key contains the run, the turn,
 * the index of the call and the reason of the wait.
 */
export function pendingCall(
  { callId, tool, args: modelArgs, idempotencyKey }: ToolEffect,
  reason: PendingCall["reason"],
  { args = modelArgs, repaired, ticket }: Pick<Partial<PendingCall>, "args" | "repaired" | "ticket"> = {},
): PendingCall {
  const key = `${idempotencyKey}/${reason}`;
  const details = { callId, tool, args, reason, key, ...defined({ repaired, ticket }) };
  return { ...details, check: checkOf(details, modelArgs) };
}

/** Whether a pending call is unchanged and the history still contains the call with the same arguments. */
export function isUnchanged({ check, ...details }: PendingCall, { args }: ToolEffect): boolean {
  try {
    return check === checkOf(details, args);
  } catch {
    // The state comes from outside the program. It may nest too deeply to be written as JSON.
    return false;
  }
}

function checkOf(details: Omit<PendingCall, "check">, modelArgs: unknown): string {
  return fingerprint([stableText([details, modelArgs])]);
}

function notRun(code: "TOO_MANY_CALLS" | "CANCELLED", reason: string): ToolAnswer {
  return refusedOutcome({ code, message: `Not run: ${reason}.` });
}

/** Answers all open calls as cancelled, except the calls for which `keep` returns true. */
export function withdraw(
  calls: readonly OpenCall[],
  reason: string,
  keep?: (call: OpenCall) => boolean,
): void {
  for (const call of calls) if (!call.answer && !keep?.(call)) call.answer = notRun("CANCELLED", reason);
}

/**
 * Applies the limits of the run, and returns the limit that was reached. If the result of a call could not be
 * sent any more, the call is not executed.
 */
export function applyLimits(run: Run, calls: readonly OpenCall[]): LimitStatus | undefined {
  const { maxTotalTokens = Infinity, maxToolCalls = 64, maxTurns = 8, wrapUp, stopOnTool = [] } = run.options;
  let remaining = maxToolCalls - run.toolCalls;
  if (run.usage.totalTokens >= maxTotalTokens) {
    withdraw(calls, "the token budget is used up");
    return "max_tokens_budget";
  }
  if (calls.filter(({ answer }) => !answer).length > remaining) {
    withdraw(calls, "the call budget is used up", () => !!wrapUp && remaining-- > 0);
    return "max_calls";
  }
  if (run.turn + 1 < maxTurns || wrapUp) return undefined;
  withdraw(calls, "this was the last turn", ({ effect }) => stopOnTool.includes(effect.tool));
  return "max_turns";
}
