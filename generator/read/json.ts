import { isDeepStrictEqual } from "node:util";
import type { Report } from "../diagnostics/report.js";
import type { SourceDocument } from "../base/documents.js";
import { type Origin, within } from "../base/origin.js";
import type { Limits } from "./read.js";
import { inspectJson } from "./inspect-json.js";
import {
  createJsonIndex,
  endOfValue,
  type JsonIndex,
  measureJson,
  skipSpace,
  type Span,
} from "./scan-json.js";
import { type Lines, pointAt } from "./lines.js";

/**
 * Reads JSON with `JSON.parse`, which is many times faster than a parser that records locations. If a
 * diagnostic needs a location, a second pass over the text finds the location.
 */
export function readJson(lines: Lines, report: Report, limits: Limits): SourceDocument | undefined {
  const { file, text } = lines;
  const measure = measureJson(text, limits.depth);
  if (measure.tooDeepAt !== undefined) {
    report.add("TP104", pointAt(lines, measure.tooDeepAt, 1), { limit: limits.depth });
    return undefined;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    reportSyntax(lines, report, error);
    return undefined;
  }
  // If a key appears twice in an object, the parsed value has fewer keys than the text.
  const { keys, infinite } = tally(value);
  if (keys !== measure.keys && !reportDuplicates(lines, report)) return undefined;
  let index: JsonIndex | undefined;
  const document: SourceDocument = {
    file,
    text,
    lineText: lines.lineText,
    isOutside: lines.isOutside,
    format: "json",
    value,
    location(path, on = "value") {
      index ??= createJsonIndex(text);
      const { key, value: node } = index.find(path);
      const { start, end } = on === "key" && key !== undefined ? key : node;
      return lines.locationAt(start, end - start);
    },
  };
  if (!infinite) return document;
  reportInfinite(document, { document, path: [] }, value, report);
  return undefined;
}

/** Reports numbers such as `1e400`, which are valid JSON but too large for JavaScript. */
function reportInfinite(document: SourceDocument, at: Origin, value: unknown, report: Report): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    const { line, column, length } = document.location(at.path);
    const text = document.lineText?.(line)?.slice(column - 1, column - 1 + length);
    report.add("TP108", at, { value: text ?? String(value) });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) reportInfinite(document, within(at, index), item, report);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) reportInfinite(document, within(at, key), item, report);
  }
}

function reportSyntax(lines: Lines, report: Report, error: unknown): void {
  const problem = inspectJson(lines.text, () => {});
  if (problem === undefined) throw error;
  const related =
    problem.opened === undefined ? [] : [{ message: "opened here", at: pointAt(lines, problem.opened, 1) }];
  report.add(
    "TP101",
    pointAt(lines, problem.offset, problem.length),
    { problem: problem.message },
    { help: problem.help, related },
  );
}

/**
 * Reports duplicate keys. Returns true if all duplicates have equal values, because the document can then be
 * used.
 */
function reportDuplicates(lines: Lines, report: Report): boolean {
  const { text } = lines;
  let areEqual = true;
  inspectJson(text, (key, first, second) => {
    const same = isDeepStrictEqual(valueAfter(text, first), valueAfter(text, second));
    areEqual &&= same;
    report.add(
      same ? "TP113" : "TP102",
      pointAt(lines, second.start, second.end - second.start),
      { key },
      { related: [{ message: "first here", at: pointAt(lines, first.start, first.end - first.start) }] },
    );
  });
  return areEqual;
}

function valueAfter(text: string, key: Span): unknown {
  const start = skipSpace(text, skipSpace(text, key.end) + 1);
  return JSON.parse(text.slice(start, endOfValue(text, start)));
}

interface Tally {
  keys: number;
  /** True if a number was too large and became infinite. */
  infinite: boolean;
}

function tally(value: unknown, found: Tally = { keys: 0, infinite: false }): Tally {
  if (typeof value === "number") found.infinite ||= !Number.isFinite(value);
  if (typeof value !== "object" || value === null) return found;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  if (!Array.isArray(value)) found.keys += items.length;
  for (const item of items) tally(item, found);
  return found;
}
