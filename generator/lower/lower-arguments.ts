import type { SchemaObject, Tool } from "../ir.js";
import { annotate } from "./annotate.js";
import { joinObject } from "./join-object.js";
import { inside, type Lowering, type Outcome, type Position } from "./lowering.js";
import { lowerRecord } from "./objects.js";
import { follow } from "./references.js";
import { withoutBound } from "./without-bound.js";

// Prepares the root schema of the arguments, then lowers it.

/** The arguments that the model may see, as one object schema. Variants are joined, and bound arguments are removed. */
export interface VisibleArguments {
  readonly schema: SchemaObject;
  readonly position: Position;
  readonly notes: readonly string[];
}

export function visibleArguments(
  tool: Tool,
  position: Position,
  lowering: Lowering,
): VisibleArguments | "never" {
  const { target, position: followed } = follow(tool.input, position, lowering);
  if (target === false) return "never";
  const bound = new Set(tool.policy.bind.keys());
  const root = withoutBound(typeof target === "object" ? target : {}, bound, (reference) =>
    lowering.resolve(reference),
  );
  const { schema, position: there, notes } = joinObject(root, followed, lowering);
  for (const name of bound)
    lowering.record("argument-bound", inside(position, root, "properties", name), name);
  return { schema, position: there, notes };
}

export function lowerArguments(visible: VisibleArguments, lowering: Lowering): Outcome {
  const { schema, position, notes } = visible;
  const record = lowerRecord(schema, position, lowering);
  if (record === "never") return "never";
  return annotate({ ...record, notes: [...notes, ...record.notes] }, schema, position, lowering);
}
