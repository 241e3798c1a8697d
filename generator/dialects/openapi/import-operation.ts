import type { Report } from "../../diagnostics/report.js";
import type { ForeignSchema, HttpBody, HttpOperation, ImportedTool, Policy } from "../../ir.js";
import { noPolicy } from "../../tool-fields/policy.js";
import { type Arguments, assembleArguments } from "./arguments.js";
import { readBody, readSwaggerBody, type RequestBody } from "./body.js";
import { forbiddenBinds, needsApproval } from "./authority.js";
import type { Bundle } from "./bundle.js";
import type { KnownNames } from "./check-names.js";
import type { Dropped } from "./copy-schema.js";
import { type Draft, draftBody, type DraftContext, draftParameters } from "./drafts.js";
import type { Inheritance } from "./inheritance.js";
import type { OperationNames } from "./names.js";
import { child, type Node } from "../node.js";
import { type Paging, readPaging, reportBounded } from "./pages.js";
import { type Parameter, readParameters } from "./parameters.js";
import { plainText, shorten } from "./plain-text.js";
import type { References } from "./references.js";
import { refusesNames } from "./rival-names.js";
import { searchFactsOf } from "./search-facts.js";
import { readSuccess, type SuccessResponse } from "./responses.js";
import { credentialParameters, readSecurity, type Security, withCredentialParameters } from "./security.js";
import type { Selected } from "./select.js";
import type { OpenApiSettings } from "./settings.js";
import { transportHeaders } from "./transport-headers.js";
import type { Version } from "./version.js";
import type { Visibility } from "./visibility.js";

/** The context in which an operation is read. */
export interface Surroundings {
  readonly root: Node;
  readonly version: Version;
  readonly settings: OpenApiSettings;
  readonly schemes: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly references: References;
  readonly bundle: Bundle;
  readonly inheritance: Inheritance;
  readonly visibility: Visibility;
  /** Collects the names of the operations. */
  readonly known: KnownNames;
  readonly report: Report;
}

/** Turns one operation into a tool. Undefined if that is impossible; the reason was reported. */
export function importOperation(
  selected: Selected,
  names: OperationNames,
  around: Surroundings,
): ImportedTool | undefined {
  const { operation, hints } = selected;
  if (refusesBinds(selected, around)) return undefined;
  const { root, version, settings, references, bundle, report } = around;
  const parameters = readParameters(operation, version, references, report);
  if (parameters === undefined) return undefined;
  const body =
    version.family === "2.0"
      ? readSwaggerBody(operation, root, parameters, report)
      : readBody(operation, references, report);
  const security = readSecurity(operation, root, around.schemes, references, report);
  if (body === undefined || security === undefined) return undefined;
  const { known, visibility, inheritance, schemes } = around;
  const credentials = credentialParameters(schemes);
  const reading = { references, inheritance, visibility };
  const context: DraftContext = { settings, hints, credentials, ...reading, known, report };
  const url = draftParameters(withPlaceholders(parameters, selected, report), context);
  const sent = bodyDrafts(body, parameters, selected, context);
  if (sent === undefined) return undefined;
  if (refusesNames([...url.drafts, ...sent.named], selected, context)) return undefined;
  const key = `${operation.method} ${operation.path}`;
  const isPaged = operation.method === "GET" && settings.pages !== false;
  const paging = isPaged ? readPaging(url.drafts, settings.pages.limit, references) : undefined;
  const input = assembleArguments([...(paging?.drafts ?? url.drafts), ...sent.drafts], {
    key,
    origin: operation.node.origin,
    bundle,
    version,
    rules: settings.prune,
  });
  bundle.locate(["tools", key], operation.node.origin);
  const success = readSuccess(operation, root, version, references, report);
  const request = { parameters, security, input, body: sent.body, paging };
  const pruned = [...url.dropped, ...sent.dropped, ...input.dropped];
  reportPruned(names.suggestion, pruned, selected, report);
  if (paging !== undefined) reportBounded(names.suggestion, paging, operation.node.origin, report);
  const bounded = paging?.bounded.map(({ draft }) => ({ path: draft.name, rule: "pages" })) ?? [];
  return {
    sourceName: names.source,
    rename: names.rename,
    suggestion: names.suggestion,
    fallback: names.fallback,
    natural: names.natural,
    pruned: [...pruned, ...bounded],
    description: describeOperation(selected, settings, references),
    input: input.input,
    output: outputOf(success, key, around),
    binding: { kind: "http", operation: httpOperation(selected, request, success, around) },
    policy: policyOf(selected, settings, input.bind),
    examples: [],
    verbatim: undefined,
    target: undefined,
    ...(settings.search && { search: searchFactsOf(operation, references) }),
    origin: { document: bundle.document, path: ["tools", key] },
  };
}

/** Reports the names that the document binds to the environment or the context. */
function refusesBinds({ operation, hints }: Selected, { settings, report }: Surroundings): boolean {
  const names = forbiddenBinds(settings, hints);
  const at = { key: child(operation.node, "x-toolpress").origin };
  for (const name of names) report.add("TP643", at, { name });
  return names.length > 0;
}

interface RequestParts {
  readonly parameters: readonly Parameter[];
  readonly security: Security;
  readonly input: Arguments;
  readonly body: HttpBody | undefined;
  readonly paging: Paging | undefined;
}

