import { findForeignTurn } from "./history.js";
import { isAllowedDecision, isDecision, type Decisions } from "./answer-calls.js";
import type { Decision, Host } from "../host.js";
import { finishTurn, startRun, takeTurns } from "./loop.js";
import { isUnchanged, planCalls } from "./plan-calls.js";
import { failure, type LoopInput, type Run } from "./run.js";
import type { Ending, RunResult } from "../run-result.js";
import { findStateFlaw, type State } from "./state.js";

export { checkOptions } from "./check-options.js";

/** A paused run, and the decisions about its waiting calls. */
export interface ResumeInput<Context = unknown> extends LoopInput<Context> {
  readonly state: State;
  readonly decisions: Readonly<Record<string, Decision>>;
}

/**
 * Continues a paused run after checking its state again. Like `runLoop`, the function reaches the outside
 * world only through `host`.
 */
export async function resumeLoop<Context>(host: Host, input: ResumeInput<Context>): Promise<RunResult> {
  const { state, decisions, tools } = input;
  const flaw = findStateFlaw(state, tools) ?? findForeignTurn(state.progress.contents, input.options?.flavor);
  const start = flaw ? input : { ...input, runId: state.runId };
  const progress = flaw ? {} : { ...state.progress, resumed: (state.progress.resumed ?? 0) + 1 };
  return takeTurns(await startRun(host, start, progress), async (run) =>
    flaw
      ? failure({ kind: "state", message: flaw })
      : resumeTurn(
          run,
          state,
          new Map(Object.entries(decisions).filter(([, decision]) => decision !== undefined)),
        ),
  );
}

/**
 * Returns the run id and the resume count, from which the event ids are made. The state is not checked yet,
 * so its fields may have any type.
 */
export function originOf(state: State | null | undefined): { runId?: string; resumed: number } {
  const { runId, progress } = state ?? {};
  const resumed = (progress?.resumed ?? 0) as unknown;
  const counted = typeof resumed === "number" ? resumed + 1 : 1;
  return typeof runId === "string" ? { runId, resumed: counted } : { resumed: counted };
}

async function resumeTurn(
  run: Run,
  { progress, answers, pending }: State,
  decisions: Decisions,
): Promise<Ending | undefined> {
  for (const [callId, decision] of decisions) {
    if (!isDecision(decision)) {
      const message = `the decision about "${callId}": expected "approve", { approve: { args } }, { deny } or { output }`;
      return failure({ kind: "state", message });
    }
    const reason = pending.find((call) => call.callId === callId)?.reason;
    if (!reason || !isAllowedDecision(decision, reason)) {
      return failure({ kind: "state", message: `"${callId}" does not wait for this decision` });
    }
  }
  const content = run.contents.at(-1) ?? {};
  const calls = planCalls(run, content, run.frame.active);
  for (const call of pending) {
    const open = calls.find(({ effect }) => effect.callId === call.callId);
    if (open && isUnchanged(call, open.effect)) continue;
    const hint = "to change its arguments, use { approve: { args } }";
    return failure({ kind: "state", message: `"${call.callId}" has changed since the run paused; ${hint}` });
  }
  for (const [index, answer] of answers.entries())
    if (answer && calls[index]) Object.assign(calls[index], { answer, ended: true });
  return finishTurn(
    run,
    { content, finishReason: progress.finishReason, calls },
    decisions,
    pending,
    progress.limit,
  );
}
