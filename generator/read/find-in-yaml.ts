import { isAlias, isMap, isScalar, isSeq, type Document, type Node } from "yaml";
import { type AliasTargets, rangeOf } from "./yaml-data.js";

/** Walks to a node, through aliases; where the path leads nowhere, to the deepest node on it. */
export function findInYaml(
  document: Document.Parsed,
  targets: AliasTargets,
  path: readonly (string | number)[],
  on: "key" | "value",
): readonly [number, number] {
  let node: unknown = document.contents;
  let key: unknown;
  for (const step of path) {
    const collection = isAlias(node) ? targets.get(node) : node;
    const child = childOf(collection, step, targets);
    if (child === undefined) break;
    ({ key, node } = child);
  }
  if (on === "key" && key !== undefined) return rangeOf(key);
  return firstLine(isEmpty(node) && key !== undefined ? key : node);
}

interface Child {
  readonly key: unknown;
  readonly node: unknown;
}

function childOf(collection: unknown, step: string | number, targets: AliasTargets): Child | undefined {
  if (isSeq(collection)) {
    const node = typeof step === "number" ? collection.items[step] : undefined;
    return node === undefined ? undefined : { key: undefined, node };
  }
  if (!isMap(collection)) return undefined;
  const pair = collection.items.find((item) => nameOf(item.key, targets) === String(step));
  return pair === undefined ? undefined : { key: pair.key, node: pair.value };
}

function nameOf(key: unknown, targets: AliasTargets): string | undefined {
  const node: Node | unknown = isAlias(key) ? targets.get(key) : key;
  if (!isScalar(node)) return undefined;
  return typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
}

/** `key:` with nothing after it: the key is what a reader looks for. */
function isEmpty(node: unknown): boolean {
  const [start, end] = rangeOf(node);
  return node === null || node === undefined || start === end;
}

/** A mapping is shown by its first key: underlining a whole block helps nobody. */
function firstLine(node: unknown): readonly [number, number] {
  if (isMap(node) && node.flow !== true) {
    const first = node.items[0]?.key;
    return first === undefined ? rangeOf(node) : rangeOf(first);
  }
  if (isSeq(node) && node.flow !== true) return firstLine(node.items[0] ?? null);
  return rangeOf(node);
}
