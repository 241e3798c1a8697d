import { readFileSync, statSync } from "node:fs";
import { join, posix, relative, resolve } from "node:path";
import { UsageError } from "./commands/command.js";
import { definitions } from "../diagnostics/definitions.js";
import type { Report } from "../diagnostics/report.js";
import { showValue } from "../base/show-value.js";
import { type Fields, isMapping, openFields } from "../dialects/fields.js";
import { settingNames } from "../dialects/spec-settings.js";
import type { SourceDocument } from "../base/documents.js";
import { nearest } from "../base/nearest.js";
import { type Budgets, defaultOptions, type Options, type Severity } from "../options.js";
import { type Origin, within } from "../base/origin.js";
import { existsAsSpelled, fromRoot, isReallyInside, realOf } from "../base/paths.js";
import { defaultLimits, type Limits, read, withLocationsIn } from "../read/read.js";
import { decodeText, encodingProblem } from "../read/load-file.js";
import { searchOptions } from "../tool-fields/search-options.js";
import { readModuleError } from "./project/module-mistake.js";

/** A validated config file, or the defaults if the project has no config file. */
export interface Config {
  /** The path of the config file relative to the project root. Undefined if the project has no config file. */
  readonly file: string | undefined;
  /** The listed files and folders. If the config lists none, the value is undefined, and the folder `specs` is used. */
  readonly specs: readonly string[] | undefined;
  /** The settings of single specs by path. The dialect of a spec reads its settings. */
  readonly settings: ReadonlyMap<string, SpecSettings>;
  readonly out: string;
  readonly stubs: string | undefined;
  readonly options: Options;
  /** True if the config sets `imports`. If not, the nearest tsconfig.json decides. */
  readonly hasImports: boolean;
  readonly limits: Limits;
}

/** The settings of one spec, and their location in the config. */
export interface SpecSettings {
  readonly values: Readonly<Record<string, unknown>>;
  readonly origin: Origin;
}

const defaultConfig: Config = {
  file: undefined,
  specs: undefined,
  settings: new Map(),
  out: "generated",
  stubs: undefined,
  options: defaultOptions,
  hasImports: false,
  limits: defaultLimits,
};

export const configNames = ["yaml", "yml", "json", "ts", "mts", "js", "mjs"].map(
  (ending) => `toolpress.config.${ending}`,
);

/** Reads the config of `--config`, or `toolpress.config.*` in the project. Returns undefined after an error. */
export async function readConfig(
  project: string,
  report: Report,
  named?: string,
): Promise<Config | undefined> {
  if (named !== undefined) return readConfigFile(project, namedConfig(project, named), report);
  const [file, second] = configNames.filter((name) => existsAsSpelled(project, join(project, name)));
  if (file === undefined) return defaultConfig;
  if (second !== undefined) {
    report.add("TP114", undefined, { first: file, second });
    return undefined;
  }
  if (!isReallyInside(project, join(project, file))) {
    report.add("TP920", undefined, { what: "the config", path: file });
    return undefined;
  }
  return readConfigFile(project, file, report);
}

/**
 * Returns the path of the config in `--config`, relative to the project root. The path may lead out of the project.
 */
function namedConfig(project: string, named: string): string {
  const path = resolve(project, named);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return fromRoot(project, path);
  const help =
    "The path is relative to the folder where toolpress runs; a config is YAML, JSON, TypeScript or JavaScript.";
  throw new UsageError(`--config: there is no file ${JSON.stringify(named)}`, help);
}

async function readConfigFile(project: string, file: string, report: Report): Promise<Config | undefined> {
  const errorsBefore = report.errorCount;
  const document = /\.(ya?ml|json)$/.test(file)
    ? readData(project, file, report)
    : await runModule(project, file, report);
  const config = document && checkConfig(document, project, report);
  return report.errorCount > errorsBefore ? undefined : config;
}

