import type { At, Report } from "../../diagnostics/report.js";
import type { SourceDocument } from "../../base/documents.js";
import type { BrokenEntry, HttpServer } from "../../ir.js";
import { nearest } from "../../base/nearest.js";
import { showValue } from "../../base/show-value.js";
import { entries, child, withoutExtensions, isMapping, items, type Node, own, ownString } from "../node.js";
import type { References } from "./references.js";
import type { Selectable } from "./selector.js";
import { serversOf } from "./servers.js";

/** One operation of the document. */
export interface Operation extends Selectable {
  readonly node: Node;
  /** The parameters of the path item. Parameters of the operation override them. */
  readonly pathParameters: readonly Node[];
  /** The servers of the operation, or of its path item if the operation has no servers. */
  readonly servers: readonly HttpServer[] | undefined;
  readonly pathOrigin: Node;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];
/** Methods of OpenAPI that generated code does not send. `fetch` refuses TRACE, and few services support QUERY. */
const unsendableMethods = ["trace", "query"];

/** The fields of a path item besides the methods. */
const otherFields = [
  "$ref",
  "summary",
  "description",
  "servers",
  "parameters",
  "additionalOperations",
  ...unsendableMethods,
];

/** The operations of a document, and the parts that could not be read. */
export interface Listing {
  readonly operations: readonly Operation[];
  readonly broken: readonly BrokenEntry[];
  /** The operations with a method that generated code does not send. */
  readonly unsendable: readonly Operation[];
}

/** Lists every operation under `paths`, in the order of the document. */
export function listOperations(root: Node, references: References, report: Report): Listing {
  const nothing = { operations: [], broken: [], unsendable: [] };
  const paths = references.at(root, "paths");
  if (paths === undefined) return nothing;
  if (!isMapping(paths.value)) {
    const problem =
      own(root.value, "webhooks") === undefined
        ? `paths is ${showValue(paths.value)}`
        : "it has webhooks only";
    report.add("TP626", paths.value === undefined ? root.origin : paths.origin, { problem });
    return nothing;
  }
  const broken: BrokenEntry[] = [];
  const unsendable: Operation[] = [];
  const listed = withoutExtensions(paths).flatMap(([path, written]) => {
    if (!path.startsWith("/")) {
      const problem = { what: "path", expected: 'a leading "/"', found: JSON.stringify(path) };
      report.add("TP606", { key: written.origin }, problem);
      broken.push({ was: { kind: "unknown" }, origin: written.origin });
      return [];
    }
    const recordLost = (method?: string): undefined => {
      broken.push({ was: { kind: "call", path, method }, origin: written.origin, code: report.lastError });
    };
    const item = references.follow(written, "all");
    if (item === undefined) return recordLost() ?? [];
    const reader = new PathReader(path, item, references, report, recordLost);
    unsendable.push(...reader.unsendable());
    return reader.operations();
  });
  return { operations: listed, broken, unsendable };
}

interface Problem {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

/** Reads the operations of one path. */
class PathReader {
  readonly #path: string;
  readonly #item: Node;
  readonly #references: References;
  readonly #report: Report;
  /**
   * Records that the path, or one of its methods, cannot be read. The tools that the last run made of the path or
   * method are kept.
   */
  readonly #recordLost: (method?: string) => undefined;

  constructor(
    path: string,
    item: Node,
    references: References,
    report: Report,
    recordLost: (method?: string) => undefined,
  ) {
    this.#path = path;
    this.#item = item;
    this.#references = references;
    this.#report = report;
    this.#recordLost = recordLost;
  }

