import type { Json, Schema, SchemaObject } from "../../ir.js";
import type { Apply, Findings, Matches } from "./accepts.js";

type JsonMapping = Readonly<Record<string, Json>>;

/** Checks the keywords of objects for `accepts`. */
export function checkObject(
  schema: SchemaObject,
  value: JsonMapping,
  findings: Findings,
  apply: Apply,
  matches: Matches,
): void {
  const names = Object.keys(value);
  const { minProperties, maxProperties } = schema;
  if (minProperties !== undefined && names.length < minProperties)
    findings.fault(`have at least ${minProperties} properties`);
  if (maxProperties !== undefined && names.length > maxProperties)
    findings.fault(`have at most ${maxProperties} properties`);
  for (const name of schema.required ?? [])
    if (!Object.hasOwn(value, name)) findings.fault(`have ${JSON.stringify(name)}`);
  checkNames(schema, names, findings, apply);
  checkProperties(schema, value, findings, apply, matches);
  checkDependencies(schema, value, findings, apply);
  if (schema.unevaluatedProperties === undefined) return;
  for (const name of names) {
    if (findings.properties.has(name)) continue;
    findings.blame(apply(schema.unevaluatedProperties, value[name]!, [...findings.path, name]));
    findings.properties.add(name);
  }
}

function checkNames(schema: SchemaObject, names: readonly string[], findings: Findings, apply: Apply): void {
  const { propertyNames } = schema;
  if (propertyNames === undefined) return;
  for (const name of names)
    if (apply(propertyNames, name, []).faults.length > 0) findings.fault("have an allowed name", name);
}

function checkProperties(
  schema: SchemaObject,
  value: JsonMapping,
  findings: Findings,
  apply: Apply,
  matches: Matches,
): void {
  const { properties = {}, additionalProperties } = schema;
  const patterns = Object.entries(schema.patternProperties ?? {});
  for (const name of Object.keys(value)) {
    const own: Schema[] = Object.hasOwn(properties, name) ? [properties[name]!] : [];
    for (const [pattern, matched] of patterns) if (matches(pattern, name)) own.push(matched);
    if (own.length === 0 && additionalProperties !== undefined) own.push(additionalProperties);
    for (const each of own) findings.blame(apply(each, value[name]!, [...findings.path, name]));
    if (own.length > 0) findings.properties.add(name);
  }
}

function checkDependencies(schema: SchemaObject, value: JsonMapping, findings: Findings, apply: Apply): void {
  for (const [name, needed] of Object.entries(schema.dependentRequired ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    for (const other of needed)
      if (!Object.hasOwn(value, other))
        findings.fault(`have ${JSON.stringify(other)} beside ${JSON.stringify(name)}`);
  }
  for (const [name, dependent] of Object.entries(schema.dependentSchemas ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    const verdict = apply(dependent, value, findings.path);
    findings.blame(verdict);
    findings.evaluated(verdict);
  }
}
