import type { SourceDocument } from "../base/documents.js";
import { isMapping, own } from "../base/mapping.js";
import { within, type Origin } from "../base/origin.js";

export { isMapping, type Mapping, own } from "../base/mapping.js";

/** A value of a foreign document together with its place. */
export interface Node {
  /** `undefined` where the document has nothing. */
  readonly value: unknown;
  readonly origin: Origin;
}

export function has(value: unknown, key: string): boolean {
  return own(value, key) !== undefined;
}

export function rootOf(document: SourceDocument): Node {
  return { value: document.value, origin: { document, path: [] } };
}

/** What stands under a key; keys given one after the other lead further down. */
export function at(node: Node, ...keys: readonly string[]): Node {
  return keys.reduce<Node>(
    (parent, key) => ({ value: own(parent.value, key), origin: within(parent.origin, key) }),
    node,
  );
}

/** The first of several spellings that the document uses, e.g. `inputSchema` or `input_schema`. */
export function either(node: Node, ...keys: readonly [string, ...string[]]): Node {
  return at(node, keys.find((key) => has(node.value, key)) ?? keys[0]);
}

/** The items of a list; nothing where there is no list. */
export function itemsOf(node: Node): readonly Node[] {
  if (!Array.isArray(node.value)) return [];
  return node.value.map((value: unknown, index) => ({ value, origin: within(node.origin, index) }));
}

/** The values of a mapping with their keys; nothing where there is no mapping. */
export function entriesOf(node: Node): readonly (readonly [string, Node])[] {
  if (!isMapping(node.value)) return [];
  return Object.keys(node.value).map((key) => [key, at(node, key)] as const);
}

/** What was found, in words. */
export function described(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (isMapping(value)) return "a mapping";
  if (typeof value === "string") return value === "" ? "an empty text" : `the text ${shortened(value)}`;
  return `${typeof value === "boolean" ? "the boolean" : "the number"} ${String(value)}`;
}

function shortened(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
