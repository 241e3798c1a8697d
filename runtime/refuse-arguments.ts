import { copyJson } from "./copy-json.js";
import type { ModelVisibleError } from "./errors.js";
import type { AcceptedArguments, CallToExecute, ExecuteOptions } from "./execute-call.js";
import type { Issue, Parsed } from "./issue.js";
import type { ToolEntry } from "./tool.js";
import { renderIssues } from "./validate/render-issues.js";

/** What is answered to wrong arguments, unless `repair` finds better ones. */
export async function refuseArguments<Context>(
  { name, skeleton }: ToolEntry,
  { tool, callId, args }: CallToExecute,
  { repair, context }: ExecuteOptions<Context>,
  parse: (wire: unknown) => Parsed<unknown>,
  issues: readonly Issue[],
): Promise<AcceptedArguments | ModelVisibleError> {
  const better = await repair?.({ tool, callId, args: copyJson(args), context: context as Context }, issues);
  const parsed = better === undefined || better === null ? { ok: false as const, issues } : parse(better);
  if (parsed.ok) return parsed;
  return { code: "INVALID_ARGUMENTS", message: renderIssues(name, parsed.issues, skeleton) };
}
