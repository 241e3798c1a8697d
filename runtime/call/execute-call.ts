import { errorResponse, fixedError } from "../base/answer.js";
import {
  approvalRequest,
  changedArguments,
  isSameArguments,
  visibleArguments,
  withApproved,
} from "./approved-arguments.js";
import { bindArguments } from "./bind-arguments.js";
import { copyJson, TooDeep } from "./copy-json.js";
import type { ModelVisibleError } from "../errors.js";
import type { ToolAnswer, Decision, ToolOutcome, ToolWait } from "../host.js";
import type { Issue, Parsed } from "../issue.js";
import { judgeCall } from "./judge-call.js";
import { loadChecks } from "../base/load-checks.js";
import { race } from "../base/race.js";
import { reportError } from "./report-error.js";
import { respond } from "./respond.js";
import { unreported } from "./result-mismatch.js";
import { runHandler } from "./run-handler.js";
import { toModelVisible } from "./thrown-error.js";
import type { BoundTool, CallContext, NextPage, ToolChecks, Toolset } from "../tool.js";
import { toJson } from "../base/to-json.js";
import { segments } from "../validate/pointer.js";

/** A call as policies see it. */
export interface PolicyCall<Context = unknown> {
  readonly tool: string;
  readonly callId: string;
  /** A copy of the arguments that the handler would get. */
  readonly args: unknown;
  readonly context: Context;
}

/** The decision of a policy: run the call, ask a person, or refuse it with a message for the model. */
export type Verdict = "run" | "ask" | { readonly deny: string };

/** Options for the execution of calls, the same for every call of a run. */
export interface ExecuteOptions<Context = unknown> {
  /** Passed to handlers and policies. */
  readonly context?: Context;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  /**
   * Reads variables of the environment for bound arguments. The context of the call allows other values for each user.
   * @default `process.env`, if there is one
   */
  readonly env?: ((name: string, context: Context) => string | undefined) | undefined;
  /**
   * Milliseconds for tools without `timeout` in the spec.
   * @default 30,000
   */
  readonly toolTimeoutMs?: number;
  /**
   * Characters of a result. A longer one is cut by whole items, or refused with RESULT_TOO_LARGE.
   * @default 65,536
   */
  readonly maxResultChars?: number;
  /**
   * The key of a result in the response.
   * @default "result"
   */
  readonly resultKey?: string;
  /** Decides about each call, instead of `approval` of its tool. If it throws, the call is denied. */
  readonly approve?: (call: PolicyCall<Context>) => Verdict | PromiseLike<Verdict>;
  /** Called with a refused call. Returns corrected arguments, or `undefined` to leave it refused. */
  readonly repair?: (call: PolicyCall<Context>, issues: readonly Issue[]) => unknown;
  /**
   * Called in place of each handler. Calls `run`, which runs the handler, and returns what it returns. For contexts that
   * a handler needs, such as the active span of `otel`.
   */
  readonly aroundHandler?: <T>(call: CallContext<Context>, run: () => T) => T;
  /** Called with errors that the model does not read: thrown errors and invalid results. */
  readonly onError?: (error: unknown, call: CallReference) => void;
  /** Called when the answer of a service or remote does not match the spec; once for each tool and location in the result. */
  readonly onResultMismatch?: (issues: readonly Issue[], call: CallReference) => void;
}

export interface CallReference {
  readonly tool: string;
  readonly callId: string;
}

/** One call of a known tool. */
export interface CallToExecute {
  readonly tool: string;
  readonly callId: string;
  readonly idempotencyKey: string;
  readonly turn: number;
  readonly args: unknown;
  readonly decision?: Decision;
  /** The arguments that a person saw and approved. */
  readonly approved?: Readonly<Record<string, unknown>>;
  /** Names of the tools that the model may call, if they are not all. */
  readonly usable?: readonly string[];
  /** The checks of the tool; loaded here by default. */
  readonly checks?: Promise<ToolChecks>;
  /** Remaining milliseconds of the turn, read when the call may start. */
  readonly timeLeft?: () => number;
  /** Receives the repairs of the arguments, if any. */
  readonly onStart?: (notes: readonly string[] | undefined) => void;
  readonly onProgress?: (value: unknown) => unknown;
}

/** Arguments as the handler gets them. */
export interface AcceptedArguments {
  readonly value: unknown;
  readonly notes?: readonly string[];
  /** The value that `repair` returned in place of the model's arguments. */
  readonly repaired?: unknown;
}

export type ParsedArguments = { readonly kind: "accepted"; readonly args: AcceptedArguments } | Refusal;

type Untimed<T> = T extends unknown ? Omit<T, "ms"> : never;

