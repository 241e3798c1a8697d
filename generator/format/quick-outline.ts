import type { Outline } from "./outline.js";
import { afterBracket, afterType, afterValue } from "./skip.js";

/**
 * Returns the outline of formatted text in a twentieth of the time of a parser. It recognises a statement by its
 * beginning and skips the rest by matching brackets. Returns undefined if it does not recognise a part of the text. The
 * formatter has parsed the text, so brackets match and every statement ends in a semicolon.
 */
export function quickOutline(text: string): Outline | undefined {
  const declares: string[] = [];
  const imports: string[] = [];
  let at = afterBlank(text, 0);
  while (at < text.length) {
    const next = readStatement(text, at, declares, imports);
    if (next === undefined) return undefined;
    at = afterBlank(text, next);
  }
  return { declares, imports };
}

/** Matches white space and comments. */
const blank = /(?:[ \n]+|\/\*[^]*?\*\/|\/\/[^\n]*)*/y;

const name = "[A-Za-z_$][\\w$]*";
/**
 * Matches a type that consists of names. Words such as `keyof` are excluded, because a bracket after such a word may
 * continue the type.
 */
const type = `(?!(?:asserts|infer|is|keyof|new|readonly|typeof|unique)\\b)${name}(?:<[\\w$\\s,<>]*>)?`;
const parameters = "(?:<[\\w$\\s,=]*>)?";

const importing = new RegExp(`import (?:type )?(?:${name}|\\{[\\w$\\s,]*\\}) from "([^"\\\\\\n]*)";`, "y");
const exporting = /export (?:type )?\{[\w$\s,]*\}(?: from "([^"\\\n]*)")?;/y;
const beforeBody = new RegExp(`(?:: ${type})? (?=\\{)`, "y");

/** For each kind of declaration: a pattern of its beginning, and a function that skips the rest. */
const declarations = [
  {
    pattern: new RegExp(`(?:export )?const (${name})(?:: ${type})? =(?=\\s)`, "y"),
    afterRest: afterValue,
  },
  {
    pattern: new RegExp(`(?:export )?(?:async )?function (${name})${parameters}(?=\\()`, "y"),
    afterRest: afterFunction,
  },
  {
    pattern: new RegExp(`(?:export )?interface (${name})${parameters} (?=\\{)`, "y"),
    afterRest: afterBracket,
  },
  {
    pattern: new RegExp(`(?:export )?type (${name})${parameters} =(?=\\s)`, "y"),
    afterRest: afterType,
  },
];

/** Reads one statement, adds its declarations or imports to the lists, and returns the position after it. */
function readStatement(text: string, at: number, declares: string[], imports: string[]): number | undefined {
  const module = match(importing, text, at) ?? match(exporting, text, at);
  if (module !== undefined) {
    if (module.found !== undefined) imports.push(module.found);
    return module.end;
  }
  for (const { pattern, afterRest } of declarations) {
    const declared = match(pattern, text, at);
    if (declared?.found === undefined) continue;
    declares.push(declared.found);
    return afterRest(text, declared.end);
  }
  return undefined;
}

/** Skips the parameters and the body of a function. */
function afterFunction(text: string, at: number): number | undefined {
  const end = afterBracket(text, at);
  const result = end === undefined ? undefined : match(beforeBody, text, end);
  return result === undefined ? undefined : afterBracket(text, result.end);
}

function afterBlank(text: string, at: number): number {
  return match(blank, text, at)?.end ?? at;
}

function match(
  pattern: RegExp,
  text: string,
  at: number,
): { readonly end: number; readonly found: string | undefined } | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : { end: pattern.lastIndex, found: found[1] };
}
