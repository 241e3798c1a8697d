/** A stretch of text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Measure {
  /** Keys outside strings, if the text is JSON. */
  readonly keys: number;
  /** Where the nesting first exceeds the limit. */
  readonly tooDeepAt: number | undefined;
}

const quote = 34;
const comma = 44;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/** Counts keys and depth without building anything; works on broken text as well. */
export function measureJson(text: string, maxDepth: number): Measure {
  let keys = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfString(text, at) - 1;
    else if (character === colon) keys += 1;
    else if (character === openBracket || character === openBrace) {
      depth += 1;
      if (depth > maxDepth) return { keys, tooDeepAt: at };
    } else if (character === closeBracket || character === closeBrace) depth -= 1;
  }
  return { keys, tooDeepAt: undefined };
}

/**
 * Walks valid JSON to a node, skipping what lies beside the way. Where the path leads nowhere, the
 * deepest node on it is found.
 */
export function findInJson(
  text: string,
  path: readonly (string | number)[],
): { readonly key: Span | undefined; readonly value: Span } {
  let start = skipSpace(text, 0);
  let key: Span | undefined;
  for (const step of path) {
    const opener = text.charCodeAt(start);
    const child =
      opener === openBrace
        ? findMember(text, start, String(step))
        : opener === openBracket && typeof step === "number"
          ? findItem(text, start, step)
          : undefined;
    if (child === undefined) break;
    ({ key, start } = child);
  }
  return { key, value: { start, end: endOfValue(text, start) } };
}

interface Child {
  readonly key: Span | undefined;
  readonly start: number;
}

function findMember(text: string, object: number, name: string): Child | undefined {
  let at = skipSpace(text, object + 1);
  while (text.charCodeAt(at) === quote) {
    const key = { start: at, end: endOfString(text, at) };
    const start = skipSpace(text, skipSpace(text, key.end) + 1);
    if (keyText(text, key) === name) return { key, start };
    at = skipSpace(text, endOfValue(text, start));
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return undefined;
}

function findItem(text: string, array: number, index: number): Child | undefined {
  let start = skipSpace(text, array + 1);
  for (let passed = 0; text.charCodeAt(start) !== closeBracket; passed += 1) {
    if (passed === index) return { key: undefined, start };
    const end = skipSpace(text, endOfValue(text, start));
    if (text.charCodeAt(end) !== comma) return undefined;
    start = skipSpace(text, end + 1);
  }
  return undefined;
}

/** The text of a key, escapes resolved. */
export function keyText(text: string, key: Span): string {
  const raw = text.slice(key.start + 1, key.end - 1);
  return raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** The offset after a value. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      at = endOfString(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (character === openBracket || character === openBrace) depth += 1;
    else if (character === closeBracket || character === closeBrace) {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (character === comma || isSpace(character))) return at;
  }
  return text.length;
}

/** The offset after the closing quote, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let from = start + 1; ; ) {
    const end = text.indexOf('"', from);
    if (end === -1) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash && end - 1 - backslashes > start)
      backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
    from = end + 1;
  }
}

export function skipSpace(text: string, at: number): number {
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(character: number): boolean {
  return character === 32 || character === 10 || character === 13 || character === 9;
}
