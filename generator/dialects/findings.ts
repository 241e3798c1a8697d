import type { Report } from "../diagnostics/report.js";
import type { BrokenEntry } from "../ir.js";
import type { Origin } from "../base/origin.js";
import { showValue } from "../base/show-value.js";
import { entries, isMapping, type Mapping, type Node } from "./node.js";

/**
 * The remarks about one foreign document. A remark that repeats from tool to tool is reported once, with the names of
 * its tools, when `finish` is called.
 */
export interface Findings {
  /** Title of the dialect. */
  readonly dialect: string;
  readonly report: Report;
  /** The entries that were refused so far. */
  readonly refused: BrokenEntry[];
  /** Records a field whose meaning cannot be kept. */
  lost(field: string, tool: string, origin: Origin): void;
  /** Records a field that does not change the meaning of the tool. */
  ignored(field: string, tool: string, origin: Origin): void;
  /** Records a mark of the source that became policy. */
  understood(field: string, value: string, meaning: string, tool: string, origin: Origin): void;
  /** Records a type word that is not part of JSON Schema. */
  reworded(word: string, type: string, tool: string, origin: Origin): void;
  finish(): void;
}

interface Finding {
  readonly origin: Origin;
  readonly tools: Set<string>;
  readonly report: (origin: Origin, tools: readonly string[]) => void;
}

export function createFindings(dialect: string, report: Report): Findings {
  const findings = new Map<string, Finding>();
  const remember = (
    key: readonly string[],
    tool: string,
    origin: Origin,
    report: Finding["report"],
  ): void => {
    const id = JSON.stringify(key);
    const finding = findings.get(id) ?? { origin, tools: new Set<string>(), report };
    finding.tools.add(tool);
    findings.set(id, finding);
  };
  return {
    dialect,
    report,
    refused: [],
    lost(field, tool, origin) {
      remember(["lost", field], tool, origin, (place, tools) => {
        report.add("TP703", { key: place }, { dialect, field, tools });
      });
    },
    ignored(field, tool, origin) {
      remember(["ignored", field], tool, origin, (place, tools) => {
        report.add("TP704", { key: place }, { dialect, field, tools });
      });
    },
    understood(field, value, meaning, tool, origin) {
      remember(["understood", field, value], tool, origin, (place, tools) => {
        report.add("TP706", { key: place }, { field, value, meaning, tools });
      });
    },
    reworded(word, type, tool, origin) {
      remember(["reworded", word], tool, origin, (place, tools) => {
        report.add("TP711", place, { word, type, tools });
      });
    },
    finish() {
      for (const { origin, tools, report: send } of findings.values()) send(origin, [...tools]);
      findings.clear();
    },
  };
}

/**
 * The fields of an entry that are read, and those that may be ignored without a warning. All others are reported as
 * lost.
 */
export interface Fields {
  readonly read: readonly string[];
  readonly harmless?: readonly string[];
}

export function reportOtherFields(entry: Node, tool: string, fields: Fields, findings: Findings): void {
  for (const [field, node] of entries(entry)) {
    if (fields.read.includes(field) || node.value === undefined) continue;
    // Serialisers write null and false for "not used".
    if (node.value === null || node.value === false) continue;
    if (fields.harmless?.includes(field) === true) findings.ignored(field, tool, node.origin);
    else findings.lost(field, tool, node.origin);
  }
}

/** Reports that a tool cannot be used. Returns undefined, so that a reader can return the result of this call. */
export function refuse(tool: string, expected: string, found: Node, findings: Findings): undefined {
  const place = tellRefusal(tool, expected, found, findings);
  findings.refused.push({ was: { kind: "tool", sourceName: tool }, origin: place });
  return undefined;
}

/** Like `refuse`, for an entry whose name cannot be read. */
export function refuseUnnamed(entry: Node, expected: string, found: Node, findings: Findings): undefined {
  tellRefusal(positionOf(entry), expected, found, findings);
  findings.refused.push({ was: { kind: "unknown" }, origin: entry.origin });
  return undefined;
}

function tellRefusal(tool: string, expected: string, found: Node, findings: Findings): Origin {
  const { document, path } = found.origin;
  // A missing value has no location, so that of its parent is shown.
  const place = found.value === undefined ? { document, path: path.slice(0, -1) } : found.origin;
  findings.report.add("TP702", place, { tool, expected, found: showValue(found.value) });
  return place;
}

/** The entry as a mapping. If it is not a mapping, it is reported and the result is undefined. */
export function mappingOf(entry: Node, findings: Findings): Mapping | undefined {
  if (isMapping(entry.value)) return entry.value;
  return refuseUnnamed(entry, "a mapping", entry, findings);
}

/** The name of a nameless tool in reports: its index in the list, or its key. */
function positionOf({ origin: { path } }: Node): string {
  return `#${String(path.findLast((step) => typeof step === "number") ?? path.at(-1) ?? 0)}`;
}
