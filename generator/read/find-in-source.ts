import type { Span } from "./scan-json.js";

/**
 * The location of a node in the module that produced the data. The keys of the path are searched in the text, each inside the braces of
 * the previous one. If a key is not in the text, such as in an imported schema, the last key that was found is used.
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

/** A key before a colon, a method, a function or a property in short form. */
function findKey(text: string, name: string, { start, end }: Span): Span | undefined {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = new RegExp(`(?<![\\w$."'\`])(["'\`]?)${escaped}\\1(?=\\s*[:(=,}])`, "g");
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null || match.index >= end) return undefined;
  return { start: match.index, end: match.index + match[0].length };
}

/** The text inside the braces that follow the key; without braces the text after the key. */
function windowAfter(text: string, key: Span, outer: Span): Span {
  const opener = /^\s*[:=]\s*\{/.exec(text.slice(key.end, key.end + 200))?.[0];
  if (opener === undefined) return { start: key.end, end: outer.end };
  const start = key.end + opener.length;
  return { start, end: Math.min(closingBrace(text, start), outer.end) };
}

/** Matches strings and comments too, so that their braces are skipped. */
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
