import type { Decision, Waiting } from "../host.js";
import { isApproval } from "../base/is-approval.js";
import { stableText } from "../base/stable-text.js";
import { toJson } from "../base/to-json.js";
import type { ToolPolicy } from "../tool.js";
import type { FunctionResponse, Json } from "../wire.js";

type Shown = Readonly<Record<string, Json>>;

/**
 * Arguments as a person sees them: as the handler gets them, as plain JSON, without bound arguments, which may be
 * secret.
 */
export function shownArguments(args: unknown, { bind = {} }: ToolPolicy): Shown {
  const visible = Object.entries(args as object).filter(([name]) => !Object.hasOwn(bind, name));
  return toJson(Object.fromEntries(visible)).json as Shown;
}

export function askAbout(args: Shown, repaired: unknown): Omit<Waiting, "ms"> {
  return { waiting: "approval", args, ...(repaired !== undefined && { repaired: toJson(repaired).json }) };
}

export function isSame(shown: Shown, approved: unknown): boolean {
  return stableText(shown) === stableText(approved);
}

/** The arguments that a decision puts in place of the model's. */
export function changedArguments(decision: Decision | undefined): Shown | undefined {
  return isApproval(decision) && typeof decision === "object" ? decision.approve.args : undefined;
}

export function withApproved(answer: FunctionResponse, approvedArgs: Shown): FunctionResponse {
  return { ...answer, response: { ...answer.response, approvedArgs } };
}
