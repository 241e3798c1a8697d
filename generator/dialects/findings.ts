import type { Report } from "../diagnostics/report.js";
import type { BrokenEntry } from "../ir.js";
import type { Origin } from "../base/origin.js";
import { showValue } from "../base/show-value.js";
import { entries, isMapping, type Mapping, type Node } from "./node.js";

/**
 * Collects remarks about a foreign document until `finish` is called. If several tools have the same remark,
 * the remark is reported once, with the names of these tools.
 */
export interface Findings {
  /** The title of the dialect. */
  readonly dialect: string;
  readonly report: Report;
  /** The entries that were refused so far. */
  readonly refused: BrokenEntry[];
  /** Records a field whose meaning is lost. */
  lost(field: string, tool: string, origin: Origin): void;
  /** Records a field that is left out, but whose meaning does not affect the tool. */
  ignored(field: string, tool: string, origin: Origin): void;
  /** Records a field of the source that became a policy. For example, `confirmation` becomes an approval. */
  understood(field: string, value: string, meaning: string, tool: string, origin: Origin): void;
  /** Records a type name that JSON Schema does not have, and the type by which it was replaced. */
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
  const record = (key: readonly string[], tool: string, origin: Origin, report: Finding["report"]): void => {
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
      record(["lost", field], tool, origin, (place, tools) => {
        report.add("TP703", { key: place }, { dialect, field, tools });
      });
    },
    ignored(field, tool, origin) {
      record(["ignored", field], tool, origin, (place, tools) => {
        report.add("TP704", { key: place }, { dialect, field, tools });
      });
    },
    understood(field, value, meaning, tool, origin) {
      record(["understood", field, value], tool, origin, (place, tools) => {
        report.add("TP706", { key: place }, { field, value, meaning, tools });
      });
    },
    reworded(word, type, tool, origin) {
      record(["reworded", word], tool, origin, (place, tools) => {
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
 * The known fields of an entry. The dialect reads the fields in `read`. The fields in `harmless` are left out
 * with a note. All other fields are left out with a warning.
 */
export interface Fields {
  readonly read: readonly string[];
  readonly harmless?: readonly string[];
}

export function reportOtherFields(entry: Node, tool: string, fields: Fields, findings: Findings): void {
  for (const [field, node] of entries(entry)) {
    if (fields.read.includes(field) || node.value === undefined) continue;
    // Serialisers write null or false for an unused field.
    if (node.value === null || node.value === false) continue;
    if (fields.harmless?.includes(field) === true) findings.ignored(field, tool, node.origin);
    else findings.lost(field, tool, node.origin);
  }
}

/**
 * Reports that a tool is left out. Returns undefined, so that a reader function can return this result
 * directly.
 */
export function refuse(tool: string, expected: string, found: Node, findings: Findings): undefined {
  const place = reportRefusal(tool, expected, found, findings);
  findings.refused.push({ was: { kind: "tool", sourceName: tool }, origin: place });
  return undefined;
}

/** Like `refuse`, for an entry without a readable name. */
export function refuseUnnamed(entry: Node, expected: string, found: Node, findings: Findings): undefined {
  reportRefusal(positionOf(entry), expected, found, findings);
  findings.refused.push({ was: { kind: "unknown" }, origin: entry.origin });
  return undefined;
}

function reportRefusal(tool: string, expected: string, found: Node, findings: Findings): Origin {
  const { document, path } = found.origin;
  // A missing value has no location, so the location of its parent is used.
  const place = found.value === undefined ? { document, path: path.slice(0, -1) } : found.origin;
  findings.report.add("TP702", place, { tool, expected, found: showValue(found.value) });
  return place;
}

/**
 * Returns the entry as a mapping. An entry that is not a mapping is reported, and the result is undefined.
 */
export function mappingOf(entry: Node, findings: Findings): Mapping | undefined {
  if (isMapping(entry.value)) return entry.value;
  return refuseUnnamed(entry, "a mapping", entry, findings);
}

/**
 * Returns a name for a tool without a name, such as `#2` for index 2 of a list. In a mapping, the key is
 * used.
 */
function positionOf({ origin: { path } }: Node): string {
  return `#${String(path.findLast((step) => typeof step === "number") ?? path.at(-1) ?? 0)}`;
}
