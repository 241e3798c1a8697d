import { errorResponse, fixedError } from "../base/answer.js";
import { askAbout, changedArguments, isSame, shownArguments, withApproved } from "./approved-arguments.js";
import { bindArguments } from "./bind-arguments.js";
import { copyJson, TooDeep } from "./copy-json.js";
import type { ModelVisibleError } from "../errors.js";
import type { Answered, Decision, ToolOutcome, Waiting } from "../host.js";
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
  readonly onError?: (error: unknown, call: CallReference) => void;
  /** Gets where the answer of a service or remote does not match the spec; once for each tool and place in the result. */
  readonly onResultMismatch?: (issues: readonly Issue[], call: CallReference) => void;
}

export interface CallReference {
  readonly tool: string;
  readonly callId: string;
}

/** One call of a tool that exists. */
export interface CallToExecute {
  readonly tool: string;
  readonly callId: string;
  readonly idempotencyKey: string;
  readonly turn: number;
  readonly args: unknown;
  readonly decision?: Decision;
  /** The arguments that a person saw and approved. */
  readonly approved?: Readonly<Record<string, unknown>>;
  /** The checks of the tool; they are loaded where left out. */
  readonly checks?: Promise<ToolChecks>;
  /** Milliseconds that the turn has left; asked for when the call may start. */
  readonly timeLeft?: () => number;
  /** Gets what was repaired in the arguments, if anything was. */
  readonly onStart?: (notes: readonly string[] | undefined) => void;
  readonly onProgress?: (value: unknown) => unknown;
}

/** Arguments as the handler gets them. */
export interface AcceptedArguments {
  readonly value: unknown;
  readonly notes?: readonly string[];
  /** What `repair` gave instead of the model's arguments. */
  readonly repaired?: unknown;
}

export type ParsedArguments = { readonly kind: "accepted"; readonly args: AcceptedArguments } | Refusal;

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
  const { tool: name, callId } = call;
  const report = (error: unknown): void => reportError(options.onError, error, { tool: name, callId });
  const mismatch = (issues: readonly Issue[]): void => {
    const fresh = unreported(tools.tools, name, issues);
    if (fresh.length > 0) reportError(options.onResultMismatch, fresh, { tool: name, callId });
  };
  const said: Said = {};
  let started = false;
  const finish = (checks: ToolChecks, value: unknown): Untimed<Answered> => {
    const reports = { error: report, mismatch };
    const answer = respond(tool.entry, checks, value, { ...options, ...said }, reports);
    if ("code" in answer) return fail(answer, started);
    // The model would go on from what it asked for.
    const changed = started && changedArguments(call.decision);
    return { response: changed ? withApproved(answer, changed) : answer, started };
  };

  try {
    // A person may take any time to approve, so nothing but the end of the run ends this.
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

    const ended = await runHandler(tools, tool.entry.policy, call, options, (signal) => {
      started = true;
      call.onStart?.(args.notes);
      return tool.run(args.value as never, contextOf(call, options, signal, report, said));
    });
    if (!ended.ok) return fail(fixedError(ended.stopped), started);
    if (!tool.entry.policy.longRunning) return finish(checks, ended.value);
    return { waiting: "long_running", ticket: toJson(ended.value).json };
  } catch (error) {
    report(error);
    return fail(toModelVisible(error) ?? fixedError("TOOL_FAILED"), started);
  }
}

/** What a handler says about its result. */
interface Said {
  next?: NextPage;
  unchecked?: boolean;
}

/** What happens next to a call. */
type Prepared =
  | { readonly kind: "ready"; readonly checks: ToolChecks; readonly args: AcceptedArguments }
  /** The decision about it holds its result. */
  | { readonly kind: "answered"; readonly checks: ToolChecks; readonly output: unknown }
  | { readonly kind: "waiting"; readonly outcome: Untimed<Waiting> }
  | Refusal;

interface Refusal {
  readonly kind: "refused";
  readonly error: ModelVisibleError;
}

/** What comes before the handler: its checks are loaded, the arguments parsed, and somebody may have to approve. */
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
  const parsed = await parseArguments(tools, tool, checks, call, options, report);
  if (parsed.kind === "refused") return parsed;
  const { args } = parsed;
  const { approval } = tool.entry.policy;
  if (approval || options.approve || decision) {
    const asked = policyCall(call, args.value, options);
    const verdict = await judgeCall(asked, approval, decision, options.approve, report);
    if (typeof verdict === "object") return denied(verdict.deny);
    const shown = verdict === "ask" || call.approved ? shownArguments(args.value, tool.entry.policy) : {};
    if (verdict === "ask") return { kind: "waiting", outcome: askAbout(shown, args.repaired) };
    if (call.approved && !isSame(shown, call.approved)) {
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
  said: Said,
): CallContext<Context> {
  return {
    context: options.context as Context,
    signal,
    tool: call.tool,
    callId: call.callId,
    idempotencyKey: call.idempotencyKey,
    turn: call.turn,
    // Who listens cannot break the handler.
    progress: (value) => void (async () => call.onProgress?.(value))().catch(report),
    nextPage: (args) => void (said.next = args),
    skipResultCheck: () => void (said.unchecked = true),
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
  checks: ToolChecks,
  call: CallToExecute,
  options: ExecuteOptions<Context>,
  report: (error: unknown) => void,
): Promise<ParsedArguments> {
  const { bind } = entry.policy;
  const bound = bind && bindArguments(bind, options.context, options.env ?? tools.env);
  const parse = (wire: unknown): Parsed<unknown> => checks.parse(copyJson(wire), bound && { bound });
  try {
    const parsed = parse(call.args ?? {});
    if (parsed.ok) return { kind: "accepted", args: parsed };
    const wrong = parsed.issues.find(({ pointer, code }) => {
      const [name = ""] = segments(pointer);
      return code !== "unknown" && bound !== undefined && Object.hasOwn(bound, name);
    });
    // The model can neither see nor mend it.
    if (wrong) throw new TypeError(`bound argument at ${wrong.pointer}: expected ${wrong.expected}`);
    const refused = policyCall(call, call.args, options);
    // What was decided about is not changed any more.
    const repair = call.decision ? undefined : options.repair;
    // Most calls are right, and what explains the others is large.
    const { refuseArguments } = await import("./refuse-arguments.js");
    return await refuseArguments(refused, entry.declaration, parsed, repair, parse, report);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    const message = "The arguments are nested too deeply.";
    return { kind: "refused", error: { code: "INVALID_ARGUMENTS", message } };
  }
}
