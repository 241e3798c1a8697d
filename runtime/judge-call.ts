import type { ExecuteOptions, PolicyCall, Verdict } from "./execute-call.js";
import type { Decision } from "./host.js";

/** Whether a call may run: what was decided about it, what `approve` says, or what the tool's own policy asks for. */
export async function judgeCall<Context>(
  call: PolicyCall<Context>,
  approval: boolean | undefined,
  decision: Decision | undefined,
  approve: ExecuteOptions<Context>["approve"],
  report: (error: unknown) => void,
): Promise<Verdict> {
  if (typeof decision === "object" && "deny" in decision) return decision;
  try {
    const verdict = approve ? await approve(call) : approval ? "ask" : "run";
    return verdict === "ask" && decision === "approve" ? "run" : verdict;
  } catch (error) {
    report(error);
    return { deny: "The call could not be approved." };
  }
}