/** Executes one call, from the model's arguments to the answer. Never rejects. */
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
    // The model sent other arguments, so the answer shows the ones that were used.
    const changed = started && changedArguments(call.decision);
    return { response: changed ? withApproved(answer, changed) : answer, started };
  };

  try {
    // No timeout: a person may take any time to approve. Only the end of the run ends this.
    const prepared = await race(
      () => prepareCall(tools, tool, call, options, report),
      Infinity,
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

/** Settings that a handler makes for its result. */
interface ResultNotes {
  next?: NextPage;
  unchecked?: boolean;
}

/** The next step of a call. */
type Prepared =
  | { readonly kind: "ready"; readonly checks: ToolChecks; readonly args: AcceptedArguments }
  /** A decision supplied the result. */
  | { readonly kind: "answered"; readonly checks: ToolChecks; readonly output: unknown }
  | { readonly kind: "waiting"; readonly outcome: Untimed<ToolWait> }
  | Refusal;

interface Refusal {
  readonly kind: "refused";
  readonly error: ModelVisibleError;
}

/** The steps before the handler: load the checks, parse the arguments, ask for approval. */
async function prepareCall<Context>(
  tools: Toolset<Context>,
  tool: BoundTool<Context>,
  call: CallToExecute,
  options: ExecuteOptions<Context>,
  report: (error: unknown) => void,
): Promise<Prepared> {
  const { decision } = call;
  const checks = await (call.checks ?? loadChecks(tool.entry));
  if (typeof decision === "object" && "output" in decision)
    return { kind: "answered", checks, output: decision.output };
  const parsed = await parseArguments(
    tool,
    checks,
    call,
    { ...options, env: options.env ?? tools.env },
    report,
  );
  if (parsed.kind === "refused") return parsed;
  const { args } = parsed;
  const { approval } = tool.entry.policy;
  if (approval || options.approve || decision) {
    const subject = policyCall(call, args.value, options);
    const verdict = await judgeCall(subject, approval, decision, options.approve, report);
    if (typeof verdict === "object") return denied(verdict.deny);
    const visibleArgs =
      verdict === "ask" || call.approved ? visibleArguments(args.value, tool.entry.policy) : {};
    if (verdict === "ask") return { kind: "waiting", outcome: approvalRequest(visibleArgs, args.repaired) };
    if (call.approved && !isSameArguments(visibleArgs, call.approved)) {
      report(new TypeError("the arguments are not those that were approved"));
      return denied("The call could not be approved.");
    }
  }
  return { kind: "ready", checks, args };
}

function denied(message: string): Refusal {
  return { kind: "refused", error: { code: "DENIED", message } };
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
    // A listener that throws must not break the handler.
    progress: (value) => void (async () => call.onProgress?.(value))().catch(report),
    nextPage: (args) => void (resultNotes.next = args),
    skipResultCheck: () => void (resultNotes.unchecked = true),
  };
}

function policyCall<Context>(
  { tool, callId }: CallToExecute,
  args: unknown,
  { context }: ExecuteOptions<Context>,
): PolicyCall<Context> {
  return { tool, callId, args: copyJson(args), context: context as Context };
}

/** The handler gets a copy, so it cannot change the arguments in the history. */
async function parseArguments<Context>(
  { entry }: BoundTool<Context>,
  checks: ToolChecks,
  call: CallToExecute,
  options: ExecuteOptions<Context>,
  report: (error: unknown) => void,
): Promise<ParsedArguments> {
  const { bind } = entry.policy;
  const bound = bind && bindArguments(bind, options.context as Context, options.env);
  const parse = (wire: unknown): Parsed<unknown> => checks.parse(copyJson(wire), bound && { bound });
  try {
    const parsed = parse(call.args ?? {});
    if (parsed.ok) return { kind: "accepted", args: parsed };
    const invalidBound = parsed.issues.find(({ pointer, code }) => {
      const [name = ""] = segments(pointer);
      return code !== "unknown" && bound !== undefined && Object.hasOwn(bound, name);
    });
    // The model cannot see or correct a bound argument.
    if (invalidBound)
      throw new TypeError(`bound argument at ${invalidBound.pointer}: expected ${invalidBound.expected}`);
    const refusedCall = policyCall(call, call.args, options);
    const repair = async (issues: readonly Issue[]): Promise<unknown> => {
      try {
        // Arguments that a decision covers are not repaired.
        return call.decision ? undefined : await options.repair?.(refusedCall, issues);
      } catch (error) {
        report(error);
        return undefined;
      }
    };
    // Loaded on demand: most calls are valid, and the code that explains refusals is large.
    const { refuseArguments } = await import("./refuse-arguments.js");
    return await refuseArguments(refusedCall.args, parsed, entry.declaration, parse, repair);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    const message = "The arguments are nested too deeply.";
    return { kind: "refused", error: { code: "INVALID_ARGUMENTS", message } };
  }
}
