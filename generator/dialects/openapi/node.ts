import { isMapping, own } from "../../mapping.js";
import { type Origin, within } from "../../origin.js";

export { describe, isMapping, type Mapping, own } from "../../mapping.js";

/** A value of a document, and where it stands. */
export interface Node {
  readonly value: unknown;
  readonly origin: Origin;
}

/** One name for what stands at a place, whatever file refers to it. */
export function keyOf({ origin }: Node): string {
  return `${origin.document.file}#${JSON.stringify(origin.path)}`;
}

export function ownString(value: unknown, key: string): string | undefined {
  const found = own(value, key);
  return typeof found === "string" ? found : undefined;
}

export function ownList(value: unknown, key: string): readonly unknown[] {
  const found = own(value, key);
  return Array.isArray(found) ? found : [];
}

export function child(node: Node, ...path: (string | number)[]): Node {
  let value = node.value;
  for (const step of path) {
    value = Array.isArray(value) ? value[Number(step)] : own(value, String(step));
  }
  return { value, origin: within(node.origin, ...path) };
}

/** The entries of a mapping as nodes, extensions left out; none for anything else. */
export function entries(node: Node): readonly (readonly [string, Node])[] {
  if (!isMapping(node.value)) return [];
  return Object.keys(node.value)
    .filter((key) => !key.startsWith("x-"))
    .map((key) => [key, child(node, key)] as const);
}

export function items(node: Node): readonly Node[] {
  return Array.isArray(node.value) ? node.value.map((_, index) => child(node, index)) : [];
}
