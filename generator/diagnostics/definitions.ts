import { problemsOfRules } from "../check/rules/index.js";
import type { Definition } from "./catalogue/definition.js";
import { catalogue } from "./catalogue/index.js";

/**
 * Every diagnostic by its code, in the order of the codes. Diagnostics come from the catalogue and from the
 * rules.
 */
export const definitions: ReadonlyMap<string, Definition<never>> = new Map(
  [
    ...Object.entries<Definition<never>>(catalogue),
    ...problemsOfRules.map((problem) => [problem.code, problem] as const),
  ].sort(([a], [b]) => (a < b ? -1 : 1)),
);
