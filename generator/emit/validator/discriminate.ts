import type { Json, Schema, SchemaObject } from "../../ir.js";
import type { CheckModule } from "./check-module.js";
import { constantsOf } from "./plan-constants.js";

/** A property whose value decides which branch of a union applies. */
export interface Choice {
  readonly property: string;
  /** For each branch, the values of the property that select this branch. */
  readonly values: readonly (readonly (string | number | boolean)[])[];
}

/**
 * Finds the property that distinguishes all branches of a union. Every branch must be an object that requires the
 * property.
 */
export function discriminate(
  schema: SchemaObject,
  branches: readonly Schema[],
  module: CheckModule,
): Choice | undefined {
  const objects = branches.map((branch) => objectOf(branch, module));
  if (!objects.every((object) => object !== undefined)) return undefined;
  const named = schema.discriminator?.propertyName;
  const candidates = [...(named === undefined ? [] : [named]), ...(objects[0]?.required ?? [])];
  for (const property of candidates) {
    const values = objects.map((object) => tagValues(object, property));
    if (!values.every((list) => list !== undefined)) continue;
    const flat = values.flat();
    if (new Set(flat).size === flat.length) return { property, values };
  }
  return undefined;
}

function objectOf(schema: Schema, module: CheckModule, depth = 0): SchemaObject | undefined {
  if (typeof schema === "boolean" || depth > 8) return undefined;
  if (schema.$ref !== undefined) return objectOf(module.resolve(schema.$ref), module, depth + 1);
  return schema.type === "object" ? schema : undefined;
}

function tagValues(
  object: SchemaObject,
  property: string,
): readonly (string | number | boolean)[] | undefined {
  const { properties = {}, required = [] } = object;
  if (!required.includes(property) || !Object.hasOwn(properties, property)) return undefined;
  const tag = properties[property];
  const values = typeof tag === "object" ? constantsOf(tag) : undefined;
  return values !== undefined && values.length > 0 && values.every(isTag) ? values : undefined;
}

function isTag(value: Json): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
