import type { Documents } from "../base/documents.js";
import type { Report } from "../diagnostics/report.js";
import type { ImportedSet, ImportedTool, Schema, ToolSet } from "../ir.js";
import type { Definition } from "./definitions.js";
import type { AllOfMerger } from "./all-of-merger.js";
import { finishTool, isOfTool, type Named, type ReadTool } from "./finish-tool.js";
import { reachable } from "./graph.js";
import { showValue } from "../base/show-value.js";
import { isMapping } from "../base/mapping.js";
import { link } from "./link.js";
import { claim, nameAll } from "./name-definitions.js";
import { type PlainRoot, SchemaReader } from "./schema-reader.js";
import { typeName, typesOfTool } from "./type-name.js";

/** An entry of `set.schemas`: a definition, or a schema that is only `true` or `false`. */
interface Listed {
  readonly name: string;
  readonly root: Definition | PlainRoot;
}

/**
 * Normalises every schema of a set. The shared schemas of the result are all entries of `set.schemas`, and the
 * schemas in other files to which tools refer. A tool that cannot be normalised is reported and left out.
 */
export function normaliseSet(
  set: ImportedSet,
  names: ReadonlyMap<ImportedTool, Named>,
  documents: Documents,
  report: Report,
): ToolSet {
  const reader = new SchemaReader(documents, report);
  const listed = [...set.schemas].map(([name, foreign]) => ({
    name,
    root: reader.define(foreign, { kind: "shared", name }),
  }));
  const tools = set.tools.flatMap((imported) => readTool(imported, names, reader, report));
  const allOfMerger = reader.finish();
  const shared = nameShared(listed, tools, reader);
  const finished = tools.flatMap((tool) => finishTool(tool, reader, allOfMerger, shared, report));
  const used = new Set(finished.flatMap(({ shared: ids }) => [...ids]));
  const schemas = linkShared(listed, used, shared, reader, allOfMerger);
  const { name, source, toolConfig, groups, builtins, http, foreign, ordered, search, origin } = set;
  return {
    name,
    source,
    tools: finished.map(({ tool }) => tool),
    schemas,
    toolConfig,
    groups,
    builtins,
    http,
    ...(foreign !== undefined && { foreign }),
    ...(ordered !== undefined && { ordered }),
    ...(search !== undefined && { search }),
    origin,
  };
}

function readTool(
  imported: ImportedTool,
  names: ReadonlyMap<ImportedTool, Named>,
  reader: SchemaReader,
  report: Report,
): readonly ReadTool[] {
  const named = names.get(imported);
  if (named === undefined) return [];
  const { value, origin } = imported.input;
  if (typeof value !== "boolean" && !isMapping(value)) {
    report.add("TP314", origin, { tool: named.name, found: showValue(value) });
    return [];
  }
  const input = reader.read(imported.input, { kind: "tool", part: "input", tool: imported });
  const output =
    imported.output && reader.read(imported.output, { kind: "tool", part: "output", tool: imported });
  return [{ imported, named, input, output }];
}

/**
 * The names of shared schemas by id. An entry of `set.schemas` keeps its own name, even if another schema
 * prefers the same name.
 */
function nameShared(
  listed: readonly Listed[],
  tools: readonly ReadTool[],
  reader: SchemaReader,
): ReadonlyMap<string, string> {
  const reserved = new Set(tools.flatMap(({ named: { names } }) => typesOfTool(names.type)));
  const used = new Set(reserved);
  const fixed = new Map<string, string>();
  for (const { name, root } of listed) {
    const claimed = claim(typeName(name), used);
    if ("plain" in root) reserved.add(claimed);
    else fixed.set(root.id, claimed);
  }
  const shared = [...reader.definitions.all()].filter((definition) => !isOfTool(definition));
  return nameAll(shared, fixed, () => "", reserved);
}

/**
 * Returns the shared schemas. The entries of `set.schemas` come first, in their order. The other schemas are
 * sorted by name, so that the order of tools does not matter.
 */
function linkShared(
  listed: readonly Listed[],
  used: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
  reader: SchemaReader,
  allOfMerger: AllOfMerger,
): ReadonlyMap<string, Schema> {
  const schemaOf = (id: string): Schema => allOfMerger.definition(id) ?? true;
  const schemas = new Map<string, Schema>();
  const others = new Set(used);
  const add = (id: string): void => {
    if (reader.definitions.get(id).failed) return;
    schemas.set(
      names.get(id)!,
      link(schemaOf(id), (target) => ({ kind: "name", name: names.get(target)! })),
    );
  };
  for (const { name, root } of listed) {
    if ("plain" in root) {
      if (!root.failed) schemas.set(claim(typeName(name), new Set(schemas.keys())), root.plain);
      continue;
    }
    add(root.id);
    for (const id of reachable({ $ref: root.id }, schemaOf)) others.add(id);
  }
  const byName = (a: string, b: string): number => (names.get(a)! < names.get(b)! ? -1 : 1);
  for (const id of [...others].sort(byName)) if (!schemas.has(names.get(id)!)) add(id);
  return schemas;
}
