import type { SourceDocument } from "../documents.js";
import type { BrokenEntry, ImportedSet, ImportedTool } from "../ir.js";
import type { Dialect, ImportContext } from "./dialect.js";
import { applyOverlays } from "./openapi/apply-overlays.js";
import { Bundle } from "./openapi/bundle.js";
import { hiddenByRule } from "./openapi/copy-schema.js";
import { readHints } from "./openapi/extensions.js";
import { importOperation } from "./openapi/import-operation.js";
import { Inheritance } from "./openapi/inheritance.js";
import { nameOperations, snakeCase } from "./openapi/names.js";
import { type Node, ownString } from "./openapi/node.js";
import { listOperations, type Operation } from "./openapi/operations.js";
import { References } from "./openapi/references.js";
import { SchemaGraph } from "./openapi/schema-graph.js";
import { readSchemes } from "./openapi/security.js";
import { checkBinds, checkRenames } from "./openapi/check-names.js";
import { type Selected, selectOperations } from "./openapi/select.js";
import { readServers } from "./openapi/servers.js";
import { type OpenApiSettings, readSettings, settingNames } from "./openapi/settings.js";
import { isOpenApi, readVersion, type Version } from "./openapi/version.js";

export const openapi: Dialect = {
  name: "openapi",
  title: "OpenAPI 3.x or Swagger 2.0",
  foreign: true,
  recognises: isOpenApi,
  settings: settingNames,
  import(document, context) {
    const settings = readSettings(context.settings);
    const edited = applyOverlays(document, settings.overlays, context);
    const root: Node = { value: edited.value, origin: { document: edited, path: [] } };
    const version = readVersion(root, context.report);
    return version === undefined ? [] : importDocument(root, version, settings, context);
  },
};

function importDocument(
  root: Node,
  version: Version,
  settings: OpenApiSettings,
  context: ImportContext,
): readonly ImportedSet[] {
  const { report } = context;
  const references = new References(root, context.documents, report);
  const listing = listOperations(root, references, report);
  const hintsOf = (operation: Operation): Selected["hints"] =>
    readHints(operation.node, operation.pathOrigin, root, report);
  const { selected, broken } = selectOperations(listing, hintsOf, settings, root, context.settings, report);
  const bindable = new Set<string>();
  const inheritance = new Inheritance(root, references, report);
  const graph = new SchemaGraph(references, inheritance, (property) =>
    hiddenByRule(property, settings.prune),
  );
  const whole = { root, version, settings, references, inheritance, graph, broken, bindable, context };
  const sets = [...splitByTag(selected, settings, context.setName)].map(([name, members]) =>
    importSet(name, members, whole),
  );
  // What a setting is about may be in a part that cannot be read.
  if (broken.length === 0) checkRenames(settings, listing.operations, context.settings);
  if (sets.every((set) => set.broken?.length === 0)) checkBinds(settings, bindable, context.settings);
  return sets;
}

/** One set, or one per tag: the first tag of an operation counts. */
function splitByTag(
  selected: readonly Selected[],
  settings: OpenApiSettings,
  setName: string,
): ReadonlyMap<string, readonly Selected[]> {
  if (selected.length === 0) return new Map();
  if (settings.split === undefined) return new Map([[setName, selected]]);
  const sets = new Map<string, Selected[]>();
  for (const one of selected) {
    const tag = one.operation.tags[0];
    const name =
      tag === undefined ? setName : `${setName}-${snakeCase(tag).replace(/_/g, "-").replace(/^-/, "")}`;
    sets.set(name, [...(sets.get(name) ?? []), one]);
  }
  return sets;
}

interface Whole {
  readonly root: Node;
  readonly version: Version;
  readonly settings: OpenApiSettings;
  readonly references: References;
  readonly inheritance: Inheritance;
  readonly graph: SchemaGraph;
  readonly broken: readonly BrokenEntry[];
  /** Filled with the names that `bind` may be about. */
  readonly bindable: Set<string>;
  readonly context: ImportContext;
}

function importSet(name: string, members: readonly Selected[], whole: Whole): ImportedSet {
  const { root, version, settings, references, inheritance, graph, bindable, context } = whole;
  const { report } = context;
  const bundle = new Bundle(root, graph, references, inheritance, settings.prune);
  const schemes = readSchemes(root, version, references);
  const names = nameOperations(members, settings, report);
  const around = { root, version, settings, schemes, references, bundle, bindable, report };
  const tools: ImportedTool[] = [];
  const broken = [...whole.broken];
  for (const [member, named] of names) {
    const tool = importOperation(member, named, around);
    if (tool !== undefined) tools.push(tool);
    else broken.push({ was: { sourceName: named.source }, origin: member.operation.node.origin });
  }
  return {
    name,
    source: (root.origin.document as SourceDocument).file,
    tools,
    broken,
    schemas: new Map(),
    toolConfig: undefined,
    groups: new Map(),
    builtins: [],
    http: {
      title: ownString(references.at(root, "info")?.value, "title") ?? name,
      servers: readServers(root, version, references),
      securitySchemes: schemes,
    },
    origin: root.origin,
  };
}
