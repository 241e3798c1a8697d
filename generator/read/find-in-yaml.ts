import { isAlias, isMap, isScalar, isSeq, type Document, type Node, type YAMLMap } from "yaml";
import { type AliasTargets, isMergeKey, rangeOf } from "./yaml-data.js";

/**
 * Finds nodes in a YAML document by their path. Each mapping is indexed once, because a large document may
 * have many diagnostics.
 */
export interface YamlIndex {
  /**
   * Returns the start and end of the node at a path. Aliases and merge keys are followed. If no such node
   * exists, the deepest existing node on the path is used.
   */
  find(path: readonly (string | number)[], on: "key" | "value"): readonly [number, number];
}

interface Child {
  readonly key: unknown;
  readonly node: unknown;
}

export function createYamlIndex(document: Document.Parsed, targets: AliasTargets): YamlIndex {
  const known = new Map<YAMLMap, ReadonlyMap<string, Child>>();
  const resolved = (node: unknown): unknown => (isAlias(node) ? targets.get(node) : node);

  function membersOf(map: YAMLMap): ReadonlyMap<string, Child> {
    const found = known.get(map);
    if (found !== undefined) return found;
    const members = new Map<string, Child>();
    for (const { key, value } of map.items) {
      const name = isMergeKey(key) ? undefined : nameOf(resolved(key));
      if (name !== undefined && !members.has(name)) members.set(name, { key, node: value });
    }
    // Keys of the mapping itself have precedence over merged keys. Earlier merged mappings have precedence
    // over later ones.
    for (const { key, value } of map.items) {
      if (!isMergeKey(key)) continue;
      for (const source of mergedInto(resolved(value))) {
        for (const [name, child] of membersOf(source)) if (!members.has(name)) members.set(name, child);
      }
    }
    known.set(map, members);
    return members;
  }

  function mergedInto(value: unknown): readonly YAMLMap[] {
    const sources = isSeq(value) ? value.items.map(resolved) : [value];
    return sources.filter((source) => isMap(source));
  }

  function childOf(collection: unknown, step: string | number): Child | undefined {
    if (isMap(collection)) return membersOf(collection).get(String(step));
    const node = isSeq(collection) && typeof step === "number" ? collection.items[step] : undefined;
    return node === undefined ? undefined : { key: undefined, node };
  }

  return {
    find(path, on) {
      let node: unknown = document.contents;
      let key: unknown;
      for (const step of path) {
        const child = childOf(resolved(node), step);
        if (child === undefined) break;
        ({ key, node } = child);
      }
      if (on === "key" && key !== undefined) return rangeOf(key);
      return firstLine(isEmpty(node) && key !== undefined ? key : node);
    },
  };
}

function nameOf(key: Node | unknown): string | undefined {
  if (!isScalar(key)) return undefined;
  return typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
}

/** Whether a node is empty, as after `key:`. A diagnostic then points to the key. */
function isEmpty(node: unknown): boolean {
  const [start, end] = rangeOf(node);
  return node === null || node === undefined || start === end;
}

/**
 * Returns the range of the first key of a mapping. The range of a complete block would not help the reader.
 */
function firstLine(node: unknown): readonly [number, number] {
  if (isMap(node) && node.flow !== true) {
    const first = node.items[0]?.key;
    return first === undefined ? rangeOf(node) : rangeOf(first);
  }
  if (isSeq(node) && node.flow !== true) return firstLine(node.items[0] ?? null);
  return rangeOf(node);
}
