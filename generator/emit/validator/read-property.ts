import { code, key, str, type Code } from "../../base/code.js";
import type { Site } from "./scope.js";

/**
 * Returns whether every object inherits a property of this name, for example `toString`. Such a property must be read
 * with `own` of the runtime.
 */
export function isInherited(name: string): boolean {
  return name in {};
}

/** Prints a part of a destructuring declaration: `city` or `"two words": twoWords`. */
export function binding(name: string, local: Code): Code {
  return name === local.toString() ? local : code`${key(name)}: ${local}`;
}

/** Prints the declaration of a constant that holds a property. */
export function readProperty(name: string, local: Code, site: Site): Code {
  if (isInherited(name)) return code`const ${local} = ${readOwn(name, site)};`;
  return code`const { ${binding(name, local)} } = ${site.value};`;
}

/** Prints an expression for the value of an own property. */
export function readOwn(name: string, { value, scope }: Site): Code {
  return code`${scope.module.use("own")}(${value}, ${str(name)})`;
}
