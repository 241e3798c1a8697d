import type { LoweredSet } from "../lower/lowered.js";
import { type EmitContext, headerOf, outputVersion, rolesOf } from "./context.js";
import { planDeclarationsFile } from "./declarations-file.js";
import { type EntryTool, planEntriesFile } from "./entries-file.js";
import { planHttpFiles } from "./http.js";
import { planIndexFile } from "./index-file.js";
import type { PlannedFile } from "./planned-file.js";
import { planSearchFiles } from "./search-files.js";
import { planSchemasFile } from "./schemas-file.js";
import { planToolFile } from "./tool-file.js";
import { loadTypePrinter } from "./types.js";
import { type PlainSchemas, planJsonSchemasFile } from "./json-schemas-file.js";
import type { KeptTool } from "./kept-tool.js";
import type { Options } from "../options.js";
import type { ToolSet } from "../ir.js";
import { runtimePolicy } from "../tool-fields/policy.js";

export { outputVersion };

export interface PlanRequest {
  readonly set: ToolSet;
  readonly lowered: LoweredSet;
  /** The tools that have errors now and keep the files of the last run. */
  readonly kept: readonly KeptTool[];
  /** The types of shared schemas in a `schemas.ts` that is kept from the last run. */
  readonly keptSchemas: readonly string[];
  /** The names of all tools, in the order of their declarations. */
  readonly order: readonly string[];
  readonly options: Options;
  /**
   * The JSON Schemas of the compiled tools, by name of the tool. The map is empty unless the option `jsonSchemas` is
   * set.
   */
  readonly plain: ReadonlyMap<string, PlainSchemas>;
  /** The path from the project root to the folder of the tool set. */
  readonly folder: string;
  /** The search index; undefined if the set has no search. */
  readonly searchLines?: readonly string[] | undefined;
}

/** Plans all files of a tool set without rendering them. A new kind of file is a new line here. */
export function planSet(request: PlanRequest): readonly PlannedFile[] {
  const { set, lowered, kept, keptSchemas, order, options, plain, folder, searchLines } = request;
  let printer: ReturnType<typeof loadTypePrinter> | undefined;
  const { model: _model, jsonSchemas: _jsonSchemas, ...decisive } = options;
  const context: EmitContext = {
    set,
    lowered,
    // These options affect diagnostics only, so they must not change the keys in the lock.
    options: { ...decisive, strict: false, severity: {} },
    folder,
    printTypes: () => (printer ??= loadTypePrinter()),
    roles: rolesOf(set, options),
    header: headerOf(set),
  };
  const tools: readonly EntryTool[] = [
    ...lowered.tools.map(({ tool, declaration }) => ({
      ...tool,
      declaration,
      policy: runtimePolicy(tool.policy),
    })),
    ...kept,
  ].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return [
    ...lowered.tools.map((tool) => planToolFile(tool, context)),
    ...kept.map((tool) => tool.file),
    ...planSchemasFile(context),
    ...planHttpFiles(context, kept, order),
    ...(tools.length > 0 ? [planEntriesFile(tools, plain, context)] : []),
    ...planJsonSchemasFile(tools, plain, context),
    ...(searchLines === undefined ? [] : planSearchFiles(searchLines, context)),
    planIndexFile(tools, [...set.schemas.keys(), ...keptSchemas].sort(), context),
    planDeclarationsFile(tools.map(({ declaration }) => declaration)),
  ];
}
