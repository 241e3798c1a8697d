import type { Schema } from "../ir.js";
import { within } from "../base/origin.js";
import { enter, recursiveAnchor } from "./dynamic-scope.js";
import { isMapping } from "../base/mapping.js";
import { showValue } from "../base/show-value.js";
import { resolve, type Target, type Unresolved } from "./resolve.js";
import { add, type Scope } from "./scope.js";

export type ReferenceKeyword = "$ref" | "$dynamicRef" | "$recursiveRef";

/**
 * Reads a reference. The result is a schema with the id of the definition in `$ref`. If the target is `true`
 * or `false`, the result is that schema.
 */
export function readReference(keyword: ReferenceKeyword, value: unknown, scope: Scope): Schema | undefined {
  if (typeof value !== "string" || (keyword === "$recursiveRef" && value !== "#")) {
    const expected = keyword === "$recursiveRef" ? '"#"' : "a reference as text";
    add(scope, "TP303", within(scope.origin, keyword), { keyword, expected, found: showValue(value) });
    return undefined;
  }
  const { resources, documents } = scope.session;
  const found = resolve(value, scope.resource, resources, documents);
  if (found.refused !== undefined) return reportUnresolved(keyword, value, found, scope);
  return refer(dynamically(keyword, found, scope), keyword, value, scope);
}

/**
 * Resolves `$dynamicRef` and `$recursiveRef`. If an outer resource has the same anchor, the outermost such
 * resource contains the target.
 */
function dynamically(keyword: ReferenceKeyword, found: Target, scope: Scope): Target {
  const name =
    keyword === "$dynamicRef"
      ? found.dynamicAnchor
      : keyword === "$recursiveRef" && found.resource.recursive
        ? recursiveAnchor
        : undefined;
  const outermost = name === undefined ? undefined : scope.dynamic.outermost.get(name);
  return outermost === undefined ? found : { ...outermost, dynamicAnchor: undefined };
}

export function refer(target: Target, keyword: string, reference: string, scope: Scope): Schema | undefined {
  const { node, origin, resource } = target;
  if (typeof node === "boolean") return node;
  if (!isMapping(node)) {
    const problem = `points to ${showValue(node)}, which is not a schema`;
    add(scope, "TP307", within(scope.origin, keyword), { ref: reference, problem });
    return undefined;
  }
  const dynamic = resource === scope.resource ? scope.dynamic : enter(scope.dynamic, resource);
  return { $ref: scope.session.definitions.of(node, origin, resource, dynamic).id };
}

function reportUnresolved(keyword: string, ref: string, unresolved: Unresolved, scope: Scope): undefined {
  const at = within(scope.origin, keyword);
  switch (unresolved.refused) {
    case "network":
      add(scope, "TP308", at, { ref });
      return;
    case "outside":
      add(scope, "TP309", at, { ref });
      return;
    case "missing":
      add(scope, "TP310", at, { ref, problem: "there is no such file" });
      return;
    case "unreadable":
      add(scope, "TP310", at, { ref, problem: "the file cannot be read" });
      return;
    case "malformed":
      add(scope, "TP307", at, { ref, problem: "is not a well-formed reference" });
      return;
    case "nothing there":
      add(
        scope,
        "TP307",
        at,
        { ref, problem: "points to nothing" },
        unresolved.near === undefined ? {} : { help: `did you mean "${unresolved.near}"?` },
      );
      return;
  }
}
