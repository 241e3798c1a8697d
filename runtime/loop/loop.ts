import { answerCalls, closeTurn, pause, reportCalls, type CallTurn, type Decisions } from "./answer-calls.js";
import { askModel } from "./ask-model.js";
import { messageOf } from "../errors.js";
import { findForeignTurn } from "./history.js";
import type { Host, PendingCall } from "../host.js";
import type { TurnChange } from "../base/loop-options.js";
import { abandoned, applyLimits, pendingCall, planCalls, withdraw } from "./plan-calls.js";
import type { Interpretation } from "./read-turn.js";
import { expandNames, frameRequests, type RequestFrame, type TurnChoice } from "./request.js";
import { failure, interruption, untilAborted, type LoopInput, type Run } from "./run.js";
import type { Ending, LimitStatus, RunResult, RunStatus, Turn } from "../run-result.js";
import type { Progress } from "./state.js";
import { NO_USAGE } from "./usage.js";
import type { Content } from "../wire.js";

export { checkOptions } from "./check-options.js";
export { startContents } from "./history.js";

/**
 * Runs the tool loop. The loop is pure: the clock, random values and I/O are behind `host`, so a replay with
 * the same outcomes gives the same run. The promise rejects only if a method of the host rejects.
 */
export async function runLoop<Context>(
  host: Host,
  input: LoopInput<Context> & { readonly contents: readonly Content[] },
): Promise<RunResult> {
  if (!(input.runId || host.runId))
    throw new TypeError(
      "the run needs a `runId` that is the same in every replay, such as the engine's id of the workflow",
    );
  const flaw = findForeignTurn(input.contents, input.options?.flavor);
  if (flaw) throw new TypeError(flaw);
  return takeTurns(await startRun(host, input, input), takeTurn);
}

export async function startRun<Context>(
  host: Host,
  { runId = host.runId ?? "", tools, options = {}, signal, emit = () => {} }: LoopInput<Context>,
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
  const startedAt = options.deadlineMs !== undefined && host.now ? await host.now() : undefined;
  // A resumed run began with its first turn.
  const startedWith = turn > 0 ? 0 : history.length;
  return {
    host,
    runId,
    tools,
    options,
    frame: frameRequests(tools, options, history, scope, startedWith),
    scope,
    startedWith,
    signal,
    emit,
    startedAt: startedAt ?? 0,
    leftMs: startedAt === undefined ? undefined : options.deadlineMs,
    turn,
    contents: [...history],
    turns: [...turns],
    usage,
    toolCalls,
    failedTurns,
    resumed,
  };
}

/** Takes turns until one of them ends the run. `first` takes the first turn. */
export async function takeTurns(
  run: Run,
  first: (run: Run) => Promise<Ending | undefined>,
): Promise<RunResult> {
  run.emit(run.turn, { type: "run_start" });
  // If the host rejects, listeners get a `run_end` event too, unless an engine repeats the run.
  let status: RunStatus | undefined = run.host.runId === undefined ? "error" : undefined;
  try {
    let ending = await first(run);
    while (!ending) ending = await takeTurn(run);
    status = ending.status;
    const { runId, contents, turns, usage } = run;
    return { ...ending, runId, contents, turns, usage };
  } finally {
    if (status) run.emit(run.turn, { type: "run_end", status, usage: run.usage });
  }
}

/** Sends one request and executes its calls. Returns undefined if another turn follows. */
async function takeTurn(run: Run): Promise<Ending | undefined> {
  const interrupted = await interruption(run);
  if (interrupted) return interrupted;
  if (run.turn >= (run.options.maxTurns ?? 8)) return endAtLimit(run, "max_turns");
  run.emit(run.turn, { type: "turn_start" });
  let change: TurnChange;
  let choice: TurnChoice;
  try {
    const { turn, contents, usage, turns } = run;
    change =
      (await untilAborted(run, () => run.options.prepareTurn?.({ turn, contents, usage, turns }))) ?? {};
    run.frame = frameTurn(run, change);
    choice = chooseTurn(run, change);
  } catch (error) {
    return failure({ kind: "policy", message: `prepareTurn failed: ${messageOf(error)}` });
  }
  const late = await interruption(run);
  if (late) return late;
  if (change.stop) return { status: "stopped", by: "prepareTurn", text: "" };
  const result = await askModel(run, choice, change.model);
  if (!result.ok) return result.ending;
  const { interpretation, allowed } = result;
  if (interpretation.kind === "end")
    return { ...interpretation.ending, text: concludeTurn(run, interpretation) };
  return callTurn(run, interpretation, allowed);
}

/** The frame of a turn. The active tools of `prepareTurn` apply to its turn only, and to calls of a pause in it. */
function frameTurn(run: Run, { activeTools }: TurnChange): RequestFrame {
  const { tools, options, contents, scope, startedWith } = run;
  if (!tools.search && !activeTools && !run.narrowed) return run.frame;
  run.narrowed = !!activeTools;
  const limits = activeTools ? { ...options, activeTools } : options;
  return frameRequests(tools, limits, contents, activeTools ? undefined : scope, startedWith);
}

