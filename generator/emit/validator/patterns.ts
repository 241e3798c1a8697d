import type { SchemaObject } from "../../ir.js";
import { longestMatched } from "../../check/patterns/longest-text.js";
import { code, num, regex, type Code } from "../../base/code.js";
import { CannotCheck } from "./cannot-check.js";
import type { ModuleOptions } from "./check-module.js";
import { report, type Site } from "./scope.js";

/**
 * Declares a pattern as a constant of the file. `normalise` has ensured that the pattern is valid with the flag `u`.
 */
export function hoistPattern(site: Site, pattern: string, schema: SchemaObject, name = "pattern"): Code {
  return site.scope.module.hoist(site.scope.constantName(...site.name, name), unicodeRegex(pattern, schema));
}

/**
 * Prints a statement for a loop over the names of properties. The statement refuses a name that is too long for one
 * of the patterns, because such a name cannot be tested.
 */
export function refuseLongNames(patterns: readonly string[], site: Site): readonly Code[] {
  if (patterns.length === 0) return [];
  const longest = longestName(patterns, site.scope.module.options);
  const issue = report(
    { ...site, value: code`key` },
    "propertyName",
    `names of at most ${longest} characters`,
  );
  return [code`if (key.length > ${num(longest)}) { ${issue}; continue; }`];
}

/** Returns the maximum number of characters of a name to which all patterns may be applied. */
export function longestName(patterns: readonly string[], { longestText }: ModuleOptions): number {
  return Math.min(longestMatched, ...patterns.map((pattern) => longestText(pattern)));
}

function unicodeRegex(pattern: string, schema: SchemaObject): Code {
  try {
    return regex(pattern);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CannotCheck(
      "pattern",
      `${JSON.stringify(pattern)} is not a regular expression of ECMAScript`,
      schema,
    );
  }
}
