import type { SchemaObject } from "../../ir.js";
import { longestMatched } from "../../check/patterns/longest-text.js";
import { code, num, regex, type Code } from "../../base/code.js";
import { CannotHonour } from "./cannot-honour.js";
import type { ModuleOptions } from "./check-module.js";
import { report, type Site } from "./scope.js";

/** Declares a pattern of the spec as a constant of the file. `normalise` has made it valid under the `u` flag. */
export function hoistPattern(site: Site, pattern: string, schema: SchemaObject, name = "pattern"): Code {
  return site.scope.module.hoist(site.scope.constantName(...site.name, name), unicodeRegex(pattern, schema));
}

/**
 * For a loop over names: a name that is too long for one of the patterns is refused, since its value could not be
 * checked.
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

/** The longest name to which all of the patterns may be applied. */
export function longestName(patterns: readonly string[], { longestText }: ModuleOptions): number {
  return Math.min(longestMatched, ...patterns.map((pattern) => longestText(pattern)));
}

function unicodeRegex(pattern: string, schema: SchemaObject): Code {
  try {
    return regex(pattern);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CannotHonour(
      "pattern",
      `${JSON.stringify(pattern)} is not a regular expression of ECMAScript`,
      schema,
    );
  }
}
