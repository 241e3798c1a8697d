import type { Issue } from "../issue.js";
import { argumentPath } from "./pointer.js";

const maxRendered = 10;

/** What a model reads after a wrong call: one sentence for each problem, and what a correct call looks like. */
export function renderIssues(tool: string, issues: readonly Issue[], skeleton: string): string {
  const shown = issues.slice(0, maxRendered);
  const rest = issues.length - shown.length;
  const lines = shown.map((issue, index) => (issues.length === 1 ? "" : index + 1 + ". ") + sentence(issue));
  if (rest > 0) lines.push("and " + rest + " more.");
  const [first = ""] = lines;
  if (issues.length === 1) return tool + ": " + first + "\nCall again with: " + skeleton;
  return [
    issues.length + " problems in the arguments of " + tool + ":",
    ...lines,
    "Call again with: " + skeleton,
  ].join("\n");
}

/** One imperative sentence. */
function sentence(issue: Issue): string {
  const path = argumentPath(issue.pointer);
  const where = path === "" ? "the arguments" : path;
  const hint = issue.suggestion === undefined ? "" : "; did you mean " + issue.suggestion + "?";
  const end = hint === "" ? "." : hint;
  switch (issue.code) {
    case "required":
      return "add " + where + ": " + issue.expected + end;
    case "unknown":
    case "forbidden":
      return "remove " + where + ": there is no such argument" + end;
    case "dependency":
      return "add " + where + ": " + issue.expected + end;
    case "uniqueItems":
      return "remove " + where + ": " + issue.received + " is there twice" + end;
    default:
      return "change " + where + ": expected " + issue.expected + ", got " + issue.received + end;
  }
}
