import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { dispatch, type Toolset } from "@toolpress/runtime";
import ts from "typescript";
import { sourcePaths } from "../helpers/source-paths.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Returns the errors of the compiler in generated code, with the strictest flags. */
export function typeErrors(file: string): readonly string[] {
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    skipLibCheck: true,
    noEmit: true,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    paths: sourcePaths(),
  });
  return ts.getPreEmitDiagnostics(program).map(({ file: at, start, messageText }) => {
    const line =
      at === undefined || start === undefined
        ? ""
        : `${at.fileName}:${String(at.getLineAndCharacterOfPosition(start).line + 1)} `;
    return `${line}${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

type Dispatched = (
  name: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

/** Builds a generated set and makes calls as an agent would. */
export async function dispatchCompiled(file: string, create: string): Promise<Dispatched> {
  const alias = { "@toolpress/runtime/v1": join(root, "runtime/v1.ts") };
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    alias,
  });
  const folder = mkdtempSync(join(dirname(file), "built-"));
  const path = join(folder, "index.mjs");
  writeFileSync(path, outputFiles[0]?.text ?? "");
  const module = (await import(pathToFileURL(path).href)) as Record<string, (parts: object) => Toolset>;
  rmSync(folder, { recursive: true });
  const tools = module[create]!({});
  return async (name, args) => (await dispatch(tools, { name, args })).response;
}
