import type { Report } from "../diagnostics/report.js";
import { nearest } from "../base/nearest.js";
import { within } from "../base/origin.js";
import { showValue } from "../base/show-value.js";
import type { SearchSettings } from "../ir.js";
import { mostResults, searchModes, searchOptions } from "../tool-fields/search-options.js";
import { type Fields, isMapping } from "./fields.js";
import type { Settings } from "./spec-settings.js";

type Path = readonly string[];

/** Reports an invalid value. `at` is the path of the value below `search`. */
type Wrong = (at: Path, expected: string, found: unknown) => void;

interface FoundSearch {
  readonly search?: SearchSettings;
}

/** Reads the field `search` of a spec in our YAML. */
export function readSpecSearch(fields: Fields, report: Report): FoundSearch {
  const origin = fields.origin("search");
  const search = readSearch(fields.raw("search"), (at, expected, found) =>
    report.add("TP202", within(origin, ...at), {
      field: ["search", ...at].join("."),
      expected,
      found: showValue(found),
    }),
  );
  return search === undefined ? {} : { search: { ...search, origin } };
}

/** Reads the setting `search`, which every dialect has. */
export function readSearchSetting(settings: Settings): FoundSearch {
  const search = readSearch(settings.get("search"), (at, expected, found) =>
    settings.add("TP617", ["search", ...at], {
      setting: ["search", ...at].join("."),
      expected,
      found: showValue(found),
    }),
  );
  return search === undefined ? {} : { search };
}

function readSearch(value: unknown, wrong: Wrong): SearchSettings | undefined {
  if (value === undefined || value === false) return undefined;
  if (value !== true && !isMapping(value)) {
    wrong([], "true, false or a mapping of options", value);
    return undefined;
  }
  const given = value === true ? {} : value;
  const known = Object.keys(searchOptions);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    wrong(
      [name],
      near === undefined ? `one of the options ${known.join(", ")}` : `the option "${near}"`,
      name,
    );
  }
  const check = <T>(name: string, expected: string, fits: (found: unknown) => found is T): T | undefined => {
    const found = given[name];
    if (found === undefined || fits(found)) return found;
    wrong([name], expected, found);
    return undefined;
  };
  return {
    always: check("always", "a list of names", isTexts) ?? [],
    mode: check("mode", "call or activate", isMode) ?? "call",
    results: check("results", `a whole number from 1 to ${mostResults}`, isResults),
    synonyms: check("synonyms", "lists of words by word", isSynonyms) ?? {},
    needs: check("needs", "true or false", (found) => typeof found === "boolean") ?? true,
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isMode(value: unknown): value is SearchSettings["mode"] {
  return searchModes.some((mode) => mode === value);
}

function isResults(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= mostResults;
}

function isSynonyms(value: unknown): value is SearchSettings["synonyms"] {
  return isMapping(value) && Object.values(value).every(isTexts);
}
