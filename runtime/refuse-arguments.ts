import type { ModelVisibleError } from "./errors.js";
import type { AcceptedArguments, ExecuteOptions, PolicyCall } from "./execute-call.js";
import type { Issue, Parsed } from "./issue.js";
import { renderIssues } from "./render-issues.js";

/** What is answered to wrong arguments, unless `repair` finds better ones. */
export async function refuseArguments<Context>(
  call: PolicyCall<Context>,
  issues: readonly Issue[],
  repair: ExecuteOptions<Context>["repair"],
  parse: (wire: unknown) => Parsed<unknown>,
  skeleton: string,
  report: (error: unknown) => void,
): Promise<AcceptedArguments | ModelVisibleError> {
  let better: unknown;
  try {
    better = await repair?.(call, issues);
  } catch (error) {
    report(error);
  }
  const parsed = better === undefined || better === null ? { ok: false as const, issues } : parse(better);
  if (parsed.ok) return { ...parsed, repaired: better };
  return { code: "INVALID_ARGUMENTS", message: renderIssues(call.tool, parsed.issues, skeleton) };
}
