import { ident, code, join, str, type Code } from "../base/code.js";
import { setTypeName } from "../emit/index-file.js";
import { createImports } from "../emit/imports.js";
import { type ImportForm, modulePath } from "../emit/module-path.js";
import { render } from "../emit/render.js";
import { format } from "../format/format.js";
import type { Lock, LockedTool } from "./lock.js";

export interface StubRequest {
  readonly set: string;
  readonly lock: Lock;
  readonly descriptions: ReadonlyMap<string, string>;
  /** The import path of the generated set in the stubs, for example `../generated/weather/index.js`. */
  readonly generated: string;
  readonly imports: ImportForm;
  /** Returns the text of a file in the folder of the stubs. Returns undefined if the file does not exist. */
  readonly existing: (file: string) => string | undefined;
}

export interface Stubs {
  /** The files to write. None of them replaces text that a person wrote. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /**
   * The handlers that `index.ts` lacks. This happens if a person edited `index.ts`, because it is then not written
   * again.
   */
  readonly missing: readonly string[];
}

/**
 * Plans the stubs of handlers. A stub is written only if its file is missing. `index.ts` is extended only if no person
 * has edited it.
 */
export async function planStubs(request: StubRequest): Promise<Stubs> {
  const tools = request.lock.tools.filter(({ binding }) => binding.kind === "handler");
  const files: { path: string; text: string }[] = [];
  for (const tool of tools) {
    const path = `${stubName(tool)}.ts`;
    if (request.existing(path) === undefined) files.push({ path, text: await stubOf(tool, request) });
  }
  const present = request.existing("index.ts");
  if (present === undefined) {
    const text = await indexOf(tools, request);
    return { files: [...files, { path: "index.ts", text }], missing: [] };
  }
  const missing = tools.filter((tool) => !imports(present, stubName(tool))).map(({ name }) => name);
  if (missing.length === 0) return { files, missing };
  const untouched = await indexOf(
    tools.filter(({ name }) => !missing.includes(name)),
    request,
  );
  if (present.replaceAll("\r\n", "\n") !== untouched) return { files, missing };
  const text = await indexOf(tools, request);
  return { files: [...files, { path: "index.ts", text }], missing: [] };
}

async function stubOf(tool: LockedTool, request: StubRequest): Promise<string> {
  const { type, value } = tool.names;
  const imports = createImports();
  // A stub belongs to the user, so it imports `@toolpress/runtime`, as the documents do. Generated code imports another
  // entry.
  imports.type("@toolpress/runtime", "CallContext");
  imports.type(request.generated, `${type}Args`, `${type}Result`);
  const text = render("stub.ts", {
    imports: imports.code(),
    description: request.descriptions.get(tool.name) ?? "",
    functionName: value,
    argsType: `${type}Args`,
    resultType: `${type}Result`,
    message: `${tool.name} is not implemented yet`,
  });
  return format({ text, outline: { declares: [value], imports: imports.modules } }, `${stubName(tool)}.ts`);
}

async function indexOf(tools: readonly LockedTool[], request: StubRequest): Promise<string> {
  const type = setTypeName(request.set);
  const lines: Code[] = [
    code`import type { ${ident(`${type}Handlers`)} } from ${str(request.generated)};`,
    ...tools.map(
      (tool) => code`import { ${ident(tool.names.value)} } from ${str(stubModule(tool, request))};`,
    ),
  ];
  const text = render("stub-index.ts", {
    imports: join(lines, "\n"),
    handlersType: `${type}Handlers`,
    handlers: tools.map(({ name, names }) => ({ name, functionName: names.value })),
  });
  const imports = [request.generated, ...tools.map((tool) => stubModule(tool, request))];
  return format({ text, outline: { declares: ["handlers"], imports } }, "index.ts");
}

/**
 * Returns the file name of a stub. A tool with the name `index` gets `index.tool`, because `index.ts` collects the
 * handlers. The file name of no other tool contains a dot.
 */
function stubName({ names }: LockedTool): string {
  return names.file === "index" ? "index.tool" : names.file;
}

function stubModule(tool: LockedTool, request: StubRequest): string {
  return modulePath(`./${stubName(tool)}`, request.imports);
}

/** Returns whether a text imports a module, with any kind of quotes and any file ending. */
function imports(text: string, module: string): boolean {
  const name = module.replaceAll(".", "\\.");
  return new RegExp(`["'\`]\\./${name}(?:\\.[cm]?[jt]s)?["'\`]`).test(text);
}
