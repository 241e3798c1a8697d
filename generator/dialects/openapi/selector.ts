import { isMapping } from "./node.js";

/** One line of `include` or `exclude`; every given part must match. `*` stands for any characters. */
export interface Selector {
  /** As the user wrote it. */
  readonly text: string;
  readonly operationId: RegExp | undefined;
  readonly tag: RegExp | undefined;
  readonly path: RegExp | undefined;
  readonly method: RegExp | undefined;
}

export interface Selectable {
  readonly operationId: string | undefined;
  readonly tags: readonly string[];
  readonly path: string;
  /** Upper case. */
  readonly method: string;
}

/** `getPet`, `get*`, `tag:pets`, `GET /pets/*`, `/pets`, or a mapping of the same parts. */
export function parseSelector(value: unknown): Selector | undefined {
  if (typeof value === "string" && value !== "") return fromText(value);
  if (!isMapping(value)) return undefined;
  const known = ["operationId", "tag", "path", "method"];
  const parts = Object.entries(value);
  if (parts.length === 0 || parts.some(([key, part]) => !known.includes(key) || typeof part !== "string"))
    return undefined;
  const part = (key: string): RegExp | undefined => {
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

function glob(text: string, ignoreCase = false): RegExp {
  const pattern = text
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${pattern}$`, ignoreCase ? "is" : "s");
}

export function matches(selector: Selector, operation: Selectable): boolean {
  return (
    (selector.operationId === undefined ||
      (operation.operationId !== undefined && selector.operationId.test(operation.operationId))) &&
    (selector.tag === undefined || operation.tags.some((tag) => selector.tag!.test(tag))) &&
    (selector.path === undefined || selector.path.test(operation.path)) &&
    (selector.method === undefined || selector.method.test(operation.method))
  );
}
