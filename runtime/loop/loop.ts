import { answerCalls, closeTurn, pause, type CallTurn, type Decisions } from "./answer-calls.js";
import { askModel } from "./ask-model.js";
import { wordsOf } from "../errors.js";
import type { Host, PendingCall } from "../host.js";
import type { TurnChange } from "../base/loop-options.js";
import { abandoned, applyLimits, pendingCall, planCalls, withdraw } from "./plan-calls.js";
import type { Reading } from "./read-turn.js";
import { expandNames, frameRequests, type TurnChoice } from "./request.js";
import { failure, interruption, untilAborted, type LoopInput, type Run } from "./run.js";
import type { Ending, LimitStatus, RunResult, RunStatus, Turn } from "../run-result.js";
import type { Progress } from "./state.js";
import { NO_USAGE } from "./usage.js";
import type { Content } from "../wire.js";

export { startContents } from "./history.js";

/**
 * The tool loop. Pure: no clock, no chance, no input or output of its own; all of that is behind `host`, so the same journal gives the
 * same run. Rejects only when the host does.
 */
export async function runLoop<Context>(
  host: Host,
  input: LoopInput<Context> & { readonly contents: readonly Content[] },
): Promise<RunResult> {
  return takeTurns(await startRun(host, input, input), takeTurn);
}

export async function startRun<Context>(
  host: Host,
  { runId, tools, options = {}, signal, emit = () => {} }: LoopInput<Context>,
  {
    contents: history = [],
    turn = 0,
    turns = [],
    usage = NO_USAGE,
    toolCalls = 0,
    failedTurns = 0,
    resumed = 0,
    scope,
  }: Partial<Progress>,
): Promise<Run> {
  return {
    host,
    runId,
    tools,
    options,
    frame: frameRequests(tools, options, history, scope),
    signal,
    emit,
    startedAt: options.deadlineMs !== undefined && host.now ? await host.now() : 0,
    turn,
    contents: [...history],
    turns: [...turns],
    usage,
    toolCalls,
    failedTurns,
    resumed,
  };
}

/** Takes turns until one of them ends the run. */
export async function takeTurns(
  run: Run,
  first: (run: Run) => Promise<Ending | undefined>,
): Promise<RunResult> {
  run.emit(run.turn, { type: "run_start" });
  // Stays when the host rejects: whoever listens must learn of the end all the same.
  let status: RunStatus = "error";
  try {
    let ending = await first(run);
    while (!ending) ending = await takeTurn(run);
    status = ending.status;
    const { runId, contents, turns, usage } = run;
    return { ...ending, runId, contents, turns, usage };
  } finally {
    run.emit(run.turn, { type: "run_end", status, usage: run.usage });
  }
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
    const { turn, contents, usage, turns } = run;
    change =
      (await untilAborted(run, () => run.options.prepareTurn?.({ turn, contents, usage, turns }))) ?? {};
    choice = chooseTurn(run, change);
  } catch (error) {
    return failure({ kind: "policy", message: `prepareTurn failed: ${wordsOf(error)}` });
  }
  const late = await interruption(run);
  if (late) return late;
  if (change.stop) return { status: "stopped", by: "prepareTurn", text: "" };
  const asked = await askModel(run, choice, change.model);
  if (!asked.ok) return asked.ending;
  const { reading, allowed } = asked;
  if (reading.kind === "end") return { ...reading.ending, text: concludeTurn(run, reading) };
  return callTurn(run, reading, allowed);
}

function chooseTurn(run: Run, change: TurnChange): TurnChoice {
  const { allowed, mode } = change;
  const usual = run.frame.toolConfig.functionCallingConfig?.mode;
  const called = run.turns.some((step) => step.calls.some((call) => call.started || call.code === undefined));
  // ANY demands a call in every turn, so a run that keeps it never comes to an answer. The allowed names stay.
  const relaxed = mode === undefined && usual === "ANY" && called && !run.options.keepMode;
  return {
    ...change,
    mode: relaxed ? "AUTO" : mode,
    allowed: allowed && expandNames(run.tools, allowed),
  };
}

