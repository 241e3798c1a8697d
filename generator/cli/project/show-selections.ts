import type { Terminal } from "../commands/command.js";
import type { SpecFile } from "../../pipeline/generation.js";
import { groupOperations } from "../../operations/group-operations.js";
import { listOperations } from "../../operations/list-operations.js";
import { paletteFor } from "../terminal/colour.js";
import { printable } from "../terminal/printable.js";
import { shellWord } from "../../base/words.js";
import type { Project } from "./project.js";
import { suggestedInclude } from "./remark-operations.js";
import { showGroups } from "./show-operations.js";

// Prints the tags of a document that exceeds the budget, so that the user can select a part of it.

/**
 * The maximum number of tags that are printed. A document may have hundreds of tags, so only the largest are printed.
 */
const mostGroups = 15;

/** Prints the tags of a document and the next command to run. */
export function showSelections(spec: SpecFile, project: Project, { stderr, env }: Terminal): void {
  const { load, config } = project;
  const { options, limits } = config;
  const { list } = listOperations(spec, { load, limits, options });
  if (list === undefined) return;
  const groups = groupOperations(list.operations);
  const [header = "", ...lines] = showGroups(groups.groups.slice(0, mostGroups), stderr.columns);
  const file = shellWord(spec.path);
  const rest = groups.groups.length - mostGroups;
  const include = suggestedInclude(list.operations, options.budgets);
  const text = [
    "",
    paletteFor(stderr, env).bold(header),
    ...lines.map(printable),
    ...(rest > 0 ? [`… and ${rest} more: toolpress operations ${printable(file)} --tags`] : []),
    "",
    "Nothing was written. Next, search for operations, or select a part:",
    `  toolpress operations ${printable(file)}`,
    ...(include === undefined
      ? []
      : [`  toolpress gen ${printable(file)} --include ${printable(shellWord(include))}`]),
    "",
  ];
  stderr.write(text.join("\n"));
}
