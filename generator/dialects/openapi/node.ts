import { type Origin, within } from "../../origin.js";

/** A value of a document, and where it stands. */
export interface Node {
  readonly value: unknown;
  readonly origin: Origin;
}

export type Mapping = Readonly<Record<string, unknown>>;

export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field of a mapping; inherited names such as `constructor` are never fields. */
export function own(value: unknown, key: string): unknown {
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
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

/** What a value is, for messages: never the value itself unless it is short. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  const text = JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 37)}...`;
}
