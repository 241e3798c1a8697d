import { canonical } from "../../base/canonical.js";
import type { Json, SchemaObject } from "../../ir.js";
import type { Apply, Findings } from "./accepts.js";

/** Checks the keywords of arrays for `accepts`. */
export function checkArray(
  schema: SchemaObject,
  value: readonly Json[],
  findings: Findings,
  apply: Apply,
): void {
  const { minItems, maxItems, uniqueItems, prefixItems = [], items } = schema;
  if (minItems !== undefined && value.length < minItems) findings.fault(`have at least ${minItems} items`);
  if (maxItems !== undefined && value.length > maxItems) findings.fault(`have at most ${maxItems} items`);
  if (uniqueItems === true && new Set(value.map(canonical)).size < value.length)
    findings.fault("not repeat an item");
  for (const [index, item] of value.entries()) {
    const own = prefixItems[index] ?? (index < prefixItems.length ? undefined : items);
    if (own === undefined) continue;
    findings.blame(apply(own, item, [...findings.path, index]));
    findings.items.add(index);
  }
  checkContains(schema, value, findings, apply);
  if (schema.unevaluatedItems === undefined) return;
  for (const [index, item] of value.entries()) {
    if (findings.items.has(index)) continue;
    findings.blame(apply(schema.unevaluatedItems, item, [...findings.path, index]));
    findings.items.add(index);
  }
}

function checkContains(schema: SchemaObject, value: readonly Json[], findings: Findings, apply: Apply): void {
  const { contains, minContains = 1, maxContains = Infinity } = schema;
  if (contains === undefined) return;
  let count = 0;
  for (const [index, item] of value.entries()) {
    if (apply(contains, item, findings.path).faults.length > 0) continue;
    count += 1;
    findings.items.add(index);
  }
  if (count < minContains) findings.fault(`contain at least ${minContains} items that match "contains"`);
  if (count > maxContains) findings.fault(`contain at most ${maxContains} items that match "contains"`);
}
