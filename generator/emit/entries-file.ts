import type { FunctionDeclaration } from "@toolpress/runtime";
import { type EmitContext, runtimeModule } from "./context.js";
import { createImports } from "./imports.js";
import type { IndexedTool } from "./index-file.js";
import { type PlainSchemas, schemasName } from "./json-schemas-file.js";
import { keyOf } from "./key.js";
import { modulePath } from "./module-path.js";
import type { PlannedFile, RenderedFile } from "./planned-file.js";
import { render } from "./render.js";
import { checksName, toolModule } from "./tool-file.js";

/**
 * Plans `entries.ts`, with the declaration and the policy of each tool. The checks of a tool are loaded with its first
 * call.
 */
export function planEntriesFile(
  tools: readonly EntryTool[],
  plain: ReadonlyMap<string, PlainSchemas>,
  context: EmitContext,
): PlannedFile {
  const schemasModule = modulePath("./json-schemas", context.options.imports);
  const entries = tools.map((tool) => entryOf(tool, context));
  const view = entries.map((entry, index) => ({
    ...entry,
    schemasModule: plain.has(entry.name) && schemasModule,
    schemasName: schemasName(tools[index]!),
  }));
  const key = keyOf(context.header, entries, ...(plain.size > 0 ? [schemasModule, [...plain.keys()]] : []));
  return { path: "entries.ts", key, render: async () => renderEntriesFile(view, context) };
}

/** The facts about a tool that its entry in `entries.ts` contains. */
export interface EntryTool extends IndexedTool {
  /** The name of the tool in the spec. A remote knows the tool by this name. */
  readonly sourceName: string;
  readonly declaration: FunctionDeclaration;
  /** The policy as the runtime reads it. */
  readonly policy: Readonly<Record<string, unknown>>;
}

type Entry = ReturnType<typeof entryOf> & {
  readonly schemasModule: string | false;
  readonly schemasName: string;
};

function entryOf(tool: EntryTool, context: EmitContext) {
  const { name, names, declaration, policy } = tool;
  return {
    name,
    entryDoc: `\`${name}\`: declaration and policy.`,
    entryName: names.value,
    argsType: `${names.type}Args`,
    resultType: `${names.type}Result`,
    remote: remoteOf(tool),
    declaration,
    policy,
    module: toolModule(tool, context),
    checksName: checksName(tool),
  };
}

function renderEntriesFile(tools: readonly Entry[], { header }: EmitContext): RenderedFile {
  const imports = createImports();
  imports.type(runtimeModule, "ToolEntry");
  for (const { module, argsType, resultType } of tools) imports.type(module, argsType, resultType);
  const text = render("entries.ts", { header, imports: imports.code(), tools });
  return { text, outline: { declares: tools.map(({ entryName }) => entryName), imports: imports.modules } };
}

function remoteOf({ binding, sourceName }: EntryTool): object | false {
  if (binding.remote === undefined) return false;
  const signature = binding.signature !== undefined && { signature: binding.signature };
  return { of: binding.remote, name: sourceName, ...signature };
}
