import type { Tool, ToolSet } from "../ir.js";
import { searchWords } from "../base/words.js";
import { type Producer, producersOf } from "./producers.js";

// An argument such as `person_id` identifies something that the task describes in words. The model must call another tool first, which a
// search by the words of the task seldom finds. The compiler knows the paths and the results of all tools, so it can name that tool.

/** A tool has at most this many needs: each is a line in the results of a search. */
const mostNeeds = 2;

/** The least evidence for a need. A wrong need costs the model a call. */
const leastEvidence = 4;
/** The least evidence for a second tool that finds the same argument. */
const strongEvidence = 5;

/** By name of the tool: the names of the tools that find values for its arguments. */
export function findNeeds(set: ToolSet, tools: readonly Tool[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map(
    tools.flatMap((tool) => [
      [tool.sourceName, tool.name],
      [tool.name, tool.name],
    ]),
  );
  const derives = set.search?.needs !== false;
  const producers = derives ? producersOf(tools, (name) => set.schemas.get(name)) : [];
  return new Map(
    tools.map((tool) => {
      const stated = tool.search?.needs?.flatMap((name) => byName.get(name) ?? []);
      return [tool.name, stated ?? (derives ? deriveNeeds(tool, producers) : [])];
    }),
  );
}

function deriveNeeds(tool: Tool, producers: readonly Producer[]): readonly string[] {
  const collections = new Set(producers.flatMap(({ path, isList }) => (isList ? (path ?? []) : [])));
  const identifiers = identifiersOf(tool).filter(
    // A user knows the name of an organisation. The list of a collection proves that its members are looked up.
    ({ isMarked, collection }) => isMarked || collections.has(collection ?? ""),
  );
  const found = identifiers.flatMap((identifier) => {
    const judged = producers
      .filter((producer) => producer.tool !== tool && isCallableBefore(producer, tool, identifier))
      .map((producer) => ({ producer, evidence: evidenceFor(identifier, producer, tool) }))
      .filter(({ evidence }) => evidence >= leastEvidence)
      .sort((a, b) => b.evidence - a.evidence);
    const [first, second] = judged;
    if (first === undefined) return [];
    // A search and a list complement each other: of all things, and of those of the user.
    const isOther = second !== undefined && second.producer.isSearch !== first.producer.isSearch;
    const both = identifiers.length === 1 && isOther && second.evidence >= strongEvidence;
    return both ? [second.producer.tool.name, first.producer.tool.name] : [first.producer.tool.name];
  });
  // The last argument of a path is the most specific one.
  return [...new Set(found.reverse())].slice(0, mostNeeds);
}

/** An argument that identifies something. */
export interface Identifier {
  readonly argument: string;
  /** The words for the thing that it identifies, in the singular: `person` for `person_id`. */
  readonly noun: readonly string[];
  /** Whether the name of the argument has an ending such as `_id`. */
  readonly isMarked: boolean;
  /** The path before the argument: `/people` for `/people/{id}`. */
  readonly collection: string | undefined;
}

/** Endings of names whose value the user does not know. */
const marks = new Set(["id", "ids", "identifier", "number", "uuid", "guid", "uri"]);

/** Things that are identified by the account that is signed in. */
const accountNouns = new Set(["user", "account", "profile", "member", "owner"]);

/** The required arguments of a tool that identify something. */
function identifiersOf(tool: Tool): readonly Identifier[] {
  const { input, policy, binding } = tool;
  const required = new Set(input.required ?? []);
  const path = binding.kind === "http" ? binding.operation.path : "";
  return Object.keys(input.properties ?? {}).flatMap((argument) => {
    if (!required.has(argument) || policy.bind.has(argument)) return [];
    const words = searchWords(argument);
    const at = path.indexOf(`{${argument}}`);
    const collection = at < 0 ? undefined : path.slice(0, at).replace(/\/$/, "");
    const before = searchWords(lastName(collection ?? ""));
    const isMarked = marks.has(words.at(-1) ?? "");
    if (!isMarked && before.length === 0) return [];
    const named = isMarked ? words.slice(0, -1) : before;
    const nouns = [named, before, searchWords(lastName(path)), searchWords(tool.name).slice(-1)];
    const noun = nouns.find(({ length }) => length > 0) ?? [];
    return noun.length === 0 ? [] : [{ argument, noun, isMarked, collection }];
  });
}

/** The last segment of a path that is not a placeholder. */
function lastName(path: string): string {
  return path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? "";
}

/** Whether a tool can be called before another: its own required identifiers are known then. */
function isCallableBefore(producer: Producer, tool: Tool, { argument }: Identifier): boolean {
  const known = new Set(Object.keys(tool.input.properties ?? {}));
  known.delete(argument);
  const needed = identifiersOf(producer.tool).filter(
    ({ isMarked, argument: other }) => isMarked || known.has(other) || other === argument,
  );
  return needed.every((identifier) => known.has(identifier.argument));
}

function evidenceFor({ argument, noun, collection }: Identifier, producer: Producer, tool: Tool): number {
  const { words, path, isSearch, isList, kinds, fields, links, tool: other } = producer;
  const target = [
    tool.sourceName,
    ...(tool.binding.kind === "http"
      ? [`${tool.binding.operation.method} ${tool.binding.operation.path}`]
      : []),
  ];
  if (links.some(({ operation, parameters }) => target.includes(operation) && parameters.includes(argument)))
    return 100;
  const head = noun.at(-1)!;
  const hasNoun = noun.every((word) => words.has(word));
  const isKind = kinds.has(head);
  if (!hasNoun && !isKind) return 0;
  const last = searchWords(lastName(path ?? other.name));
  const isCollection = collection !== undefined && collection !== "" && path === collection;
  return [
    isCollection && isList ? 8 : 0,
    isSearch && (isKind || last.at(-1) === head) ? 6 : 0,
    isSearch && hasNoun ? 2 : 0,
    isList && last.at(-1) === head ? 4 : 0,
    producer.isAccount && accountNouns.has(head) ? 6 : 0,
    fields.has(argument) ? 2 : 0,
    fields.has("id") ? 1 : 0,
    isList ? 1 : 0,
    // A tool for something else mentions further things.
    -0.5 * Math.max(0, words.size - noun.length - 2),
    -identifiersOf(other).length,
  ].reduce((sum, part) => sum + part);
}