  operations(): readonly Operation[] {
    const item = this.#item;
    if (!isMapping(item.value)) {
      const problem = { what: "path item", expected: "a mapping", found: showValue(item.value) };
      return this.#refuse(item.origin, problem) ?? [];
    }
    const parameters = this.#references.at(item, "parameters");
    if (parameters === undefined) return this.#recordLost() ?? [];
    if ((parameters.value ?? undefined) !== undefined && !Array.isArray(parameters.value)) {
      const problem = { what: "parameters", expected: "a list", found: showValue(parameters.value) };
      return this.#refuse(parameters.origin, problem) ?? [];
    }
    this.#refuseUnknownFields();
    return methods.flatMap((method) => {
      if (own(item.value, method) === undefined) return [];
      return this.#operation(method, child(item, method), items(parameters)) ?? [];
    });
  }

  /** Returns the operations whose methods generated code does not send, and reports these operations. */
  unsendable(): readonly Operation[] {
    const additional = this.#references.at(this.#item, "additionalOperations");
    const written = [
      ...unsendableMethods.map((method) => [method, child(this.#item, method)] as const),
      ...(additional === undefined ? [] : entries(additional)),
    ];
    return written.flatMap(([method, node]) => {
      if (!isMapping(node.value)) return [];
      const problem = { method: method.toUpperCase(), path: this.#path };
      this.#report.add("TP607", { key: node.origin }, problem);
      return this.#operation(method, node, []) ?? [];
    });
  }

  #refuse(at: At, problem: Problem, method?: string, help?: string): undefined {
    this.#report.add("TP606", at, problem, { help });
    return this.#recordLost(method);
  }

  /** Reports unknown fields. Otherwise an operation with a misspelt method would be lost without a report. */
  #refuseUnknownFields(): void {
    const known = [...methods, ...otherFields];
    for (const [field, node] of withoutExtensions(this.#item)) {
      if (known.includes(field)) continue;
      const suggestion = nearest(field, known);
      const help = suggestion === undefined ? undefined : `Did you mean ${JSON.stringify(suggestion)}?`;
      const expected = "a method in lower case, or another field of a path item";
      const problem = { what: "path item", expected, found: JSON.stringify(field) };
      this.#refuse({ key: node.origin }, problem, undefined, help);
    }
  }

  #operation(name: string, written: Node, pathParameters: readonly Node[]): Operation | undefined {
    const method = name.toUpperCase();
    const node = this.#references.follow(written, "all");
    if (node === undefined) return this.#recordLost(method);
    if (!isMapping(node.value)) {
      const problem = { what: "operation", expected: "a mapping", found: showValue(node.value) };
      return this.#refuse(node.origin, problem, method);
    }
    const [id, tags] = [child(node, "operationId"), this.#references.at(node, "tags")];
    if (!isAbsent(id) && typeof id.value !== "string") {
      const problem = { what: "operationId", expected: "a text", found: showValue(id.value) };
      return this.#refuse(id.origin, problem, method);
    }
    if (tags === undefined) return this.#recordLost(method);
    if (!isAbsent(tags) && !isListOfTexts(tags.value)) {
      const problem = { what: "tags", expected: "a list of texts", found: showValue(tags.value) };
      return this.#refuse(tags.origin, problem, method);
    }
    const servers = this.#servers(node);
    if (servers === "broken") return this.#recordLost(method);
    return {
      path: this.#path,
      method,
      operationId: ownString(node.value, "operationId")?.trim() || undefined,
      tags: isListOfTexts(tags.value) ? tags.value : [],
      node,
      pathParameters,
      servers,
      pathOrigin: this.#item,
    };
  }

  #servers(operation: Node): readonly HttpServer[] | undefined | "broken" {
    for (const holder of [operation, this.#item]) {
      const list = this.#references.at(holder, "servers");
      if (list === undefined) return "broken";
      if (Array.isArray(list.value)) return serversOf(list, this.#references) ?? "broken";
    }
    return undefined;
  }
}

/**
 * Whether a value is missing. In JSON, null counts as missing, because serialisers write null for a missing
 * value. In YAML, null means that the author has not finished the line.
 */
function isAbsent({ value, origin }: Node): boolean {
  const { format } = origin.document as SourceDocument;
  return value === undefined || (value === null && format === "json");
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
