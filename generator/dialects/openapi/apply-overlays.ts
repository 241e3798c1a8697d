import { createRequire } from "node:module";
import type * as jsonPath from "jsonpath-rfc9535";
import type { Report } from "../../diagnostics/report.js";
import type { SourceDocument } from "../../base/documents.js";
import type { ImportContext } from "../dialect.js";
import { showValue } from "../../base/show-value.js";
import { child, isMapping, items, type Node, own, ownString } from "../node.js";

type Path = readonly (string | number)[];

/** A document after its overlays, together with the overlays. */
export interface Overlaid {
  readonly document: SourceDocument;
  readonly overlays: readonly unknown[];
}

/** Applies the overlays in their order to a copy of the document. The file does not change. */
export function applyOverlays(
  document: SourceDocument,
  files: readonly string[],
  context: Pick<ImportContext, "documents" | "report" | "settings">,
): Overlaid {
  let value = document.value;
  const overlays: unknown[] = [];
  const errors = context.report.errorCount;
  for (const [index, file] of files.entries()) {
    const overlay = context.documents.open(file, document);
    if ("refused" in overlay) {
      const at = Array.isArray(context.settings.get("overlays")) ? ["overlays", index] : ["overlays"];
      const problem = `the overlay is ${overlay.refused}`;
      context.settings.add("TP605", at, { reference: file, problem });
      continue;
    }
    overlays.push(overlay.value);
    value = applyOverlay(
      value,
      { value: overlay.value, origin: { document: overlay, path: [] } },
      context.report,
    );
  }
  // If an overlay has an error, no tools are made. Without the overlay, tools could have other names and need
  // no approval.
  if (context.report.errorCount > errors) context.settings.refuse();
  if (value === document.value) return { document, overlays };
  // A node that an overlay added has no location in the file. The location of its nearest parent is shown.
  return { document: { ...document, value, location: (path, on) => document.location(path, on) }, overlays };
}

/** Applies the actions of one overlay to a copy of the value. */
export function applyOverlay(value: unknown, overlay: Node, report: Report): unknown {
  const version = ownString(overlay.value, "overlay");
  const actions = child(overlay, "actions");
  if (version === undefined || !/^1\.[01](\.\d+)?$/.test(version)) {
    const found = showValue(own(overlay.value, "overlay"));
    report.add("TP618", overlay.origin, {
      problem: `expected an overlay of version 1.0 or 1.1, found ${found}`,
    });
    return value;
  }
  if (!Array.isArray(actions.value)) {
    report.add("TP618", overlay.origin, {
      problem: `expected a list of actions, found ${showValue(actions.value)}`,
    });
    return value;
  }
  const context: OverlayContext = { since11: !version.startsWith("1.0"), report };
  return items(actions).reduce(
    (edited, action) => applyAction(edited, action, context),
    structuredClone(value),
  );
}

interface OverlayContext {
  /**
   * Whether the overlay has version 1.1. This version allows `copy`, updates of primitive values, and joining
   * of two lists.
   */
  readonly since11: boolean;
  readonly report: Report;
}

function applyAction(value: unknown, action: Node, context: OverlayContext): unknown {
  const { report } = context;
  const target = own(action.value, "target");
  if (typeof target !== "string") {
    report.add("TP618", action.origin, { problem: `expected a target, found ${showValue(target)}` });
    return value;
  }
  const paths = select(value, target, child(action, "target"), report);
  if (paths === undefined) return value;
  if (paths.length === 0) {
    report.add("TP619", child(action, "target").origin, { target });
    return value;
  }
  if (own(action.value, "remove") === true) return removeAll(value, paths, action, report);
  const update = updateOf(value, action, context);
  if (update === undefined) return value;
  return paths.reduce((edited, path) => updateAt(edited, path, update.value, action, context), value);
}

/**
 * The value that an action merges into its target: the value of `update`, or a copy of the node that `copy`
 * selects.
 */
