import type { ExecuteOptions, PolicyCall, Verdict } from "./execute-call.js";
import { foldSurrogates } from "../base/fold-surrogates.js";
import type { Decision } from "../host.js";
import { isApproval } from "../base/is-approval.js";

/** Whether a call may run. A decision comes first, then `approve`, then the tool's own policy. */
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
    // Any other value is not a permission.
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
