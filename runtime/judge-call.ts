import { copyJson } from "./copy-json.js";
import type { CallToExecute, ExecuteOptions, Verdict } from "./execute-call.js";
import type { BoundTool } from "./tool.js";

/** Whether a call may run: what was decided about it, what `approve` says, or what the tool's own policy asks for. */
export async function judgeCall<Context>(
  { entry }: BoundTool<Context>,
  { tool, callId, decision }: CallToExecute,
  args: unknown,
  options: ExecuteOptions<Context>,
  report: (error: unknown) => void,
): Promise<Verdict> {
  if (typeof decision === "object" && "deny" in decision) return decision;
  let verdict: Verdict = entry.policy.approval ? "ask" : "run";
  try {
    const call = { tool, callId, args: copyJson(args), context: options.context as Context };
    if (options.approve) verdict = await options.approve(call);
  } catch (error) {
    report(error);
    return { deny: "The call could not be approved." };
  }
  return verdict === "ask" && decision === "approve" ? "run" : verdict;
}
