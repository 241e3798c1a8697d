import { isObject } from "../base/is-object.js";
import { responseTo } from "../base/response-to.js";
import type { Decision, PendingCall, ToolEffect } from "../host.js";
import { isApproval } from "../base/is-approval.js";
import { isToolOutcome } from "./outcome-shape.js";
import { abandoned, cancelled, pendingCall, type OpenCall } from "./plan-calls.js";
import { effectTimeout, interruption, missingOutcome, untilAborted, type Run } from "./run.js";
import type { CallRecord, Ending, LimitStatus, Turn } from "../run-result.js";
import { scopeOf } from "./request.js";
import { textOf } from "./text-of.js";
import type { Content, Part } from "../wire.js";

/** A turn of the model that contains calls. */
export interface CallTurn {
  readonly content: Content | undefined;
  readonly finishReason: string;
  readonly calls: readonly OpenCall[];
}

/** Decisions by call id. A plain object would be unsafe, because the id may be any text. */
export type Decisions = ReadonlyMap<string, Decision>;

/** The calls that still wait after `answerCalls`. */
export interface RemainingCalls {
  readonly pending: readonly PendingCall[];
  /** Set if the host returned a value that is not an outcome. The run then ends. */
  readonly ending?: Ending | undefined;
}

/**
 * Executes all calls of a turn that have no answer yet. A call may wait for a decision. If the host cannot
 * wait, such calls are returned as `pending`.
 */
export async function answerCalls(
  run: Run,
  { calls }: CallTurn,
  decisions: Decisions,
  alreadyPending: readonly PendingCall[],
): Promise<RemainingCalls> {
  let pending = alreadyPending;
  for (let decided: Decisions | undefined = decisions; ; ) {
    const ready: ToolEffect[] = [];
    const waiting: PendingCall[] = [];
    for (const { effect } of calls.filter(({ answer }) => !answer)) {
      const decision = decided.get(effect.callId);
      const before = waitOf(effect, pending);
      if (decision) ready.push(decidedEffect(effect, decision, before));
      else if (before) waiting.push(pendingCall(effect, before.reason, before));
      else ready.push(effect);
    }
    const timeout = effectTimeout(run);
    const batch = ready.map((effect) => ({ ...effect, ...timeout }));
    const outcomes: readonly unknown[] | null = batch.length > 0 ? await run.host.tools(batch) : [];
    let ending: Ending | undefined;
    for (const [position, effect] of ready.entries()) {
      const outcome = outcomes?.[position];
      const before = waitOf(effect, pending)?.reason;
      const call = calls[effect.index];
      if (!call) continue;
      // Each wait takes one decision. A call that asks again for the same reason after its decision would
      // wait forever.
      if (!isToolOutcome(outcome) || ("waiting" in outcome && outcome.waiting === before)) {
        ending ??= missingOutcome(effect.name);
        call.answer = abandoned();
      } else if ("waiting" in outcome)
        waiting.push(
          pendingCall(call.effect, outcome.waiting, { args: effect.approved ?? effect.args, ...outcome }),
        );
      else {
        call.answer = before === "long_running" ? { ...outcome, started: true } : outcome;
        call.ended = !outcome.unreported;
      }
    }
    decided = ending || waiting.length === 0 ? undefined : await waitInPlace(run, waiting);
    if (!decided) return { pending: waiting, ending };
    pending = waiting;
  }
}

function waitOf({ callId }: ToolEffect, pending: readonly PendingCall[]): PendingCall | undefined {
  return pending.find((call) => call.callId === callId);
}

/**
 * Asks the host for the decision about each waiting call. Returns undefined if the host has no `wait` method
 * or the run ends first.
 */
async function waitInPlace(run: Run, waiting: readonly PendingCall[]): Promise<Decisions | undefined> {
  const { host } = run;
  if (!host.wait || (await interruption(run))) return undefined;
  run.emit(run.turn, { type: "waiting", pending: waiting });
  const decide = async (call: PendingCall): Promise<[string, Decision]> => {
    const decision: unknown = await host.wait?.(call, run.leftMs);
    // The host has waited until the deadline, whatever its clock shows.
    if (decision === undefined && run.leftMs !== undefined) run.leftMs = 0;
    if (isDecision(decision) && isAllowedDecision(decision, call.reason)) return [call.callId, decision];
    // After an invalid decision, the call is denied. Asking again would need a new key, and the person who
    // decides knows only the first key.
    const deny =
      call.reason === "long_running" ? "The tool was started, but returned no output." : UNAPPROVED;
    return [call.callId, { deny }];
  };
  // All waits start before the first is awaited, because different people may decide.
  const decisions = await untilAborted(run, () => Promise.all(waiting.map(decide)));
  return decisions && !(await interruption(run)) ? new Map(decisions) : undefined;
}

