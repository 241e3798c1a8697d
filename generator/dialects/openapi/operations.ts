import type { Report } from "../../diagnostics.js";
import { child, describe, entries, isMapping, items, type Node, own, ownList, ownString } from "./node.js";
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
const unsendable = ["trace", "query"];

/** Every operation under `paths`, in the order of the document. */
export function listOperations(root: Node, references: References, report: Report): readonly Operation[] {
  const paths = child(root, "paths");
  if (!isMapping(paths.value)) {
    const problem =
      own(root.value, "webhooks") === undefined
        ? `paths is ${describe(paths.value)}`
        : "it has webhooks only";
    report.add("TP626", paths.value === undefined ? root.origin : paths.origin, { problem });
    return [];
  }
  return entries(paths).flatMap(([path, written]) => {
    if (!path.startsWith("/")) {
      report.add(
        "TP606",
        { key: written.origin },
        { what: "path", expected: 'a leading "/"', found: JSON.stringify(path) },
      );
      return [];
    }
    const item = references.follow(written);
    if (item === undefined) return [];
    if (!isMapping(item.value)) {
      report.add("TP606", written.origin, {
        what: "path item",
        expected: "a mapping",
        found: describe(item.value),
      });
      return [];
    }
    return operationsOf(path, item, report);
  });
}

function operationsOf(path: string, item: Node, report: Report): readonly Operation[] {
  const pathParameters = items(child(item, "parameters"));
  for (const method of [...unsendable, ...Object.keys(own(item.value, "additionalOperations") ?? {})]) {
    const node = unsendable.includes(method)
      ? child(item, method)
      : child(item, "additionalOperations", method);
    if (isMapping(node.value))
      report.add("TP607", { key: node.origin }, { method: method.toUpperCase(), path });
  }
  return methods.flatMap((method) => {
    const node = child(item, method);
    if (node.value === undefined) return [];
    if (!isMapping(node.value)) {
      report.add("TP606", node.origin, {
        what: "operation",
        expected: "a mapping",
        found: describe(node.value),
      });
      return [];
    }
    const servers = [child(node, "servers"), child(item, "servers")].find(({ value }) =>
      Array.isArray(value),
    );
    return {
      path,
      method: method.toUpperCase(),
      operationId: ownString(node.value, "operationId")?.trim() || undefined,
      tags: ownList(node.value, "tags").filter((tag) => typeof tag === "string"),
      node,
      pathParameters,
      servers,
      pathOrigin: item,
    };
  });
}
