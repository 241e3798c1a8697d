import { addressed } from "./address-answer.js";
import type { Decision, PendingCall, ToolStep } from "./host.js";
import { textOf } from "./history.js";
import { cancelled, type OpenCall } from "./plan-calls.js";
import type { Run } from "./run.js";
import type { CallRecord, Ending, LimitStatus, Step } from "./run-result.js";
import type { Content, Part } from "./wire.js";

/** An answer of the model with the calls in it, on their way to their answers. */
export interface CallTurn {
  readonly content: Content | undefined;
  readonly finishReason: string;
  readonly calls: readonly OpenCall[];
}

/** By call id, which may be any text. */
export type Decisions = ReadonlyMap<string, Decision>;

/** Executes what is open. Gives the calls that wait, where there are any and the host does not wait itself. */
export async function answerCalls(
  run: Run,
  { calls }: CallTurn,
  decisions: Decisions,
  held: readonly PendingCall[],
): Promise<PendingCall[]> {
  let pending = held;
  for (let decided = decisions; ; ) {
    const ready: ToolStep[] = [];
    const waiting: PendingCall[] = [];
    for (const { step } of calls.filter(({ answer }) => !answer)) {
      const before = pending.find(({ callId }) => callId === step.callId);
      if (decided.has(step.callId)) ready.push(decidedStep(step, decided.get(step.callId)!));
      else if (before) waiting.push(before);
      else ready.push(step);
    }
    const outcomes = ready.length > 0 ? await run.host.tools(ready) : [];
    for (const [position, { index, callId, tool, args }] of ready.entries()) {
      const outcome = outcomes[position];
      const call = calls[index];
      const ranBefore = pending.some((one) => one.callId === callId && one.reason === "long_running");
      if (outcome && "waiting" in outcome) {
        const { waiting: reason, ticket } = outcome;
        waiting.push({ callId, tool, args, reason, ...(ticket !== undefined && { ticket }) });
      } else if (call) {
        const answer = outcome ?? cancelled();
        call.answer = ranBefore ? { ...answer, started: true } : answer;
      }
    }
    if (waiting.length === 0 || !run.host.wait || run.signal?.aborted) return waiting;
    run.emit(run.turn, { type: "waiting", pending: waiting });
    const made = new Map<string, Decision>();
    for (const call of waiting) {
      const decision = await run.host.wait({ ...call, key: `${run.runId}/${call.callId}` });
      made.set(call.callId, isDecision(decision) ? decision : { deny: "The call could not be approved." });
    }
    decided = made;
    pending = waiting;
  }
}

/** People and engines decide; what they hand over may be anything. */
export function isDecision(given: unknown): given is Decision {
  if (typeof given !== "object" || given === null) return given === "approve";
  return "deny" in given ? typeof given.deny === "string" : "output" in given;
}

/** The step of a call that waited, under a name of its own. */
function decidedStep(step: ToolStep, decision: Decision): ToolStep {
  const kind = typeof decision === "string" ? decision : Object.keys(decision)[0];
  return { ...step, name: `${step.name}:${kind}`, decision };
}

/** Ends a turn. The answers of its calls go into the history; what has none is answered as cancelled. */
export function closeTurn(run: Run, { content, finishReason, calls }: CallTurn): Step {
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
  const step: Step = { turn, finishReason, text: textOf(content), calls: records };
  run.steps.push(step);
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
        ...(limit && { limit }),
      },
      answers: turn.calls.map(({ answer = null }) => answer),
      pending,
    },
  };
}
