import type { SourceDocument } from "../base/documents.js";
import type { ForeignSchema, ImportedSet, ImportedTool } from "../ir.js";
import { type Origin, within } from "../base/origin.js";
import type { Dialect, ImportContext } from "./dialect.js";
import type { Mapping } from "../base/mapping.js";
import { toolFieldNames } from "../tool-fields/tool-fields.js";
import { showValue } from "../base/show-value.js";
import { isMapping, openFields } from "./fields.js";
import { readBuiltins, readGroups, readToolConfig } from "./toolpress-set.js";
import { readSpecSearch } from "./search.js";
import { readTool } from "./toolpress-tool.js";

const setFields = [
  "name",
  "description",
  "tools",
  "schemas",
  "toolConfig",
  "groups",
  "builtins",
  "search",
  "$schema",
] as const;

/** The name of a field at the root of a toolpress spec. */
export type SpecField = (typeof setFields)[number];

/** Our own YAML. `schema/tools.schema.json` describes this dialect for editors. */
export const toolpress: Dialect = {
  name: "toolpress",
  title: "toolpress YAML",
  foreign: false,
  recognises: (value) => isMapping(value) && looksLikeOurs(value),
  settings: [],
  import: importToolpress,
};

/**
 * Whether a document looks like our own YAML. Our dialect is tried last, so documents of other dialects need
 * not be excluded here.
 */
function looksLikeOurs(value: Mapping): boolean {
  if (["schemas", "builtins", "groups"].some((section) => Object.hasOwn(value, section))) return true;
  const { tools } = value;
  // A document with an empty `tools:` is a spec that the user has just begun.
  return (
    tools === null ||
    isMapping(tools) ||
    (Array.isArray(tools) && (tools.length === 0 || tools.some(hasOurFields)))
  );
}

/**
 * Whether an entry of a list looks like a tool of our YAML. A misspelt field is allowed. A name alone is not
 * enough, because tools of every dialect have names.
 */
function hasOurFields(entry: unknown): boolean {
  if (!isMapping(entry)) return false;
  const ours = Object.keys(entry).filter((field) => toolFieldNames.includes(field));
  return ours.length === Object.keys(entry).length || ours.some((field) => field !== "name");
}

function importToolpress(document: SourceDocument, context: ImportContext): readonly ImportedSet[] {
  const { report } = context;
  const root: Origin = { document, path: [] };
  const fields = openFields(document.value, root, "the spec", setFields, report);
  if (fields === undefined) return [];
  const tools = readTools(fields.raw("tools"), within(root, "tools"), context);
  const builtins = readBuiltins(fields, report);
  if (tools.length + builtins.length === 0 && !report.hasErrors) report.add("TP216", root, {});
  const names = tools.map((tool) => tool.rename ?? tool.sourceName);
  return [
    {
      name: fields.string("name") ?? context.setName,
      source: document.file,
      tools,
      schemas: readSchemas(fields.mapping("schemas"), within(root, "schemas")),
      toolConfig: readToolConfig(fields, names, report),
      groups: readGroups(fields, names, report),
      builtins,
      ...readSpecSearch(fields, report),
      http: undefined,
      origin: root,
    },
  ];
}

/** Reads the tools from a mapping by name, or from a list of entries that have a `name`. */
function readTools(value: unknown, at: Origin, context: ImportContext): readonly ImportedTool[] {
  if (value === undefined || value === null) return [];
  if (isMapping(value)) {
    return Object.entries(value).flatMap(
      ([name, tool]) => readTool(name, tool, within(at, name), context) ?? [],
    );
  }
  if (!Array.isArray(value)) {
    context.report.add("TP202", at, {
      field: "tools",
      expected: "a mapping of tools by name, or a list",
      found: showValue(value),
    });
    return [];
  }
  return value.flatMap((tool: unknown, index) => {
    const here = within(at, index);
    if (isMapping(tool) && typeof tool["name"] === "string")
      return readTool(tool["name"], tool, here, context) ?? [];
    context.report.add("TP203", here, { field: "name", where: "a tool in a list" });
    return [];
  });
}

function readSchemas(
  value: Readonly<Record<string, unknown>> | undefined,
  at: Origin,
): ReadonlyMap<string, ForeignSchema> {
  return new Map(
    Object.entries(value ?? {}).map(([name, schema]) => [
      name,
      { value: schema, dialect: "2020-12", origin: within(at, name) } satisfies ForeignSchema,
    ]),
  );
}
