import { dirname } from "node:path";
import type ts from "typescript";

/** Opens a file and its imports with the options of the nearest tsconfig.json. */
export function openProgram(file: string, compiler: typeof ts): ts.Program {
  const config = compiler.findConfigFile(dirname(file), compiler.sys.fileExists);
  const read = config === undefined ? undefined : compiler.readConfigFile(config, compiler.sys.readFile);
  const { options } =
    config === undefined || read?.config === undefined
      ? { options: defaults(compiler) }
      : compiler.parseJsonConfigFileContent(
          read.config,
          { ...compiler.sys, readDirectory: () => [] },
          dirname(config),
        );
  return compiler.createProgram([file], {
    ...options,
    // Without strict checks, the compiler does not distinguish optional and nullable types.
    strict: true,
    strictNullChecks: true,
    noEmit: true,
    allowJs: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
  });
}

function defaults(compiler: typeof ts): ts.CompilerOptions {
  return {
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.NodeNext,
    moduleResolution: compiler.ModuleResolutionKind.NodeNext,
  };
}
