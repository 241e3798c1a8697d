import type { SourceDocument } from "../../base/documents.js";
import type { ImportedSet, ImportedTool } from "../../ir.js";
import { createReport } from "../../diagnostics/report.js";
import { defaultOptions } from "../../options.js";
import type { Dialect, ImportContext } from "../dialect.js";
import { applyOverlays } from "./apply-overlays.js";
import { sourcesIn } from "./authority.js";
import { Bundle } from "./bundle.js";
import { type AgentHints, noHints, readHints } from "./extensions.js";
import { groupsOf } from "./groups.js";
import { importOperation } from "./import-operation.js";
import { Inheritance } from "./inheritance.js";
import { nameOperations, snakeCase } from "./names.js";
import { type Node, ownString } from "../node.js";
import { type Listing, listOperations, type Operation } from "./operations.js";
import { References } from "./references.js";
import { SchemaGraph } from "./schema-graph.js";
import { readSchemes, withAuthorization } from "./security.js";
import { checkNames, checkRenames, type KnownNames } from "./check-names.js";
import { reportSelection } from "./report-selection.js";
import { type Selected, type Selection, selectOperations } from "./select.js";
import { readServers, reportOtherOrigin } from "./servers.js";
import { openApiSettingNames } from "../spec-settings.js";
import { type OpenApiSettings, readSettings } from "./settings.js";
import { isOpenApi, readVersion, type Version } from "./version.js";
import { Visibility } from "./visibility.js";

// An OpenAPI document is imported in these steps: overlays change the document, its version is checked, its
// operations are listed and selected, and the selected operations become tools of one or more sets.

export const openapi: Dialect = {
  name: "openapi",
  title: "OpenAPI 3.x or Swagger 2.0",
  foreign: true,
  recognises: isOpenApi,
  settings: openApiSettingNames,
  import(document, context) {
    const opened = open(document, context);
    return opened === undefined ? [] : importSelected(opened);
  },
};

/** Facts about the schemas of the document. All sets of the document use the same object. */
interface Schemas {
  readonly inheritance: Inheritance;
  readonly visibility: Visibility;
  readonly graph: SchemaGraph;
}

/** A document whose operations are listed and selected, but not yet imported as tools. */
interface Opened {
  readonly root: Node;
  readonly version: Version;
  readonly settings: OpenApiSettings;
  readonly references: References;
  readonly schemas: Schemas;
  readonly listing: Listing;
  readonly selection: Selection;
  /** Collects the names that occur in the selected operations. A setting with any other name is an error. */
  readonly known: KnownNames;
  readonly context: ImportContext;
}

const mostToolsOf = ({ mostTools }: ImportContext): number => mostTools ?? defaultOptions.budgets.tools;

function open(document: SourceDocument, context: ImportContext): Opened | undefined {
  const { report } = context;
  const settings = readSettings(context.settings);
  const { document: edited, overlays } = applyOverlays(document, settings.overlays, context);
  const root: Node = { value: edited.value, origin: { document: edited, path: [] } };
  const version = readVersion(root, report);
  if (version === undefined) return undefined;
  const references = new References(root, context.documents, report);
  const listing = listOperations(root, references, report);
  const vendor: Node = { value: document.value, origin: { document, path: [] } };
  const vendorHints = hintsByCall(vendor, references);
  const named = sourcesIn(overlays);
  const hintsOf = (operation: Operation): Selected["hints"] => {
    const vendor = edited === document ? undefined : vendorHints(operation);
    const effective = readHints(operation.node, operation.pathOrigin, root, report, vendor);
    return { effective, document: edited === document ? effective : (vendor ?? noHints), named };
  };
  const selection = selectOperations(listing, hintsOf, settings, mostToolsOf(context));
  const inheritance = new Inheritance(root, references, report);
  const visibility = new Visibility(references, settings.prune);
  const schemas = { inheritance, visibility, graph: new SchemaGraph(references, inheritance, visibility) };
  const known: KnownNames = { bind: new Set(), cookies: new Set() };
  return { root, version, settings, references, schemas, listing, selection, known, context };
}

