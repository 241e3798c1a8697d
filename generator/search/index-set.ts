import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Schema, Tool, ToolSet } from "../ir.js";
import { replaceInvisible } from "../base/invisible.js";
import { findNeeds } from "./find-needs.js";
import { firstSentence } from "./first-sentence.js";
import { pathWords } from "./path-words.js";
import { weighTerms } from "./weigh-terms.js";
import { namesAndTexts } from "./schema-words.js";

// The search index of a set: one line per tool, in the order of the declarations, so that a change of one tool changes one line. Columns
// are separated by tabs: name, group, needs, signature, first sentence, terms with their weights.

/** A tool that is compiled now, or one that is kept from the last run and has only a declaration. */
export interface IndexedTool {
  readonly name: string;
  readonly declaration: FunctionDeclaration;
  readonly tool: Tool | undefined;
  /** The arguments in one line. */
  readonly signature: string;
}

export function indexSet(set: ToolSet, tools: readonly IndexedTool[]): readonly string[] {
  const compiled = tools.flatMap(({ tool }) => tool ?? []);
  const needs = findNeeds(set, compiled);
  const groups = groupByTool(set);
  return tools.map(({ name, declaration, tool, signature }) => {
    const description = declaration.description ?? "";
    const group = groups.get(name) ?? "";
    const columns = [
      name,
      group,
      (needs.get(name) ?? []).join(","),
      signature,
      firstSentence(description),
      // The name of the set distinguishes the tools of combined sets.
      weighTerms({
        ...(tool === undefined ? wordsOfKept(name, description) : wordsOf(tool, set)),
        group: [group, set.name],
      }),
    ];
    return columns.map(oneLine).join("\t");
  });
}

type Words = Parameters<typeof weighTerms>[0];

function wordsOf(tool: Tool, set: ToolSet): Words {
  const { binding, policy, search, description } = tool;
  const resolve = (name: string): Schema | undefined => tool.defs.get(name) ?? set.schemas.get(name);
  const given = namesAndTexts(tool.input, resolve, new Set(policy.bind.keys()));
  const result = namesAndTexts(tool.output ?? true, resolve);
  const http = binding.kind === "http" ? binding.operation : undefined;
  const { verbs, resource } = http ? pathWords(http) : { verbs: [], resource: [] };
  return {
    ...wordsOfKept(tool.name, description),
    keywords: search?.keywords ?? [],
    path: http ? [http.path] : [],
    verb: verbs,
    resource,
    argument: given.names,
    argumentText: given.texts,
    result: result.names,
  };
}

function wordsOfKept(name: string, description: string): Words {
  const first = firstSentence(description);
  return { name: [name], summary: [first], description: [description.slice(first.length)] };
}

function groupByTool({ groups }: ToolSet): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [group, members] of groups)
    for (const member of members) if (!found.has(member)) found.set(member, group);
  return found;
}

/** A text of a document must not add a column or a line. */
function oneLine(text: string): string {
  return replaceInvisible(text, () => " ")
    .replace(/\s+/g, " ")
    .trim();
}
