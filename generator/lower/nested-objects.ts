import type { Schema, SchemaObject } from "../ir.js";
import { annotate } from "./annotate.js";
import { asJsonText } from "./json-text.js";
import type { Lowering, Outcome, Position } from "./lowering.js";
import { follow } from "./references.js";

// Lowers objects inside of arguments, as far as a declaration has room for them.

/** The amount of structure of the arguments that a declaration shows. */
export interface Nesting {
  /** From this level on, an object that is not small travels as JSON text. Arguments are at level 1. */
  readonly level: number;
  /** Also apply this to required objects, not only to optional ones. */
  readonly required: boolean;
  /** Length in characters of the type that describes such a text. */
  readonly sketch: number;
}

/** Declares everything in full. */
export const wholeNesting: Nesting = { level: Infinity, required: false, sketch: 160 };

/** From much structure to little. Optional objects become JSON text first, beginning with the deepest. */
export const nestings: readonly Nesting[] = [
  { level: 4, required: false, sketch: 240 },
  { level: 3, required: false, sketch: 240 },
  { level: 2, required: false, sketch: 240 },
  { level: 2, required: false, sketch: 120 },
  { level: 1, required: false, sketch: 600 },
  { level: 1, required: false, sketch: 240 },
];

/** The least structure that still declares the required objects. */
export const tightestNesting: Nesting = { level: 1, required: false, sketch: 120 };

/** For declarations that are still too large. */
export const lastNestings: readonly Nesting[] = [
  { level: 2, required: true, sketch: 240 },
  { level: 1, required: true, sketch: 240 },
];

/** A property, declared in full or as JSON text. */
export function lowerNested(
  schema: Schema,
  isRequired: boolean,
  position: Position,
  lowering: Lowering,
): Outcome {
  const { level, required } = lowering.nesting;
  const isNative = position.level < level || (isRequired && !required) || !holdsObject(schema, lowering);
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

/** Whether values of a schema may be, or contain, objects with properties of their own. */
function holdsObject(schema: Schema | undefined, lowering: Lowering, depth = 0): boolean {
  if (schema === undefined || typeof schema === "boolean" || depth > 6) return false;
  const inner = (part: Schema | undefined): boolean => holdsObject(part, lowering, depth + 1);
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
