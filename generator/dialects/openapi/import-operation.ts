import type { Report } from "../../diagnostics/report.js";
import type { ForeignSchema, HttpBody, HttpOperation, ImportedTool, Policy } from "../../ir.js";
import { noPolicy } from "../../tool-fields/policy.js";
import { type Arguments, assembleArguments } from "./arguments.js";
import { readBody, readSwaggerBody, type RequestBody } from "./body.js";
import { forbiddenBinds, needsApproval } from "./authority.js";
import type { Bundle } from "./bundle.js";
import type { KnownNames } from "./check-names.js";
import type { Dropped } from "./copy-schema.js";
import {
  type ArgumentCandidate,
  bodyCandidates,
  type CandidateContext,
  parameterCandidates,
} from "./argument-candidates.js";
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

/** The objects that are needed for importing an operation. */
export interface OperationContext {
  readonly root: Node;
  readonly version: Version;
  readonly settings: OpenApiSettings;
  readonly schemes: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly references: References;
  readonly bundle: Bundle;
  readonly inheritance: Inheritance;
  readonly visibility: Visibility;
  /** Collects the names that occur in the operations. A setting with any other name is an error. */
  readonly known: KnownNames;
  readonly report: Report;
}

/**
 * Turns one operation into a tool. If this is impossible, the reason is reported and the result is undefined.
 */
export function importOperation(
  selected: Selected,
  names: OperationNames,
  context: OperationContext,
): ImportedTool | undefined {
  const { operation, hints } = selected;
  if (refusesBinds(selected, context)) return undefined;
  const { root, version, settings, references, bundle, report } = context;
  const parameters = readParameters(operation, version, references, report);
  if (parameters === undefined) return undefined;
  const body =
    version.family === "2.0"
      ? readSwaggerBody(operation, root, parameters, report)
      : readBody(operation, references, report);
  const security = readSecurity(operation, root, context.schemes, references, report);
  if (body === undefined || security === undefined) return undefined;
  const { known, visibility, inheritance, schemes } = context;
  const credentials = credentialParameters(schemes);
  const schemas = { references, inheritance, visibility };
  const candidateContext: CandidateContext = { settings, hints, credentials, ...schemas, known, report };
  const url = parameterCandidates(withPlaceholders(parameters, selected, report), candidateContext);
  const sent = readBodyArguments(body, parameters, selected, candidateContext);
  if (sent === undefined) return undefined;
  if (refusesNames([...url.candidates, ...sent.named], selected, candidateContext)) return undefined;
  const key = `${operation.method} ${operation.path}`;
  const isPaged = operation.method === "GET" && settings.pages !== false;
  const paging = isPaged ? readPaging(url.candidates, settings.pages.limit, references) : undefined;
  const input = assembleArguments([...(paging?.candidates ?? url.candidates), ...sent.candidates], {
    key,
    origin: operation.node.origin,
    bundle,
    version,
    prune: settings.prune,
  });
  bundle.locate(["tools", key], operation.node.origin);
  const success = readSuccess(operation, root, version, references, report);
  const request = { parameters, security, input, body: sent.body, paging };
  const pruned = [...url.dropped, ...sent.dropped, ...input.dropped];
  reportPruned(names.suggestion, pruned, selected, report);
  if (paging !== undefined) reportBounded(names.suggestion, paging, operation.node.origin, report);
  const bounded = paging?.bounded.map(({ candidate }) => ({ path: candidate.name, reason: "pages" })) ?? [];
  return {
    sourceName: names.source,
    rename: names.rename,
    suggestion: names.suggestion,
    fallback: names.fallback,
    natural: names.natural,
    pruned: [...pruned, ...bounded],
    description: describeOperation(selected, settings, references),
    input: input.input,
    output: outputOf(success, key, context),
    binding: { kind: "http", operation: httpOperation(selected, request, success, context) },
    policy: policyOf(selected, settings, input.bind),
    examples: [],
    verbatim: undefined,
    target: undefined,
    ...(settings.search && { search: searchFactsOf(operation, references) }),
    origin: { document: bundle.document, path: ["tools", key] },
  };
}

