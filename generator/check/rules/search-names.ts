import { nearest } from "../../base/nearest.js";
import { type Origin, within } from "../../base/origin.js";
import type { SetRule } from "../rule.js";

/** Reports names in `search.always` and `needs` that no tool has. */
export const searchNames: SetRule = {
  // The importer of our own YAML reports TP204 as well.
  reports: [],
  check: ({ set, report }) => {
    // A tool that was left out because of an error is not missing by mistake.
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
