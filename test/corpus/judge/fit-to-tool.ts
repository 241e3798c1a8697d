import { accepts } from "../../../generator/check/values/accepts.js";
import type { Json, JsonObject, Schema, SchemaObject } from "../../../generator/ir.js";
import { isMapping } from "../../../generator/base/mapping.js";

/** The part of a value that a tool declares, and the locations of the other parts. */
export interface Fitted {
  readonly value: Json;
  readonly lost: readonly string[];
}

export type ResolveName = (name: string) => Schema | undefined;

/**
 * Splits a sample into the part that a tool declares and the rest. A model can only send declared properties.
 * The rest is removed before the call and counted. Otherwise every loss would look like a refusal.
 */
export function fitToTool(schema: Schema, value: Json, resolve: ResolveName, path: string): Fitted {
  if (typeof value !== "object" || value === null) return { value, lost: [] };
  const parts = applicable(schema, resolve);
  const union = parts.find((part) => part.oneOf !== undefined || part.anyOf !== undefined);
  if (union !== undefined) return fitToUnion(parts, union, value, resolve, path);
  return isMapping(value)
    ? fitObject(parts, value, resolve, path)
    : fitList(parts, value as readonly Json[], resolve, path);
}

function dereference(schema: Schema, resolve: ResolveName): Schema {
  let found = schema;
  for (let hop = 0; typeof found === "object" && found.$ref !== undefined && hop < 32; hop += 1)
    found = resolve(found.$ref.replace("#/$defs/", "")) ?? true;
  return found;
}

/**
 * Chooses the alternative that accepts the largest part of the value. If no alternative accepts the value,
 * the validator reports the value later.
 */
function fitToUnion(
  parts: readonly SchemaObject[],
  union: SchemaObject,
  value: Json,
  resolve: ResolveName,
  path: string,
): Fitted {
  const { oneOf, anyOf, ...own } = union;
  const others = parts.filter((part) => part !== union);
  const rivals = (oneOf ?? anyOf ?? []).map((branch) => {
    const remaining = oneOf !== undefined && anyOf !== undefined ? [{ anyOf }] : [];
    const combined: SchemaObject = { allOf: [...others, own, ...remaining, branch] };
    const fitted = fitToTool(combined, value, resolve, path);
    return { ...fitted, isValid: accepts(combined, fitted.value, { resolve }) };
  });
  const [best] = rivals.sort(
    (a, b) => Number(b.isValid) - Number(a.isValid) || a.lost.length - b.lost.length,
  );
  return best === undefined ? { value, lost: [] } : { value: best.value, lost: best.lost };
}

function fitList(
  parts: readonly SchemaObject[],
  items: readonly Json[],
  resolve: ResolveName,
  path: string,
): Fitted {
  const fitted = items.map((item, index) =>
    through(
      parts.flatMap((part) => part.prefixItems?.[index] ?? part.items ?? []),
      item,
      resolve,
      `${path}[]`,
    ),
  );
  return { value: fitted.map((one) => one.value), lost: fitted.flatMap((one) => one.lost) };
}

function fitObject(
  parts: readonly SchemaObject[],
  value: JsonObject,
  resolve: ResolveName,
  path: string,
): Fitted {
  const isDeclared = parts.some((part) => part.properties !== undefined);
  const saysMore = parts.some(
    (part) => part.additionalProperties !== undefined || part.unevaluatedProperties !== undefined,
  );
  const lost: string[] = [];
  const entries = Object.entries(value).flatMap(([name, item]): readonly (readonly [string, Json])[] => {
    const named = parts.flatMap((part) => [
      ...(part.properties !== undefined && Object.hasOwn(part.properties, name)
        ? [part.properties[name] as Schema]
        : []),
      ...Object.entries(part.patternProperties ?? {}).flatMap(([pattern, one]) =>
        new RegExp(pattern, "u").test(name) ? [one] : [],
      ),
    ]);
    // A required name is declared, even if the schema does not describe it.
    const isRequired = parts.some((part) => part.required?.includes(name) === true);
    const further = parts.flatMap((part) => part.additionalProperties ?? []);
    const isClosed = (isDeclared && !saysMore) || further.includes(false);
    if (named.length === 0 && isClosed && !isRequired) {
      lost.push(`${path}.${name}`);
      return [];
    }
    const fitted = through(
      named.length > 0 ? named : further.filter((one) => one !== false),
      item,
      resolve,
      `${path}.${name}`,
    );
    lost.push(...fitted.lost);
    return [[name, fitted.value]];
  });
  return { value: Object.fromEntries(entries), lost };
}

function through(schemas: readonly Schema[], value: Json, resolve: ResolveName, path: string): Fitted {
  return schemas.reduce<Fitted>(
    (before, schema) => {
      const after = fitToTool(schema, before.value, resolve, path);
      return { value: after.value, lost: [...before.lost, ...after.lost] };
    },
    { value, lost: [] },
  );
}

/**
 * Returns the schema and all schemas in its `allOf`, with resolved references, as a list of schemas without
 * `allOf`.
 */
function applicable(schema: Schema, resolve: ResolveName, depth = 0): readonly SchemaObject[] {
  const here = dereference(schema, resolve);
  if (typeof here === "boolean" || depth > 16) return [];
  const { allOf, ...own } = here;
  return [own, ...(allOf ?? []).flatMap((part) => applicable(part, resolve, depth + 1))];
}
