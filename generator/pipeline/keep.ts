import type { FunctionDeclaration } from "@toolpress/runtime";
import type { KeptTool } from "../emit/kept-tool.js";
import type { PlannedFile } from "../emit/planned-file.js";
import type { BrokenEntry, ImportedSet, ToolSet } from "../ir.js";
import { hashText, type Lock, type LockedTool, namesOf } from "./lock.js";
import type { Origin } from "../base/origin.js";

export interface Kept {
  readonly tool: KeptTool;
  /** The location of the invalid entry in the document. */
  readonly origin: Origin;
}

/**
 * Finds the tools that the document still contains but that have errors now. Returns them with their generated files,
 * in the order of the lock.
 */
export function findKeptTools(
  imported: ImportedSet,
  set: ToolSet,
  lock: Lock | undefined,
  readFile: (path: string) => string | undefined,
): readonly Kept[] {
  if (lock === undefined) return [];
  const missingAt = findMissing(imported, set);
  let read: ReturnType<typeof readDeclarations> | undefined;
  const declarations = (): typeof read & {} => (read ??= readDeclarations(readFile("declarations.json")));
  const taken = new Set(set.tools.map(({ names }) => names.file));
  return lock.tools.flatMap((locked) => {
    const origin = taken.has(locked.names.file) ? undefined : missingAt(locked);
    const declaration = origin && declarations().get(locked.name);
    const text = declaration && readFile(`tools/${locked.names.file}.ts`);
    if (origin === undefined || declaration === undefined || text === undefined) return [];
    taken.add(locked.names.file);
    const httpPath = `http/${locked.names.file}.ts`;
    const httpText = locked.binding.kind === "http" ? readFile(httpPath) : undefined;
    const tool: KeptTool = {
      name: locked.name,
      sourceName: locked.source,
      names: locked.names,
      binding: locked.binding,
      declaration,
      policy: locked.policy ?? {},
      file: keptFile(`tools/${locked.names.file}.ts`, text, lock),
      httpFile: httpText === undefined ? undefined : keptFile(httpPath, httpText, lock),
    };
    return [{ tool, origin }];
  });
}

/**
 * Returns a function that searches the document for a tool of the last run. The function finds a tool only if an error
 * has removed the tool from the set.
 */
function findMissing(imported: ImportedSet, set: ToolSet): (locked: LockedTool) => Origin | undefined {
  const healthy = new Set(set.tools.map(({ sourceName }) => sourceName));
  const named = new Map(imported.tools.map(({ sourceName, origin }) => [sourceName, origin]));
  const others: BrokenEntry[] = [];
  for (const entry of imported.broken ?? []) {
    if (entry.was.kind === "tool") named.set(entry.was.sourceName, entry.origin);
    else others.push(entry);
  }
  return ({ source, binding }) => {
    if (healthy.has(source)) return undefined;
    const call = others.find(
      ({ was }) =>
        was.kind === "call" &&
        binding.kind === "http" &&
        was.path === binding.path &&
        (was.method ?? binding.method) === binding.method,
    );
    return (named.has(source) ? { origin: named.get(source)! } : (call ?? others.find(isUnknown)))?.origin;
  };
}

function isUnknown({ was }: BrokenEntry): boolean {
  return was.kind === "unknown";
}

/** Returns whether the set still has the credentials that a kept HTTP tool needs. */
export function isUsableIn({ http }: ToolSet, { binding }: KeptTool): boolean {
  const security = binding.kind === "http" ? (binding.security ?? []) : [];
  return security.flat().every((scheme) => http?.securitySchemes.has(scheme) === true);
}

/** Inserts each kept item after the last item that is before it in `old`. `kept` must be in the order of `old`. */
export function inOldOrder<T>(
  made: readonly T[],
  kept: readonly T[],
  old: readonly string[],
  nameOf: (one: T) => string,
): readonly T[] {
  const ordered = [...made];
  const rank = new Map(old.map((name, index) => [name, index]));
  for (const one of kept) {
    const oldRank = rank.get(nameOf(one)) ?? 0;
    const behind = ordered.findLastIndex((other) => (rank.get(nameOf(other)) ?? Infinity) < oldRank);
    ordered.splice(behind + 1, 0, one);
  }
  return ordered;
}

/**
 * Adds the files of kept tools, and the shared schemas that they use, to a plan. The files are inserted at their old
 * positions, because the lock lists files in this order. Returns undefined if the new file of shared schemas does not
 * declare a schema that a kept tool imports.
 */
export async function withKeptFiles(
  plan: readonly PlannedFile[],
  kept: readonly KeptTool[],
  lock: Lock | undefined,
  readFile: (path: string) => string | undefined,
): Promise<readonly PlannedFile[] | undefined> {
  if (lock === undefined || kept.length === 0) return plan;
  const files = new Set(kept.flatMap(({ file, httpFile }) => [file, httpFile ?? []].flat()));
  const used = importedSchemas(kept, lock);
  const planned = plan.find(({ path }) => path === schemasFile);
  if (planned !== undefined) {
    const { outline } = used.length === 0 ? { outline: undefined } : await planned.render();
    if (!used.every((name) => outline?.declares.includes(name))) return undefined;
  } else if (used.length > 0) {
    const text = readFile(schemasFile);
    if (text !== undefined) files.add(keptFile(schemasFile, text, lock));
  }
  const made = plan.filter((file) => !files.has(file));
  const old = lock.files.map(({ path }) => path);
  const rank = ({ path }: PlannedFile): number => old.indexOf(path);
  const taken = [...files].sort((one, other) => rank(one) - rank(other));
  return inOldOrder(made, taken, old, ({ path }) => path);
}

/** Returns the types in the kept file of shared schemas. The result is empty unless only kept tools use this file. */
export function keptSchemaTypes(
  set: ToolSet,
  kept: readonly KeptTool[],
  lock: Lock | undefined,
  readFile: (path: string) => string | undefined,
): readonly string[] {
  if (set.schemas.size > 0 || lock === undefined || importedSchemas(kept, lock).length === 0) return [];
  if (readFile(schemasFile) === undefined) return [];
  return lock.files.find(({ path }) => path === schemasFile)?.types ?? [];
}

const schemasFile = "schemas.ts";

/** Returns the names that kept tools import from the shared schemas. The lock records these names. */
function importedSchemas(kept: readonly KeptTool[], lock: Lock): readonly string[] {
  const paths = new Set(kept.map(({ file }) => file.path));
  return lock.files.flatMap(({ path, imports = [] }) => (paths.has(path) ? imports : []));
}

function keptFile(path: string, text: string, lock: Lock): PlannedFile {
  const known = lock.files.find((file) => file.path === path);
  const names = known === undefined ? {} : namesOf(known);
  return {
    path,
    key: known?.key ?? hashText(text),
    render: async () => ({ text, outline: undefined, names }),
  };
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
