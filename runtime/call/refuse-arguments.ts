import type { ModelVisibleError } from "../errors.js";
import type { AcceptedArguments } from "./execute-call.js";
import { findWrapper } from "../refusal/find-wrapper.js";
import type { Issue, Parsed } from "../issue.js";
import { onWire } from "../refusal/on-wire.js";
import { renderIssues } from "../refusal/render-issues.js";
import type { FunctionDeclaration } from "../wire.js";

type Refused = Extract<Parsed<unknown>, { ok: false }>;

/** The answer to wrong arguments, unless `repair` finds better ones. */
export async function refuseArguments(
  wire: unknown,
  refused: Refused,
  declaration: FunctionDeclaration,
  parse: (wire: unknown) => Parsed<unknown>,
  repair: (issues: readonly Issue[]) => Promise<unknown>,
): Promise<AcceptedArguments | ModelVisibleError> {
  const found = explain(wire, refused, declaration, parse);
  const better = await repair(found);
  const isNone = better === undefined || better === null;
  const parsed: Parsed<unknown> = isNone ? { ok: false, issues: found } : parse(better);
  if (parsed.ok) return { ...parsed, repaired: better };
  const left = isNone ? found : explain(better, parsed, declaration, parse);
  return { code: "INVALID_ARGUMENTS", message: renderIssues(declaration, left) };
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
