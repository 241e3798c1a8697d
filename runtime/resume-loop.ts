import type { Decisions } from "./answer-calls.js";
import type { Host } from "./host.js";
import { callsOf } from "./history.js";
import { settle, startRun, takeTurns } from "./loop.js";
import { planCalls } from "./plan-calls.js";
import { failure, type LoopInput, type Run } from "./run.js";
import type { Ending, RunResult } from "./run-result.js";
import { findStateFlaw, type State } from "./state.js";

/** A paused run to go on with, and what was decided meanwhile. */
export interface ResumeInput<Context = unknown> extends LoopInput<Context> {
  readonly state: State;
  readonly decisions: Decisions;
}

/** Goes on with a paused run, after checking everything about it again. Pure, as `runLoop` is. */
export async function resumeLoop<Context>(host: Host, input: ResumeInput<Context>): Promise<RunResult> {
  const { state, decisions, tools } = input;
  const flaw = findStateFlaw(state, tools);
  if (flaw === undefined)
    return takeTurns(await startRun(host, { ...input, runId: state.runId }, state.progress), (run) =>
      resumeTurn(run, state, decisions),
    );
  const refuse = async (): Promise<Ending> => failure({ kind: "state", message: flaw });
  return takeTurns(await startRun(host, input, {}), refuse);
}

async function resumeTurn(
  run: Run,
  { progress, answers, pending }: State,
  decisions: Decisions,
): Promise<Ending | undefined> {
  for (const [callId, decision] of Object.entries(decisions)) {
    const reason = pending.find((call) => call.callId === callId)?.reason;
    // A tool that runs already must not be started again.
    if (!reason || (reason === "long_running" && decision === "approve")) {
      return failure({ kind: "state", message: `"${callId}" does not wait for this decision` });
    }
  }
  const content = run.contents.at(-1) ?? {};
  const calls = planCalls(run, callsOf(content), run.frame.active);
  for (const [index, answer] of answers.entries()) if (answer && calls[index]) calls[index].answer = answer;
  return settle(run, { content, finishReason: progress.finishReason, calls }, decisions, pending);
}
