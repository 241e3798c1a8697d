import { errorResponse, fixedError } from "./answer.js";
import { copyJson, TooDeep } from "./copy-json.js";
import type { ModelVisibleError } from "./errors.js";
import type { Answered, Decision, ToolOutcome } from "./host.js";
import type { Issue, Parsed } from "./issue.js";
import { race } from "./race.js";
import { respond } from "./respond.js";
import type { BoundTool, CallContext, NextPage, Toolset } from "./tool.js";
import { toJson } from "./to-json.js";

/** A call as policies see it. */
export interface PolicyCall<Context = unknown> {
  readonly tool: string;
  readonly callId: string;
  /** As the handler would get them; a copy. */
  readonly args: unknown;
  readonly context: Context;
}

/** What a policy says about a call: run it, ask a person, or refuse it with words for the model. */
export type Verdict = "run" | "ask" | { readonly deny: string };

/** How calls are executed; the same for every call of a run. */
export interface ExecuteOptions<Context = unknown> {
  readonly context?: Context;
  readonly signal?: AbortSignal;
  /** Where bound arguments find the environment; `process.env` where there is one. */
  readonly env?: (name: string) => string | undefined;
  /** For tools without a timeout of their own. */
  readonly toolTimeoutMs?: number;
  readonly maxResultChars?: number;
  /** Where a result goes in the response; "result" where left out. */
  readonly resultKey?: string;
  /** Decides instead of the `approval` of the tools. When it throws, the call is denied. */
  readonly approve?: (call: PolicyCall<Context>) => Verdict | PromiseLike<Verdict>;
  /** Gives better arguments for a call that was refused, or nothing. */
  readonly repair?: (call: PolicyCall<Context>, issues: readonly Issue[]) => unknown;
  /** Gets what the model does not: thrown errors, broken results. */
  readonly onError?: (error: unknown, call: { readonly tool: string; readonly callId: string }) => void;
}

/** One call of a tool that exists. */
export interface CallToExecute {
  readonly tool: string;
  readonly callId: string;
  readonly idempotencyKey: string;
  readonly turn: number;
  readonly args: unknown;
  readonly decision?: Decision;
  readonly timeoutMs?: number;
  /** Gets what was repaired in the arguments, if anything was. */
  readonly onStart?: (notes: readonly string[] | undefined) => void;
  readonly onProgress?: (value: unknown) => void;
}

/** Arguments as the handler gets them. */
export interface AcceptedArguments {
  readonly value: unknown;
  readonly notes?: readonly string[];
}

type Untimed<T> = T extends unknown ? Omit<T, "ms"> : never;

/** Takes one call from the model's words to its answer. Never rejects. */
export async function executeCall<Context>(
  tools: Toolset<Context>,
  tool: BoundTool<Context>,
  call: CallToExecute,
  options: ExecuteOptions<Context>,
): Promise<Untimed<ToolOutcome>> {
  const fail = (error: ModelVisibleError, started = false): Untimed<Answered> => ({
    response: errorResponse(call.tool, error),
    code: error.code,
    started,
  });
  const report = (error: unknown): void => {
    try {
      options.onError?.(error, { tool: call.tool, callId: call.callId });
    } catch {
      // A listener cannot break the run.
    }
  };
  let next: NextPage | undefined;
  const finish = async (value: unknown, started: boolean): Promise<Untimed<Answered>> => {
    const answer = await respond(tool.entry, value, { ...options, next }, report);
    return "code" in answer ? fail(answer, started) : { response: answer, started };
  };

  if (options.signal?.aborted) return fail(fixedError("CANCELLED"));
  const { decision } = call;
  let started = false;
  try {
    if (typeof decision === "object" && "output" in decision) return await finish(decision.output, false);
    const parsed = await parseArguments(tools, tool, call, options);
    if ("code" in parsed) return fail(parsed);
    let verdict: Verdict = "run";
    const { approval } = tool.entry.policy;
    if (approval || options.approve || decision) {
      const { judgeCall } = await import("./judge-call.js");
      const asked = policyCall(call, parsed.value, options);
      verdict = await judgeCall(asked, approval, decision, options.approve, report);
    }
    if (typeof verdict === "object") return fail({ code: "DENIED", message: verdict.deny });
    if (verdict === "ask") return { waiting: "approval" };
    if (options.signal?.aborted) return fail(fixedError("CANCELLED"));

    started = true;
    call.onStart?.(parsed.notes);
    const timeoutMs = call.timeoutMs ?? tool.entry.policy.timeoutMs ?? options.toolTimeoutMs ?? 30_000;
    const ended = await race(
      (signal) =>
        tool.run(
          parsed.value as never,
          contextOf(call, options, signal, (args) => (next = args)),
        ),
      timeoutMs,
      options.signal,
    );
    if ("stopped" in ended) return fail(fixedError(ended.stopped), true);
    if (!tool.entry.policy.longRunning) return await finish(ended.value, true);
    return { waiting: "long_running", ticket: toJson(ended.value).json };
  } catch (error) {
    report(error);
    const { toModelVisible } = await import("./thrown-error.js");
    return fail(toModelVisible(error) ?? fixedError("TOOL_FAILED"), started);
  }
}

function contextOf<Context>(
  call: CallToExecute,
  options: ExecuteOptions<Context>,
  signal: AbortSignal,
  nextPage: (args: NextPage) => void,
): CallContext<Context> {
  return {
    context: options.context as Context,
    signal,
    tool: call.tool,
    callId: call.callId,
    idempotencyKey: call.idempotencyKey,
    turn: call.turn,
    progress: (value) => call.onProgress?.(value),
    nextPage,
  };
}

function policyCall<Context>(
  { tool, callId }: CallToExecute,
  args: unknown,
  { context }: ExecuteOptions<Context>,
): PolicyCall<Context> {
  return { tool, callId, args: copyJson(args), context: context as Context };
}

/** The handler gets a copy: what it does to its arguments stays out of the history. */
async function parseArguments<Context>(
  tools: Toolset<Context>,
  { entry }: BoundTool<Context>,
  call: CallToExecute,
  options: ExecuteOptions<Context>,
): Promise<AcceptedArguments | ModelVisibleError> {
  const { bind } = entry.policy;
  const bound =
    bind &&
    (await import("./bind-arguments.js")).bindArguments(bind, options.context, options.env ?? tools.env);
  const parse = (wire: unknown): Parsed<unknown> => entry.parse(copyJson(wire), bound && { bound });
  try {
    const parsed = parse(call.args ?? {});
    if (parsed.ok) return parsed;
    const { refuseArguments } = await import("./refuse-arguments.js");
    const refused = policyCall(call, call.args, options);
    return await refuseArguments(entry, refused, parsed.issues, options.repair, parse);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return { code: "INVALID_ARGUMENTS", message: "The arguments are nested too deeply." };
  }
}
