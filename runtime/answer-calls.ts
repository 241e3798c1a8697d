import { addressed, errorResponse, fixedError } from "./answer.js";
import type { Answered, Decision, PendingCall, ToolStep } from "./host.js";
import { responsesContent, textOf } from "./history.js";
import { isStep, type PlannedCall } from "./plan-calls.js";
import type { Run } from "./run.js";
import type { CallRecord, Ending, Step } from "./run-result.js";
import type { Content } from "./wire.js";

/** A turn with calls, on its way to its answers. */
export interface CallTurn {
  readonly content: Content;
  readonly finishReason: string;
  readonly planned: readonly PlannedCall[];
  /** By position; undefined where a call is not answered yet. */
  readonly answers: (Answered | undefined)[];
}

export type Decisions = Readonly<Record<string, Decision>>;

/** Executes what was planned. Gives the calls that wait, where there are any and the host does not wait itself. */
export async function answerCalls(
  run: Run,
  turn: CallTurn,
  decisions: Decisions,
  held: readonly PendingCall[],
): Promise<PendingCall[]> {
  let batch = openSteps(turn, decisions, held);
  const open = new Set(turn.planned.flatMap(({ todo, callId }) => (isStep(todo) ? [callId] : [])));
  for (const { callId } of batch) open.delete(callId);
  const pending = held.filter(({ callId }) => open.has(callId));
  while (batch.length > 0) {
    const outcomes = await run.host.tools(batch);
    const waiting: PendingCall[] = [];
    for (const [position, step] of batch.entries()) {
      const outcome = outcomes[position];
      if (!outcome || "response" in outcome) turn.answers[step.index] = outcome ?? cancelled(step.tool);
      else {
        const ticket = outcome.ticket !== undefined && { ticket: outcome.ticket };
        waiting.push({
          callId: step.callId,
          tool: step.tool,
          args: step.args,
          reason: outcome.waiting,
          ...ticket,
        });
      }
    }
    if (waiting.length === 0 || !run.host.wait || run.signal?.aborted) return [...pending, ...waiting];
    run.emit(run.turn, { type: "waiting", pending: waiting });
    const decided: Record<string, Decision> = {};
    for (const call of waiting) {
      const key = batch.find((step) => step.callId === call.callId)?.idempotencyKey ?? call.callId;
      decided[call.callId] = await run.host.wait({ ...call, key });
    }
    batch = openSteps(turn, decided, waiting);
  }
  return pending;
}

/** Steps without an answer that may go now: those that do not wait, and those about which something was decided. */
function openSteps(turn: CallTurn, decisions: Decisions, pending: readonly PendingCall[]): ToolStep[] {
  return turn.planned.flatMap(({ todo, callId }, index) => {
    if (!isStep(todo) || turn.answers[index]) return [];
    const decision = Object.hasOwn(decisions, callId) ? decisions[callId] : undefined;
    if (decision !== undefined) {
      const kind = typeof decision === "string" ? decision : "deny" in decision ? "deny" : "output";
      return [{ ...todo, name: `${todo.name}:${kind}`, decision }];
    }
    return pending.some((call) => call.callId === callId) ? [] : [todo];
  });
}

function cancelled(tool: string): Answered {
  return { response: errorResponse(tool, fixedError("CANCELLED")), code: "CANCELLED", started: false, ms: 0 };
}

/** The answer of a call as far as there is one: a call that was never to run has its refusal. */
function answerOf(turn: CallTurn, index: number): Answered | undefined {
  const todo = turn.planned[index]?.todo;
  if (!todo || isStep(todo)) return turn.answers[index];
  return turn.answers[index] ?? { response: errorResponse("", todo), code: todo.code, started: false, ms: 0 };
}

/** Writes the answers of a turn into the history; what has none is answered as cancelled. */
export function closeTurn(run: Run, turn: CallTurn): Step {
  const answers = turn.planned.map((_, index) => answerOf(turn, index) ?? cancelled(""));
  const records = turn.planned.map(({ call, callId, todo }, index): CallRecord => {
    const { response, ...outcome } = answers[index] as Answered;
    const tool = isStep(todo) ? todo.tool : (call.name ?? "");
    return { callId, tool, args: call.args ?? {}, response: response.response, ...outcome };
  });
  run.contents.push(
    responsesContent(
      turn.planned.map(({ call }, index) => addressed(call, (answers[index] as Answered).response)),
    ),
  );
  run.failedTurns = records.every((call) => call.code !== undefined) ? run.failedTurns + 1 : 0;
  return endTurn(run, turn.content, turn.finishReason, records);
}

export function endTurn(
  run: Run,
  content: Content | undefined,
  finishReason: string,
  calls: readonly CallRecord[] = [],
): Step {
  const step: Step = { turn: run.turn, finishReason, text: textOf(content), calls };
  run.steps.push(step);
  run.emit(run.turn, { type: "turn_end", finishReason, usage: run.usage, text: step.text });
  return step;
}

/** The ending of a run in which calls wait. */
export function pause(run: Run, turn: CallTurn, pending: readonly PendingCall[]): Ending {
  run.emit(run.turn, { type: "waiting", pending });
  return {
    status: "paused",
    text: textOf(turn.content),
    pending,
    state: {
      v: 1,
      runId: run.runId,
      toolset: { name: run.tools.name, hash: run.tools.hash },
      progress: {
        turn: run.turn,
        contents: [...run.contents],
        usage: run.usage,
        steps: [...run.steps],
        toolCalls: run.toolCalls,
        failedTurns: run.failedTurns,
        finishReason: turn.finishReason,
      },
      answers: turn.planned.map((_, index) => answerOf(turn, index) ?? null),
      pending,
    },
  };
}
