import { approvalRequest, isSameArguments, visibleArguments } from "./approved-arguments.js";
import { bindArguments } from "./bind-arguments.js";
import type { CallToExecute, ExecuteOptions, PolicyCall, Verdict } from "./call-options.js";
import { copyJson, TooDeep } from "./copy-json.js";
import { foldSurrogates } from "../base/fold-surrogates.js";
import { isApproval } from "../base/is-approval.js";
import { loadChecks } from "../base/load-checks.js";
import type { ModelVisibleError } from "../errors.js";
import type { Decision, ToolWait } from "../host.js";
import type { Issue, Parsed } from "../issue.js";
import type { BoundTool, ToolChecks, Toolset } from "../tool.js";
import { segments } from "../validate/pointer.js";

/** The arguments that the handler gets. */
export interface AcceptedArguments {
  readonly value: unknown;
  readonly notes?: readonly string[];
  /** Set if the callback `repair` replaced the model's arguments: the value that `repair` returned. */
  readonly repaired?: unknown;
}

export type ParsedArguments = { readonly kind: "accepted"; readonly args: AcceptedArguments } | Refusal;

/** The state of a call before its handler starts. `kind` decides how the call continues. */
export type Prepared =
  | { readonly kind: "ready"; readonly checks: ToolChecks; readonly args: AcceptedArguments }
  /** A decision supplied the result, so the handler does not run. */
  | { readonly kind: "answered"; readonly checks: ToolChecks; readonly output: unknown }
  | { readonly kind: "waiting"; readonly outcome: Omit<ToolWait, "ms"> }
  | Refusal;

interface Refusal {
  readonly kind: "refused";
  readonly error: ModelVisibleError;
}

/** Prepares a call: loads the checks, parses the arguments and asks for approval. */
export async function prepareCall<Context>(
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

function policyCall<Context>(
  { tool, callId }: CallToExecute,
  args: unknown,
  { context }: ExecuteOptions<Context>,
): PolicyCall<Context> {
  return { tool, callId, args: copyJson(args), context: context as Context };
}

/**
 * Parses the model's arguments and refuses invalid ones. The parser gets a copy, so the handler cannot change
 * the arguments in the history.
 */
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
    // The model cannot see a bound argument, so the model cannot correct it.
    if (invalidBound)
      throw new TypeError(`bound argument at ${invalidBound.pointer}: expected ${invalidBound.expected}`);
    const refusedCall = policyCall(call, call.args, options);
    const repair = async (issues: readonly Issue[]): Promise<unknown> => {
      try {
        // If a decision was made, the arguments are not repaired: the person did not see the repaired
        // arguments.
        return call.decision ? undefined : await options.repair?.(refusedCall, issues);
      } catch (error) {
        report(error);
        return undefined;
      }
    };
    // Most calls are valid, and the code that explains refusals is large. Only an invalid call loads it.
    const { refuseArguments } = await import("./refuse-arguments.js");
    return await refuseArguments(refusedCall.args, parsed, entry.declaration, parse, repair);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    const message = "The arguments are nested too deeply.";
    return { kind: "refused", error: { code: "INVALID_ARGUMENTS", message } };
  }
}

/**
 * Decides whether a call may run. The decision of a person comes first, then the option `approve`, then the
 * policy of the tool.
 */
async function judgeCall<Context>(
  call: PolicyCall<Context>,
  approval: boolean | undefined,
  decision: Decision | undefined,
  approve: ExecuteOptions<Context>["approve"],
  report: (error: unknown) => void,
): Promise<Verdict> {
  if (typeof decision === "object" && "deny" in decision) return refusal(decision.deny);
  try {
    const verdict = approve ? await approve(call) : approval ? "ask" : "run";
    if (verdict === "ask" && isApproval(decision)) return "run";
    if (verdict === "run" || verdict === "ask") return verdict;
    // Every value except "run" and "ask" refuses the call.
    if (typeof verdict?.deny === "string") return refusal(verdict.deny);
    throw new TypeError('approve: expected "run", "ask" or { deny }');
  } catch (error) {
    report(error);
    return refusal("The call could not be approved.");
  }
}

function refusal(deny: string): Verdict {
  return { deny: foldSurrogates(deny) };
}
