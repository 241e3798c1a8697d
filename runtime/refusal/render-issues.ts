import type { Issue } from "../issue.js";
import { argumentsOf, type Schema, sketchAt } from "./sketch.js";
import { argumentPath, segment, segments } from "../validate/pointer.js";
import type { FunctionDeclaration } from "../wire.js";

const maxRendered = 10;
/** Names beside an unknown one that are worth listing. */
const maxNames = 8;

/** What a model reads after a wrong call: one sentence for each problem, with the shape of what is wrong and no more. */
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

/** The first of the issues that are the same but for the item they are in, and how many more there are. */
function grouped(issues: readonly Issue[]): readonly (readonly [issue: Issue, more: number])[] {
  const groups = new Map<string, Issue[]>();
  for (const issue of issues) {
    const key = [issue.code, issue.pointer.replace(/\/\d+(?=\/|$)/g, "/*"), issue.expected].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), issue]);
  }
  return [...groups.values()].map((same) => [same[0]!, same.length - 1]);
}

/** A missing argument that was sent under a name that is almost right is not missing too. */
function withoutRenamed(issues: readonly Issue[]): readonly Issue[] {
  const renamed = new Set(
    issues
      .filter(({ code, suggestion }) => code === "unknown" && suggestion !== undefined)
      .map((issue) => parent(issue) + " " + issue.suggestion),
  );
  const isSent = (issue: Issue, name: unknown): boolean =>
    renamed.has(parent(issue) + " " + JSON.stringify(name));
  return issues.filter((issue) => {
    const ways = issue.wanted?.ways?.map((way) => way.map(({ name }) => name));
    const needed = ways ?? [segments(issue.pointer).slice(-1)];
    return issue.code !== "required" || !needed.some((names) => names.every((name) => isSent(issue, name)));
  });
}

function parent({ pointer }: Issue): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** What belongs there, where an object or a list is wanted and there is none. */
function sketchOf(issue: Issue, root: Schema): string | undefined {
  const { types = "object", shape, ways, fits } = issue.wanted ?? {};
  if (ways !== undefined || fits !== undefined) return undefined;
  if (!/^(?:required|type|union|minItems)$/.test(issue.code) || !/object|array/.test(types)) return undefined;
  return sketchAt(root, segments(issue.pointer), shape);
}

/** One imperative sentence, on one line whatever the model sent. */
function sentence(issue: Issue, more: number, root: Schema): string {
  const { received, suggestion } = issue;
  const [verb, rest] = imperative(issue, place(issue), wanted(issue, root));
  const got = verb === "change" || verb === "correct" ? ", got " + received : "";
  const many = more === 0 ? "" : " (and in " + more + " more places)";
  const isHinted = suggestion !== undefined && verb !== "rename";
  const end = isHinted ? "; did you mean " + suggestion + "?" : ".";
  return (verb + " " + rest + got + many + end).replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ");
}

type Verb = "add" | "remove" | "rename" | "change" | "correct" | "move" | "replace";

/** What to do, and with what. */
function imperative(issue: Issue, where: string, expected: string): readonly [Verb, string] {
  const { code, received, suggestion, wanted: { surplus } = {} } = issue;
  if (surplus !== undefined) return ["remove", surplusNames(issue, surplus) + ": " + issue.expected];
  switch (code) {
    case "required":
    case "dependency":
      return ["add", where + ": " + expected];
    case "unknown":
      return suggestion === undefined || suggestion.includes(" or ")
        ? ["remove", where + ": there is no such " + beside(issue)]
        : ["rename", where + " to " + suggestion];
    case "forbidden":
      return ["remove", where + ": no property may have this name"];
    case "uniqueItems":
      return ["remove", where + ": " + received + " is there twice"];
    case "propertyName":
      return issue.wanted?.isKey === true
        ? ["change", where + ": expected " + expected]
        : ["rename", where + ": the name must be " + expected];
    case "json":
      return ["correct", where + ": the text is not JSON: expected " + expected];
    case "wrapped":
      return ["move", "the content of " + JSON.stringify(segments(issue.pointer).at(-1)) + " one level up"];
    default:
      return received === "null"
        ? ["replace", "null in " + where + " with " + expected]
        : ["change", where + ": expected " + expected];
  }
}

/** `id or name`, or `all but one of id, name, code`. */
function surplusNames(issue: Issue, names: readonly string[]): string {
  const places = names.map((name) => place({ ...issue, pointer: issue.pointer + "/" + segment(name) }));
  const isAny = issue.wanted?.keepOne === true && names.length > 2;
  return isAny ? "all but one of " + places.join(", ") : places.join(" or ");
}

/** `stops[0].name`, and which JSON text it is in. */
function place(issue: Issue): string {
  const { inText } = issue.wanted ?? {};
  const all = "the arguments";
  if (inText === undefined) return argumentPath(issue.pointer) || all;
  const parts = issue.pointer.split("/").slice(1);
  const text = argumentPath("/" + parts.slice(0, inText).join("/"));
  // Only behind something else is an index told from a name.
  const inside = argumentPath("/" + parts.join("/"))
    .slice(text.length)
    .replace(/^\./, "");
  return (inside || "the value") + " in the JSON text of " + (text || all);
}

/** What is expected; of an object its properties. */
function wanted(issue: Issue, root: Schema): string {
  const sketch = sketchOf(issue, root);
  const { expected } = issue;
  if (sketch === undefined) return expected;
  return sketch.startsWith("[") ? expected + ", like " + sketch : sketch;
}

/** What may be there instead, where that is not much to read. */
function beside(issue: Issue): string {
  const { values = [], patterns = [] } = issue.wanted ?? {};
  const names = [...values];
  const what = segments(issue.pointer).length > 1 ? "property" : "argument";
  const matching = patterns.length === 0 ? "" : "; further names match " + patterns.join(" or ");
  // A suggestion lists some of them.
  if (names.length > maxNames || issue.suggestion !== undefined) return what;
  if (names.length === 0) return what + matching.replace("further ", "");
  return what + "; there " + (names.length === 1 ? "is " : "are ") + names.join(", ") + matching;
}
