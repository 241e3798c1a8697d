import type { Span } from "./scan-json.js";

/**
 * Finds a value in the source of the module that returned the value. The keys of the path are searched one
 * after another, each inside the braces of the previous key. If a key is not in the source, for example
 * because a schema is imported, the last key that was found is used.
 */
export function findInSource(text: string, path: readonly (string | number)[]): Span {
  const start = Math.max(0, text.search(/\bexport\s+default\b|\bdefineTools\s*\(/));
  let window: Span = { start, end: text.length };
  let found: Span = { start, end: start };
  for (const step of path) {
    if (typeof step === "number") continue;
    const key = findKey(text, step, window);
    if (key === undefined) continue;
    found = key;
    window = windowAfter(text, key, window);
  }
  return found;
}

/**
 * Finds a key in one of its notations: before a colon, as a method, as a function, or as a property in short
 * form.
 */
function findKey(text: string, name: string, { start, end }: Span): Span | undefined {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(`(?<![\\w$."'\`])(["'\`]?)${escaped}\\1(?=\\s*[:(=,}])`, "g");
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null || match.index >= end) return undefined;
  return { start: match.index, end: match.index + match[0].length };
}

/**
 * Returns the range inside the braces that follow a key. If no braces follow, the range extends from the key
 * to the end of the outer range.
 */
function windowAfter(text: string, key: Span, outer: Span): Span {
  const opener = /^\s*[:=]\s*\{/.exec(text.slice(key.end, key.end + 200))?.[0];
  if (opener === undefined) return { start: key.end, end: outer.end };
  const start = key.end + opener.length;
  return { start, end: Math.min(closingBrace(text, start), outer.end) };
}

/**
 * Matches braces, strings and comments. Strings and comments are skipped, because braces in them do not
 * count.
 */
const token = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}]/g;

function closingBrace(text: string, start: number): number {
  let depth = 1;
  token.lastIndex = start;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === "{") depth += 1;
    if (match[0] === "}") depth -= 1;
    if (depth === 0) return match.index;
  }
  return text.length;
}
