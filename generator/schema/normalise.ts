import type { Documents } from "../base/documents.js";
import type { Report } from "../diagnostics/report.js";
import type { ImportedSet, ImportedTool, Schema, ToolSet } from "../ir.js";
import type { Definition } from "./definitions.js";
import type { Flattener } from "./flatten.js";
import { finishTool, isOfTool, type Named, type ReadTool } from "./finish-tool.js";
import { reachable } from "./graph.js";
import { showValue } from "../base/show-value.js";
import { isMapping } from "../base/mapping.js";
import { link } from "./link.js";
import { claim, nameAll } from "./name-definitions.js";
import { type PlainRoot, Reading } from "./session.js";
import { typeName, typesOfTool } from "./type-name.js";

/** A schema of `set.schemas`: a definition, or `true` or `false`, which need no references. */
interface Listed {
  readonly name: string;
  readonly root: Definition | PlainRoot;
}

/**
 * Normalises every schema of a set. All of `set.schemas` become shared schemas, together with the schemas outside of
 * a tool that tools refer to. Tools that cannot be normalised are reported and left out.
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
  const tools = set.tools.flatMap((imported) => readTool(imported, names, reading, report));
  const flattener = reading.finish();
  const shared = nameShared(listed, tools, reading);
  const finished = tools.flatMap((tool) => finishTool(tool, reading, flattener, shared, report));
  const used = new Set(finished.flatMap(({ shared: ids }) => [...ids]));
  const schemas = linkShared(listed, used, shared, reading, flattener);
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
  reading: Reading,
  report: Report,
): readonly ReadTool[] {
  const named = names.get(imported);
  if (named === undefined) return [];
  const { value, origin } = imported.input;
  if (typeof value !== "boolean" && !isMapping(value)) {
    report.add("TP314", origin, { tool: named.name, found: showValue(value) });
    return [];
  }
  const input = reading.read(imported.input, { kind: "tool", part: "input", tool: imported });
  const output =
    imported.output && reading.read(imported.output, { kind: "tool", part: "output", tool: imported });
  return [{ imported, named, input, output }];
}

/** The names of shared schemas by id. A schema of `set.schemas` keeps its name there, even if another schema prefers the same name. */
function nameShared(
  listed: readonly Listed[],
  tools: readonly ReadTool[],
  reading: Reading,
): ReadonlyMap<string, string> {
  const reserved = new Set(tools.flatMap(({ named: { names } }) => typesOfTool(names.type)));
  const used = new Set(reserved);
  const fixed = new Map<string, string>();
  for (const { name, root } of listed) {
    const claimed = claim(typeName(name), used);
    if ("plain" in root) reserved.add(claimed);
    else fixed.set(root.id, claimed);
  }
  const shared = [...reading.definitions.all()].filter((definition) => !isOfTool(definition));
  return nameAll(shared, fixed, () => "", reserved);
}

/** The listed schemas in their order, then the other referenced schemas by name, so that the order of tools does not matter. */
function linkShared(
  listed: readonly Listed[],
  used: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
  reading: Reading,
  flattener: Flattener,
): ReadonlyMap<string, Schema> {
  const schemaOf = (id: string): Schema => flattener.definition(id) ?? true;
  const schemas = new Map<string, Schema>();
  const others = new Set(used);
  const add = (id: string): void => {
    if (reading.definitions.get(id).failed) return;
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