function chooseTurn(run: Run, change: TurnChange): TurnChoice {
  const { allowed, mode } = change;
  const defaultMode = run.frame.toolConfig.functionCallingConfig?.mode;
  const called = run.turns.some(({ calls }) => calls.some((call) => call.started || call.code === undefined));
  // In the mode ANY, the model calls a tool in every turn, so the run would never end. After the first call,
  // the mode becomes AUTO. The allowed names do not change.
  const relaxed = mode === undefined && defaultMode === "ANY" && called && !run.options.keepMode;
  return {
    ...change,
    mode: relaxed ? "AUTO" : mode,
    allowed: allowed && expandNames(run.tools, allowed),
  };
}

/** Ends a turn without executing its calls. Returns the text of the turn. */
function concludeTurn(run: Run, interpretation: Interpretation): string {
  const { content, finishReason } = interpretation;
  const blocked = interpretation.kind === "end" && interpretation.ending.status === "blocked";
  const historyContent = blocked ? undefined : content;
  const calls = planCalls(run, historyContent, run.frame.active);
  if (historyContent) run.contents.push(historyContent);
  withdraw(calls, "the answer was not complete");
  reportCalls(run, calls);
  return closeTurn(run, { content, finishReason, calls }).text;
}

async function callTurn(
  run: Run,
  interpretation: Extract<Interpretation, { kind: "calls" }>,
  allowed: ReadonlySet<string>,
): Promise<Ending | undefined> {
  run.contents.push(interpretation.content);
  const turn: CallTurn = { ...interpretation, calls: planCalls(run, interpretation.content, allowed) };
  const limit = applyLimits(run, turn.calls);
  reportCalls(run, turn.calls);
  const interrupted = await interruption(run);
  if (interrupted) {
    withdraw(turn.calls, "the run was stopped");
    closeTurn(run, turn);
    return interrupted;
  }
  const open = turn.calls.filter(({ answer }) => !answer);
  run.toolCalls += open.length;
  if (run.options.automatic !== false) return finishTurn(run, turn, new Map(), [], limit);
  return pause(
    run,
    turn,
    open.map(({ effect }) => pendingCall(effect, "manual")),
    limit,
  );
}

/** Executes the calls of a turn. Then ends the turn, or pauses the run if calls wait. */
export async function finishTurn(
  run: Run,
  turn: CallTurn,
  decisions: Decisions,
  alreadyPending: readonly PendingCall[],
  limit?: LimitStatus,
): Promise<Ending | undefined> {
  const { pending, ending } = await answerCalls(run, turn, decisions, alreadyPending);
  const interrupted = ending ?? (await interruption(run));
  if (pending.length > 0 && !interrupted) return pause(run, turn, pending, limit);
  // The run has ended, but a long-running tool was started before. Its answer must not claim that the tool
  // never ran.
  for (const { callId, reason } of pending) {
    const call = turn.calls.find(({ effect }) => effect.callId === callId);
    if (call && reason === "long_running") call.answer = abandoned();
  }
  const record = closeTurn(run, turn);
  if (interrupted) return { ...interrupted, text: record.text };
  try {
    const stopped = (await stoppedBy(run, record)) ?? (await interruption(run));
    if (stopped) return { ...stopped, text: record.text };
  } catch (error) {
    return failure({ kind: "policy", message: `stopWhen failed: ${messageOf(error)}` });
  }
  run.turn++;
  if (limit) return endAtLimit(run, limit);
  if (run.failedTurns >= (run.options.maxConsecutiveErrors ?? 3)) return endAtLimit(run, "max_errors");
  return undefined;
}

async function stoppedBy(run: Run, turn: Turn): Promise<Ending | undefined> {
  const { stopOnTool = [], stopWhen } = run.options;
  const { text } = turn;
  const final = turn.calls.find(({ code, tool }) => code === undefined && stopOnTool.includes(tool));
  if (final) {
    // The result is the first value of the response. Its key depends on `resultKey`. A field `truncated` may
    // follow.
    const [output] = Object.values(final.response);
    return { status: "stopped", by: final.tool, output, text };
  }
  const verdict = await untilAborted(run, () => stopWhen?.(turn, run.turns));
  return verdict ? { status: "stopped", by: verdict === true ? "stopWhen" : verdict, text } : undefined;
}

/** Ends the run at a limit. With `wrapUp`, the model first gets one more request, without tools. */
async function endAtLimit(run: Run, status: LimitStatus): Promise<Ending> {
  if (!run.options.wrapUp) return { status, text: "" };
  run.emit(run.turn, { type: "turn_start" });
  const result = await askModel(run, { mode: "NONE" });
  if (result.ok) return { status, text: concludeTurn(run, result.interpretation) };
  const { ending } = result;
  // If that request fails, the limit is still the reason why the run ended.
  return ending.status === "error" ? { ...ending, status } : ending;
}