function updateOf(
  value: unknown,
  action: Node,
  { since11, report }: OverlayContext,
): { readonly value: unknown } | undefined {
  const source = own(action.value, "copy");
  if (since11 && source !== undefined) {
    const paths = typeof source === "string" ? select(value, source, child(action, "copy"), report) : [];
    const [path] = paths ?? [];
    if (path === undefined || paths?.length !== 1) {
      const problem = `expected \`copy\` to select one node, found ${paths?.length ?? 0}`;
      report.add("TP618", child(action, "copy").origin, { problem });
      return undefined;
    }
    return { value: structuredClone(valueAt(value, path)) };
  }
  if (isMapping(action.value) && Object.hasOwn(action.value, "update"))
    return { value: action.value["update"] };
  report.add("TP618", action.origin, { problem: "expected `update`, `remove: true` or `copy` in an action" });
  return undefined;
}

function select(value: unknown, expression: string, at: Node, report: Report): readonly Path[] | undefined {
  const paths: Path[] = [];
  // The library is loaded only when it is needed, because most documents have no overlay.
  const { exec } = createRequire(import.meta.url)("jsonpath-rfc9535") as typeof jsonPath;
  try {
    exec(value as jsonPath.JsonValue, expression, (_, path) => {
      paths.push(path.map((step) => (typeof step === "string" ? unescape(step) : step)));
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report.add("TP618", at.origin, {
      problem: `${JSON.stringify(expression)} is not a JSONPath of RFC 9535: ${reason}`,
    });
    return undefined;
  }
  return paths;
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Decodes a key of a path. The library returns keys in the escaped form of normalized paths. */
function unescape(key: string): string {
  return key.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (_, escaped: string) =>
    escaped.length > 1 ? String.fromCharCode(parseInt(escaped.slice(1), 16)) : (escapes[escaped] ?? escaped),
  );
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, step) => (Array.isArray(inner) ? inner[Number(step)] : own(inner, String(step))),
    value,
  );
}

function removeAll(value: unknown, paths: readonly Path[], action: Node, report: Report): unknown {
  // A list is changed from its end, so that the indexes of the remaining paths stay correct.
  for (const path of [...paths].sort(byIndexDescending)) {
    const parent = valueAt(value, path.slice(0, -1));
    const last = path.at(-1);
    if (last === undefined)
      report.add("TP618", action.origin, { problem: "the document itself cannot be removed" });
    else if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else if (isMapping(parent)) delete (parent as Record<string, unknown>)[String(last)];
  }
  return value;
}

function byIndexDescending(a: Path, b: Path): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [left, right] = [a[index], b[index]];
    if (typeof left === "number" && typeof right === "number" && left !== right) return right - left;
    if (left !== right) return 0;
  }
  return b.length - a.length;
}

function updateAt(
  value: unknown,
  path: Path,
  update: unknown,
  action: Node,
  { since11, report }: OverlayContext,
): unknown {
  const current = valueAt(value, path);
  const isPrimitive = !isMapping(current) && !Array.isArray(current);
  if (isPrimitive && !since11) {
    report.add("TP618", action.origin, {
      problem: "overlay 1.0 updates objects and lists only; use 1.1 to replace a value",
    });
    return value;
  }
  if (isMapping(current) && !isMapping(update)) {
    report.add("TP618", action.origin, {
      problem: `expected an object to merge, found ${showValue(update)}`,
    });
    return value;
  }
  const merged =
    Array.isArray(current) && !(since11 && Array.isArray(update))
      ? [...current, structuredClone(update)]
      : merge(current, update);
  const last = path.at(-1);
  if (last === undefined) return merged;
  setOwn(valueAt(value, path.slice(0, -1)), last, merged);
  return value;
}

/** Merges two values. Objects are merged field by field, lists are joined, and other values are replaced. */
function merge(current: unknown, update: unknown): unknown {
  if (Array.isArray(current) && Array.isArray(update)) return [...current, ...structuredClone(update)];
  if (!isMapping(current) || !isMapping(update)) return structuredClone(update);
  const merged: Record<string, unknown> = {};
  for (const key of Object.keys(current)) setOwn(merged, key, current[key]);
  for (const key of Object.keys(update)) {
    setOwn(
      merged,
      key,
      Object.hasOwn(current, key) ? merge(current[key], update[key]) : structuredClone(update[key]),
    );
  }
  return merged;
}

function setOwn(holder: unknown, key: string | number, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else if (isMapping(holder)) {
    Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
  }
}
