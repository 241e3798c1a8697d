import type { Report } from "../diagnostics/report.js";
import { nearest } from "../base/nearest.js";
import { showValue } from "../base/show-value.js";
import { type Origin, within } from "../base/origin.js";
import { isMapping } from "../base/mapping.js";

export { isMapping } from "../base/mapping.js";

/**
 * Reads the fields of a mapping in a spec. A value of the wrong type is reported at its location, and the
 * result is undefined.
 */
export interface Fields {
  readonly at: Origin;
  has(name: string): boolean;
  raw(name: string): unknown;
  origin(name: string): Origin;
  string(name: string): string | undefined;
  boolean(name: string): boolean | undefined;
  /** Reads a whole number that is not below `least`. */
  count(name: string, least: number): number | undefined;
  strings(name: string): readonly string[] | undefined;
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined;
  list(name: string): readonly unknown[] | undefined;
  mapping(name: string): Readonly<Record<string, unknown>> | undefined;
  /** Reads a duration with its unit, such as `500ms`, `30s` or `5m`. The result is in milliseconds. */
  duration(name: string): number | undefined;
  /** Opens the mapping in a field. Fields of the mapping that are not in `known` are reported. */
  open(name: string, known: readonly string[]): Fields | undefined;
  /**
   * Opens all mappings in a field, by their keys. Fields of these mappings that are not in `known` are
   * reported.
   */
  openEach(name: string, known: readonly string[]): ReadonlyMap<string, Fields>;
  /** Reports that a field of this mapping is missing. */
  missing(name: string): void;
}

/** Opens a mapping. A field that is not in `known` is reported, with the most similar known name. */
export function openFields(
  value: unknown,
  at: Origin,
  where: string,
  known: readonly string[],
  report: Report,
): Fields | undefined {
  if (!isMapping(value)) {
    report.add("TP202", at, { field: where, expected: "a mapping", found: showValue(value) });
    return undefined;
  }
  for (const name of Object.keys(value)) {
    if (known.includes(name) || name.startsWith("x-")) continue;
    const near = nearest(name, known);
    const help = near === undefined ? `known fields: ${known.join(", ")}` : `did you mean "${near}"?`;
    report.add("TP201", { key: within(at, name) }, { field: name, where }, { help });
  }
  return fieldsOf(value, at, where, report);
}

function fieldsOf(
  value: Readonly<Record<string, unknown>>,
  at: Origin,
  where: string,
  report: Report,
): Fields {
  const has = (name: string): boolean => Object.hasOwn(value, name) && value[name] !== undefined;
  const read = <T>(name: string, expected: string, fits: (found: unknown) => found is T): T | undefined => {
    if (!has(name)) return undefined;
    const found = value[name];
    if (fits(found)) return found;
    report.add("TP202", within(at, name), { field: name, expected, found: showValue(found) });
    return undefined;
  };
  return {
    at,
    has,
    raw: (name) => (has(name) ? value[name] : undefined),
    origin: (name) => within(at, name),
    string: (name) => read(name, "text", (found) => typeof found === "string"),
    boolean: (name) => read(name, "true or false", (found) => typeof found === "boolean"),
    count: (name, least) =>
      read(
        name,
        `a whole number of at least ${least}`,
        (found): found is number => Number.isInteger(found) && Number(found) >= least,
      ),
    strings: (name) => {
      const list = read(name, "a list of texts", (found): found is unknown[] => Array.isArray(found));
      return list && textsOf(list, name, at, report);
    },
    choice: (name, choices) => readChoice(name, choices),
    list: (name) => read(name, "a list", (found) => Array.isArray(found)),
    mapping: (name) => read(name, "a mapping", isMapping),
    duration: (name) => (has(name) ? readDuration(value[name], within(at, name), report) : undefined),
    open: (name, known) =>
      has(name) ? openFields(value[name], within(at, name), name, known, report) : undefined,
    openEach: (name, known) => {
      const entries = Object.entries(read(name, "a mapping", isMapping) ?? {});
      return openEntries(entries, within(at, name), known, report);
    },
    missing: (name) => report.add("TP203", at, { field: name, where }),
  };

  function readChoice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const found = read(name, `one of ${choices.join(", ")}`, (candidate) => typeof candidate === "string");
    if (found === undefined || choices.includes(found as T)) return found as T | undefined;
    const near = nearest(found, choices);
    report.add(
      "TP202",
      within(at, name),
      { field: name, expected: `one of ${choices.join(", ")}`, found: showValue(found) },
      near === undefined ? {} : { help: `did you mean "${near}"?` },
    );
    return undefined;
  }
}

function openEntries(
  entries: readonly (readonly [string, unknown])[],
  at: Origin,
  known: readonly string[],
  report: Report,
): ReadonlyMap<string, Fields> {
  const opened = new Map<string, Fields>();
  for (const [key, entry] of entries) {
    const where = `${String(at.path.at(-1))} ${JSON.stringify(key)}`;
    const fields = openFields(entry, within(at, key), where, known, report);
    if (fields !== undefined) opened.set(key, fields);
  }
  return opened;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** Reads a duration. The unit is required, because a bare 30 could mean seconds or milliseconds. */
function readDuration(value: unknown, at: Origin, report: Report): number | undefined {
  const match = typeof value === "string" ? /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(value) : null;
  const [, count, unit = ""] = match ?? [];
  const milliseconds = Math.round(Number(count) * (units[unit] ?? 0));
  if (milliseconds > 0) return milliseconds;
  report.add("TP209", at, { found: showValue(value) });
  return undefined;
}

/**
 * Returns the texts of a list. If an item is not a text, the first such item is reported and the result is
 * undefined.
 */
function textsOf(
  list: readonly unknown[],
  name: string,
  at: Origin,
  report: Report,
): readonly string[] | undefined {
  const wrong = list.findIndex((item) => typeof item !== "string");
  if (wrong < 0) return list as readonly string[];
  const problem = { field: `${name}[${wrong}]`, expected: "text", found: showValue(list[wrong]) };
  report.add("TP202", within(at, name, wrong), problem);
  return undefined;
}
