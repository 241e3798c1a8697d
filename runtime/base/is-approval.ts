import type { Decision } from "../host.js";

type Approval = Extract<Decision, "approve" | { approve: unknown }>;

/** Whether a decision lets the call run, possibly with other arguments. `deny` wins over `approve`. */
export function isApproval(decision: Decision | undefined): decision is Approval {
  if (typeof decision !== "object") return decision === "approve";
  return "approve" in decision && !("deny" in decision);
}
