import type { ModelVisibleError } from "./errors.js";
import type { AcceptedArguments, ExecuteOptions, PolicyCall } from "./execute-call.js";
import type { Issue, Parsed } from "./issue.js";
import type { ToolEntry } from "./tool.js";
import { renderIssues } from "./render-issues.js";

/** What is answered to wrong arguments, unless `repair` finds better ones. */
export async function refuseArguments<Context>(
  { name, skeleton }: ToolEntry,
  call: PolicyCall<Context>,
  issues: readonly Issue[],
  repair: ExecuteOptions<Context>["repair"],
  parse: (wire: unknown) => Parsed<unknown>,
): Promise<AcceptedArguments | ModelVisibleError> {
  const better = await repair?.(call, issues);
  const parsed = better === undefined || better === null ? { ok: false as const, issues } : parse(better);
  if (parsed.ok) return parsed;
  return { code: "INVALID_ARGUMENTS", message: renderIssues(name, parsed.issues, skeleton) };
}
