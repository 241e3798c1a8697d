import { isMapping, own } from "../../base/mapping.js";
import { type Origin, within } from "../../base/origin.js";

export { describe, isMapping, type Mapping, own } from "../../base/mapping.js";

/** A value of a document, and where it stands. */
export interface Node {
  readonly value: unknown;
  readonly origin: Origin;
  /** Fields of the value whose text is elsewhere: beside the reference that led here. */
  readonly fields?: ReadonlyMap<string, Node>;
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
  return path.reduce<Node>(field, node);
}

function field(node: Node, step: string | number): Node {
  const elsewhere = node.fields?.get(String(step));
  if (elsewhere !== undefined) return elsewhere;
  const { value, origin } = node;
  const found: unknown = Array.isArray(value) ? value[Number(step)] : own(value, String(step));
  return { value: found, origin: within(origin, step) };
}

/** The entries of a mapping as nodes, extensions left out; none for anything else. */
export function entries(node: Node): readonly (readonly [string, Node])[] {
  return allEntries(node).filter(([key]) => !key.startsWith("x-"));
}

/** Unlike `entries`, with the names that begin with `x-`: properties may. */
export function allEntries(node: Node): readonly (readonly [string, Node])[] {
  if (!isMapping(node.value)) return [];
  return Object.keys(node.value).map((key) => [key, child(node, key)] as const);
}

export function items(node: Node): readonly Node[] {
  return Array.isArray(node.value) ? node.value.map((_, index) => child(node, index)) : [];
}
