import type { Report } from "../diagnostics/report.js";
import { nearest } from "../base/nearest.js";
import { showValue } from "../base/show-value.js";
import { type Origin, within } from "../base/origin.js";
import { isMapping } from "../base/mapping.js";

export { isMapping } from "../base/mapping.js";

/** A mapping of a spec, read field by field; whatever does not fit is reported at its place. */
export interface Fields {
  readonly at: Origin;
  has(name: string): boolean;
  raw(name: string): unknown;
  origin(name: string): Origin;
  string(name: string): string | undefined;
  boolean(name: string): boolean | undefined;
  /** A whole number of at least `least`. */
  count(name: string, least: number): number | undefined;
  strings(name: string): readonly string[] | undefined;
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined;
  list(name: string): readonly unknown[] | undefined;
  mapping(name: string): Readonly<Record<string, unknown>> | undefined;
}

/** Opens a mapping whose fields are known; unknown ones are reported with the nearest known name. */
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
  return fieldsOf(value, at, report);
}

function fieldsOf(value: Readonly<Record<string, unknown>>, at: Origin, report: Report): Fields {
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
    strings: (name) =>
      read(
        name,
        "a list of texts",
        (found): found is string[] => Array.isArray(found) && found.every((item) => typeof item === "string"),
      ),
    choice: (name, choices) => readChoice(name, choices),
    list: (name) => read(name, "a list", (found) => Array.isArray(found)),
    mapping: (name) => read(name, "a mapping", isMapping),
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
