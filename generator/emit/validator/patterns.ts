import type { SchemaObject } from "../../ir.js";
import { regex, type Code } from "../code.js";
import { CannotHonour } from "./cannot-honour.js";
import type { Site } from "./scope.js";

/** A pattern of the spec as a constant of the file. */
export function hoistPattern(site: Site, pattern: string, schema: SchemaObject, name = "pattern"): Code {
  return site.scope.module.hoist(site.scope.constantName(...site.name, name), unicodeRegex(pattern, schema));
}

/** Compiles under the `u` flag, after a rewrite of what only the old syntax allows. */
function unicodeRegex(pattern: string, schema: SchemaObject): Code {
  for (const source of [pattern, rewriteForUnicode(pattern)]) {
    try {
      return regex(source);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  throw new CannotHonour(
    "pattern",
    `${JSON.stringify(pattern)} is not a regular expression of ECMAScript`,
    schema,
  );
}

/**
 * Says the same under the `u` flag: drops the backslash of needless escapes (`\-`, `\_`, `\@`), escapes braces and brackets that
 * stand for themselves, and hyphens beside a class such as `\w` inside brackets.
 */
export function rewriteForUnicode(pattern: string): string {
  let result = "";
  let inClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const rest = pattern.slice(index);
    const [escape] =
      /^\\(?:u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|[^])/u.exec(
        rest,
      ) ?? [];
    const [quantifier] = inClass ? [] : (/^\{\d+(?:,\d*)?\}/.exec(rest) ?? []);
    if (escape !== undefined) {
      result += legalEscape(escape, inClass);
      index += escape.length - 1;
    } else if (quantifier !== undefined && result !== "") {
      result += quantifier;
      index += quantifier.length - 1;
    } else if (inClass && rest[0] === "-" && /^-\\[wWdDsS]|^-\]/.test(rest)) {
      result += "\\-";
    } else if (inClass && rest[0] === "-" && /\\[wWdDsS]$/.test(result)) {
      result += "\\-";
    } else if (!inClass && /^[{}\]]/.test(rest)) {
      result += `\\${rest[0]}`;
    } else {
      if (rest[0] === "[") inClass = true;
      if (rest[0] === "]") inClass = false;
      result += rest[0];
    }
  }
  return result;
}

function legalEscape(escape: string, inClass: boolean): string {
  if (escape.length > 2) return escape;
  const character = escape.slice(1);
  if (character === "-" && inClass) return escape;
  return /[\^$\\.*+?()[\]{}|/wWdDsSbBfnrtv0-9]/.test(character) ? escape : character;
}
