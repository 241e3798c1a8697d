/** A range of text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Measure {
  /** The number of keys, if the text is valid JSON. */
  readonly keys: number;
  /** The offset at which the nesting first exceeds the limit. */
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

/** Counts keys and depth without building a value. The function also works for invalid text. */
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

interface Child {
  readonly key: Span | undefined;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds nodes in valid JSON by their path. Only the objects and lists on the path are indexed, each of them
 * once.
 */
export interface JsonIndex {
  /**
   * Returns the node at a path. If no such node exists, the deepest existing node on the path is returned.
   */
  find(path: readonly (string | number)[]): { readonly key: Span | undefined; readonly value: Span };
}

export function createJsonIndex(text: string): JsonIndex {
  const containers = new Map<number, ReadonlyMap<string, Child>>();
  let root: Child | undefined;

  function childrenAt(start: number): ReadonlyMap<string, Child> {
    const known = containers.get(start);
    if (known !== undefined) return known;
    const opener = text.charCodeAt(start);
    const children =
      opener === openBrace
        ? membersOf(text, start)
        : opener === openBracket
          ? itemsOf(text, start)
          : new Map();
    containers.set(start, children);
    return children;
  }

  return {
    find(path) {
      let node = (root ??= rootOf(text));
      for (const step of path) {
        const child = childrenAt(node.start).get(String(step));
        if (child === undefined) break;
        node = child;
      }
      return { key: node.key, value: { start: node.start, end: node.end } };
    },
  };
}

function rootOf(text: string): Child {
  const start = skipSpace(text, 0);
  let end = text.length;
  while (isSpace(text.charCodeAt(end - 1))) end -= 1;
  return { key: undefined, start, end };
}

function membersOf(text: string, object: number): Map<string, Child> {
  const members = new Map<string, Child>();
  let at = skipSpace(text, object + 1);
  while (text.charCodeAt(at) === quote) {
    const key = { start: at, end: endOfString(text, at) };
    const start = skipSpace(text, skipSpace(text, key.end) + 1);
    const end = endOfValue(text, start);
    members.set(keyText(text, key), { key, start, end });
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return members;
}

function itemsOf(text: string, array: number): Map<string, Child> {
  const items = new Map<string, Child>();
  let start = skipSpace(text, array + 1);
  while (text.charCodeAt(start) !== closeBracket) {
    const end = endOfValue(text, start);
    items.set(String(items.size), { key: undefined, start, end });
    const next = skipSpace(text, end);
    if (text.charCodeAt(next) !== comma) break;
    start = skipSpace(text, next + 1);
  }
  return items;
}

/** Returns the text of a key after its escapes were decoded. */
export function keyText(text: string, key: Span): string {
  const raw = text.slice(key.start + 1, key.end - 1);
  return raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** Returns the offset after a value. */
export function endOfValue(text: string, start: number): number {
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

/**
 * Returns the offset after the closing quote. If the string is not closed, the end of the text is returned.
 */
function endOfString(text: string, start: number): number {
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
