import { addressed, fixedError } from "./answer.js";
import type { Decision, PendingCall, ToolStep } from "./host.js";
import { responsesContent, textOf } from "./history.js";
import { refused, type OpenCall } from "./plan-calls.js";
import type { Run } from "./run.js";
import type { CallRecord, Ending, Step } from "./run-result.js";
import type { Content } from "./wire.js";

/** A turn with calls, on its way to its answers. */
export interface CallTurn {
  readonly content: Content;
  readonly finishReason: string;
  readonly calls: readonly OpenCall[];
}

export type Decisions = Readonly<Record<string, Decision>>;

/** Executes what is open. Gives the calls that wait, where there are any and the host does not wait itself. */
export async function answerCalls(
  run: Run,
  { calls }: CallTurn,
  decisions: Decisions,
  held: readonly PendingCall[],
): Promise<PendingCall[]> {
  let pending = held;
  for (let decided = decisions; ; ) {
    const ready = calls.flatMap((call) =>
      call.answer ? [] : (readyStep(call.step, decided, pending) ?? []),
    );
    const waiting = pending.filter(
      ({ callId }) =>
        !Object.hasOwn(decided, callId) &&
        calls.some(({ step, answer }) => step.callId === callId && !answer),
    );
    const outcomes = ready.length > 0 ? await run.host.tools(ready) : [];
    for (const [position, { index, callId, tool, args }] of ready.entries()) {
      const outcome = outcomes[position];
      const call = calls[index];
      if (outcome && "waiting" in outcome) {
        const { waiting: reason, ticket } = outcome;
        waiting.push({ callId, tool, args, reason, ...(ticket !== undefined && { ticket }) });
      } else if (call) call.answer = outcome ?? refused(fixedError("CANCELLED"));
    }
    if (waiting.length === 0 || !run.host.wait || run.signal?.aborted) return waiting;
    run.emit(run.turn, { type: "waiting", pending: waiting });
    const made: Record<string, Decision> = {};
    for (const call of waiting)
      made[call.callId] = await run.host.wait({ ...call, key: `${run.runId}/${call.callId}` });
    decided = made;
    pending = waiting;
  }
}

/** A step that may go now: it does not wait, or something was decided about it. */
function readyStep(
  step: ToolStep,
  decisions: Decisions,
  pending: readonly PendingCall[],
): ToolStep | undefined {
  const decision = Object.hasOwn(decisions, step.callId) ? decisions[step.callId] : undefined;
  if (decision === undefined) return pending.some(({ callId }) => callId === step.callId) ? undefined : step;
  const kind = typeof decision === "string" ? decision : Object.keys(decision)[0];
  return { ...step, name: `${step.name}:${kind}`, decision };
}

/** Writes the answers of a turn into the history; what has none is answered as cancelled. */
export function closeTurn(run: Run, turn: CallTurn): Step {
  const answered = turn.calls.map(({ call, step, answer = refused(fixedError("CANCELLED")) }) => ({
    call,
    step,
    answer,
  }));
  run.contents.push(responsesContent(answered.map(({ call, answer }) => addressed(call, answer.response))));
  const records = answered.map(({ step: { callId, tool, args }, answer: { response, ...outcome } }) => ({
    callId,
    tool,
    args,
    response: response.response,
    ...outcome,
  }));
  run.failedTurns = records.every((call) => call.code !== undefined) ? run.failedTurns + 1 : 0;
  return endTurn(run, turn.content, turn.finishReason, records);
}

export function endTurn(
  run: Run,
  content: Content | undefined,
  finishReason: string,
  calls: readonly CallRecord[] = [],
): Step {
  const { turn, usage } = run;
  const step: Step = { turn, finishReason, text: textOf(content), calls };
  run.steps.push(step);
  run.emit(turn, { type: "turn_end", finishReason, usage, text: step.text });
  return step;
}

/** The ending of a run in which calls wait. */
export function pause(run: Run, turn: CallTurn, pending: readonly PendingCall[]): Ending {
  const { runId, tools, contents, steps, usage, toolCalls, failedTurns } = run;
  run.emit(run.turn, { type: "waiting", pending });
  return {
    status: "paused",
    text: textOf(turn.content),
    pending,
    state: {
      v: 1,
      runId,
      toolset: { name: tools.name, hash: tools.hash },
      progress: {
        turn: run.turn,
        contents: [...contents],
        usage,
        steps: [...steps],
        toolCalls,
        failedTurns,
        finishReason: turn.finishReason,
      },
      answers: turn.calls.map(({ answer = null }) => answer),
      pending,
    },
  };
}
