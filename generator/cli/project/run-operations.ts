import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type ExitCode, exitCodes, type Given, type Terminal, UsageError } from "../commands/command.js";
import { createReport, type Diagnostic } from "../../diagnostics/report.js";
import { groupOperations } from "../../operations/group-operations.js";
import {
  type ListedOperation,
  listOperations,
  type OperationList,
} from "../../operations/list-operations.js";
import { searchOperations } from "../../operations/search-operations.js";
import { renderJson, renderText } from "../../diagnostics/render.js";
import { paletteFor } from "../terminal/colour.js";
import { printable } from "../terminal/printable.js";
import { shellWord } from "../../base/words.js";
import { isOfProject } from "./find-specs.js";
import { openProject } from "./project.js";
import { showNothingFound, type Shown, showRemarks } from "./remark-operations.js";
import { groupRecord, operationRecord, showGroups, showOperations } from "./show-operations.js";

/** Runs `toolpress operations`, which lists operations for `include`. */
export async function runOperations(given: Given, terminal: Terminal): Promise<ExitCode> {
  const [document, ...words] = given.words;
  const usage = "Usage: toolpress operations <document> [words...]";
  if (document === undefined) throw new UsageError("name the OpenAPI document to list", usage);
  if (statSync(resolve(terminal.cwd, document), { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UsageError(`expected an OpenAPI document, found the folder ${JSON.stringify(document)}`, usage);
  const opened = await open(document, given, terminal);
  if (opened === undefined) return exitCodes.problems;
  const { list } = opened;
  const search = searchOperations(list.operations, words);
  print(search.found, given, terminal);
  const shown = { document, words, search, ...opened };
  const remarks = search.found.length === 0 ? showNothingFound(shown) : showRemarks(shown, given.has("tags"));
  if (search.found.length === 0 || given.text("format") !== "json")
    terminal.stderr.write(`${remarks.map(printable).join("\n")}\n`);
  return search.found.length === 0 ? exitCodes.problems : exitCodes.ok;
}

type Opened = Pick<Shown, "list" | "budgets" | "isOfProject">;

/** Lists the operations of a document. The settings in the config for this document apply. */
async function open(document: string, given: Given, terminal: Terminal): Promise<Opened | undefined> {
  const { cwd } = terminal;
  const report = createReport();
  const project = await openProject(cwd, { ...given, words: [document] }, report);
  const [spec] = project?.specs ?? [];
  if (project === undefined || spec === undefined) {
    showErrors(report.sorted(), terminal);
    return undefined;
  }
  const { options, limits } = project.config;
  const { dialect, list, errors } = listOperations(spec, { load: project.load, limits, options });
  if (dialect !== undefined && dialect.name !== "openapi")
    throw new UsageError(
      `expected an OpenAPI document, found ${dialect.title}: ${JSON.stringify(document)}`,
      `toolpress stats ${shellWord(document)} lists its tools.`,
    );
  const isEmpty = list === undefined || list.operations.length === 0;
  // The list already shows the errors of single operations. All other errors concern the settings, an overlay, or the
  // complete document.
  showErrors(isEmpty ? errors : errors.filter(({ location }) => location?.file !== spec.path), terminal);
  if (isEmpty) return undefined;
  const inProject = isOfProject(project.root, spec.path, project.config);
  return { list: inProject ? list : withoutImplied(list), budgets: options.budgets, isOfProject: inProject };
}

/** Removes the mark "included" from all operations, if they are included only because the document fits the budget. */
function withoutImplied(list: OperationList): OperationList {
  if (list.basis !== "budget") return list;
  return { ...list, operations: list.operations.map((one) => ({ ...one, included: false })) };
}

function showErrors(errors: readonly Diagnostic[], { stderr, env }: Terminal): void {
  if (errors.length > 0) stderr.write(`${renderText(errors, { palette: paletteFor(stderr, env) })}\n`);
}

/** Prints the lines of the list to stdout, so that they can be copied. The header is printed to stderr. */
function print(found: readonly ListedOperation[], given: Given, { stdout, stderr, env }: Terminal): void {
  const { by, groups } = groupOperations(found);
  if (given.text("format") === "json") {
    const records = given.has("tags")
      ? groups.map((group) => groupRecord(group, by))
      : found.map(operationRecord);
    stdout.write(renderJson(records));
    return;
  }
  if (found.length === 0) return;
  const width = stdout.isTTY === true ? (stdout.columns ?? 80) : undefined;
  const [header, ...lines] = given.has("tags") ? showGroups(groups, width) : showOperations(found, width);
  stderr.write(`${paletteFor(stderr, env).bold(header ?? "")}\n`);
  stdout.write(lines.map((line) => `${line}\n`).join(""));
}
