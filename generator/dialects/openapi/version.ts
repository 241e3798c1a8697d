import type { Report } from "../../diagnostics/report.js";
import type { SchemaDialect } from "../../ir.js";
import { showValue } from "../../base/show-value.js";
import { child, isMapping, type Node, own } from "../node.js";

/** The OpenAPI version that a document follows, and the dialect of its schemas. */
export interface Version {
  readonly family: "2.0" | "3.0" | "3.1";
  readonly schemas: SchemaDialect;
}

export function isOpenApi(value: unknown): boolean {
  return isMapping(value) && (Object.hasOwn(value, "openapi") || Object.hasOwn(value, "swagger"));
}

export function readVersion(root: Node, report: Report): Version | undefined {
  const field = own(root.value, "openapi") === undefined ? "swagger" : "openapi";
  const written = own(root.value, field);
  // YAML reads an unquoted 2.0 as the number 2.
  const version = typeof written === "number" ? written.toFixed(1) : written;
  const at = child(root, field).origin;
  if (typeof version !== "string") {
    report.add("TP601", at, { version: showValue(written) });
    return undefined;
  }
  if (field === "swagger" && /^2(\.0)*$/.test(version)) return { family: "2.0", schemas: "swagger-2.0" };
  if (field === "openapi" && /^3\.0(\.\d+)?(-\w+)*$/.test(version))
    return { family: "3.0", schemas: "openapi-3.0" };
  if (field === "openapi" && /^3\.1(\.\d+)?(-\w+)*$/.test(version))
    return { family: "3.1", schemas: "2020-12" };
  if (field === "openapi" && /^3\.2(\.\d+)?(-\w+)*$/.test(version)) {
    report.add("TP602", at, { version });
    return { family: "3.1", schemas: "2020-12" };
  }
  report.add("TP601", at, { version });
  return undefined;
}