/**
 * Returns a function that finds the hints of an operation in the vendor's document. The vendor's document is
 * read with the first call of this function.
 */
function hintsByCall(vendor: Node, references: References): (operation: Operation) => AgentHints | undefined {
  let known: ReadonlyMap<string, AgentHints> | undefined;
  const callOf = ({ method, path }: Operation): string => `${method} ${path}`;
  return (operation) => {
    const quiet = createReport();
    known ??= new Map(
      listOperations(vendor, references, quiet).operations.map((one) => [
        callOf(one),
        readHints(one.node, one.pathOrigin, vendor, quiet),
      ]),
    );
    return known.get(callOf(operation));
  };
}

function importSelected(opened: Opened): readonly ImportedSet[] {
  const { root, settings, listing, selection, known, context } = opened;
  reportSelection(selection, mostToolsOf(context), root, context.settings, context.report);
  const sets = [...splitByTag(selection.selected, settings, context.setName)].map(([name, members]) =>
    importSet(name, members, opened),
  );
  // If a part of the document cannot be read, that part may contain the operation or the name in a setting. The
  // settings are then not checked.
  if (selection.broken.length === 0) checkRenames(settings, listing.operations, context.settings);
  if (sets.every((set) => set.broken?.length === 0)) checkNames(settings, known, context.settings);
  return sets;
}

/** Every operation of a document, and one set in which each operation is a tool. */
export interface Survey {
  readonly listing: Listing;
  readonly selection: Selection;
  readonly set: ImportedSet;
}

/**
 * Imports every operation as a tool, even if it is not selected. `toolpress operations` uses these tools to
 * show the cost of each operation.
 */
export function surveyDocument(document: SourceDocument, context: ImportContext): Survey | undefined {
  const opened = open(document, context);
  if (opened === undefined) return undefined;
  const { listing, selection } = opened;
  return { listing, selection, set: importSet(context.setName, selection.everything, opened) };
}

/**
 * Divides the selected operations into sets. With the setting `split: tag`, operations with the same first
 * tag become one set.
 */
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

function importSet(name: string, members: readonly Selected[], opened: Opened): ImportedSet {
  const { root, version, settings, references, known, context } = opened;
  const { report } = context;
  const { inheritance, visibility, graph } = opened.schemas;
  const { prune } = settings;
  const bundle = new Bundle(root, { graph, references, inheritance, visibility, prune, report });
  const schemes = readSchemes(root, version, references);
  const names = nameOperations(members, settings, report);
  const shared = { references, bundle, inheritance, visibility };
  const operationContext = { root, version, settings, schemes, ...shared, known, report };
  const servers = readServers(root, version, references);
  const tools: ImportedTool[] = [];
  const broken = [...opened.selection.broken];
  for (const [member, named] of names) {
    const tool = importOperation(member, named, operationContext);
    if (tool !== undefined) {
      reportOtherOrigin(tool, servers, member.operation.node, report);
      tools.push(tool);
    } else {
      const { origin } = member.operation.node;
      broken.push({ was: { kind: "tool", sourceName: named.source }, origin, code: report.lastError });
    }
  }
  return {
    name,
    source: (root.origin.document as SourceDocument).file,
    tools,
    broken,
    unselected: opened.selection.basis === "budget",
    schemas: new Map(),
    toolConfig: undefined,
    groups: settings.search ? groupsOf(members, names) : new Map(),
    builtins: [],
    http: {
      title: ownString(references.at(root, "info")?.value, "title") ?? name,
      servers,
      ...(settings.origin !== undefined && { agreedOrigin: settings.origin }),
      securitySchemes: withAuthorization(schemes),
    },
    origin: root.origin,
  };
}
