import type { Decision } from "../host.js";

type Approval = Extract<Decision, "approve" | { approve: unknown }>;

/** Whether a call may run, be it with other arguments. A refusal in the same decision counts more. */
export function isApproval(decision: Decision | undefined): decision is Approval {
  if (typeof decision !== "object") return decision === "approve";
  return "approve" in decision && !("deny" in decision);
}
