import type { Issue } from "../issue.js";
import { argumentsOf, type Schema, sketchAt } from "./sketch.js";
import { argumentPath, segment, segments } from "../validate/pointer.js";
import type { FunctionDeclaration } from "../wire.js";

const maxRendered = 10;
/**
 * The largest number of known names that a refusal lists. If more names are known, the refusal lists none.
 */
const maxKnownNames = 8;

/**
 * Writes the refusal of a call with invalid arguments. The refusal has one sentence per problem and shows the
 * expected form.
 */
export function renderIssues(declaration: FunctionDeclaration, issues: readonly Issue[]): string {
  const { name } = declaration;
  const root = argumentsOf(declaration);
  const groups = grouped(withoutRenamed(issues));
  const sentences = groups.slice(0, maxRendered).map(([issue, more]) => sentence(issue, more, root));
  if (groups.length === 1) return name + ": " + sentences[0];
  const lines = sentences.map((text, index) => index + 1 + ". " + text);
  if (groups.length > maxRendered) lines.push("and " + (groups.length - maxRendered) + " more.");
  return [groups.length + " problems in the arguments of " + name + ":", ...lines].join("\n");
}

/**
 * Groups issues that differ only in the index of an item. Each group is its first issue and the number of
 * further issues.
 */
function grouped(issues: readonly Issue[]): readonly (readonly [issue: Issue, more: number])[] {
  const groups = new Map<string, Issue[]>();
  for (const issue of issues) {
    const key = [issue.code, issue.pointer.replace(/\/\d+(?=\/|$)/g, "/*"), issue.expected].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), issue]);
  }
  return [...groups.values()].map((same) => [same[0]!, same.length - 1]);
}

/**
 * Removes the issue about a missing argument if the model sent that argument under a misspelt name. The issue
 * about the misspelt name is sufficient.
 */
function withoutRenamed(issues: readonly Issue[]): readonly Issue[] {
  const renamed = new Set(
    issues
      .filter(({ code, suggestion }) => code === "unknown" && suggestion !== undefined)
      .map((issue) => parent(issue) + " " + issue.suggestion),
  );
  const isSent = (issue: Issue, name: unknown): boolean =>
    renamed.has(parent(issue) + " " + JSON.stringify(name));
  return issues.filter((issue) => {
    const alternatives = issue.expectation?.alternatives?.map((alternative) =>
      alternative.map(({ name }) => name),
    );
    const needed = alternatives ?? [segments(issue.pointer).slice(-1)];
    return issue.code !== "required" || !needed.some((names) => names.every((name) => isSent(issue, name)));
  });
}

function parent({ pointer }: Issue): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/**
 * Returns a sketch of the expected object or list. Returns undefined if the sketch would not explain the
 * issue.
 */
function sketchOf(issue: Issue, root: Schema): string | undefined {
  const { types = "object", shape, alternatives, matchCount } = issue.expectation ?? {};
  if (alternatives !== undefined || matchCount !== undefined) return undefined;
  if (!/^(?:required|type|union|minItems|minProperties)$/.test(issue.code) || !/object|array/.test(types))
    return undefined;
  return sketchAt(root, segments(issue.pointer), shape);
}

/**
 * Writes one imperative sentence. Line breaks in texts of the model become blanks, so that the sentence stays
 * on one line.
 */
function sentence(issue: Issue, more: number, root: Schema): string {
  const { received, suggestion } = issue;
  const [verb, rest] = imperative(issue, locationOf(issue), describeExpectation(issue, root));
  const receivedText = verb === "change" || verb === "correct" ? ", got " + received : "";
  const repetitions = more === 0 ? "" : " (and in " + more + " more places)";
  const isHinted = suggestion !== undefined && verb !== "rename";
  const end = isHinted ? "; did you mean " + suggestion + "?" : ".";
  return (verb + " " + rest + receivedText + repetitions + end).replace(
    /[\u0000-\u001f\u007f\u2028\u2029]+/g,
    " ",
  );
}

