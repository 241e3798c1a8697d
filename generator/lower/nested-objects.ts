import type { Schema, SchemaObject } from "../ir.js";
import { annotate } from "./annotate.js";
import { asJsonText } from "./json-text.js";
import type { Lowering, Outcome, Position } from "./lowering.js";
import { follow } from "./references.js";

// Lowers objects inside of arguments. Objects that would make the declaration too large become JSON text.

/** How much structure of nested objects a declaration shows. */
export interface Nesting {
  /**
   * An object at this level or deeper becomes JSON text, unless it is small. The arguments of a tool are at level 1.
   */
  readonly level: number;
  /** If true, `level` also applies to required objects. Otherwise it applies to optional objects only. */
  readonly required: boolean;
  /** The maximum number of characters of a sketch, which describes the value in a JSON text. */
  readonly sketch: number;
}

/** No object becomes JSON text. */
export const fullNesting: Nesting = { level: Infinity, required: false, sketch: 160 };

/**
 * The settings of the attempts for a large declaration. Each setting shows less structure than the setting before.
 * Optional objects become JSON text, the deepest first.
 */
export const nestings: readonly Nesting[] = [
  { level: 4, required: false, sketch: 240 },
  { level: 3, required: false, sketch: 240 },
  { level: 2, required: false, sketch: 240 },
  { level: 2, required: false, sketch: 120 },
  { level: 1, required: false, sketch: 600 },
  { level: 1, required: false, sketch: 240 },
];

/** The settings with the least structure. Required objects are still declared in full. */
export const tightestNesting: Nesting = { level: 1, required: false, sketch: 120 };

/** The last attempts. In these attempts, required objects become JSON text too. */
export const lastNestings: readonly Nesting[] = [
  { level: 2, required: true, sketch: 240 },
  { level: 1, required: true, sketch: 240 },
];

/** Lowers a property in full, or to JSON text if `lowering.nesting` does not allow its structure. */
export function lowerNested(
  schema: Schema,
  isRequired: boolean,
  position: Position,
  lowering: Lowering,
): Outcome {
  const { level, required } = lowering.nesting;
  const isNative = position.level < level || (isRequired && !required) || !containsObject(schema, lowering);
  if (isNative) return lowering.lower(schema, position);
  const small = lowering.lowerSmall(schema, position);
  if (small !== undefined) return small;
  const { target, position: there } = follow(schema, position, lowering);
  const detail = `level ${position.level}`;
  return annotate(
    asJsonText(target, "nested-to-json-text", detail, there, lowering),
    target,
    there,
    lowering,
  );
}

/** Returns whether a value of the schema may be, or may contain, an object with named properties. */
function containsObject(schema: Schema | undefined, lowering: Lowering, depth = 0): boolean {
  if (schema === undefined || typeof schema === "boolean" || depth > 6) return false;
  const inner = (part: Schema | undefined): boolean => containsObject(part, lowering, depth + 1);
  if (schema.$ref !== undefined && inner(lowering.lookUp(schema.$ref))) return true;
  if (Object.keys(schema.properties ?? {}).length > 0) return true;
  return partsOf(schema).some(inner);
}

function partsOf(schema: SchemaObject): readonly Schema[] {
  const { items, additionalProperties, prefixItems = [], patternProperties = {} } = schema;
  return [
    ...(items === undefined ? [] : [items]),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
    ...prefixItems,
    ...Object.values(patternProperties),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
}
