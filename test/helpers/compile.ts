import { fileURLToPath } from "node:url";
import ts from "typescript";
import { sourcePaths } from "./source-paths.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Compiles files with the strictest flags, and returns the errors of TypeScript. */
export function compileStrictly(files: readonly string[]): readonly string[] {
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    erasableSyntaxOnly: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    baseUrl: root,
    paths: sourcePaths(),
  });
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file === undefined || files.includes(file.fileName))
    .map(
      (problem) =>
        `${problem.file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(problem.messageText, " ")}`,
    );
}
