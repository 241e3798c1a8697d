import type { ExecuteOptions, ParsedArguments, PolicyCall } from "./execute-call.js";
import { findWrapper } from "../refusal/find-wrapper.js";
import type { Issue, Parsed } from "../issue.js";
import { onWire } from "../refusal/on-wire.js";
import { renderIssues } from "../refusal/render-issues.js";
import type { FunctionDeclaration } from "../wire.js";

type Refused = Extract<Parsed<unknown>, { ok: false }>;

/** What is answered to wrong arguments, unless `repair` finds better ones. */
export async function refuseArguments<Context>(
  call: PolicyCall<Context>,
  declaration: FunctionDeclaration,
  refused: Refused,
  repair: ExecuteOptions<Context>["repair"],
  parse: (wire: unknown) => Parsed<unknown>,
  report: (error: unknown) => void,
): Promise<ParsedArguments> {
  const found = explain(call.args, refused, declaration, parse);
  let better: unknown;
  try {
    better = await repair?.(call, found);
  } catch (error) {
    report(error);
  }
  const isNone = better === undefined || better === null;
  const parsed: Parsed<unknown> = isNone ? { ok: false, issues: found } : parse(better);
  if (parsed.ok) return { kind: "accepted", args: { ...parsed, repaired: better } };
  const left = isNone ? found : explain(better, parsed, declaration, parse);
  const message = renderIssues(declaration, left);
  return { kind: "refused", error: { code: "INVALID_ARGUMENTS", message } };
}

/** Of arguments in a wrapper: that it has to go, and what is wrong with its content. */
function explain(
  wire: unknown,
  refused: Refused,
  declaration: FunctionDeclaration,
  parse: (wire: unknown) => Parsed<unknown>,
): readonly Issue[] {
  const wrapper = findWrapper(wire, declaration);
  if (wrapper === undefined) return asSent(refused);
  const parsed = parse(wrapper.content);
  return [...wrapper.issues, ...(parsed.ok ? [] : asSent(parsed))];
}

function asSent(refused: Refused): readonly Issue[] {
  return "sent" in refused ? refused.issues.map((issue) => onWire(issue, refused.sent)) : refused.issues;
}
