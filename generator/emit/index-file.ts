import { posix } from "node:path";
import type { Binding, ToolSet } from "../ir.js";
import { wordsOf } from "../base/words.js";
import { code, type Code, ident, join, json, member, nothing, str } from "../base/code.js";
import { type EmitContext, httpModule, outputVersion, runtimeModule } from "./context.js";
import { createImports, type Imports } from "./imports.js";
import { keyOf } from "./key.js";
import { modulePath, userModulePath } from "./module-path.js";
import type { PlannedFile, RenderedFile } from "./planned-file.js";
import { render } from "./render.js";
import { searchableSet } from "./searchable-set.js";
import { toolModule } from "./tool-file.js";

/** The facts about a tool that `index.ts` needs. For a kept tool, the lock records these facts. */
export interface IndexedTool {
  readonly name: string;
  readonly names: { readonly type: string; readonly value: string; readonly file: string };
  readonly binding: IndexedBinding;
  readonly declaration: { readonly description?: string | undefined };
}

/** The binding of a tool for `index.ts`. The details of an HTTP operation are not needed there. */
export type IndexedBinding =
  | Exclude<Binding, { kind: "http" }>
  | { readonly kind: "http"; readonly remote?: undefined };

/** Plans `index.ts`: the exported types, the interface of the handlers, and the function that creates the tool set. */
export function planIndexFile(
  tools: readonly IndexedTool[],
  schemas: readonly string[],
  context: EmitContext,
): PlannedFile {
  const view = tools.map(({ name, names, binding, declaration: { description } }) => ({
    name,
    names,
    binding,
    declaration: { description },
  }));
  const { set, options } = context;
  const key = keyOf(
    [context.header, context.folder, options.imports, outputVersion],
    view,
    schemas,
    set.groups,
    set.builtins,
    set.toolConfig,
    ...(set.search === undefined ? [] : [{ ...set.search, origin: undefined }]),
  );
  return { path: "index.ts", key, render: async () => renderIndexFile(view, schemas, context) };
}

/**
 * Converts the name of a tool set to the name of a type: `home-lights` → `HomeLights`. A set `toolset` becomes
 * `ToolsetTools`, because the runtime exports `createToolset`.
 */
export function setTypeName(set: string): string {
  return wordsOf(set)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .replace(/^Toolset$/, "ToolsetTools");
}

function renderIndexFile(
  tools: readonly IndexedTool[],
  schemas: readonly string[],
  context: EmitContext,
): RenderedFile {
  const { set } = context;
  const type = setTypeName(set.name);
  const imports = createImports();
  const handlers = tools.filter(({ binding }) => binding.kind === "handler");
  const remotes = [
    ...new Set(tools.flatMap(({ binding }) => (binding.remote !== undefined ? [binding.remote] : []))),
  ].sort();
  const http = tools.some(({ binding }) => binding.kind === "http");
  if (http) imports.type(httpModule, "HttpConnection");
  const check = checkOf(`create${type}()`, {
    handlers: handlers.length > 0,
    remotes: remotes.length > 0,
    http,
  });
  if (check !== nothing) imports.value(runtimeModule, "checkOptionNames");
  imports.value(runtimeModule, "createToolset");
  imports.type(runtimeModule, "Toolset");
  if (remotes.length > 0) imports.type(runtimeModule, "Remote");
  const entries = nameEntries(tools, `create${type}`);
  const bound = tools.map((tool) => boundTool(tool, entries.get(tool)!, context, imports));
  const declares = [
    ...(handlers.length > 0 ? [`${type}Handlers`] : []),
    ...(remotes.length > 0 ? [`${type}Remotes`] : []),
    `create${type}`,
  ];
  const created = searchableSet(set, partsOf(set, bound, handlers.length > 0, http), imports, context);
  const reexports = typesToExport(tools, schemas, declares, context);
  const text = render("index.ts", {
    header: context.header,
    handlersDoc: `Implement this to serve the tools of ${set.source}.`,
    handlersType: `${type}Handlers`,
    remotesType: `${type}Remotes`,
    createName: `create${type}`,
    createDoc: "The tool set, ready for `createAgent`, `dispatch` and adapters.",
    handlers: handlers.map((tool) => ({
      name: tool.name,
      description: tool.declaration.description ?? "",
      handlerType: `${tool.names.type}Handler`,
    })),
    remotes: remotes.map((name) => ({ name })),
    parameter: parameterOf(type, handlers.length > 0, remotes.length > 0, http),
    check,
    set: created,
    reexports: join(
      reexports.map(
        ({ module, names }) => code`export type { ${join(names.map(ident), ", ")} } from ${str(module)};`,
      ),
      "\n",
    ),
    imports: imports.code(),
  });
  const modules = [...imports.modules, ...reexports.map(({ module }) => module)];
  return { text, outline: { declares, imports: modules } };
}

/**
 * Returns the types that `index.ts` exports, by the module that declares them. Names that `index.ts` declares are
 * excluded.
 */
function typesToExport(
  tools: readonly IndexedTool[],
  schemas: readonly string[],
  declares: readonly string[],
  context: EmitContext,
): readonly { readonly module: string; readonly names: readonly string[] }[] {
  const files = tools.map((tool) => {
    const { type } = tool.names;
    const handler = tool.binding.kind === "handler" ? [`${type}Handler`] : [];
    return { module: toolModule(tool, context), names: [`${type}Args`, ...handler, `${type}Result`] };
  });
  const taken = new Set([...declares, ...files.flatMap(({ names }) => names)]);
  const shared = schemas.filter((name) => !taken.has(name));
  return shared.length === 0
    ? files
    : [...files, { module: modulePath("./schemas", context.options.imports), names: shared }];
}

