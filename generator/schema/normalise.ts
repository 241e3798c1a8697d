import type { Documents } from "../documents.js";
import type { Report } from "../diagnostics.js";
import type { ImportedSet, ImportedTool, Schema, SchemaObject, Tool, ToolNames, ToolSet } from "../ir.js";
import type { Definition } from "./definitions.js";
import type { Flattener } from "./flatten.js";
import { referencesOf } from "./graph.js";
import { describe } from "./json-value.js";
import { link, type Linked, sizeOf } from "./link.js";
import { claim, nameAll } from "./name-definitions.js";
import { reachable } from "./normalise-schema.js";
import { Reading, type Root } from "./session.js";
import { typeName } from "./type-name.js";

type Named = { readonly name: string; readonly names: ToolNames };

/** A tool whose schemas are read, before definitions have names. */
interface ReadTool {
  readonly imported: ImportedTool;
  readonly named: Named;
  readonly input: Root;
  readonly output: Root | undefined;
}

/** Definitions of at most this many schemas are put where they are used, if that is one place. */
const smallDefinition = 8;

/**
 * Puts every schema of a set into the normal form. All of `set.schemas` become shared schemas; what tools refer to
 * outside of their own schema joins them. Tools that cannot be normalised are reported and left out.
 */
export function normaliseSet(
  set: ImportedSet,
  names: ReadonlyMap<ImportedTool, Named>,
  documents: Documents,
  report: Report,
): ToolSet {
  const reading = new Reading(documents, report);
  const listed = [...set.schemas].map(([name, foreign]) => ({
    name,
    root: reading.define(foreign, { kind: "shared", name }),
  }));
  const tools = set.tools.flatMap((imported) => readTool(imported, names, reading));
  const flattener = reading.finish();
  const shared = nameShared(listed, tools, reading);
  const schemaOf = (id: string): Schema => flattener.definition(id) ?? true;
  const linkedShared = (id: string): Linked => ({ name: shared.get(id)! });
  const normalised = tools.flatMap((tool) => finishTool(tool, reading, flattener, shared, report));
  const used = new Set(normalised.flatMap(({ shared: ids }) => [...ids]));
  const schemas = new Map<string, Schema>();
  for (const { name, root } of listed) {
    if ("schema" in root) {
      if (!root.failed) schemas.set(claim(typeName(name), new Set(schemas.keys())), root.schema);
      continue;
    }
    used.add(root.id);
    for (const id of reachable({ $ref: root.id }, schemaOf)) used.add(id);
  }
  for (const id of [...used].sort((a, b) => Number(a) - Number(b))) {
    if (!reading.definitions.get(id).failed) schemas.set(shared.get(id)!, link(schemaOf(id), linkedShared));
  }
  const { name, source, toolConfig, groups, builtins, http, origin } = set;
  return {
    name,
    source,
    toolConfig,
    groups,
    builtins,
    http,
    origin,
    schemas,
    tools: normalised.map(({ tool }) => tool),
  };
}

function readTool(
  imported: ImportedTool,
  names: ReadonlyMap<ImportedTool, Named>,
  reading: Reading,
): readonly ReadTool[] {
  const named = names.get(imported);
  if (named === undefined) return [];
  const input = reading.read(imported.input, { kind: "tool", part: "input", tool: imported });
  const output =
    imported.output && reading.read(imported.output, { kind: "tool", part: "output", tool: imported });
  return [{ imported, named, input, output }];
}

function nameShared(
  listed: readonly { readonly name: string; readonly root: { readonly id: string } | Root }[],
  tools: readonly ReadTool[],
  reading: Reading,
): ReadonlyMap<string, string> {
  const reserved = new Set(
    tools.flatMap(({ named: { names } }) => [`${names.type}Args`, `${names.type}Result`]),
  );
  const used = new Set(reserved);
  const fixed = new Map<string, string>();
  for (const { name, root } of listed) if ("id" in root) fixed.set(root.id, claim(typeName(name), used));
  const shared = [...reading.definitions.all()].filter((definition) => !isLocal(definition));
  return nameAll(shared, fixed, () => "", reserved);
}

