import type { At, Report } from "../../diagnostics.js";
import type { SourceDocument } from "../../documents.js";
import type { BrokenEntry } from "../../ir.js";
import { nearest } from "../../nearest.js";
import { child, describe, entries, isMapping, items, type Node, own, ownString } from "./node.js";
import type { References } from "./references.js";
import type { Selectable } from "./selector.js";

/** One operation as it stands in the document. */
export interface Operation extends Selectable {
  readonly node: Node;
  /** Parameters of the path item, which those of the operation override. */
  readonly pathParameters: readonly Node[];
  /** Servers of the operation, else of its path item. */
  readonly servers: Node | undefined;
  readonly pathOrigin: Node;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];
/** Known to OpenAPI, but not to fetch, or not to openapi-fetch. */
const unsendableMethods = ["trace", "query"];

/** What else a path item may have. */
const otherFields = [
  "$ref",
  "summary",
  "description",
  "servers",
  "parameters",
  "additionalOperations",
  ...unsendableMethods,
];

/** The operations of a document, and what could not be read of it. */
export interface Listing {
  readonly operations: readonly Operation[];
  readonly broken: readonly BrokenEntry[];
  /** Operations whose method handlers do not send. */
  readonly unsendable: readonly Operation[];
}

/** Every operation under `paths`, in the order of the document. */
export function listOperations(root: Node, references: References, report: Report): Listing {
  const paths = child(root, "paths");
  if (!isMapping(paths.value)) {
    const problem =
      own(root.value, "webhooks") === undefined
        ? `paths is ${describe(paths.value)}`
        : "it has webhooks only";
    report.add("TP626", paths.value === undefined ? root.origin : paths.origin, { problem });
    return { operations: [], broken: [], unsendable: [] };
  }
  const broken: BrokenEntry[] = [];
  const unsendable: Operation[] = [];
  const listed = entries(paths).flatMap(([path, written]) => {
    const refuse: Refuse = (at, problem, method, help) => {
      report.add("TP606", at, problem, { help });
      broken.push({ was: { path, method }, origin: written.origin, code: "TP606" });
      return undefined;
    };
    if (!path.startsWith("/")) {
      const problem = { what: "path", expected: 'a leading "/"', found: JSON.stringify(path) };
      report.add("TP606", { key: written.origin }, problem);
      broken.push({ was: "unknown", origin: written.origin });
      return [];
    }
    const item = references.follow(written);
    if (item === undefined) {
      broken.push({ was: { path, method: undefined }, origin: written.origin, code: report.lastError });
      return [];
    }
    if (!isMapping(item.value)) {
      const found = describe(item.value);
      return refuse(written.origin, { what: "path item", expected: "a mapping", found }) ?? [];
    }
    unsendable.push(...unsendableOf(path, item, report));
    return operationsOf(path, item, refuse);
  });
  return { operations: listed, broken, unsendable };
}

/** Reports what is not as OpenAPI has it; what the path, or one method of it, was before is kept. */
type Refuse = (
  at: At,
  problem: { readonly what: string; readonly expected: string; readonly found: string },
  method?: string,
  help?: string,
) => undefined;

function operationsOf(path: string, item: Node, refuse: Refuse): readonly Operation[] {
  const parameters = child(item, "parameters");
  if ((parameters.value ?? undefined) !== undefined && !Array.isArray(parameters.value)) {
    const found = describe(parameters.value);
    return refuse(parameters.origin, { what: "parameters", expected: "a list", found }) ?? [];
  }
  refuseUnknownFields(item, refuse);
  return methods.flatMap((method) => {
    const node = child(item, method);
    if (node.value === undefined) return [];
    return operationOf(path, method.toUpperCase(), node, item, refuse) ?? [];
  });
}

/** Reports the operations that no handler could send. */
function unsendableOf(path: string, item: Node, report: Report): readonly Operation[] {
  const others = Object.keys(own(item.value, "additionalOperations") ?? {});
  const nodes = [
    ...unsendableMethods.map((method) => [method, child(item, method)] as const),
    ...others.map((method) => [method, child(item, "additionalOperations", method)] as const),
  ];
  return nodes.flatMap(([name, node]) => {
    if (!isMapping(node.value)) return [];
    const method = name.toUpperCase();
    report.add("TP607", { key: node.origin }, { method, path });
    return operationOf(path, method, node, item, () => undefined) ?? [];
  });
}

/** A misspelt method would be an operation less, without a word. */
function refuseUnknownFields(item: Node, refuse: Refuse): void {
  const known = [...methods, ...otherFields];
  for (const [field, node] of entries(item)) {
    if (known.includes(field)) continue;
    const meant = nearest(field, known);
    const help = meant === undefined ? undefined : `Did you mean ${JSON.stringify(meant)}?`;
    const expected = "a method in lower case, or another field of a path item";
    const problem = { what: "path item", expected, found: JSON.stringify(field) };
    refuse({ key: node.origin }, problem, undefined, help);
  }
}

function operationOf(
  path: string,
  method: string,
  node: Node,
  item: Node,
  refuse: Refuse,
): Operation | undefined {
  if (!isMapping(node.value)) {
    const found = describe(node.value);
    return refuse(node.origin, { what: "operation", expected: "a mapping", found }, method);
  }
  const [id, tags] = [child(node, "operationId"), child(node, "tags")];
  if (!isAbsent(id) && typeof id.value !== "string") {
    const found = describe(id.value);
    return refuse(id.origin, { what: "operationId", expected: "a text", found }, method);
  }
  if (!isAbsent(tags) && !isListOfTexts(tags.value)) {
    const found = describe(tags.value);
    return refuse(tags.origin, { what: "tags", expected: "a list of texts", found }, method);
  }
  return {
    path,
    method,
    operationId: ownString(node.value, "operationId")?.trim() || undefined,
    tags: isListOfTexts(tags.value) ? tags.value : [],
    node,
    pathParameters: items(child(item, "parameters")),
    servers: [child(node, "servers"), child(item, "servers")].find(({ value }) => Array.isArray(value)),
    pathOrigin: item,
  };
}

/** Serialisers write null for what is not there; in YAML it is a line that somebody has not finished. */
function isAbsent({ value, origin }: Node): boolean {
  const { format } = origin.document as SourceDocument;
  return value === undefined || (value === null && format === "json");
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