/** Ends a turn after which nothing is executed; gives its text. */
function concludeTurn(run: Run, reading: Reading): string {
  const { content, finishReason } = reading;
  const blocked = reading.kind === "end" && reading.ending.status === "blocked";
  const kept = blocked ? undefined : content;
  const calls = planCalls(run, kept, run.frame.active);
  if (kept) run.contents.push(kept);
  withdraw(calls, "the answer was not complete");
  return closeTurn(run, { content, finishReason, calls }).text;
}

async function callTurn(
  run: Run,
  reading: Extract<Reading, { kind: "calls" }>,
  allowed: ReadonlySet<string>,
): Promise<Ending | undefined> {
  run.contents.push(reading.content);
  const turn: CallTurn = { ...reading, calls: planCalls(run, reading.content, allowed) };
  const limit = applyLimits(run, turn.calls);
  for (const { step, call } of turn.calls) {
    const { index, callId, args } = step;
    run.emit(run.turn, { type: "tool_call", index, callId, tool: call.name ?? "", args });
  }
  const interrupted = await interruption(run);
  if (interrupted) {
    withdraw(turn.calls, "the run was stopped");
    closeTurn(run, turn);
    return interrupted;
  }
  const open = turn.calls.filter(({ answer }) => !answer);
  run.toolCalls += open.length;
  if (run.options.automatic !== false) return settle(run, turn, new Map(), [], limit);
  return pause(
    run,
    turn,
    open.map(({ step }) => pendingCall(step, "manual")),
    limit,
  );
}

/** Executes the calls of a turn as far as they can be, and sees what follows. */
export async function settle(
  run: Run,
  turn: CallTurn,
  decisions: Decisions,
  held: readonly PendingCall[],
  limit?: LimitStatus,
): Promise<Ending | undefined> {
  const { pending, ending } = await answerCalls(run, turn, decisions, held);
  const interrupted = ending ?? (await interruption(run));
  if (pending.length > 0 && !interrupted) return pause(run, turn, pending, limit);
  // Nobody waits for them any more, but they were started.
  for (const { callId, reason } of pending) {
    const call = turn.calls.find(({ step }) => step.callId === callId);
    if (call && reason === "long_running") call.answer = abandoned();
  }
  const step = closeTurn(run, turn);
  if (interrupted) return { ...interrupted, text: step.text };
  try {
    const stopped = (await stopping(run, step)) ?? (await interruption(run));
    if (stopped) return { ...stopped, text: step.text };
  } catch (error) {
    return failure({ kind: "policy", message: `stopWhen failed: ${wordsOf(error)}` });
  }
  run.turn++;
  if (limit) return lastWord(run, limit);
  if (run.failedTurns >= (run.options.maxConsecutiveErrors ?? 3)) return lastWord(run, "max_errors");
  return undefined;
}

async function stopping(run: Run, step: Turn): Promise<Ending | undefined> {
  const { stopOnTool = [], stopWhen } = run.options;
  const { text } = step;
  const final = step.calls.find(({ code, tool }) => code === undefined && stopOnTool.includes(tool));
  if (final) {
    // The result comes first, whatever its key; what was cut from it comes after.
    const [output] = Object.values(final.response);
    return { status: "stopped", by: final.tool, output, text };
  }
  const verdict = await untilAborted(run, () => stopWhen?.(step, run.turns));
  return verdict ? { status: "stopped", by: verdict === true ? "stopWhen" : verdict, text } : undefined;
}

/** The end at a limit; with `wrapUp` the model may say one more thing, without tools. */
async function lastWord(run: Run, status: LimitStatus): Promise<Ending> {
  if (!run.options.wrapUp) return { status, text: "" };
  run.emit(run.turn, { type: "turn_start" });
  const asked = await askModel(run, { mode: "NONE" });
  if (asked.ok) return { status, text: concludeTurn(run, asked.reading) };
  const { ending } = asked;
  // The run had come to its end before; that nothing more could be said does not change why.
  return ending.status === "error" ? { ...ending, status } : ending;
}
