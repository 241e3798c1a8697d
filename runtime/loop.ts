import { answerCalls, closeTurn, endTurn, pause, type CallTurn, type Decisions } from "./answer-calls.js";
import { askModel } from "./ask-model.js";
import type { Host, PendingCall } from "./host.js";
import { callsOf, textOf } from "./history.js";
import type { TurnChange } from "./loop-options.js";
import { applyLimits, isStep, planCalls, withdraw } from "./plan-calls.js";
import type { Reading } from "./read-turn.js";
import { expandNames, frameRequests, type TurnChoice } from "./request.js";
import { failure, interruption, type LoopInput, type Run } from "./run.js";
import type { CallRecord, Ending, LimitStatus, RunResult, Step } from "./run-result.js";
import { findStateFlaw } from "./state.js";
import { NO_USAGE } from "./usage.js";

/**
 * The tool loop. Pure: no clock, no chance, no input or output of its own; all of that is behind `host`, so the same journal gives the
 * same run. Rejects only when the host does.
 */
export async function runLoop<Context>(host: Host, input: LoopInput<Context>): Promise<RunResult> {
  const { resumed, tools } = input;
  const flaw = resumed && findStateFlaw(resumed.state, tools);
  const run = await start(host, input, flaw !== undefined);
  run.emit(run.turn, { type: "run_start" });
  let ending = flaw === undefined ? undefined : failure({ kind: "state", message: flaw });
  if (resumed && !ending)
    ending = await resumeTurn(run, resumed.state.pending, resumed.decisions, resumed.state);
  while (!ending) ending = await takeTurn(run);
  run.emit(run.turn, { type: "run_end", status: ending.status, usage: run.usage });
  return { ...ending, runId: run.runId, contents: run.contents, steps: run.steps, usage: run.usage };
}

async function start<Context>(host: Host, input: LoopInput<Context>, flawed: boolean): Promise<Run> {
  const { tools, options = {}, signal, emit = () => {}, resumed } = input;
  const progress = flawed ? undefined : resumed?.state.progress;
  const contents = progress ? [...progress.contents] : [...input.contents];
  return {
    host,
    runId: progress && resumed ? resumed.state.runId : input.runId,
    tools,
    options,
    frame: frameRequests(tools, options, contents),
    signal,
    emit,
    startedAt: options.deadlineMs !== undefined && host.now ? await host.now() : 0,
    turn: progress?.turn ?? 0,
    contents,
    steps: [...(progress?.steps ?? [])],
    usage: progress?.usage ?? NO_USAGE,
    toolCalls: progress?.toolCalls ?? 0,
    failedTurns: progress?.failedTurns ?? 0,
  };
}

/** One request and what follows from it. Nothing: the next turn. */
async function takeTurn(run: Run): Promise<Ending | undefined> {
  const interrupted = await interruption(run);
  if (interrupted) return interrupted;
  if (run.turn >= (run.options.maxTurns ?? 8)) return lastWord(run, "max_turns");
  run.emit(run.turn, { type: "turn_start" });
  let change: TurnChange;
  let choice: TurnChoice;
  try {
    const { turn, contents, usage, steps } = run;
    change = (await run.options.prepareTurn?.({ turn, contents, usage, steps })) ?? {};
    choice = chooseTurn(run, change);
  } catch (error) {
    return failure({ kind: "policy", message: `prepareTurn failed: ${String(error)}` });
  }
  if (change.stop) return { status: "stopped", by: "prepareTurn", text: "" };
  const asked = await askModel(run, choice, change.model);
  if ("ending" in asked) return asked.ending;
  const { reading, allowed } = asked;
  if (reading.kind !== "calls") return concludeTurn(run, reading);
  return callTurn(run, reading, allowed);
}

function chooseTurn(run: Run, change: TurnChange): TurnChoice {
  const { allowed, mode, system, contents } = change;
  const usual = run.frame.toolConfig.functionCallingConfig?.mode;
  const called = run.steps.some((step) => step.calls.some((call) => call.started || call.code === undefined));
  // ANY demands a call in every turn, so a run that keeps it never comes to an answer.
  const relaxed = mode === undefined && usual === "ANY" && called && !run.options.keepMode;
  return {
    ...(relaxed ? { mode: "AUTO", allowed: run.frame.active } : mode && { mode }),
    ...(allowed && { allowed: expandNames(run.tools, allowed) }),
    ...(system !== undefined && { system }),
    ...(contents && { contents }),
  };
}

/** A turn after which nothing is executed. */
function concludeTurn(run: Run, reading: Exclude<Reading, { kind: "calls" }>): Ending {
  const { content, finishReason } = reading;
  const text = textOf(content);
  const kept = reading.kind === "blocked" ? undefined : content;
  if (kept) run.contents.push(kept);
  const calls = callsOf(kept);
  if (kept && calls.length > 0) {
    const planned = withdraw(planCalls(run, calls, run.frame.active), "the answer was not complete");
    closeTurn(run, { content: kept, finishReason, planned, answers: [] });
  } else endTurn(run, content, finishReason);
  switch (reading.kind) {
    case "answer":
      return { status: "done", finishReason, text };
    case "truncated":
      return { status: "truncated", text };
    case "blocked": {
      const { blockReason } = reading;
      return { status: "blocked", text, ...(blockReason ? { blockReason } : { finishReason }) };
    }
    default: {
      const message = "message" in reading ? reading.message : finishReason;
      return { ...failure({ kind: "protocol", code: finishReason, message }), text };
    }
  }
}

