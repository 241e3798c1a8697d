import { createHash } from "node:crypto";
import type { Report } from "../diagnostics/report.js";
import { isReserved } from "../base/code.js";
import type { ImportedSet, ImportedTool, ToolNames } from "../ir.js";
import { runtimeFunctions } from "../base/runtime-names.js";
import {
  legalSetName,
  losesLetters,
  nameWithDashes,
  trimUnderscores,
  withoutAccents,
  wordsOf,
} from "../base/words.js";

export interface NamedTool {
  readonly name: string;
  readonly names: ToolNames;
}

/** The rules for naming the tools of one set. */
export interface NamingSettings {
  /**
   * In foreign dialects, illegal names are made legal. In the toolpress dialect, an illegal name is an error.
   */
  readonly foreign: boolean;
  /** The place where the user can choose a name: the spec, the settings of the spec, or nowhere. */
  readonly renames?: "spec" | "settings" | "nowhere";
  /** The option `dashes`. Default: `auto`. */
  readonly dashes?: "auto" | "always" | "never";
  /**
   * The wire names of the last run, by the name of the tool in the source. A foreign tool keeps its wire name
   * when other tools are added.
   */
  readonly locked: ReadonlyMap<string, string>;
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/**
 * Whether a name can be used. Gemini must accept the name, and no property that every object has may have
 * the same name.
 */
export function isLegalName(name: string): boolean {
  return nameWithDashes.test(name) && !(name in {});
}

/** Decides the names of all tools of a set. A tool that cannot be named is reported and left out. */
export function nameTools(
  set: ImportedSet,
  rules: NamingSettings,
  report: Report,
): ReadonlyMap<ImportedTool, NamedTool> {
  const named = new Map<ImportedTool, NamedTool>();
  const byName = new Map<string, ImportedTool>();
  const byTaken = new Map<string, ImportedTool>();
  const lockedNames = usableLockedNames(set, rules, report);
  // Tools in the lock are named first, so that they keep their names.
  const inOrder = [...set.tools].sort((a, b) => Number(lockedNames.has(b)) - Number(lockedNames.has(a)));
  const help = renameHelp[rules.renames ?? (rules.foreign ? "nowhere" : "spec")];
  for (const tool of inOrder) {
    const wanted = wireName(tool, rules, report, lockedNames.get(tool));
    if (wanted === undefined) continue;
    const taken = byName.has(wanted) || takenBy(toolNames(wanted)).some((key) => byTaken.has(key));
    const name = taken && tool.rename === undefined ? (tool.fallback ?? wanted) : wanted;
    const names = toolNames(name);
    const twin = byName.get(name);
    const shared = takenBy(names).find((key) => byTaken.has(key));
    const neighbour = shared === undefined ? undefined : byTaken.get(shared);
    if (twin !== undefined) {
      report.add(
        "TP208",
        { key: tool.origin },
        { name },
        { help, related: [{ message: "first here", at: { key: twin.origin } }] },
      );
    } else if (neighbour !== undefined) {
      const other = named.get(neighbour)?.name ?? neighbour.sourceName;
      report.add(
        "TP207",
        { key: tool.origin },
        { name, other, identifier: names.type },
        { help, related: [{ message: `${JSON.stringify(other)} is here`, at: { key: neighbour.origin } }] },
      );
    } else {
      byName.set(name, tool);
      for (const key of takenBy(names)) byTaken.set(key, tool);
      named.set(tool, { name, names });
    }
  }
  return new Map(set.tools.flatMap((tool) => (named.has(tool) ? [[tool, named.get(tool)!] as const] : [])));
}

/** The help for two tools with the same name. The keys are the values of `NamingSettings.renames`. */
const renameHelp = {
  spec: "Rename one of them (`rename:` keeps the source's own name), or remove it.",
  settings: "Name one of them under `rename` in the spec's settings.",
  nowhere:
    "Rename one of them in the source document, or create a toolpress spec with toolpress import and set `rename` in it.",
};

/**
 * Replaces the names of tools in the groups and in `toolConfig` of a foreign document with wire names. A
 * toolpress spec already contains wire names.
 */
export function withWireNames(set: ImportedSet, named: ReadonlyMap<ImportedTool, NamedTool>): ImportedSet {
  const wireNames = new Set([...named.values()].map(({ name }) => name));
  const bySource = new Map([...named].map(([{ sourceName }, { name }]) => [sourceName, name]));
  const wire = (name: string): string => (wireNames.has(name) ? name : (bySource.get(name) ?? name));
  const { toolConfig, search } = set;
  return {
    ...set,
    groups: new Map([...set.groups].map(([group, names]) => [group, names.map(wire)])),
    toolConfig: toolConfig && {
      ...toolConfig,
      allowedFunctionNames: toolConfig.allowedFunctionNames?.map(wire),
    },
    ...(search !== undefined && { search: { ...search, always: search.always.map(wire) } }),
  };
}

/**
 * Returns the wire names that foreign tools keep from the lock. In a toolpress spec the author writes the
 * wire names, so none are kept. A name in the lock that toolpress cannot have created is reported and
 * ignored, because an edited lock must not give a tool the name of another tool.
 */
function usableLockedNames(
  set: ImportedSet,
  { foreign, locked }: NamingSettings,
  report: Report,
): ReadonlyMap<ImportedTool, string> {
  const names = new Map<ImportedTool, string>();
  for (const tool of foreign ? set.tools : []) {
    const name = locked.get(tool.sourceName);
    if (name === undefined || tool.rename !== undefined) continue;
    if (couldHaveCreated(name, tool)) names.set(tool, name);
    else report.add("TP921", { key: tool.origin }, { source: tool.sourceName, name });
  }
  return names;
}

/**
 * Whether toolpress can have created a name for a tool. Any hash at the end of the name is accepted, because
 * the hash may depend on other tools.
 */
function couldHaveCreated(
  name: string,
  { sourceName, suggestion, fallback, natural }: ImportedTool,
): boolean {
  const own = [sourceName, suggestion, fallback, natural]
    .flatMap((one) => one ?? [])
    .flatMap((one) => [one, legalName(one), legalName(one, true)]);
  return own.some((one) => one === name || beforeHash(one) === beforeHash(name));
}

/**
 * Returns the part of a name before its hash. If the name has no hash, the part that would stay in front of a
 * hash.
 */
function beforeHash(name: string): string {
  return name
    .replace(/_[0-9a-f]{8}$/, "")
    .slice(0, 54)
    .replace(/_+$/, "");
}

function wireName(
  tool: ImportedTool,
  rules: NamingSettings,
  report: Report,
  locked: string | undefined,
): string | undefined {
  const wanted = tool.rename ?? locked ?? tool.suggestion ?? tool.sourceName;
  const at = { key: tool.origin };
  if (wanted in {}) {
    report.add("TP206", at, { name: wanted });
    return undefined;
  }
  const isWritten = !rules.foreign || tool.rename !== undefined;
  const { dashes = "auto" } = rules;
  // With `auto`, a name keeps its dashes only if it is in the lock, or if the user wrote the name.
  const dashed = dashes === "auto" ? isWritten || locked !== undefined : dashes === "always";
  if ((dashed ? nameWithDashes : identifier).test(wanted)) return wanted;
  const repaired = legalName(wanted, dashed);
  if (isWritten) {
    report.add("TP205", at, { name: wanted, dashed }, { help: `for instance ${JSON.stringify(repaired)}` });
    return undefined;
  }
  const handler = tool.binding.kind === "handler";
  const details = nameWithDashes.test(wanted) ? { help: helpAboutDashes } : {};
  report.add("TP217", at, { name: wanted, wire: repaired, handler }, details);
  return repaired;
}

/** The help for a name whose dashes were replaced although Gemini accepts them. */
const helpAboutDashes =
  "Nothing to do. `dashes: always` in the config keeps the dashes. To choose another name, create a toolpress spec with toolpress import and set `rename` in it.";

/**
 * Makes a legal name from an illegal name. The result does not depend on other tools. If the name is too long
 * or has lost letters, a hash is added.
 */
export function legalName(name: string, dashed = false): string {
  const illegal = dashed ? /[^A-Za-z0-9_-]+/g : /[^A-Za-z0-9_]+/g;
  const words = trimUnderscores(withoutAccents(name).replace(illegal, "_"));
  const lost = losesLetters(name);
  const started = /^[A-Za-z_]/.test(words) ? words : lost && words === "" ? "tool" : `_${words}`;
  const safe = started in {} ? `${started}_` : started;
  if (safe.length <= 63 && !lost) return safe;
  return `${safe.slice(0, 54)}_${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;
}

/**
 * Identifiers that `index.ts` and the stubs of a set declare. A tool must not have one of these identifiers.
 */
const ownNames = new Set(["parts", "handlers"]);

/**
 * File names that a tool cannot have. The folder of HTTP tools contains `client.ts`, and the other names are
 * devices on Windows.
 */
const ownFiles = /^(?:client|con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/**
 * Derives the names in generated code: `get_forecast` becomes `GetForecast`, `getForecast` and
 * `get-forecast`.
 */
export function toolNames(name: string): ToolNames {
  const words = wordsOf(name);
  const type = words.map(capitalise).join("") || "Tool";
  const safeType = /^[0-9]/.test(type) ? `T${type}` : type;
  const value = safeType.charAt(0).toLowerCase() + safeType.slice(1);
  const isTaken = isReserved(value) || runtimeFunctions.has(value) || ownNames.has(value);
  const file = words.map((word) => word.toLowerCase()).join("-") || "tool";
  return {
    type: safeType,
    value: isTaken ? `${value}Tool` : value,
    file: ownFiles.test(file) ? `${file}-tool` : file,
  };
}

/** Returns the identifiers and the file name that no other tool may have, in lower case. */
function takenBy({ type, value, file }: ToolNames): readonly string[] {
  return [...new Set([type.toLowerCase(), value.toLowerCase(), `${file}.ts`])];
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

/**
 * Checks the name of a set. The name becomes a folder and part of identifiers, so two names must differ in
 * more than case. The names in `taken` are in lower case.
 */
export function checkSetName(set: ImportedSet, taken: ReadonlySet<string>, report: Report): boolean {
  if (!legalSetName.test(set.name)) report.add("TP219", set.origin, { name: set.name });
  else if (taken.has(set.name.toLowerCase())) report.add("TP218", set.origin, { name: set.name });
  else return true;
  return false;
}