function httpOperation(
  { operation }: Selected,
  { parameters, security, input, body, paging }: RequestParts,
  success: SuccessResponse,
  { schemes, references, report }: Surroundings,
): HttpOperation {
  const pages = paging?.pageArguments(input.wire);
  const { accepts, headers } = transportHeaders(parameters, success.types, references);
  return {
    method: operation.method,
    path: operation.path,
    wire: input.wire,
    body,
    security: withCredentialParameters(security, parameters, schemes, report),
    servers: operation.servers,
    accepts,
    otherAnswers: success.others,
    ...(headers !== undefined && { headers }),
    ...(pages !== undefined && { pages }),
  };
}

/** Placeholders and path parameters must match. If they do not, the path is right. */
function withPlaceholders(
  parameters: readonly Parameter[],
  { operation }: Selected,
  report: Report,
): readonly Parameter[] {
  const placeholders = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
  const kept = parameters.filter((parameter) => {
    if (parameter.in !== "path" || placeholders.includes(parameter.name)) return true;
    report.add("TP612", parameter.node.origin, { name: parameter.name, path: operation.path });
    return false;
  });
  const missing = [...new Set(placeholders)].filter(
    (name) => !kept.some((parameter) => parameter.in === "path" && parameter.name === name),
  );
  const implied = missing.map((name): Parameter => {
    report.add("TP611", { key: operation.node.origin }, { name });
    return impliedParameter(name, operation.node);
  });
  return [...implied, ...kept];
}

function impliedParameter(name: string, node: Node): Parameter {
  return {
    in: "path",
    name,
    required: true,
    description: undefined,
    schema: { value: { type: "string" }, origin: node.origin },
    style: "simple",
    explode: false,
    allowReserved: false,
    contentType: undefined,
    deprecated: false,
    internal: false,
    file: false,
    node,
  };
}

function bodyDrafts(
  body: RequestBody | "none",
  parameters: readonly Parameter[],
  { operation }: Selected,
  context: DraftContext,
):
  | {
      readonly drafts: readonly Draft[];
      /** The drafts that have a name in the request. */
      readonly named: readonly Draft[];
      readonly dropped: readonly Dropped[];
      readonly body: HttpBody | undefined;
    }
  | undefined {
  const nothing = { drafts: [], named: [], dropped: [], body: undefined };
  if (body === "none") return nothing;
  if (operation.method === "GET" || operation.method === "HEAD") {
    context.report.add("TP614", body.node.origin, { method: operation.method });
    return nothing;
  }
  const fields = parameters.filter((parameter) => parameter.in === "formData");
  const drafted = draftBody(body, fields, context);
  if (drafted === undefined) return undefined;
  const { drafts, dropped, form, required } = drafted;
  const named = form === "whole" ? [] : drafts;
  return { drafts, named, dropped, body: { contentType: body.contentType, required, form } };
}

/** The schema of the result. A response that cannot be read never loses the tool. The result is then not checked. */
function outputOf(
  success: SuccessResponse,
  key: string,
  { bundle, version }: Surroundings,
): ForeignSchema | undefined {
  if (success.schema === undefined) return undefined;
  // Not below the tool, because an error there would lose the tool.
  const path = ["results", key];
  const grafted = bundle.graft(path, success.schema, "output");
  bundle.place(path, grafted.value, success.schema.origin);
  return { value: grafted.value, dialect: version.schemas, origin: { document: bundle.document, path } };
}

function policyOf({ operation, hints }: Selected, settings: OpenApiSettings, bind: Policy["bind"]): Policy {
  const writes = operation.method !== "GET" && operation.method !== "HEAD" && operation.method !== "OPTIONS";
  return { ...noPolicy, approval: needsApproval(writes, settings, hints), bind };
}

/** Summary and description without repetition. If the document has neither, method and path. */
function describeOperation(
  { operation, hints }: Selected,
  settings: OpenApiSettings,
  references: References,
): string {
  if (hints.whole.description !== undefined) return hints.whole.description;
  const { value } = operation.node;
  const textOf = (field: string): string => {
    const text = references.at(operation.node, field)?.value;
    if (typeof text !== "string") return "";
    return settings.prune.descriptions === false ? text.trim() : plainText(text);
  };
  const [summary, details] = [textOf("summary"), textOf("description")];
  const repeated = details.toLowerCase().startsWith(summary.toLowerCase().replace(/\.$/, ""));
  const ended = /[.!?:]$/.test(summary) ? summary : `${summary}.`;
  const text = summary === "" || repeated ? details : details === "" ? summary : `${ended} ${details}`;
  const deprecated =
    value !== null && (value as { deprecated?: unknown }).deprecated === true ? "Deprecated. " : "";
  const said = text || `${operation.method} ${operation.path}`;
  return `${deprecated}${settings.prune.descriptions === false ? said : shorten(said, 3 * settings.prune.descriptions)}`;
}

function reportPruned(
  tool: string,
  pruned: readonly Dropped[],
  { operation }: Selected,
  report: Report,
): void {
  // Properties that the direction of the call hides are not a loss.
  const lost = pruned.filter(({ rule }) => rule !== "readOnly");
  if (lost.length === 0) return;
  const rules = [...new Set(lost.map(({ rule }) => rule))].join(", ");
  report.add("TP621", { key: operation.node.origin }, { tool, count: lost.length, rules });
}
