import type { Code } from "../diagnostics/catalogue/definition.js";
import { definitions } from "../diagnostics/definitions.js";
import { checkSet } from "../check/check.js";
import { mendSet } from "../check/mend.js";
import { createReport, type Diagnostic } from "../diagnostics/report.js";
import type { Dialect } from "../dialects/dialect.js";
import { openapi, type Survey, surveyDocument } from "../dialects/openapi/openapi.js";
import { ownString } from "../dialects/node.js";
import type { Operation } from "../dialects/openapi/operations.js";
import { plainText, shorten } from "../dialects/openapi/plain-text.js";
import type { Basis } from "../dialects/openapi/select.js";
import { parseSelector } from "../dialects/openapi/selector.js";
import type { Load } from "../base/documents.js";
import type { SpecFile } from "../pipeline/generation.js";
import { lowerSet } from "../lower/lower.js";
import type { Options, Severity } from "../options.js";
import type { Limits } from "../read/read.js";
import { nameAndNormalise, type OpenedDocument, openDocument } from "../pipeline/import-document.js";
import { withoutBroken } from "../pipeline/without-broken.js";
import { codeOfLostTool } from "./lost-tools.js";

/** One operation of a document, for search and selection. */
export interface ListedOperation {
  /** A line of `include` that selects the operation. */
  readonly include: string;
  readonly operationId: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** The estimated tokens of the declaration. Undefined if the operation cannot become a tool. */
  readonly tokens: number | undefined;
  /** The code of the diagnostic that explains why the operation cannot become a tool. */
  readonly code: Code | undefined;
  /** Whether the operation is selected, by the settings or by the document. */
  readonly included: boolean;
  /** Whether the document hides the operation from agents. */
  readonly hidden: boolean;
}

/** The operations of a document with the reason for their selection. */
export interface OperationList {
  /** The reason for the selection, such as `include` or a document within the budget. */
  readonly basis: Basis;
  readonly operations: readonly ListedOperation[];
}

/** The result of `listOperations`. */
export interface Listed {
  /** The dialect of the document. Undefined if no dialect was recognised, which is reported. */
  readonly dialect: Dialect | undefined;
  /** The operations. Undefined if the dialect is not OpenAPI, or if the document cannot be read. */
  readonly list: OperationList | undefined;
  readonly errors: readonly Diagnostic[];
}

export interface ListingInputs {
  readonly load: Load;
  readonly limits: Limits;
  readonly options: Options;
}

/**
 * Lists every operation of an OpenAPI document, with its cost as a tool. The function reads other files only
 * through `load`, and writes no files.
 */
export function listOperations(spec: SpecFile, { load, limits, options }: ListingInputs): Listed {
  const report = createReport({ strict: false, severity: onlyErrors });
  const opened = openDocument(spec, { load, limits, options, report });
  if (opened === undefined || opened.dialect !== openapi)
    return { dialect: opened?.dialect, list: undefined, errors: report.sorted() };
  const survey = surveyDocument(opened.document, opened.context);
  const list = survey && {
    basis: survey.selection.basis,
    operations: [
      ...describeAll(survey, measure(survey, opened)),
      ...unsendable(survey),
      ...unreadable(survey),
    ],
  };
  return { dialect: openapi, list, errors: report.sorted() };
}

/**
 * Only errors are reported. A document may have thousands of notes and warnings, and computing their
 * locations would take long.
 */
const onlyErrors: Readonly<Record<string, Severity>> = Object.fromEntries(
  [...definitions].filter(([, { severity }]) => severity !== "error").map(([code]) => [code, "off"]),
);

/** The cost of an operation, or the code of the error because of which the operation cannot become a tool. */
type Measure = Pick<ListedOperation, "tokens" | "code">;

/**
 * Compiles all operations, to find out which of them become tools. The keys of the result are texts such as
 * `GET /pets`.
 */
function measure({ set, selection }: Survey, opened: OpenedDocument): ReadonlyMap<string, Measure> {
  const { options, report } = opened.inputs;
  const { set: found } = nameAndNormalise({ ...set, foreign: openapi.foreign }, opened);
  const checking = { set: found, options, report, patterns: opened.patterns };
  checkSet(checking);
  const normalised = mendSet(checking);
  const { healthy } = withoutBroken(normalised, lowerSet(normalised, options, report), report);
  const measures = new Map<string, Measure>();
  const failures = new Map(set.broken?.map(({ origin, code }) => [origin, code]));
  for (const { operation } of selection.everything)
    measures.set(callOf(operation), { tokens: undefined, code: failures.get(operation.node.origin) });
  const sizes = new Map(healthy.tools.map(({ tool, size }) => [tool.origin, size]));
  for (const tool of set.tools) {
    if (tool.binding.kind !== "http") continue;
    const { tokens } = sizes.get(tool.origin) ?? {};
    const code = tokens === undefined ? codeOfLostTool(tool, report) : undefined;
    measures.set(callOf(tool.binding.operation), { tokens, code });
  }
  return measures;
}

function callOf({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method} ${path}`;
}

function describeAll(
  { selection }: Survey,
  measures: ReadonlyMap<string, Measure>,
): readonly ListedOperation[] {
  const selected = new Set(selection.selected.map(({ operation }) => operation));
  const uses = new Map<string, number>();
  for (const { operation } of selection.everything) {
    const { operationId = "" } = operation;
    uses.set(operationId, (uses.get(operationId) ?? 0) + 1);
  }
  return selection.everything.map(({ operation, hints }) => ({
    ...describe(operation, (uses.get(operation.operationId ?? "") ?? 0) === 1),
    tokens: undefined,
    code: undefined,
    ...measures.get(callOf(operation)),
    included: selected.has(operation),
    hidden: hints.effective.enabled === false,
  }));
}

const longestSummary = 100;

function describe(
  operation: Operation,
  isUnique: boolean,
): Omit<ListedOperation, "tokens" | "code" | "included" | "hidden"> {
  const { operationId, method, path, tags, node } = operation;
  const textOf = (field: string): string =>
    plainText(ownString(node.value, field) ?? "").replace(/\s+/g, " ");
  const [summary, description] = [textOf("summary"), textOf("description")];
  return {
    include: isUnique && selectsItself(operationId) ? operationId : callOf(operation),
    operationId,
    method,
    path,
    tags,
    summary: summary || shorten(description, longestSummary),
    description,
  };
}

/** Whether an operationId can be written in `include` and then selects only its own operation. */
function selectsItself(operationId: string | undefined): operationId is string {
  if (operationId === undefined || operationId.includes("*")) return false;
  return parseSelector(operationId)?.operationId !== undefined;
}

const neverTools = { tokens: undefined, included: false, hidden: false };

function unsendable({ listing }: Survey): readonly ListedOperation[] {
  return listing.unsendable.map((operation) => ({
    ...describe(operation, true),
    ...neverTools,
    code: "TP607",
  }));
}

/** Lists the parts of the document that cannot be read. Only their paths are known. */
function unreadable({ listing }: Survey): readonly ListedOperation[] {
  return listing.broken.flatMap(({ was, code }) => {
    if (was.kind !== "call") return [];
    const { path, method = "*" } = was;
    const unknown = { operationId: undefined, tags: [], summary: "", description: "" };
    return [{ include: `${method} ${path}`, method, path, ...unknown, ...neverTools, code }];
  });
}
