import type { ModelVisibleError } from "../errors.js";
import type { AcceptedArguments, ExecuteOptions, PolicyCall } from "./execute-call.js";
import { findWrapper } from "../refusal/find-wrapper.js";
import type { Issue, Parsed } from "../issue.js";
import { onWire } from "../refusal/on-wire.js";
import { renderIssues } from "../refusal/render-issues.js";
import type { FunctionDeclaration } from "../wire.js";

type Refused = Extract<Parsed<unknown>, { ok: false }>;

/** Makes the refusal of invalid arguments, unless `repair` returns valid ones. */
export async function refuseArguments<Context>(
  call: PolicyCall<Context>,
  declaration: FunctionDeclaration,
  refused: Refused,
  repair: ExecuteOptions<Context>["repair"],
  parse: (wire: unknown) => Parsed<unknown>,
  report: (error: unknown) => void,
): Promise<AcceptedArguments | ModelVisibleError> {
  const found = explain(call.args, refused, declaration, parse);
  let better: unknown;
  try {
    better = await repair?.(call, found);
  } catch (error) {
    report(error);
  }
  const isNone = better === undefined || better === null;
  const parsed: Parsed<unknown> = isNone ? { ok: false, issues: found } : parse(better);
  if (parsed.ok) return { ...parsed, repaired: better };
  const left = isNone ? found : explain(better, parsed, declaration, parse);
  return { code: "INVALID_ARGUMENTS", message: renderIssues(declaration, left) };
}

/** The issues of the arguments. For wrapped arguments: one issue for the wrapper, and those of its content. */
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
