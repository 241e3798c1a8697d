import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkSet } from "../../generator/check/check.js";
import { mendSet } from "../../generator/check/mend.js";
import { createReport, type Diagnostic } from "../../generator/diagnostics/report.js";
import { importSets } from "../../generator/dialects/index.js";
import { openapi } from "../../generator/dialects/openapi/openapi.js";
import { openSettings } from "../../generator/dialects/spec-settings.js";
import { lowerSet } from "../../generator/lower/lower.js";
import type { Schema } from "../../generator/ir.js";
import type { LoweredTool } from "../../generator/lower/lowered.js";
import { nameTools, withWireNames } from "../../generator/name/name.js";
import { defaultOptions } from "../../generator/options.js";
import { DocumentPatterns } from "../../generator/check/patterns/document-patterns.js";
import { createDocuments, defaultLimits, read } from "../../generator/read/read.js";
import { normaliseSet } from "../../generator/schema/normalise.js";
import { withoutBroken } from "../../generator/pipeline/without-broken.js";
import { checkDeclarations, strictestLimits } from "../../gemini-rules/check-declarations.js";

/** The result of compiling one document. */
export interface Compiled {
  /** Set to false if the compiler does not accept the document as an OpenAPI document. */
  readonly understood: boolean;
  /** `METHOD /path` of every operation that fetch can send. */
  readonly operations: readonly string[];
  readonly tools: readonly LoweredTool[];
  /** The schemas that several tools share. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The operations that do not become a tool, each as `METHOD /path`. */
  readonly refused: readonly string[];
  /** The operations that the document itself hides from agents. */
  readonly hidden: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** The faults that the strict model of Gemini finds in the declarations. */
  readonly violations: readonly string[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];

/** Runs a document through every stage that decides whether an operation becomes a tool. */
export function compileDocument(
  text: string,
  path: string,
  settings: Readonly<Record<string, unknown>> = { all: true },
  folder = dirname(path),
  files: Readonly<Record<string, string>> = {},
): Compiled {
  const report = createReport();
  const schemas = new Map<string, Schema>();
  const nothing = {
    understood: false,
    operations: [],
    tools: [],
    schemas,
    refused: [],
    hidden: [],
    violations: [],
  };
  const name = path.slice(folder.length + 1);
  const document = read({ path: name, text }, report, { ...defaultLimits, yamlBytes: 20_000_000 });
  if (document === undefined || !openapi.recognises(document.value))
    return { ...nothing, diagnostics: report.sorted() };
  const load = (file: string): string | undefined => {
    if (Object.hasOwn(files, file)) return files[file];
    try {
      return readFileSync(join(folder, file), "utf8");
    } catch {
      return undefined;
    }
  };
  const documents = createDocuments({ root: "", load, report, documents: [document] });
  const context = { setName: "corpus", documents, report, settings: openSettings({ settings }, report) };
  report.treatAsForeign();
  const sets = importSets(openapi, document, context);
  const tools = sets.flatMap((set) => {
    const names = nameTools(set, { foreign: true, locked: new Map() }, report);
    const found = normaliseSet(withWireNames(set, names), names, documents, report);
    const checking = { set: found, options: defaultOptions, report, patterns: new DocumentPatterns() };
    checkSet(checking);
    const normalised = mendSet(checking);
    for (const [schemaName, schema] of normalised.schemas) schemas.set(schemaName, schema);
    const lowered = lowerSet(normalised, defaultOptions, report);
    return withoutBroken(normalised, lowered, report).healthy.tools;
  });
  const operations = operationsOf(document.value);
  const made = new Set(tools.map(({ tool }) => callOf(tool.binding)));
  // Rules about texts and sizes do not decide whether an operation becomes a tool, so they are left out.
  const diagnostics = report
    .sorted()
    .filter(({ code, severity }) => severity === "error" || !code.startsWith("TP4"));
  const hiding = new Set(
    diagnostics.flatMap(({ code, message }) =>
      code === "TP630" ? [message.replace(/ is left out.*/s, "")] : [],
    ),
  );
  const missing = operations.filter((operation) => !made.has(operation));
  return {
    understood: true,
    operations,
    tools,
    schemas,
    refused: missing.filter((operation) => !hiding.has(operation)),
    hidden: missing.filter((operation) => hiding.has(operation)),
    diagnostics,
    violations: violationsOf(tools),
  };
}

/** Checks the declarations in groups of 512, because one request has at most 512 tools. */
function violationsOf(tools: readonly LoweredTool[]): readonly string[] {
  const found: string[] = [];
  for (let start = 0; start < tools.length; start += 512) {
    const functionDeclarations = tools.slice(start, start + 512).map(({ declaration }) => declaration);
    const violations = checkDeclarations([{ functionDeclarations }], "gemini", strictestLimits);
    found.push(...violations.map(({ path, message }) => `${path}: ${message}`));
  }
  return found;
}

function callOf(binding: LoweredTool["tool"]["binding"]): string {
  return binding.kind === "http" ? `${binding.operation.method} ${binding.operation.path}` : "";
}

function operationsOf(value: unknown): readonly string[] {
  const paths = (value as { paths?: unknown }).paths;
  if (typeof paths !== "object" || paths === null) return [];
  return Object.entries(paths as Record<string, unknown>).flatMap(([path, item]) => {
    if (typeof item !== "object" || item === null || path.startsWith("x-")) return [];
    return methods.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`);
  });
}
