import { isDeepStrictEqual } from "node:util";
import type { Report } from "../diagnostics.js";
import type { SourceDocument } from "../documents.js";
import type { Limits } from "../read.js";
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
 * `JSON.parse` is many times faster than any parser that keeps places, so places are found in a second pass,
 * only when a diagnostic asks for one.
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
  // A key that appears twice is one key less in the value than in the text.
  if (countKeys(value) !== measure.keys && !reportDuplicates(lines, report)) return undefined;
  let index: JsonIndex | undefined;
  return {
    file,
    text,
    lineText: lines.lineText,
    format: "json",
    value,
    place(path, on = "value") {
      index ??= createJsonIndex(text);
      const { key, value: node } = index.find(path);
      const { start, end } = on === "key" && key !== undefined ? key : node;
      return lines.placeAt(start, end - start);
    },
  };
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

/** Whether the document can be used all the same: what is said twice in the same way is no contradiction. */
function reportDuplicates(lines: Lines, report: Report): boolean {
  const { text } = lines;
  let harmless = true;
  inspectJson(text, (key, first, second) => {
    const same = isDeepStrictEqual(valueAfter(text, first), valueAfter(text, second));
    harmless &&= same;
    report.add(
      same ? "TP113" : "TP102",
      pointAt(lines, second.start, second.end - second.start),
      { key },
      { related: [{ message: "first here", at: pointAt(lines, first.start, first.end - first.start) }] },
    );
  });
  return harmless;
}

function valueAfter(text: string, key: Span): unknown {
  const start = skipSpace(text, skipSpace(text, key.end) + 1);
  return JSON.parse(text.slice(start, endOfValue(text, start)));
}

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item);
    return count;
  }
  for (const item of Object.values(value)) count += 1 + countKeys(item);
  return count;
}
