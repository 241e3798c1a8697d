import type { Report } from "../diagnostics/report.js";
import type { ImportedTool, Schema, SchemaObject, Tool, ToolNames } from "../ir.js";
import type { Definition } from "./definitions.js";
import type { AllOfMerger } from "./all-of-merger.js";
import { reachable, referencesOf } from "./graph.js";
import { showValue } from "../base/show-value.js";
import { link, type Linked, sizeOf } from "./link.js";
import { nameAll } from "./name-definitions.js";
import type { SchemaReader, Root } from "./schema-reader.js";
import { typesOfTool } from "./type-name.js";

/** The name of a tool and the names derived from it. */
export interface Named {
  readonly name: string;
  readonly names: ToolNames;
}

/** A tool whose schemas are read. Its definitions have no names yet. */
export interface ReadTool {
  readonly imported: ImportedTool;
  readonly named: Named;
  readonly input: Root;
  readonly output: Root | undefined;
}

/** A tool, and the ids of the shared schemas that it needs. */
export interface FinishedTool {
  readonly tool: Tool;
  readonly shared: ReadonlySet<string>;
}

/** A definition with at most this many schemas is inlined if it is used once. */
const smallDefinition = 8;
/** The largest number of levels in which definitions are inlined into each other. */
const mostInlined = 4;

/**
 * Returns a list with the normal form of a tool. The list is empty if the tool, or a definition to which the
 * tool refers, has an error.
 */
export function finishTool(
  { imported, named, input, output }: ReadTool,
  reader: SchemaReader,
  allOfMerger: AllOfMerger,
  shared: ReadonlyMap<string, string>,
  report: Report,
): readonly FinishedTool[] {
  const schemaOf = (id: string): Schema => allOfMerger.definition(id) ?? true;
  const isBroken = (root: Root, schema: Schema): boolean =>
    root.failed || [...reachable(schema, schemaOf)].some((id) => reader.definitions.get(id).failed);
  const given = allOfMerger.mergeWithin(input.schema);
  const described = output && allOfMerger.mergeWithin(output.schema);
  const lostResult = output !== undefined && isBroken(output, described ?? true);
  // An HTTP tool works without the schema of its result, because the service sends the same response anyway.
  if (isBroken(input, given) || (lostResult && imported.binding.kind !== "http")) return [];
  const result = lostResult ? undefined : described;
  const argumentsSchema = asArguments(given, schemaOf, named.name, imported, report);
  if (argumentsSchema === undefined) return [];
  const reached = reachable({ allOf: [argumentsSchema, result ?? true] }, schemaOf);
  const own = [...reached].map((id) => reader.definitions.get(id)).filter(isOfTool);
  const kept = keepNamed(own, [argumentsSchema, result ?? true], schemaOf, reader.recursive);
  const { type } = named.names;
  const names = kept.length === 0 ? new Map<string, string>() : nameOwn(kept, type, shared);
  const linked = (id: string): Linked => {
    const name = names.get(id) ?? shared.get(id);
    return name === undefined ? { kind: "inline", schema: schemaOf(id) } : { kind: "name", name };
  };
  const { sourceName, description, binding, policy, examples, verbatim, target, int64, search, origin } =
    imported;
  const tool: Tool = {
    name: named.name,
    sourceName,
    names: named.names,
    description: description ?? "",
    input: link(argumentsSchema, linked) as SchemaObject,
    output: result === undefined ? undefined : link(result, linked),
    defs: new Map(kept.map(({ id }) => [names.get(id)!, link(schemaOf(id), linked)])),
    binding,
    policy,
    examples,
    verbatim,
    target,
    ...(int64 !== undefined && { int64 }),
    ...(search !== undefined && { search }),
    origin,
  };
  return [{ tool, shared: new Set([...reached].filter((id) => shared.has(id))) }];
}

/** Whether a definition belongs to one tool. Any other definition belongs to the set. */
export function isOfTool({ resource }: Definition): boolean {
  return resource.owner.kind === "tool";
}

function nameOwn(
  kept: readonly Definition[],
  type: string,
  shared: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const reserved = new Set([...shared.values(), ...typesOfTool(type)]);
  return nameAll(kept, new Map(), () => type, reserved);
}

/**
 * Returns the definitions that are not inlined. A definition gets a name if it is recursive, large or used more
 * than once, or if it would contain too many levels of inlined definitions.
 */
function keepNamed(
  own: readonly Definition[],
  roots: readonly Schema[],
  schemaOf: (id: string) => Schema,
  recursive: ReadonlySet<string>,
): readonly Definition[] {
  const uses = new Map<string, number>();
  for (const schema of [...roots, ...own.map(({ id }) => schemaOf(id))])
    for (const id of referencesOf(schema)) uses.set(id, (uses.get(id) ?? 0) + 1);
  const height = new Map<string, number>();
  // A definition that is used once comes after its user in the list. In reverse order, the inner definitions
  // come first, so their heights are known.
  for (const { id } of [...own].reverse()) {
    if (recursive.has(id) || uses.get(id) !== 1 || sizeOf(schemaOf(id), smallDefinition) > smallDefinition)
      continue;
    const inner = referencesOf(schemaOf(id)).map((target) => height.get(target) ?? 0);
    const levels = 1 + Math.max(0, ...inner);
    if (levels <= mostInlined) height.set(id, levels);
  }
  return own.filter(({ id }) => !height.has(id));
}

/**
 * Returns the arguments as an object schema. A reference at the root is replaced with its target, and a
 * schema without a type becomes an object.
 */
function asArguments(
  given: Schema,
  schemaOf: (id: string) => Schema,
  tool: string,
  { input }: ImportedTool,
  report: Report,
): SchemaObject | undefined {
  let schema = given;
  while (typeof schema === "object" && schema.$ref !== undefined) {
    const { $ref, ...annotations } = schema;
    const target = schemaOf($ref);
    schema = typeof target === "boolean" ? target : { ...target, ...annotations };
  }
  if (schema === true) return { type: "object" };
  const types = schema === false ? [] : schema.type === undefined ? ["object"] : [schema.type].flat();
  if (schema !== false && types.includes("object")) return { ...schema, type: "object" };
  const found = schema === false ? "a schema that no value satisfies" : `type ${showValue(schema.type)}`;
  report.add("TP314", input.origin, { tool, found });
  return undefined;
}
