import type { Documents } from "../base/documents.js";
import type { Report } from "../diagnostics/report.js";
import type { ForeignSchema, Schema } from "../ir.js";
import { reachable } from "./graph.js";
import { link, type Linked } from "./link.js";
import { nameAll } from "./name-definitions.js";
import { SchemaReader } from "./schema-reader.js";

export interface SchemaContext {
  readonly documents: Documents;
  readonly report: Report;
}

/** A normalised schema, together with the definitions to which it refers. */
export interface NormalisedSchema {
  readonly schema: Schema;
  /** The definitions. The key is the name in `#/$defs/<name>`. */
  readonly defs: ReadonlyMap<string, Schema>;
}

/**
 * Normalises a single schema. The result is undefined if the schema, or a definition to which it refers, has
 * an error.
 */
export function normaliseSchema(
  foreign: ForeignSchema,
  context: SchemaContext,
): NormalisedSchema | undefined {
  const reader = new SchemaReader(context.documents, context.report);
  const root = reader.read(foreign, { kind: "tool", part: "input", tool: foreign });
  const allOfMerger = reader.finish();
  const schema = allOfMerger.mergeWithin(root.schema);
  const reached = reachable(schema, (id) => allOfMerger.definition(id) ?? true);
  const definitions = [...reached].map((id) => reader.definitions.get(id));
  if (root.failed || definitions.some(({ failed }) => failed)) return undefined;
  const names = nameAll(definitions, new Map(), () => "", new Set());
  const linked = (id: string): Linked => ({ kind: "name", name: names.get(id)! });
  return {
    schema: link(schema, linked),
    defs: new Map(definitions.map(({ id }) => [names.get(id)!, link(allOfMerger.definition(id)!, linked)])),
  };
}
