import type { ModelVisibleError } from "./errors.js";
import { findTool } from "./find-tool.js";
import type { ToolStep } from "./host.js";
import type { Run } from "./run.js";
import type { LimitStatus } from "./run-result.js";
import type { FunctionCall } from "./wire.js";

/** What is to become of one call of a turn. */
export interface PlannedCall {
  readonly call: FunctionCall;
  readonly callId: string;
  readonly todo: ToolStep | ModelVisibleError;
}

/** Decides for each call, in order, whether it runs. */
export function planCalls(
  run: Run,
  calls: readonly FunctionCall[],
  allowed: ReadonlySet<string>,
): PlannedCall[] {
  const { turn, runId } = run;
  const most = run.options.maxCallsPerTurn ?? 32;
  const ids = new Set<string>();
  return calls.map((call, index) => {
    const callId = call.id && !ids.has(call.id) ? call.id : `call_${turn}_${index}`;
    ids.add(callId);
    if (index >= most)
      return { call, callId, todo: notRun("TOO_MANY_CALLS", `at most ${most} calls fit in a turn`) };
    const found = findTool(run.tools, call.name ?? "", allowed, run.frame.active);
    if ("code" in found) return { call, callId, todo: found };
    const tool = found.entry.name;
    return {
      call,
      callId,
      todo: {
        name: `tool:${turn}:${index}:${tool}`,
        turn,
        index,
        tool,
        callId,
        args: call.args ?? {},
        idempotencyKey: `${runId}/${turn}/${index}`,
      },
    };
  });
}

export function isStep(todo: PlannedCall["todo"]): todo is ToolStep {
  return "idempotencyKey" in todo;
}

function notRun(code: "TOO_MANY_CALLS" | "CANCELLED", why: string): ModelVisibleError {
  return { code, message: `Not run: ${why}.` };
}

/** Withdraws calls that `keep` does not want. */
export function withdraw(
  planned: readonly PlannedCall[],
  why: string,
  keep?: (step: ToolStep) => boolean,
): PlannedCall[] {
  return planned.map((plan) =>
    isStep(plan.todo) && !keep?.(plan.todo) ? { ...plan, todo: notRun("CANCELLED", why) } : plan,
  );
}

/** Applies the limits of the run: a call whose result could never be sent is not executed. */
export function applyLimits(
  run: Run,
  planned: readonly PlannedCall[],
): { planned: readonly PlannedCall[]; limit?: LimitStatus } {
  const { maxTotalTokens, maxToolCalls = 64, maxTurns = 8, wrapUp, stopOnTool } = run.options;
  if (maxTotalTokens !== undefined && run.usage.totalTokens >= maxTotalTokens) {
    return { planned: withdraw(planned, "the token budget is used up"), limit: "max_tokens_budget" };
  }
  const wanted = planned.filter((plan) => isStep(plan.todo)).length;
  if (run.toolCalls + wanted > maxToolCalls) {
    let left = wrapUp ? maxToolCalls - run.toolCalls : 0;
    return { planned: withdraw(planned, "the call budget is used up", () => left-- > 0), limit: "max_calls" };
  }
  if (run.turn + 1 >= maxTurns && !wrapUp) {
    const ends = (step: ToolStep): boolean => stopOnTool?.includes(step.tool) ?? false;
    return { planned: withdraw(planned, "this was the last turn", ends), limit: "max_turns" };
  }
  return { planned };
}
