import { code, key, str, type Code } from "../../base/code.js";
import type { Site } from "./scope.js";

/** A name that every object inherits is read with `own`. Any other name that is present is an own property. */
export function isInherited(name: string): boolean {
  return name in {};
}

/** `city`, or `"two words": twoWords`, for a destructuring declaration. */
export function binding(name: string, local: Code): Code {
  return name === local.toString() ? local : code`${key(name)}: ${local}`;
}

/** Reads a single property into a constant. */
export function readProperty(name: string, local: Code, site: Site): Code {
  if (isInherited(name)) return code`const ${local} = ${readOwn(name, site)};`;
  return code`const { ${binding(name, local)} } = ${site.value};`;
}

/** The value of a property as an expression. */
export function readOwn(name: string, { value, scope }: Site): Code {
  return code`${scope.module.use("own")}(${value}, ${str(name)})`;
}
