import type {
  Binding,
  DeclarationTarget,
  Example,
  ForeignSchema,
  ImportedSet,
  ImportedTool,
  Policy,
} from "../ir.js";
import type { SourceDocument } from "../base/documents.js";
import type { Origin } from "../base/origin.js";
import { noPolicy } from "../tool-fields/policy.js";
import type { Dialect, ImportContext } from "./dialect.js";
import { isMapping, rootOf, type Node } from "./node.js";
import { refuse, refuseUnnamed, createFindings, type Findings } from "./findings.js";
import { draftOf } from "./draft.js";
import type { SettingName } from "./spec-settings.js";

/**
 * The parts of a tool that a dialect found in a document. For all dialects, `toolOf` checks these parts and
 * makes the tool.
 */
export interface FoundTool {
  readonly entry: Node;
  readonly name: Node;
  readonly description?: Node;
  /** The schema of the arguments. A tool without this schema has no arguments. */
  readonly input: UnreadSchema;
  readonly output?: UnreadSchema | undefined;
  readonly binding?: Binding;
  readonly policy?: Partial<Policy>;
  readonly examples?: readonly Example[];
  readonly target?: DeclarationTarget | undefined;
}

/** A schema with its dialect, or a node whose dialect is not known. */
type UnreadSchema = ForeignSchema | (Node & { readonly dialect?: undefined });

export function toolOf(found: FoundTool, findings: Findings): ImportedTool | undefined {
  const sourceName = nameOf(found.entry, found.name, findings);
  if (sourceName === undefined) return undefined;
  const description = found.description?.value ?? undefined;
  if (description !== undefined && typeof description !== "string")
    return refuse(sourceName, "a text as description", found.description ?? found.entry, findings);
  const input = argumentsOf(sourceName, found.input, findings);
  if (input === undefined) return undefined;
  const output = found.output === undefined ? undefined : resultOf(sourceName, found.output, findings);
  return {
    sourceName,
    rename: undefined,
    description: description?.trim() === "" ? undefined : description,
    input,
    output,
    binding: found.binding ?? { kind: "handler" },
    policy: { ...noPolicy, ...found.policy },
    examples: found.examples ?? [],
    verbatim: undefined,
    target: found.target,
    origin: found.entry.origin,
  };
}

/** Returns the name of a tool. A missing name is reported. */
export function nameOf(entry: Node, name: Node, findings: Findings): string | undefined {
  if (typeof name.value === "string" && name.value.trim() !== "") return name.value;
  return refuseUnnamed(entry, "a name", name, findings);
}

function argumentsOf(tool: string, input: UnreadSchema, findings: Findings): ForeignSchema | undefined {
  const schema = foreign(input);
  const { value } = schema;
  if (value === undefined || value === null) return { ...schema, value: { type: "object", properties: {} } };
  if (!isMapping(value)) return refuse(tool, "a schema of its arguments", schema, findings);
  // The root schema of arguments must describe an object. So the type can be added if it is missing.
  return value.type === undefined && value.$ref === undefined
    ? { ...schema, value: { type: "object", ...value } }
    : schema;
}

function resultOf(tool: string, output: UnreadSchema, findings: Findings): ForeignSchema | undefined {
  const schema = foreign(output);
  if (schema.value === undefined || schema.value === null) return undefined;
  if (isMapping(schema.value) || typeof schema.value === "boolean") return schema;
  findings.report.add("TP717", schema.origin, {
    dialect: findings.dialect,
    field: "result schema",
    problem: `tool ${JSON.stringify(tool)} has a result schema that is not a schema`,
  });
  return undefined;
}

function foreign(schema: UnreadSchema): ForeignSchema {
  return schema.dialect !== undefined ? schema : { ...schema, dialect: draftOf(schema.value) };
}

/**
 * The part of a set that a dialect reads from a document. `foreignDialect` adds the other fields, which are
 * the same for all foreign dialects.
 */
export type FoundSet = Pick<ImportedSet, "tools"> & Partial<ImportedSet>;

/** Makes a foreign dialect from two functions: one recognises documents, and one reads their tools. */
export function foreignDialect(dialect: {
  readonly name: string;
  readonly title: string;
  readonly recognises: (value: unknown) => boolean;
  readonly settings?: readonly SettingName[];
  readonly read: (root: Node, findings: Findings, context: ImportContext) => FoundSet | readonly FoundSet[];
}): Dialect {
  const { name, title, recognises, settings = [], read } = dialect;
  return {
    name,
    title,
    foreign: true,
    recognises,
    settings,
    import(document: SourceDocument, context: ImportContext): readonly ImportedSet[] {
      const findings = createFindings(title, context.report);
      const root = rootOf(document);
      const found = [read(root, findings, context)].flat();
      findings.finish();
      if (found.every((set) => set.tools.length === 0))
        context.report.add("TP708", root.origin, { dialect: title });
      return found.map((set) => ({
        name: context.setName,
        source: document.file,
        schemas: new Map(),
        toolConfig: undefined,
        groups: new Map(),
        builtins: [],
        http: undefined,
        origin: root.origin,
        ...set,
        broken: findings.refused.filter(({ origin }) => isWithin(origin, set.origin ?? root.origin)),
      }));
    },
  };
}

/**
 * Whether a broken entry belongs to a set. A document may contain several sets, and a broken entry affects
 * only its own set.
 */
function isWithin({ path }: Origin, root: Origin): boolean {
  return root.path.every((step, index) => path[index] === step);
}

/**
 * Reads each entry separately. An invalid entry is reported and left out. The other entries are not affected.
 */
export function readEach(
  entries: readonly Node[],
  read: (entry: Node) => ImportedTool | undefined,
): readonly ImportedTool[] {
  return entries.map(read).filter((tool) => tool !== undefined);
}
