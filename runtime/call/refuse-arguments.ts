import type { ParsedArguments } from "./prepare-call.js";
import { findWrapper } from "../refusal/find-wrapper.js";
import type { Issue, Parsed } from "../issue.js";
import { toWireIssue } from "../refusal/wire-issue.js";
import { renderIssues } from "../refusal/render-issues.js";
import type { FunctionDeclaration } from "../wire.js";

type Refused = Extract<Parsed<unknown>, { ok: false }>;

/**
 * Creates the refusal of a call with invalid arguments. If `repair` returns valid arguments, the call is
 * accepted with them.
 */
export async function refuseArguments(
  wire: unknown,
  refused: Refused,
  declaration: FunctionDeclaration,
  parse: (wire: unknown) => Parsed<unknown>,
  repair: (issues: readonly Issue[]) => Promise<unknown>,
): Promise<ParsedArguments> {
  const issues = issuesOf(wire, refused, declaration, parse);
  const repaired = await repair(issues);
  const isNone = repaired === undefined || repaired === null;
  const parsed: Parsed<unknown> = isNone ? { ok: false, issues } : parse(repaired);
  if (parsed.ok) return { kind: "accepted", args: { ...parsed, repaired } };
  const remaining = isNone ? issues : issuesOf(repaired, parsed, declaration, parse);
  const message = renderIssues(declaration, remaining);
  return { kind: "refused", error: { code: "INVALID_ARGUMENTS", message } };
}

/**
 * Returns the issues of the arguments. If the model put all arguments inside one unknown argument, the result
 * contains an issue about that argument and the issues of its content.
 */
function issuesOf(
  wire: unknown,
  refused: Refused,
  declaration: FunctionDeclaration,
  parse: (wire: unknown) => Parsed<unknown>,
): readonly Issue[] {
  const wrapper = findWrapper(wire, declaration);
  if (wrapper === undefined) return inWireForm(refused);
  const parsed = parse(wrapper.content);
  return [...wrapper.issues, ...(parsed.ok ? [] : inWireForm(parsed))];
}

function inWireForm(refused: Refused): readonly Issue[] {
  return "sent" in refused ? refused.issues.map((issue) => toWireIssue(issue, refused.sent)) : refused.issues;
}
