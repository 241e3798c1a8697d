import type { Schema, SchemaObject } from "../../ir.js";
import { code, type Code } from "../../base/code.js";
import { checkFunction } from "./check-function.js";
import { readOwn } from "./read-property.js";
import { passing, type Site } from "./scope.js";

/** The properties or items that one part of a schema evaluates. The part applies if all its conditions hold. */
export interface Evaluation {
  readonly conditions: readonly Code[];
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  /** The number of items that `prefixItems` evaluates. */
  readonly prefix: number;
  /** Items that match this schema of `contains` are evaluated. */
  readonly contains: Schema | undefined;
  readonly everything: boolean;
}

type Of = "properties" | "items";

/**
 * Returns the properties or items that the parts of a schema evaluate. The schema's own `unevaluated…` keywords are
 * ignored.
 */
export function evaluationsOf(schema: SchemaObject, of: Of, site: Site): readonly Evaluation[] {
  const { unevaluatedProperties: _properties, unevaluatedItems: _items, ...rest } = schema;
  return collect(rest, of, site, []);
}

function collect(schema: Schema, of: Of, site: Site, conditions: readonly Code[]): Evaluation[] {
  if (typeof schema === "boolean") return [];
  const own = of === "properties" ? ownProperties(schema) : ownItems(schema);
  const inner = (part: Schema | undefined, ...more: Code[]): Evaluation[] =>
    part === undefined ? [] : collect(part, of, site, [...conditions, ...more]);
  const branch = (part: Schema, name: string): Evaluation[] =>
    evaluatesAnything(part, of, site) ? inner(part, passes(part, name, site)) : [];
  return [
    ...(own === undefined ? [] : [{ ...own, conditions }]),
    ...(schema.$ref === undefined ? [] : inner(site.scope.module.resolve(schema.$ref))),
    ...(schema.allOf ?? []).flatMap((part) => inner(part)),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((part, index) =>
      branch(part, `form ${index + 1}`),
    ),
    ...(schema.if === undefined ? [] : ifEvaluations(schema, schema.if, of, site, inner)),
    ...Object.entries(schema.dependentSchemas ?? {}).flatMap(([name, part]) =>
      inner(part, code`${readOwn(name, site)} !== undefined`),
    ),
  ];
}

function ifEvaluations(
  schema: SchemaObject,
  condition: Schema,
  of: Of,
  site: Site,
  inner: (part: Schema | undefined, ...more: Code[]) => Evaluation[],
): Evaluation[] {
  const parts = [condition, schema.then, schema.else];
  if (!parts.some((part) => part !== undefined && evaluatesAnything(part, of, site))) return [];
  const holds = passes(condition, "if", site);
  return [...inner(condition, holds), ...inner(schema.then, holds), ...inner(schema.else, code`!${holds}`)];
}

function ownProperties(schema: SchemaObject): Omit<Evaluation, "conditions"> | undefined {
  const names = Object.keys(schema.properties ?? {});
  const patterns = Object.keys(schema.patternProperties ?? {});
  const everything = schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined;
  if (names.length === 0 && patterns.length === 0 && !everything) return undefined;
  return { names, patterns, everything, prefix: 0, contains: undefined };
}

function ownItems(schema: SchemaObject): Omit<Evaluation, "conditions"> | undefined {
  const prefix = schema.prefixItems?.length ?? 0;
  const { contains } = schema;
  const everything = schema.items !== undefined || schema.unevaluatedItems !== undefined;
  if (prefix === 0 && contains === undefined && !everything) return undefined;
  return { names: [], patterns: [], prefix, contains, everything };
}

/**
 * Returns whether a schema evaluates any property or item. If not, the code need not test whether the schema applies.
 */
function evaluatesAnything(schema: Schema, of: Of, site: Site): boolean {
  if (typeof schema === "boolean") return false;
  if ((of === "properties" ? ownProperties(schema) : ownItems(schema)) !== undefined) return true;
  const parts = [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...Object.values(schema.dependentSchemas ?? {}),
    schema.if,
    schema.then,
    schema.else,
    schema.$ref === undefined ? undefined : site.scope.module.resolve(schema.$ref),
  ];
  return parts.some((part) => part !== undefined && evaluatesAnything(part, of, site));
}

function passes(schema: Schema, name: string, site: Site): Code {
  const check = checkFunction(schema, { ...site, name: [...site.name, name] }, true);
  return passing(check, site.value, site);
}