function isLocal({ resource }: Definition): boolean {
  return resource.owner.kind === "tool";
}

function finishTool(
  { imported, named, input, output }: ReadTool,
  reading: Reading,
  flattener: Flattener,
  shared: ReadonlyMap<string, string>,
  report: Report,
): readonly { readonly tool: Tool; readonly shared: ReadonlySet<string> }[] {
  const schemaOf = (id: string): Schema => flattener.definition(id) ?? true;
  const isBroken = (root: Root, schema: Schema): boolean =>
    root.failed || [...reachable(schema, schemaOf)].some((id) => reading.definitions.get(id).failed);
  const given = flattener.flatten(input.schema);
  const described = output && flattener.flatten(output.schema);
  const lostResult = output !== undefined && isBroken(output, described ?? true);
  // An HTTP API answers whatever its document says: its tool works without a described result.
  if (isBroken(input, given) || (lostResult && imported.binding.kind !== "http")) return [];
  const result = lostResult ? undefined : described;
  const reached = reachable({ allOf: [given, result ?? true] }, schemaOf);
  const argumentsSchema = asArguments(given, schemaOf, named.name, imported, report);
  if (argumentsSchema === undefined) return [];
  const local = [...reached].map((id) => reading.definitions.get(id)).filter(isLocal);
  const uses = countUses([argumentsSchema, result ?? true, ...local.map(({ id }) => schemaOf(id))]);
  const keep = local.filter(
    ({ id }) =>
      reading.recursive.has(id) ||
      uses.get(id)! > 1 ||
      sizeOf(schemaOf(id), smallDefinition) > smallDefinition,
  );
  const { type } = named.names;
  const reserved = new Set([...shared.values(), `${type}Args`, `${type}Result`]);
  const localNames = nameAll(keep, new Map(), () => type, reserved);
  const linked = (id: string): Linked => {
    const name = localNames.get(id) ?? shared.get(id);
    return name === undefined ? { inline: schemaOf(id) } : { name };
  };
  const { sourceName, description, binding, policy, examples, verbatim, target, origin } = imported;
  const tool: Tool = {
    name: named.name,
    sourceName,
    names: named.names,
    description: description ?? "",
    input: link(argumentsSchema, linked) as SchemaObject,
    output: result === undefined ? undefined : link(result, linked),
    defs: new Map(keep.map(({ id }) => [localNames.get(id)!, link(schemaOf(id), linked)])),
    binding,
    policy,
    examples,
    verbatim,
    target,
    origin,
  };
  return [{ tool, shared: new Set([...reached].filter((id) => shared.has(id))) }];
}

function countUses(schemas: readonly Schema[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const schema of schemas) for (const id of referencesOf(schema)) uses.set(id, (uses.get(id) ?? 0) + 1);
  return uses;
}

/** The arguments as an object schema: a reference at the root is opened, and what says nothing about the type is an object. */
function asArguments(
  schema: Schema,
  schemaOf: (id: string) => Schema,
  tool: string,
  imported: ImportedTool,
  report: Report,
): SchemaObject | undefined {
  if (typeof schema === "object" && schema.$ref !== undefined) {
    const { $ref, ...annotations } = schema;
    const target = schemaOf($ref);
    return asArguments(
      typeof target === "boolean" ? target : { ...target, ...annotations },
      schemaOf,
      tool,
      imported,
      report,
    );
  }
  if (schema === true) return { type: "object" };
  const types = schema === false ? [] : schema.type === undefined ? ["object"] : [schema.type].flat();
  if (schema !== false && types.includes("object")) return { ...schema, type: "object" };
  report.add("TP314", imported.input.origin, {
    tool,
    found: schema === false ? "a schema that nothing satisfies" : `type ${describe(schema.type)}`,
  });
  return undefined;
}