const UNAPPROVED = "The call could not be approved.";

/** Whether a value is a decision. Decisions come from people and engines, so the value may have any type. */
export function isDecision(value: unknown): value is Decision {
  if (typeof value !== "object" || value === null) return value === "approve";
  if ("deny" in value) return typeof value.deny === "string";
  if (!("approve" in value)) return "output" in value;
  const { args } = (value.approve ?? {}) as { args?: unknown };
  return isObject(args);
}

/**
 * Whether a decision fits the reason of the wait. A long-running tool has already started, so approving its
 * call would start the tool a second time.
 */
export function isAllowedDecision(decision: Decision, reason: PendingCall["reason"]): boolean {
  return !isApproval(decision) || reason !== "long_running";
}

/**
 * Returns the effect of a call that waited. The name of the effect contains the kind of the decision. An
 * approval without arguments runs the call with exactly the arguments that the person saw.
 */
function decidedEffect(effect: ToolEffect, decision: Decision, before: PendingCall | undefined): ToolEffect {
  const kind = typeof decision === "string" ? decision : Object.keys(decision)[0];
  const decided = { ...effect, name: `${effect.name}:${kind}`, decision };
  if (!isApproval(decision)) return decided;
  if (typeof decision === "object") return { ...decided, args: decision.approve.args };
  if (before?.reason !== "approval") return decided;
  return { ...decided, args: (before.repaired ?? effect.args) as ToolEffect["args"], approved: before.args };
}

/**
 * Emits a `tool_call` event for each call of a turn, and a `tool_end` event for each call that was refused.
 */
export function reportCalls(run: Run, calls: readonly OpenCall[]): void {
  for (const open of calls) {
    const { index, callId, tool, args } = open.effect;
    run.emit(run.turn, { type: "tool_call", index, callId, tool, args });
    reportEnd(run, open);
  }
}

/** Emits the `tool_end` event of a call that has an answer, unless the event was emitted before. */
function reportEnd({ emit, turn }: Run, call: OpenCall): void {
  const { answer, effect } = call;
  if (!answer || call.ended) return;
  call.ended = true;
  const { index, callId, tool } = effect;
  const { ms, code, response } = answer;
  const ok = code === undefined;
  emit(turn, { type: "tool_end", index, callId, tool, ok, ms, code, response: response.response });
}

/**
 * Ends a turn: adds the answers of its calls to the history and records the turn. A call without an answer
 * counts as cancelled.
 */
export function closeTurn(run: Run, { content, finishReason, calls }: CallTurn): Turn {
  const { turn, usage } = run;
  const parts: Part[] = [];
  const records: CallRecord[] = [];
  for (const open of calls) {
    open.answer ??= cancelled();
    reportEnd(run, open);
    const { call, effect, answer } = open;
    const { callId, tool, args } = effect;
    const { response: given, unreported: _, ...outcome } = answer;
    const record = { callId, tool, args, response: given.response, ...outcome };
    const response = run.tools.search?.remark(record, run.turns) ?? given.response;
    parts.push({ functionResponse: responseTo(call, { ...given, response }) });
    records.push({ ...record, response });
  }
  // Gemini requires one user turn that contains the answers to all calls, in the order of the calls.
  if (parts.length > 0) run.contents.push({ role: "user", parts });
  run.failedTurns = records.every((call) => call.code !== undefined) ? run.failedTurns + 1 : 0;
  const record: Turn = { turn, finishReason, text: textOf(content), calls: records };
  run.turns.push(record);
  run.emit(turn, { type: "turn_end", finishReason, usage, text: record.text });
  return record;
}

/** Ends a run whose calls wait, and returns the state from which `resume` continues. */
export function pause(
  run: Run,
  turn: CallTurn,
  pending: readonly PendingCall[],
  limit: LimitStatus | undefined,
): Ending {
  const { runId, tools, contents, turns, usage, toolCalls, failedTurns, resumed } = run;
  const scope = scopeOf(run.frame);
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