async function callTurn(
  run: Run,
  reading: Extract<Reading, { kind: "calls" }>,
  allowed: ReadonlySet<string>,
): Promise<Ending | undefined> {
  const { content, calls, finishReason } = reading;
  run.contents.push(content);
  const { planned, limit } = applyLimits(run, planCalls(run, calls, allowed));
  for (const [index, { call, callId }] of planned.entries()) {
    run.emit(run.turn, { type: "tool_call", index, callId, tool: call.name ?? "", args: call.args ?? {} });
  }
  const turn: CallTurn = { content, finishReason, planned, answers: [] };
  const steps = planned.flatMap(({ todo }) => (isStep(todo) ? [todo] : []));
  const interrupted = await interruption(run);
  if (interrupted) {
    closeTurn(run, { ...turn, planned: withdraw(planned, "the run was stopped") });
    return interrupted;
  }
  run.toolCalls += steps.length;
  if (run.options.automatic === false && steps.length > 0) {
    return pause(
      run,
      turn,
      steps.map(({ callId, tool, args }) => ({ callId, tool, args, reason: "manual" })),
    );
  }
  return settle(run, turn, await answerCalls(run, turn, {}, []), limit);
}

/** Goes on where a paused run stopped. */
async function resumeTurn(
  run: Run,
  pending: readonly PendingCall[],
  decisions: Decisions,
  state: NonNullable<LoopInput["resumed"]>["state"],
): Promise<Ending | undefined> {
  for (const [callId, decision] of Object.entries(decisions)) {
    const call = pending.find((candidate) => candidate.callId === callId);
    if (!call) return failure({ kind: "state", message: `no call "${callId}" waits for a decision` });
    if (call.reason === "long_running" && decision === "approve") {
      return failure({ kind: "state", message: `"${callId}" runs already; give its output` });
    }
  }
  const content = run.contents.at(-1) ?? {};
  const planned = planCalls(run, callsOf(content), run.frame.active);
  const { finishReason } = state.progress;
  const answers = state.answers.map((answer) => answer ?? undefined);
  const turn: CallTurn = { content, finishReason, planned, answers };
  return settle(run, turn, await answerCalls(run, turn, decisions, pending));
}

/** What follows when the calls of a turn are answered as far as they can be. */
async function settle(
  run: Run,
  turn: CallTurn,
  pending: readonly PendingCall[],
  limit?: LimitStatus,
): Promise<Ending | undefined> {
  const interrupted = await interruption(run);
  if (pending.length > 0 && !interrupted) return pause(run, turn, pending);
  const step = closeTurn(run, turn);
  const { text } = step;
  if (interrupted) return { ...interrupted, text };
  try {
    const stopped = await stopping(run, step);
    if (stopped) return stopped;
  } catch (error) {
    return failure({ kind: "policy", message: `stopWhen failed: ${String(error)}` });
  }
  run.turn++;
  if (limit) return lastWord(run, limit);
  if (run.failedTurns >= (run.options.maxConsecutiveErrors ?? 3)) return lastWord(run, "max_errors");
  return undefined;
}

async function stopping(run: Run, step: Step): Promise<Ending | undefined> {
  const { stopOnTool = [], stopWhen } = run.options;
  const final = (call: CallRecord): boolean => call.code === undefined && stopOnTool.includes(call.tool);
  const call = step.calls.find(final);
  if (call) {
    const { response } = call;
    const key = Object.keys(response).find((name) => name !== "truncated") ?? "";
    return { status: "stopped", by: call.tool, output: response[key], text: step.text };
  }
  const verdict = await stopWhen?.(step, run.steps);
  if (verdict) return { status: "stopped", by: verdict === true ? "stopWhen" : verdict, text: step.text };
  return undefined;
}

/** The end at a limit; with `wrapUp` the model may say one more thing, without tools. */
async function lastWord(run: Run, status: LimitStatus): Promise<Ending> {
  if (!run.options.wrapUp) return { status, text: "" };
  run.emit(run.turn, { type: "turn_start" });
  const asked = await askModel(run, { mode: "NONE" });
  if ("ending" in asked) return asked.ending;
  const { reading } = asked;
  if (reading.kind === "calls") {
    run.contents.push(reading.content);
    const planned = withdraw(planCalls(run, reading.calls, new Set()), "no tool can be called any more");
    closeTurn(run, { ...reading, planned, answers: [] });
  } else concludeTurn(run, reading);
  return { status, text: textOf(reading.content) };
}
