import { isMapping } from "../node.js";

/**
 * One line of `include` or `exclude`. An operation must match all parts of the line. `*` stands for any
 * characters.
 */
export interface Selector {
  /** The selector as the user wrote it. */
  readonly text: string;
  readonly operationId: Glob | undefined;
  readonly tag: Glob | undefined;
  readonly path: Glob | undefined;
  readonly method: Glob | undefined;
}

/** The fields of an operation that a selector can match. */
export interface Selectable {
  readonly operationId: string | undefined;
  readonly tags: readonly string[];
  readonly path: string;
  /** The method in upper case. */
  readonly method: string;
}

/**
 * Parses a selector: `getPet`, `get*`, `tag:pets`, `GET /pets/*`, `/pets`, or a mapping such as `{ tag: pets
 * }`.
 */
export function parseSelector(value: unknown): Selector | undefined {
  if (typeof value === "string" && value !== "") return fromText(value);
  if (!isMapping(value)) return undefined;
  const known = ["operationId", "tag", "path", "method"];
  const parts = Object.entries(value);
  if (parts.length === 0 || parts.some(([key, part]) => !known.includes(key) || typeof part !== "string"))
    return undefined;
  const part = (key: string): Glob | undefined => {
    const text = value[key];
    return typeof text === "string" ? glob(text, key === "method") : undefined;
  };
  return {
    text: parts.map(([key, text]) => `${key}: ${String(text)}`).join(", "),
    operationId: part("operationId"),
    tag: part("tag"),
    path: part("path"),
    method: part("method"),
  };
}

function fromText(text: string): Selector {
  const nothing = { text, operationId: undefined, tag: undefined, path: undefined, method: undefined };
  if (text.startsWith("tag:")) return { ...nothing, tag: glob(text.slice(4).trim()) };
  if (text.startsWith("/")) return { ...nothing, path: glob(text) };
  const call = /^([A-Za-z]+|\*)\s+(\/.*)$/.exec(text);
  if (call) return { ...nothing, method: glob(call[1]!, true), path: glob(call[2]!) };
  return { ...nothing, operationId: glob(text) };
}

/** A function that decides whether a text matches a pattern such as `get*`. */
type Glob = (text: string) => boolean;

function glob(pattern: string, ignoreCase = false): Glob {
  const comparable = ignoreCase ? pattern.toUpperCase() : pattern;
  return (text) => matchesGlob(comparable, ignoreCase ? text.toUpperCase() : text);
}

/**
 * Matches each part between two stars at the first place where it occurs. This leaves the most text for the
 * other parts. A regular expression would try all ways to divide the text, which could take very long.
 */
function matchesGlob(pattern: string, text: string): boolean {
  const [first, ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first!)) return false;
  let at = first!.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

export function matches(selector: Selector, operation: Selectable): boolean {
  return (
    (selector.operationId === undefined ||
      (operation.operationId !== undefined && selector.operationId(operation.operationId))) &&
    (selector.tag === undefined || operation.tags.some((tag) => selector.tag!(tag))) &&
    (selector.path === undefined || selector.path(operation.path)) &&
    (selector.method === undefined || selector.method(operation.method))
  );
}
