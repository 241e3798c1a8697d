import type { Decision, ToolWait } from "../host.js";
import { isApproval } from "../base/is-approval.js";
import { stableText } from "../base/stable-text.js";
import { toJson } from "../base/to-json.js";
import type { ToolPolicy } from "../tool.js";
import type { FunctionResponse, Json } from "../wire.js";

type VisibleArguments = Readonly<Record<string, Json>>;

/**
 * Returns the arguments that a person sees: the arguments that the handler would get, as plain JSON. Bound
 * arguments are removed, because they may be secret.
 */
export function visibleArguments(args: unknown, { bind = {} }: ToolPolicy): VisibleArguments {
  const visible = Object.entries(args as object).filter(([name]) => !Object.hasOwn(bind, name));
  return toJson(Object.fromEntries(visible)).json as VisibleArguments;
}

export function approvalRequest(args: VisibleArguments, repaired: unknown): Omit<ToolWait, "ms"> {
  return { waiting: "approval", args, ...(repaired !== undefined && { repaired: toJson(repaired).json }) };
}

export function isSameArguments(visibleArgs: VisibleArguments, approved: unknown): boolean {
  return stableText(visibleArgs) === stableText(approved);
}

/** Returns the arguments that a decision sets, or undefined if the decision keeps the model's arguments. */
export function changedArguments(decision: Decision | undefined): VisibleArguments | undefined {
  return isApproval(decision) && typeof decision === "object" ? decision.approve.args : undefined;
}

export function withApproved(answer: FunctionResponse, approvedArgs: VisibleArguments): FunctionResponse {
  return { ...answer, response: { ...answer.response, approvedArgs } };
}
