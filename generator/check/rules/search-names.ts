import { nearest } from "../../base/nearest.js";
import { type Origin, within } from "../../base/origin.js";
import type { SetRule } from "../rule.js";

/** Reports names in `search.always` that no tool or group has, and names in `needs` that no tool has. */
export const searchNames: SetRule = {
  // TP204 is in the catalogue, because the importer of our own YAML reports TP204, too.
  reports: [],
  check: ({ set, report }) => {
    // If the set has errors, a tool may be missing because of an error. The names are then not checked.
    if (report.hasErrorsWithin(set.origin)) return;
    const names = new Set(set.tools.flatMap(({ name, sourceName }) => [name, sourceName]));
    const check = (name: string, known: ReadonlySet<string>, where: string, at: Origin): void => {
      if (known.has(name)) return;
      const near = nearest(name, known);
      const help = near === undefined ? {} : { help: `did you mean "${near}"?` };
      report.add("TP204", at, { tool: name, where }, help);
    };
    const namesAndGroups = new Set([...names, ...set.groups.keys()]);
    for (const name of set.search?.always ?? [])
      check(name, namesAndGroups, "search.always", set.search?.origin ?? set.origin);
    for (const { search, origin } of set.tools)
      for (const name of search?.needs ?? []) check(name, names, "needs", within(origin, "needs"));
  },
};
