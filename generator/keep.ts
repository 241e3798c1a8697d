import type { FunctionDeclaration } from "../runtime/wire.js";
import type { Report } from "./diagnostics.js";
import type { KeptTool } from "./emit/kept-tool.js";
import type { PlannedFile } from "./emit/planned-file.js";
import type { ImportedSet, ToolSet } from "./ir.js";
import { hashText, type Lock } from "./lock.js";

/** Finds the tools that the document still has but that errors have taken out of the set, and keeps what was generated for them. */
export function keepBrokenTools(
  imported: ImportedSet,
  set: ToolSet,
  lock: Lock | undefined,
  readFile: (path: string) => string | undefined,
  report: Report,
): readonly KeptTool[] {
  if (lock === undefined) return [];
  const declarations = readDeclarations(readFile("declarations.json"));
  const taken = new Set(set.tools.map(({ names }) => names.file));
  return [...imported.tools, ...(imported.broken ?? [])].flatMap((tool) => {
    if (set.tools.some((healthy) => healthy.sourceName === tool.sourceName)) return [];
    const locked = lock.tools.find(
      ({ source, names }) => source === tool.sourceName && !taken.has(names.file),
    );
    const declaration = locked && declarations.get(locked.name);
    const text = locked && readFile(`tools/${locked.names.file}.ts`);
    if (locked === undefined || declaration === undefined || text === undefined) return [];
    taken.add(locked.names.file);
    report.add("TP220", { key: tool.origin }, { tool: locked.name });
    const httpPath = `http/${locked.names.file}.ts`;
    const httpText = locked.binding.kind === "http" ? readFile(httpPath) : undefined;
    return [
      {
        name: locked.name,
        sourceName: locked.source,
        names: locked.names,
        binding: locked.binding,
        declaration,
        policy: locked.policy ?? {},
        file: keptFile(`tools/${locked.names.file}.ts`, text, lock),
        httpFile: httpText === undefined ? undefined : keptFile(httpPath, httpText, lock),
      },
    ];
  });
}

function keptFile(path: string, text: string, lock: Lock): PlannedFile {
  const known = lock.files.find((file) => file.path === path);
  return { path, key: known?.key ?? hashText(text), render: async () => ({ text, promised: undefined }) };
}

function readDeclarations(text: string | undefined): ReadonlyMap<string, FunctionDeclaration> {
  try {
    const { functionDeclarations } = JSON.parse(text ?? "{}") as {
      functionDeclarations?: FunctionDeclaration[];
    };
    return new Map((functionDeclarations ?? []).map((declaration) => [declaration.name, declaration]));
  } catch {
    return new Map();
  }
}
