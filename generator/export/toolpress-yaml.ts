import { Document, isMap, isScalar, type Node, Scalar, visit, type YAMLMap, type YAMLSeq } from "yaml";
import type { Diagnostic, Report } from "../diagnostics/report.js";
import type { Binding, Example, Schema, Tool, ToolSet } from "../ir.js";
import { printable } from "../cli/terminal/printable.js";
import { writePolicy } from "../tool-fields/policy.js";
import type { OtherFieldName } from "../tool-fields/tool-fields.js";
import { writeSearch } from "../tool-fields/search-options.js";
import { shortNames, withDefinitions } from "./tool-schema.js";
import { withVisibleTexts } from "./visible-yaml.js";

type Fields = Record<string, unknown>;

/**
 * Prints a tool set as YAML in our own dialect, so that a team can maintain it. The diagnostics of the import are
 * comments at the beginning.
 */
export function toolpressYaml(
  set: ToolSet,
  origin: string,
  found: readonly Diagnostic[],
  report: Report,
): string {
  const document = new Document(specOf(set, report), {
    aliasDuplicateObjects: false,
    customTags: withVisibleTexts,
  });
  document.commentBefore = comments(origin, found);
  visit(document, { Scalar: chooseStyle, Seq: keepShortListsOnOneLine });
  separateTools(document);
  return document.toString({ lineWidth: 100, flowCollectionPadding: false });
}

function specOf(set: ToolSet, report: Report): Fields {
  const tools = set.tools.map((tool) => [keyOf(tool), toolOf(tool, set, report)] as const);
  const schemas = [...set.schemas].map(([name, schema]) => [name, shared(schema)] as const);
  const { toolConfig, groups, builtins, search } = set;
  return without({
    name: set.name,
    search: search && writeSearch(search),
    toolConfig: toolConfig && without({ ...toolConfig, origin: undefined }),
    builtins: builtins.length === 0 ? undefined : builtins,
    groups: groups.size === 0 ? undefined : Object.fromEntries(groups),
    tools: Object.fromEntries(tools),
    schemas: schemas.length === 0 ? undefined : Object.fromEntries(schemas),
  });
}

/**
 * Returns the key of a tool in the spec. For a tool of a remote, the key is the name by which the remote knows the
 * tool. For a handler, it is the wire name.
 */
function keyOf({ name, sourceName, binding }: Tool): string {
  return isRemote(binding) ? sourceName : name;
}

function isRemote({ kind }: Binding): boolean {
  return kind === "python" || kind === "mcp" || kind === "snakepit";
}

function toolOf(tool: Tool, set: ToolSet, report: Report): Fields {
  const { name, binding, policy, verbatim, output } = tool;
  const fields: Record<Exclude<OtherFieldName, "name">, unknown> = {
    rename: keyOf(tool) === name ? undefined : name,
    description: verbatim === undefined && tool.description !== "" ? tool.description : undefined,
    declaration: verbatim,
    parameters: verbatim === undefined ? parametersOf(tool, set) : undefined,
    response: output === undefined ? undefined : local(output, tool, set),
    target: verbatim === undefined ? tool.target : undefined,
    int64: tool.int64,
    keywords: tool.search?.keywords,
    needs: tool.search?.needs,
    binding: bindingOf(tool, binding, report),
    ...writePolicy(policy),
    examples: tool.examples.length === 0 ? undefined : tool.examples.map(exampleOf),
  };
  return without(fields);
}

/** Returns the parameters of a tool. Returns undefined if the tool has no arguments. */
function parametersOf(tool: Tool, set: ToolSet): unknown {
  const { type: _type, properties, ...rest } = tool.input;
  const empty =
    properties !== undefined && Object.keys(properties).length === 0 && Object.keys(rest).length === 0;
  return empty ? undefined : local(tool.input, tool, set);
}

/**
 * Writes a schema of a tool. The definitions of the tool become `$defs` of the schema. References to shared schemas
 * point to `schemas` of the spec.
 */
function local(schema: Schema, tool: Tool, set: ToolSet): unknown {
  const short = shortNames(tool, set);
  return withDefinitions(
    schema,
    (name) => tool.defs.get(name),
    (name) => (tool.defs.has(name) ? short(name) : inSpec(name)),
  );
}

function shared(schema: Schema): unknown {
  return withDefinitions(schema, () => undefined, inSpec);
}

function inSpec(name: string): string {
  return `#/schemas/${name}`;
}

function bindingOf(tool: Tool, binding: Binding, report: Report): unknown {
  if (binding.kind === "handler") return undefined;
  if (binding.kind === "http") {
    report.add(
      "TP724",
      { key: tool.origin },
      { target: "toolpress YAML", tool: tool.name, problem: "an HTTP binding" },
    );
    return undefined;
  }
  if (binding.kind === "module") {
    const { module, export: exported, call, parameters, cast } = binding;
    return without({
      module,
      export: exported,
      ...(call === "positional" ? { call, parameters } : {}),
      cast,
    });
  }
  return without({ [binding.kind]: binding.remote, signature: binding.signature });
}

function exampleOf({ args, result, description }: Example): Fields {
  return without({ description, args, result });
}

function without(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function comments(origin: string, found: readonly Diagnostic[]): string {
  const lines = found.map(
    ({ code, location, message }) =>
      ` ${code}${location === undefined ? "" : ` line ${String(location.line)}`}: ${message}`,
  );
  const head = [` Imported from ${origin}. Edit freely: nothing overwrites this file.`];
  if (lines.length > 0) head.push("", " Diagnostics of the import:");
  return [...head, ...lines].map((line) => printable(line.replace(/[\r\n\u2028\u2029]+/gu, " "))).join("\n");
}

const longLine = 80;

/**
 * Writes long texts and texts with several lines as blocks. A text with spaces at line ends is quoted, because a block
 * would make these spaces invisible.
 */
function chooseStyle(key: unknown, node: Scalar): void {
  const { value } = node;
  if (typeof value !== "string" || key === "key") return;
  const legible = !/[ \t](\n|$)|^[ \t\n]|[^\P{C}\n\t]/u.test(value);
  if (value.includes("\n")) node.type = legible ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
  else if (value.length > longLine && legible && !/ {2}/.test(value)) node.type = Scalar.BLOCK_FOLDED;
}

const shortList = 60;

function keepShortListsOnOneLine(_key: unknown, node: YAMLSeq): void {
  const texts = node.items.map((item) => (isScalar(item) ? String(item.value) : undefined));
  const short = texts.every((text) => text !== undefined && !text.includes("\n"));
  node.flow = short && texts.join(", ").length <= shortList;
}

/** Inserts blank lines between the sections, between the tools and between the shared schemas. */
function separateTools(document: Document): void {
  const root = document.contents;
  if (!isMap(root)) return;
  const spaced = (map: YAMLMap): void => {
    map.items.slice(1).forEach(({ key }) => {
      if (isScalar(key)) (key as Node & { spaceBefore?: boolean }).spaceBefore = true;
    });
  };
  spaced(root);
  for (const section of ["tools", "schemas"]) {
    const map = root.get(section);
    if (isMap(map)) spaced(map);
  }
}
