import type { Issue } from "./issue.js";
import { argumentPath, segments } from "./validate/pointer.js";

const maxRendered = 10;

/** What a model reads after a wrong call: one sentence for each problem, and what a correct call looks like. */
export function renderIssues(tool: string, issues: readonly Issue[], skeleton: string): string {
  const told = issues.filter((issue) => !issues.some((other) => renames(other, issue)));
  const sentences = told.slice(0, maxRendered).map(sentence);
  const end = "Call again with: " + skeleton;
  if (told.length === 1) return tool + ": " + sentences[0] + "\n" + end;
  const lines = sentences.map((text, index) => index + 1 + ". " + text);
  if (told.length > maxRendered) lines.push("and " + (told.length - maxRendered) + " more.");
  return [told.length + " problems in the arguments of " + tool + ":", ...lines, end].join("\n");
}

/** Whether an argument is missing because it was sent under a name that is almost right. */
function renames(unknown: Issue, missing: Issue): boolean {
  return (
    unknown.code === "unknown" &&
    missing.code === "required" &&
    parent(unknown) === parent(missing) &&
    unknown.suggestion === JSON.stringify(segments(missing.pointer).at(-1))
  );
}

function parent({ pointer }: Issue): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** One imperative sentence, on one line whatever the model sent. */
function sentence(issue: Issue): string {
  return imperative(issue).replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ");
}

function imperative({ code, pointer, expected, received, suggestion }: Issue): string {
  const where = argumentPath(pointer) || "the arguments";
  const end = suggestion === undefined ? "." : "; did you mean " + suggestion + "?";
  switch (code) {
    case "required":
    case "dependency":
      return "add " + where + ": " + expected + end;
    case "unknown":
      return suggestion === undefined || suggestion.includes(" or ")
        ? "remove " + where + ": there is no such argument" + end
        : "rename " + where + " to " + suggestion + ".";
    case "forbidden":
      return "remove " + where + ": no property may have this name.";
    case "uniqueItems":
      return "remove " + where + ": " + received + " is there twice.";
    default:
      return "change " + where + ": expected " + expected + ", got " + received + end;
  }
}