/** Reports the arguments that the document binds to the environment or the context, which is not allowed. */
function refusesBinds({ operation, hints }: Selected, { settings, report }: OperationContext): boolean {
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
  { schemes, references, report }: OperationContext,
): HttpOperation {
  const pages = paging?.pageArguments(input.parameters);
  const { accepts, headers } = transportHeaders(parameters, success.types, references);
  return {
    method: operation.method,
    path: operation.path,
    parameters: input.parameters,
    body,
    security: withCredentialParameters(security, parameters, schemes, report),
    servers: operation.servers,
    accepts,
    otherAnswers: success.others,
    ...(headers !== undefined && { headers }),
    ...(pages !== undefined && { pages }),
  };
}

/**
 * Makes the path parameters match the placeholders of the path. A parameter without a placeholder is left
 * out. For a placeholder without a parameter, a required text is added.
 */
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

function readBodyArguments(
  body: RequestBody | "none",
  parameters: readonly Parameter[],
  { operation }: Selected,
  context: CandidateContext,
):
  | {
      readonly candidates: readonly ArgumentCandidate[];
      /**
       * The candidates whose names appear in the request. The name of an argument for a complete body does not
       * appear in the request.
       */
      readonly named: readonly ArgumentCandidate[];
      readonly dropped: readonly Dropped[];
      readonly body: HttpBody | undefined;
    }
  | undefined {
  const nothing = { candidates: [], named: [], dropped: [], body: undefined };
  if (body === "none") return nothing;
  if (operation.method === "GET" || operation.method === "HEAD") {
    context.report.add("TP614", body.node.origin, { method: operation.method });
    return nothing;
  }
  const fields = parameters.filter((parameter) => parameter.in === "formData");
  const found = bodyCandidates(body, fields, context);
  if (found === undefined) return undefined;
  const { candidates, dropped, form, required } = found;
  const named = form === "whole" ? [] : candidates;
  return { candidates, named, dropped, body: { contentType: body.contentType, required, form } };
}

/**
 * The schema of the result. If the response cannot be read, the tool is kept and its result is not checked.
 */
function outputOf(
  success: SuccessResponse,
  key: string,
  { bundle, version }: OperationContext,
): ForeignSchema | undefined {
  if (success.schema === undefined) return undefined;
  // The path of the result is outside the path of the tool. An error inside the path of the tool would remove
  // the tool.
  const path = ["results", key];
  const grafted = bundle.graft(path, success.schema, "output");
  bundle.place(path, grafted.value, success.schema.origin);
  return { value: grafted.value, dialect: version.schemas, origin: { document: bundle.document, path } };
}

function policyOf({ operation, hints }: Selected, settings: OpenApiSettings, bind: Policy["bind"]): Policy {
  const writes = operation.method !== "GET" && operation.method !== "HEAD" && operation.method !== "OPTIONS";
  return { ...noPolicy, approval: needsApproval(writes, settings, hints), bind };
}

/**
 * Returns the description of the tool: the description in the hints, or else the summary and the description of
 * the operation, or else the method and the path.
 */
function describeOperation(
  { operation, hints }: Selected,
  settings: OpenApiSettings,
  references: References,
): string {
  if (hints.effective.description !== undefined) return hints.effective.description;
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
  const described = text || `${operation.method} ${operation.path}`;
  return `${deprecated}${settings.prune.descriptions === false ? described : shorten(described, 3 * settings.prune.descriptions)}`;
}

function reportPruned(
  tool: string,
  pruned: readonly Dropped[],
  { operation }: Selected,
  report: Report,
): void {
  // Read-only properties are not reported, because they never belong to a request.
  const lost = pruned.filter(({ reason }) => reason !== "readOnly");
  if (lost.length === 0) return;
  const reasons = [...new Set(lost.map(({ reason }) => reason))].join(", ");
  report.add("TP621", { key: operation.node.origin }, { tool, count: lost.length, rules: reasons });
}
