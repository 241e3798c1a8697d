import type { Decision } from "../host.js";

type Approval = Extract<Decision, "approve" | { approve: unknown }>;

/**
 * Whether a decision lets the call run, with its own or with other arguments. An object with both `deny` and
 * `approve` is a denial.
 */
export function isApproval(decision: Decision | undefined): decision is Approval {
  if (typeof decision !== "object") return decision === "approve";
  return "approve" in decision && !("deny" in decision);
}
