import {
  costOf,
  fits,
  type Groups,
  groupOperations,
  isAvailable,
} from "../../operations/group-operations.js";
import type { ListedOperation, OperationList } from "../../operations/list-operations.js";
import type { Search } from "../../operations/search-operations.js";
import type { Budgets } from "../../options.js";
import { shellWord, yamlWord } from "../../base/words.js";
import { thousands } from "./show-outcome.js";

// Prints the lines below a list of operations: their number, their cost, and the next command.

/** A list of operations and the arguments that produced it. */
export interface Shown {
  /** The document as the user wrote it on the command line. */
  readonly document: string;
  readonly words: readonly string[];
  readonly search: Search;
  readonly list: OperationList;
  readonly budgets: Budgets;
  /** Whether a run without arguments compiles the document. */
  readonly isOfProject: boolean;
}

/** If a search finds at most this number of operations, a command is printed that selects all of them. */
const fewOperations = 12;

/** Returns the lines below a list: the number and the cost of its operations, and the next command. */
export function showRemarks(shown: Shown, byTag: boolean): readonly string[] {
  const { search, list } = shown;
  const cost = costOf(search.found);
  const total = list.operations.length;
  const found = search.found.length;
  const count = found === total ? plural(total, "operation") : `${found} of ${plural(total, "operation")}`;
  return [
    "",
    `${count}, about ${thousands(cost.tokens)} tokens.${includedRemark(cost.included, found)}`,
    ...refusedRemark(shown),
    ...(byTag ? tagRemark(groupOperations(search.found)) : []),
    ...nextSteps(shown, byTag),
  ];
}

function includedRemark(included: number, found: number): string {
  if (included === 0) return "";
  return included === found ? " All of them are included." : ` ${included} of them are included.`;
}

function refusedRemark({ document, search }: Shown): readonly string[] {
  const refused = search.found.filter(({ code }) => code !== undefined);
  const [first] = refused;
  if (first === undefined) return [];
  const what = refused.length === 1 ? "1 cannot become a tool" : `${refused.length} cannot become tools`;
  return [
    `${what}. For the reason: toolpress lint ${shellWord(document)} --include ${shellWord(first.include)}`,
  ];
}

function tagRemark({ by, others }: Groups): readonly string[] {
  if (by === "path") return ["The document has no tags; these are the first segments of its paths."];
  return others === 0 ? [] : [`${plural(others, "operation")} without a tag.`];
}

function nextSteps(shown: Shown, byTag: boolean): readonly string[] {
  const { document, words, search, list, budgets, isOfProject } = shown;
  const file = shellWord(document);
  const isSmall = !isOfProject && list.basis === "budget" && fits(costOf(list.operations), budgets);
  if (isSmall && words.length === 0)
    return ["", "All of them fit the budget, so no selection is needed:", `  toolpress gen ${file}`];
  const open = search.found.filter((operation) => isAvailable(operation) && !operation.included);
  if (open.length === 0) return [];
  if (byTag || (words.length === 0 && open.length > fewOperations)) return narrowing(file, shown, byTag);
  const taken = open.slice(0, fewOperations).map(({ include }) => include);
  const what = open.length === taken.length ? "them" : `the first ${taken.length} of them`;
  const config = `  include: [${taken.map(yamlWord).join(", ")}]`;
  if (list.basis !== "none" && !isSmall)
    return ["", `To select ${what}, add to the document's settings:`, config];
  const flags = taken.map((include) => ` --include ${shellWord(include)}`).join("");
  return ["", `To select ${what}:`, `  toolpress gen ${file}${flags}`];
}

function narrowing(file: string, { list, budgets }: Shown, byTag: boolean): readonly string[] {
  const include = suggestedInclude(list.operations, budgets);
  const tags = byTag ? [] : [`  toolpress operations ${file} --tags`];
  const example = include === undefined ? [] : [`  toolpress operations ${file} ${shellWord(include)}`];
  return ["", "Next, add words to the search, or list a part:", ...tags, ...example];
}

/**
 * Returns a value for `include` that selects tools within the budget: the largest group of operations that fits, or the
 * first operation if no group fits.
 */
export function suggestedInclude(
  operations: readonly ListedOperation[],
  budgets: Budgets,
): string | undefined {
  const group = groupOperations(operations).groups.find((candidate) => fits(candidate, budgets));
  return group?.include ?? operations.find(isAvailable)?.include;
}

/** Returns the lines for a search that found no operation. */
export function showNothingFound({ document, list, search }: Shown): readonly string[] {
  const query = search.words.map(({ word }) => word).join(" ");
  const total = list.operations.length;
  return [
    `toolpress: none of the ${plural(total, "operation")} of ${document} matches ${JSON.stringify(query)}`,
    ...search.words.map(({ word, operations, near }) => {
      const meant = near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
      const matching = operations === 0 ? `in no operation${meant}` : `in ${plural(operations, "operation")}`;
      return `  ${JSON.stringify(word)}: ${matching}`;
    }),
  ];
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