/** Prints the call that checks the names in the argument of the function. Prints nothing for a function without one. */
function checkOf(where: string, takes: Readonly<Record<string, boolean>>): Code {
  const names = Object.keys(takes).filter((name) => takes[name]);
  if (names.length === 0) return nothing;
  const known = json(Object.fromEntries(names.map((name) => [name, true])));
  return code`checkOptionNames(${str(where)}, parts, ${known});`;
}

function parameterOf(type: string, handlers: boolean, remotes: boolean, http: boolean): Code {
  const fields = [
    ...(handlers ? [code`handlers: ${ident(`${type}Handlers`)}<Context>`] : []),
    ...(remotes ? [code`remotes: ${ident(`${type}Remotes`)}`] : []),
    ...(http
      ? [
          code`/** Created by \`${ident(`connect${type}`)}\` in \`client.ts\`. */\nhttp: HttpConnection<Context>`,
        ]
      : []),
  ];
  if (fields.length === 0) return nothing;
  return code`parts: { ${join(
    fields.map((field) => code`${field};`),
    "\n",
  )} }`;
}

/**
 * Chooses an identifier for the entry of each tool. If an identifier equals the name of the function that creates the
 * set, `Entry` is appended. For example, the tool `create_user` in the set `user` gets `createUserEntry`.
 */
function nameEntries(tools: readonly IndexedTool[], create: string): ReadonlyMap<IndexedTool, string> {
  const values = new Set(tools.map(({ names }) => names.value));
  return new Map(
    tools.map((tool) => {
      let name = tool.names.value;
      while (name === create || (name !== tool.names.value && values.has(name))) name += "Entry";
      return [tool, name];
    }),
  );
}

/** Prints the entry of a tool with its binding. Only this function decides where a tool runs. */
function boundTool(tool: IndexedTool, name: string, context: EmitContext, imports: Imports): Code {
  const entry = ident(name);
  const entries = modulePath("./entries", context.options.imports);
  if (name === tool.names.value) imports.value(entries, name);
  else imports.renamed(entries, tool.names.value, name);
  const { binding } = tool;
  switch (binding.kind) {
    case "handler":
      imports.value(runtimeModule, "bindHandler");
      imports.type(toolModule(tool, context), `${tool.names.type}Handler`);
      return code`bindHandler(${entry}, parts.handlers)`;
    case "python":
    case "mcp":
    case "snakepit":
      imports.value(runtimeModule, "bindRemote");
      return code`bindRemote(${entry}, parts.remotes${member(binding.remote)})`;
    case "module":
      return moduleTool(tool, entry, binding, context, imports);
    case "http":
      imports.value(runtimeModule, "bindFunction");
      return code`bindFunction(${entry}, async (args, context) => (await import(/* webpackMode: "eager" */ ${str(modulePath(`./http/${tool.names.file}`, context.options.imports))})).${ident(`send${tool.names.type}`)}(parts.http, args, context))`;
  }
}

function moduleTool(
  tool: IndexedTool,
  entry: Code,
  binding: Extract<Binding, { kind: "module" }>,
  context: EmitContext,
  imports: Imports,
): Code {
  const module = moduleSpecifier(binding.module, context);
  // No identifier of a tool ends in an underscore, so this name is unused.
  const name = `${tool.names.value}_`;
  imports.renamed(module, binding.export, name);
  imports.value(runtimeModule, "bindFunction");
  return code`bindFunction(${entry}, ${callOf(ident(name), binding)})`;
}

/**
 * Prints the call of a user function. With `cast`, TypeScript accepts a string as a value of an enum, but still refuses
 * a value of another type.
 */
function callOf(called: Code, { call, parameters, cast }: Extract<Binding, { kind: "module" }>): Code {
  const argument = (value: Code, index: number): Code =>
    cast === true ? code`${value} as Parameters<typeof ${called}>[${index}]` : value;
  if (call === "object")
    return cast === true ? code`(args) => ${called}(${argument(code`args`, 0)})` : called;
  const args = parameters.map((name, index) => argument(code`args${member(name)}`, index));
  return code`(args) => ${called}(${join(args, ", ")})`;
}

/**
 * Converts the path of a module to an import path. `module` is relative to the spec, and the result is relative to the
 * generated folder.
 */
function moduleSpecifier(module: string, { set, folder, options }: EmitContext): string {
  if (!module.startsWith(".")) return module;
  const target = posix.join(posix.dirname(set.source), module);
  const relative = userModulePath(posix.relative(folder, target), options.imports);
  return relative.startsWith(".") ? relative : `./${relative}`;
}

function partsOf(set: ToolSet, bound: readonly Code[], handlers: boolean, http: boolean): Code {
  const { toolConfig } = set;
  const functionCallingConfig = toolConfig && {
    mode: toolConfig.mode,
    ...(toolConfig.allowedFunctionNames && { allowedFunctionNames: toolConfig.allowedFunctionNames }),
  };
  const wireConfig = toolConfig && {
    functionCallingConfig,
    ...(toolConfig.includeServerSideToolInvocations && { includeServerSideToolInvocations: true }),
  };
  return code`{
    name: ${str(set.name)},
    output: ${json(outputVersion)},
    tools: [${join(
      bound.map((tool) => code`${tool},`),
      "\n",
    )}],${handlers ? code`\n    handlers: parts.handlers,` : nothing}${http ? code`\n    http: parts.http,` : nothing}${
      set.groups.size > 0 ? code`\n    groups: ${json(Object.fromEntries(set.groups))},` : nothing
    }${set.builtins.length > 0 ? code`\n    builtins: ${json(set.builtins)},` : nothing}${
      wireConfig === undefined ? nothing : code`\n    toolConfig: ${json(wireConfig)},`
    }
  }`;
}
