import type { ExecuteOptions, PolicyCall, Verdict } from "./execute-call.js";
import { foldSurrogates } from "../base/fold-surrogates.js";
import type { Decision } from "../host.js";
import { isApproval } from "../base/is-approval.js";

/**
 * Decides whether a call may run. The decision of a person comes first, then the option `approve`, then the
 * policy of the tool.
 */
export async function judgeCall<Context>(
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
    // Only "run" and "ask" permit the call. Every other value refuses it.
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
