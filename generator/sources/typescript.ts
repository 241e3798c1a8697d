import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type ts from "typescript";
import { fromRoot } from "../base/paths.js";
import type { Source } from "../pipeline/prepare.js";
import { folderName } from "../base/words.js";
import type { SourceContext, SourceKind } from "./source-kind.js";
import type { Compiler } from "./typescript/compiler.js";
import { openProgram } from "./typescript/open-program.js";
import { readFunction, type ReadFunction } from "./typescript/read-function.js";

/**
 * A TypeScript module whose exported functions are the tools. The names, comments and types of the functions
 * become the spec, and the functions run the tools.
 */
export const typescript: SourceKind = {
  name: "typescript",
  accepts: (argument, cwd) => /\.[cm]?[tj]sx?$/i.test(argument) && existsSync(resolve(cwd, argument)),
  async open(argument, context) {
    const path = resolve(context.cwd, argument);
    const { default: compiler } = await import("typescript");
    const program = openProgram(path, compiler);
    const source = program.getSourceFile(path);
    const file = fromRoot(context.cwd, path);
    if (source === undefined) {
      context.report.add("TP112", undefined, { file, problem: "the TypeScript compiler cannot open it" });
      return undefined;
    }
    const { report } = context;
    const tools = readExports(source, {
      ts: compiler,
      program,
      checker: program.getTypeChecker(),
      report,
      file,
    });
    if (Object.keys(tools).length > 0)
      return { ...asSpec(path, tools, context), path: file, original: source.text };
    report.add("TP708", { file, line: 1, column: 1, length: 0 }, { dialect: "TypeScript" });
    return undefined;
  },
};

function readExports(source: ts.SourceFile, compiler: Compiler): Record<string, ReadFunction> {
  const { ts, checker } = compiler;
  const module = checker.getSymbolAtLocation(source);
  const tools: Record<string, ReadFunction> = {};
  const exports = (module === undefined ? [] : checker.getExportsOfModule(module)).map((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    return { exported, symbol, declaration: symbol.valueDeclaration };
  });
  // The exports are sorted by their position in the text, because the compiler lists functions before
  // constants.
  exports.sort((a, b) => (a.declaration?.pos ?? 0) - (b.declaration?.pos ?? 0));
  for (const { exported, symbol, declaration } of exports) {
    if (declaration === undefined) continue;
    const signatures = checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures();
    if (signatures.length === 0) continue;
    const name =
      exported.name === "default" ? (declaredName(declaration, ts) ?? stem(source.fileName)) : exported.name;
    const read = readFunction(name, symbol, signatures, compiler);
    if (read !== undefined) tools[name] = { ...read, binding: { export: exported.name, ...read.binding } };
  }
  return tools;
}

function declaredName(declaration: ts.Node, compiler: typeof ts): string | undefined {
  const { name } = declaration as { name?: ts.Node };
  return name !== undefined && compiler.isIdentifier(name) ? name.text : undefined;
}

function stem(file: string): string {
  return basename(file).replace(/(\.tools)?\.[cm]?[tj]sx?$/i, "");
}

/** Writes the tools as a toolpress spec. The path of the module is relative to the spec. */
function asSpec(path: string, tools: Record<string, ReadFunction>, { specFolder }: SourceContext): Source {
  const away = fromRoot(specFolder, path);
  const module = away.startsWith(".") ? away : `./${away}`;
  const bound = Object.entries(tools).map(([name, tool]) => [
    name,
    { ...tool, binding: { module, ...tool.binding } },
  ]);
  const spec = { name: folderName(stem(path)), tools: Object.fromEntries(bound) as unknown };
  return { path: basename(path), text: JSON.stringify(spec, null, 1), from: "toolpress" };
}
