import type { SourceDocument } from "../base/documents.js";
import { isMapping, own } from "../base/mapping.js";
import { within, type Origin } from "../base/origin.js";

export { isMapping, type Mapping, own } from "../base/mapping.js";

/** A value of a foreign document together with its location. */
export interface Node {
  /** The value of the node. Undefined if the document has no value at this location. */
  readonly value: unknown;
  readonly origin: Origin;
  /**
   * Fields that come from another location, such as a `description` next to the reference that led to this
   * node.
   */
  readonly fields?: ReadonlyMap<string, Node>;
}

export function rootOf(document: SourceDocument): Node {
  return { value: document.value, origin: { document, path: [] } };
}

/**
 * Returns a unique key for the location of a node. The key is the same for every reference that leads to the
 * node, even from different files.
 */
export function keyOf({ origin }: Node): string {
  return `${origin.document.file}#${JSON.stringify(origin.path)}`;
}

export function has(value: unknown, key: string): boolean {
  return own(value, key) !== undefined;
}

export function ownString(value: unknown, key: string): string | undefined {
  const found = own(value, key);
  return typeof found === "string" ? found : undefined;
}

export function ownList(value: unknown, key: string): readonly unknown[] {
  const found = own(value, key);
  return Array.isArray(found) ? found : [];
}

/** The value at a path below a node. */
export function child(node: Node, ...path: readonly (string | number)[]): Node {
  return path.reduce<Node>(field, node);
}

function field(node: Node, step: string | number): Node {
  const elsewhere = node.fields?.get(String(step));
  if (elsewhere !== undefined) return elsewhere;
  const { value, origin } = node;
  const found: unknown = Array.isArray(value) ? value[Number(step)] : own(value, String(step));
  return { value: found, origin: within(origin, step) };
}

/**
 * The value of a field with several spellings, such as `inputSchema` and `input_schema`. The first spelling
 * that the document uses is read.
 */
export function either(node: Node, ...keys: readonly [string, ...string[]]): Node {
  return child(node, keys.find((key) => has(node.value, key)) ?? keys[0]);
}

/** The items of a list. Empty if the value is not a list. */
export function items(node: Node): readonly Node[] {
  return Array.isArray(node.value) ? node.value.map((_, index) => child(node, index)) : [];
}

/** The values of a mapping with their keys. Empty if the value is not a mapping. */
export function entries(node: Node): readonly (readonly [string, Node])[] {
  if (!isMapping(node.value)) return [];
  return Object.keys(node.value).map((key) => [key, child(node, key)] as const);
}

/**
 * The entries of a mapping except extensions, which are keys that begin with `x-`. Do not use this function
 * for `properties`, because a property may have such a name.
 */
export function withoutExtensions(node: Node): readonly (readonly [string, Node])[] {
  return entries(node).filter(([key]) => !key.startsWith("x-"));
}
