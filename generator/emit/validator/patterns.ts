import type { SchemaObject } from "../../ir.js";
import { regex, type Code } from "../code.js";
import { CannotHonour } from "./cannot-honour.js";
import type { Site } from "./scope.js";

/** A pattern of the spec as a constant of the file. Normalisation has made it legal under the `u` flag. */
export function hoistPattern(site: Site, pattern: string, schema: SchemaObject, name = "pattern"): Code {
  return site.scope.module.hoist(site.scope.constantName(...site.name, name), unicodeRegex(pattern, schema));
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