function readData(project: string, file: string, report: Report): SourceDocument | undefined {
  const bytes = readFileSync(resolve(project, file));
  const text = decodeText(bytes);
  if (text === undefined) {
    report.add("TP112", undefined, { file, problem: encodingProblem(bytes) });
    return undefined;
  }
  // A config that consists of comments and empty lines sets nothing.
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  if (lines.every((line) => /^\s*(?:#|$)/.test(line))) return emptyDocument(file, {});
  return read({ path: file, text }, report);
}

/** Runs a config in TypeScript or JavaScript and returns its data. This is safe, because the user chose this format. */
async function runModule(project: string, file: string, report: Report): Promise<SourceDocument | undefined> {
  try {
    const { createJiti } = await import("jiti");
    const jiti = createJiti(import.meta.url, { moduleCache: false, fsCache: false });
    const value: unknown = await jiti.import(resolve(project, file), { default: true });
    const document = emptyDocument(file, JSON.parse(JSON.stringify(value ?? null)));
    return withLocationsIn(decodeText(readFileSync(resolve(project, file))) ?? "", document);
  } catch (error) {
    const { problem, help, location } = readModuleError(error, resolve(project, file), file);
    report.add("TP112", location, { file, problem }, { help });
    return undefined;
  }
}

/** Returns a document that contains data but no text. Every location in the document is the beginning of the file. */
function emptyDocument(file: string, value: unknown): SourceDocument {
  return { file, text: "", value, format: "json", location: () => ({ file, line: 1, column: 1, length: 0 }) };
}

export const choices = {
  target: ["parameters", "parametersJsonSchema"],
  emptyParameters: ["omit", "jsonSchema"],
  unknownArguments: ["refuse", "strip", "allow"],
  maps: ["entries", "json"],
  int64: ["number", "string", "bigint"],
  propertyOrdering: ["auto", "always", "never"],
  dashes: ["auto", "always", "never"],
  imports: ["js", "ts", "none"],
} as const satisfies Partial<Record<keyof Options, readonly string[]>>;

export const switches = [
  "coerce",
  "relax",
  "declareResponses",
  "jsonSchemas",
  "strict",
  "allowUnsafePatterns",
] as const satisfies readonly (keyof Options)[];

const known = [
  ...[
    "$schema",
    "specs",
    "out",
    "stubs",
    "limits",
    "severity",
    "budgets",
    "unrollDepth",
    "checkResults",
    "model",
  ],
  ...Object.keys(choices),
  ...switches,
];

function checkConfig(document: SourceDocument, project: string, report: Report): Config | undefined {
  const fields = openFields(document.value, { document, path: [] }, "the config", known, report);
  if (fields === undefined) return undefined;
  const folder = (name: "out" | "stubs"): string | undefined => {
    const path = fields.string(name);
    if (path !== undefined) checkSlashes(path, name, fields.origin(name), report);
    if (path !== undefined && !isReallyInside(project, resolve(project, path)))
      report.add("TP920", fields.origin(name), { what: `the folder ${name}`, path });
    else if (path !== undefined && isOfOthers(project, path))
      report.add("TP922", fields.origin(name), { folder: name, path });
    return path;
  };
  return {
    file: document.file,
    ...checkSpecs(fields, report),
    out: folder("out") ?? defaultConfig.out,
    stubs: folder("stubs"),
    options: checkOptions(fields, report),
    hasImports: fields.has("imports"),
    limits: checkCounts(fields, "limits", defaultLimits, report),
  };
}

/** Returns whether a path is inside of `.git` or a similar folder. Other programs run the files of these folders. */
function isOfOthers(project: string, path: string): boolean {
  const steps = [path, relative(realOf(project), realOf(resolve(project, path)))];
  return steps
    .flatMap((way) => way.split(/[/\\]/))
    .some((step) => /^(?:\.git|git~1|node_modules|node_m~1)[. ]*$/i.test(step));
}

function checkOptions(fields: Fields, report: Report): Options {
  const given: Record<string, unknown> = {
    unrollDepth: fields.count("unrollDepth", 0),
    model: fields.string("model"),
  };
  for (const [name, values] of Object.entries(choices)) given[name] = fields.choice(name, values);
  for (const name of switches) given[name] = fields.boolean(name);
  given["checkResults"] = readCheckResults(fields);
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    ...defaultOptions,
    ...Object.fromEntries(named),
    severity: checkSeverity(fields, report),
    budgets: checkCounts<Budgets>(fields, "budgets", defaultOptions.budgets, report),
  };
}

/** Reads `checkResults`. In earlier versions the value was a boolean: `true` is the default, `false` is "off". */
function readCheckResults(fields: Fields): Options["checkResults"] | undefined {
  const found = fields.raw("checkResults");
  if (typeof found === "boolean") return found ? defaultOptions.checkResults : "off";
  return fields.choice("checkResults", ["warn", "error", "off"]);
}

function checkCounts<T extends object>(fields: Fields, name: string, defaults: T, report: Report): T {
  if (!fields.has(name)) return defaults;
  const names = Object.keys(defaults);
  const inner = openFields(fields.raw(name), fields.origin(name), name, names, report);
  const given = names.map((key) => [key, inner?.count(key, 1)] as const);
  return { ...defaults, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

const severities: readonly Severity[] = ["error", "warning", "note", "off"];

function checkSeverity(fields: Fields, report: Report): Readonly<Record<string, Severity>> {
  const codes = [...definitions.keys()];
  const inner = openFields(
    fields.mapping("severity") ?? {},
    fields.origin("severity"),
    "severity",
    codes,
    report,
  );
  const checked: Record<string, Severity> = {};
  for (const code of codes) {
    const severity = inner?.has(code) ? inner.choice(code, severities) : undefined;
    if (severity === undefined || inner === undefined) continue;
    if (definitions.get(code)?.severity === "error" && severity !== "error")
      report.add("TP115", inner.origin(code), { code });
    checked[code] = severity;
  }
  return checked;
}

/** The known fields of settings that are mappings. The dialect that reads such a setting checks the values. */
const namesWithin = {
  prune: ["deprecated", "internal", "depth", "descriptions"],
  pages: ["limit"],
  search: Object.keys(searchOptions),
};

function checkNames<T extends object>(settings: T, at: Origin, where: string, report: Report): T {
  const fields = openFields(settings, at, where, settingNames, report);
  fields?.string("from");
  for (const [name, known] of Object.entries(namesWithin)) {
    const value = fields?.raw(name);
    if (isMapping(value)) openFields(value, within(at, name), name, known, report);
  }
  return settings;
}

/** Reports a path with backslashes. Only Windows reads them as separators, and a config must work on every system. */
function checkSlashes(path: string, field: string, at: Origin, report: Report): void {
  if (!path.includes("\\")) return;
  report.add("TP202", at, { field, expected: "a path with forward slashes", found: JSON.stringify(path) });
}

/** Reads `specs`: a list of files and folders, or the settings of single specs beside the folder `specs`. */
function checkSpecs(fields: Fields, report: Report): Pick<Config, "specs" | "settings"> {
  const none = { specs: undefined, settings: new Map() };
  if (!fields.has("specs")) return none;
  const value = fields.raw("specs");
  if (typeof value === "string" || Array.isArray(value)) {
    const paths = typeof value === "string" ? [value] : fields.strings("specs");
    for (const path of paths ?? []) checkSlashes(path, "specs", fields.origin("specs"), report);
    return { specs: paths, settings: new Map() };
  }
  const mapping = fields.mapping("specs");
  if (mapping === undefined) return none;
  const settings = new Map<string, SpecSettings>();
  for (const [path, setting] of Object.entries(mapping)) {
    const at: Origin = within(fields.origin("specs"), path);
    checkSlashes(path, "specs", at, report);
    if (setting !== null && !isMapping(setting))
      report.add("TP202", at, { field: path, expected: "a mapping", found: showValue(setting) });
    else {
      const values = checkNames(setting ?? {}, at, `the settings of ${JSON.stringify(path)}`, report);
      // The path is normalised, because "./specs/a.yaml" and "specs/a.yaml" are the same file.
      settings.set(posix.normalize(path), { values, origin: at });
    }
  }
  return { specs: undefined, settings };
}

/** Returns a hint that contains the most similar name. Returns undefined if no name is similar. */
export function didYouMean(word: string, names: Iterable<string>): string | undefined {
  const near = nearest(word, names);
  return near === undefined ? undefined : `Did you mean ${JSON.stringify(near)}?`;
}
