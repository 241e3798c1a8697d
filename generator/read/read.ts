import type { Report } from "../diagnostics/report.js";
import type { SourceDocument, SourceFile } from "../base/documents.js";
import { findInSource } from "./find-in-source.js";
import { readJson } from "./json.js";
import { createLines, pointAt } from "./lines.js";
import { readYaml } from "./yaml.js";

export { createDocuments } from "./open-documents.js";

/** Limits for the size of files, because a spec may be hostile. */
export interface Limits {
  /** The largest YAML file. The limit is lower than for JSON, because YAML takes far more time and memory per byte. */
  readonly yamlBytes: number;
  /**
   * The largest number of tokens in a YAML file. Memory depends more on tokens than on bytes: a token takes
   * up to 400 bytes of memory, and an ordinary document has one token per 6 to 8 bytes.
   */
  readonly yamlTokens: number;
  readonly jsonBytes: number;
  readonly depth: number;
  /** The number of nodes that YAML aliases and merge keys may add to a document. */
  readonly aliasedNodes: number;
}

export const defaultLimits: Limits = {
  yamlBytes: 32_000_000,
  yamlTokens: 5_000_000,
  jsonBytes: 64_000_000,
  depth: 128,
  aliasedNodes: 100_000,
};

/**
 * Parses a file into plain data with the location of every node. If an error was reported, the result is
 * undefined.
 */
export function read(
  file: SourceFile,
  report: Report,
  limits: Limits = defaultLimits,
): SourceDocument | undefined {
  const text = file.text.startsWith("\uFEFF") ? file.text.slice(1) : file.text;
  const format = formatOf(file.path, text);
  const lines = createLines(file.path, text, file.isOutside);
  const limit = format === "json" ? limits.jsonBytes : limits.yamlBytes;
  const size = text.length > limit ? text.length : Buffer.byteLength(text);
  if (size > limit) {
    report.add("TP103", pointAt(lines, 0, 0), { format, unit: "bytes", found: size, limit });
    return undefined;
  }
  if (text.trim() === "") {
    report.add("TP111", pointAt(lines, 0, 0), {});
    return undefined;
  }
  const document = format === "json" ? readJson(lines, report, limits) : readYaml(lines, report, limits);
  return document === undefined || file.original === undefined
    ? document
    : withLocationsIn(file.original, document);
}

/**
 * Replaces the locations of a document by locations in the source of a module. The data of the document was
 * returned by this module.
 */
export function withLocationsIn(original: string, document: SourceDocument): SourceDocument {
  const { text, lineText, locationAt } = createLines(document.file, original);
  return {
    ...document,
    text,
    lineText,
    location(path) {
      const { start, end } = findInSource(original, path);
      return locationAt(start, end - start);
    },
  };
}

/**
 * Decides the format by the ending of the file. Without a known ending, a text that begins with a bracket is
 * JSON.
 */
function formatOf(path: string, text: string): "json" | "yaml" {
  if (/\.json$/i.test(path)) return "json";
  if (/\.ya?ml$/i.test(path)) return "yaml";
  return /^\s*[[{]/.test(text) ? "json" : "yaml";
}
