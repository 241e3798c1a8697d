import { errorResponse, fixedError } from "../base/answer.js";
import { changedArguments, withApproved } from "./approved-arguments.js";
import type { CallToExecute, ExecuteOptions } from "./call-options.js";
import type { ModelVisibleError } from "../errors.js";
import type { ToolAnswer, ToolOutcome } from "../host.js";
import type { Issue } from "../issue.js";
import { prepareCall } from "./prepare-call.js";
import { race } from "../base/race.js";
import { reportError } from "./report-error.js";
import { respond } from "./respond.js";
import { unreported } from "./result-mismatch.js";
import { runHandler } from "./run-handler.js";
import { toModelVisible } from "./thrown-error.js";
import type { BoundTool, CallContext, NextPage, ToolChecks, Toolset } from "../tool.js";
import { toJson } from "../base/to-json.js";

type Untimed<T> = T extends unknown ? Omit<T, "ms"> : never;

/** Executes one call, from the model's arguments to the answer. The promise never rejects. */
export async function executeCall<Context>(
  tools: Toolset<Context>,
  tool: BoundTool<Context>,
  call: CallToExecute,
  options: ExecuteOptions<Context>,
): Promise<Untimed<ToolOutcome>> {
  const fail = (error: ModelVisibleError, started = false): Untimed<ToolAnswer> => ({
    response: errorResponse(call.tool, error),
    code: error.code,
    started,
  });
  const { tool: name, callId } = call;
  const report = (error: unknown): void => reportError(options.onError, error, { tool: name, callId });
  const mismatch = (issues: readonly Issue[]): void => {
    const fresh = unreported(tools.tools, name, issues);
    if (fresh.length > 0) reportError(options.onResultMismatch, fresh, { tool: name, callId });
  };
  const resultNotes: ResultNotes = {};
  let started = false;
  const finish = (checks: ToolChecks, value: unknown): Untimed<ToolAnswer> => {
    const reports = { error: report, mismatch };
    const answer = respond(tool.entry, checks, value, { ...options, ...resultNotes }, reports);
    if ("code" in answer) return fail(answer, started);
    // A decision replaced the model's arguments, so the answer shows the model the new ones.
    const changed = started && changedArguments(call.decision);
    return { response: changed ? withApproved(answer, changed) : answer, started };
  };

  try {
    // A person may take any time to approve. Only the end of the run ends this step.
    const prepared = await race(
      () => prepareCall(tools, tool, call, options, report),
      call.timeoutMs ?? Infinity,
      options.signal,
    );
    if (!prepared.ok) return fail(fixedError(prepared.stopped));
    const next = prepared.value;
    if (next.kind === "refused") return fail(next.error);
    if (next.kind === "waiting") return next.outcome;
    if (next.kind === "answered") return finish(next.checks, next.output);
    const { checks, args } = next;

    const handled = await runHandler(tools, tool.entry.policy, call, options, (signal) => {
      started = true;
      call.onStart?.(args.notes);
      const context = contextOf(call, options, signal, report, resultNotes);
      const run = (): unknown => tool.run(args.value as never, context);
      return options.aroundHandler ? options.aroundHandler(context, run) : run();
    });
    if (!handled.ok) return fail(fixedError(handled.stopped), started);
    if (!tool.entry.policy.longRunning) return finish(checks, handled.value);
    return { waiting: "long_running", ticket: toJson(handled.value).json };
  } catch (error) {
    report(error);
    return fail(toModelVisible(error) ?? fixedError("TOOL_FAILED"), started);
  }
}

/** Settings for the result, which the handler makes through its second argument. */
interface ResultNotes {
  next?: NextPage;
  unchecked?: boolean;
}

function contextOf<Context>(
  call: CallToExecute,
  options: ExecuteOptions<Context>,
  signal: AbortSignal,
  report: (error: unknown) => void,
  resultNotes: ResultNotes,
): CallContext<Context> {
  return {
    context: options.context as Context,
    signal,
    tool: call.tool,
    callId: call.callId,
    idempotencyKey: call.idempotencyKey,
    turn: call.turn,
    usable: call.usable,
    // A listener that throws must not disturb the handler.
    progress: (value) => void (async () => call.onProgress?.(value))().catch(report),
    nextPage: (args) => void (resultNotes.next = args),
    skipResultCheck: () => void (resultNotes.unchecked = true),
  };
}