type Verb = "add" | "remove" | "rename" | "change" | "correct" | "move" | "replace";

/** Returns the verb of the sentence and its rest. */
function imperative(issue: Issue, location: string, expected: string): readonly [Verb, string] {
  const { code, received, suggestion, expectation: { surplus } = {} } = issue;
  if (surplus !== undefined) return ["remove", surplusNames(issue, surplus) + ": " + issue.expected];
  switch (code) {
    case "required":
    case "dependency":
      return ["add", location + ": " + expected];
    case "unknown":
      return suggestion === undefined || suggestion.includes(" or ")
        ? ["remove", location + ": there is no such " + knownNames(issue)]
        : ["rename", location + " to " + suggestion];
    case "forbidden":
      return ["remove", location + ": no property may have this name"];
    case "uniqueItems":
      return ["remove", location + ": " + received + " is there twice"];
    case "propertyName":
      return issue.expectation?.isKey === true
        ? ["change", location + ": expected " + expected]
        : ["rename", location + ": the name must be " + expected];
    case "json":
      return ["correct", location + ": the text is not JSON: expected " + expected];
    case "wrapped":
      return ["move", "the content of " + JSON.stringify(segments(issue.pointer).at(-1)) + " one level up"];
    default:
      return received === "null"
        ? ["replace", "null in " + location + " with " + expected]
        : ["change", location + ": expected " + expected];
  }
}

/** Returns a text such as `id or name`, or `all but one of id, name, code`. */
function surplusNames(issue: Issue, names: readonly string[]): string {
  const locations = names.map((name) =>
    locationOf({ ...issue, pointer: issue.pointer + "/" + segment(name) }),
  );
  const isAny = issue.expectation?.keepOne === true && names.length > 2;
  return isAny ? "all but one of " + locations.join(", ") : locations.join(" or ");
}

/**
 * Returns the location of an issue, such as `stops[0].name`. If the value is inside a JSON text, the argument
 * with that text is named too.
 */
function locationOf(issue: Issue): string {
  const { textDepth } = issue.expectation ?? {};
  const allArguments = "the arguments";
  if (textDepth === undefined) return argumentPath(issue.pointer) || allArguments;
  const parts = issue.pointer.split("/").slice(1);
  const text = argumentPath("/" + parts.slice(0, textDepth).join("/"));
  // The complete path is converted, and then its beginning is removed: `argumentPath` recognises an index
  // only after another segment.
  const inside = argumentPath("/" + parts.join("/"))
    .slice(text.length)
    .replace(/^\./, "");
  return (inside || "the value") + " in the JSON text of " + (text || allArguments);
}

/** Describes the expected value. For an object, the description is a sketch of its properties. */
function describeExpectation(issue: Issue, root: Schema): string {
  const sketch = sketchOf(issue, root);
  const { expected } = issue;
  if (sketch === undefined) return expected;
  const isMore = sketch.startsWith("[") || issue.code === "minProperties";
  return isMore ? expected + ", like " + sketch : sketch;
}

/**
 * Returns the word for the unknown name, `property` or `argument`, and a list of the known names if they are
 * few.
 */
function knownNames(issue: Issue): string {
  const { values = [], patterns = [] } = issue.expectation ?? {};
  const names = [...values];
  const kind = segments(issue.pointer).length > 1 ? "property" : "argument";
  const matching = patterns.length === 0 ? "" : "; further names match " + patterns.join(" or ");
  // If the issue has a suggestion, the names are not listed, because the sentence ends with the most similar
  // names.
  if (names.length > maxKnownNames || issue.suggestion !== undefined) return kind;
  if (names.length === 0) return kind + matching.replace("further ", "");
  return kind + "; there " + (names.length === 1 ? "is " : "are ") + names.join(", ") + matching;
}
