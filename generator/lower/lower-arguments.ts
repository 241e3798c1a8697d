import type { SchemaObject, Tool } from "../ir.js";
import { annotate } from "./annotate.js";
import { flattenObject } from "./flatten-object.js";
import { inside, type Lowering, type Outcome, type Place } from "./lowering.js";
import { lowerRecord } from "./objects.js";
import { follow } from "./references.js";
import { withoutBound } from "./without-bound.js";

// The root of the arguments, without bound arguments.

/** The arguments that the model may see: one object, whatever its variants, without bound arguments. */
export interface VisibleArguments {
  readonly schema: SchemaObject;
  readonly place: Place;
  readonly notes: readonly string[];
}

export function visibleArguments(tool: Tool, place: Place, lowering: Lowering): VisibleArguments | "never" {
  const { target, place: behind } = follow(tool.input, place, lowering);
  if (target === false) return "never";
  const bound = new Set(tool.policy.bind.keys());
  const root = withoutBound(typeof target === "object" ? target : {}, bound, (reference) =>
    lowering.resolve(reference),
  );
  const { schema, place: there, notes } = flattenObject(root, behind, lowering);
  for (const name of bound) lowering.record("argument-bound", inside(place, root, "properties", name), name);
  return { schema, place: there, notes };
}

export function lowerArguments(visible: VisibleArguments, lowering: Lowering): Outcome {
  const { schema, place, notes } = visible;
  const record = lowerRecord(schema, place, lowering);
  if (record === "never") return "never";
  return annotate({ ...record, notes: [...notes, ...record.notes] }, schema, place, lowering);
}
