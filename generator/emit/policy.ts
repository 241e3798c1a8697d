import type { Policy } from "../ir.js";

/** A policy as the runtime reads it: what is off or absent is left out. */
export function policyOf(policy: Policy): Readonly<Record<string, unknown>> {
  return {
    ...(policy.approval && { approval: true }),
    ...(policy.timeoutMs !== undefined && { timeoutMs: policy.timeoutMs }),
    ...(policy.serial && { serial: true }),
    ...(policy.longRunning && { longRunning: true }),
    ...(policy.nonBlocking && { nonBlocking: true }),
    ...(policy.bind.size > 0 && { bind: Object.fromEntries(policy.bind) }),
    ...(policy.result !== undefined && { result: policy.result }),
  };
}
