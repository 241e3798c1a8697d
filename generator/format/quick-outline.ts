import type { Outline } from "./outline.js";
import { afterBracket, afterType, afterValue } from "./skip.js";

/**
 * The outline of formatted text, in a twentieth of a parser's time. It recognises the statements of generated code by their beginnings
 * and skips the rest of each by its brackets. Undefined if it does not recognise any part of the text; a parser decides then. It relies on
 * the formatter, which has parsed the text: brackets match, and every statement has its semicolon.
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

/** White space and comments. */
const blank = /(?:[ \n]+|\/\*[^]*?\*\/|\/\/[^\n]*)*/y;

const name = "[A-Za-z_$][\\w$]*";
/** A type made of names. Words after which a bracket may continue the type are excluded. */
const type = `(?!(?:asserts|infer|is|keyof|new|readonly|typeof|unique)\\b)${name}(?:<[\\w$\\s,<>]*>)?`;
const parameters = "(?:<[\\w$\\s,=]*>)?";

const importing = new RegExp(`import (?:type )?(?:${name}|\\{[\\w$\\s,]*\\}) from "([^"\\\\\\n]*)";`, "y");
const exporting = /export (?:type )?\{[\w$\s,]*\}(?: from "([^"\\\n]*)")?;/y;
const beforeBody = new RegExp(`(?:: ${type})? (?=\\{)`, "y");

/** The beginning of each kind of declaration, and a function that skips the rest. */
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

/** Adds the declarations or imports of a statement to the lists, and returns the position after it. */
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

/** Skips the parameters of a function and its body. */
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
