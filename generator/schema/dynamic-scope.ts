import type { Origin } from "../base/origin.js";
import type { Mapping } from "../base/mapping.js";
import type { Resource } from "./resources.js";

/**
 * The scope that decides where `$dynamicRef` and `$recursiveRef` lead. For each dynamic anchor, the scope contains
 * the outermost resource that has the anchor, among the resources that the reader has entered. The number of
 * scopes is finite, so dynamic references can be resolved at generation time.
 */
export interface DynamicScope {
  readonly outermost: ReadonlyMap<string, Dynamic>;
  /** A text that identifies the scope. Equal scopes have equal texts. */
  readonly signature: string;
}

export interface Dynamic {
  readonly node: Mapping;
  readonly origin: Origin;
  readonly resource: Resource;
}

export const emptyScope: DynamicScope = { outermost: new Map(), signature: "" };

/** The key for `$recursiveAnchor`. The name of an anchor can never equal this key. */
export const recursiveAnchor = "#";

const numbers = new WeakMap<object, number>();
let count = 0;

function numberOf(node: object): number {
  let number = numbers.get(node);
  if (number === undefined) numbers.set(node, (number = count += 1));
  return number;
}

/** Returns the scope inside a resource. */
export function enter(scope: DynamicScope, resource: Resource): DynamicScope {
  const outermost = new Map(scope.outermost);
  for (const [name, { node, origin, dynamic }] of resource.anchors) {
    if (dynamic && !outermost.has(name)) outermost.set(name, { node, origin, resource });
  }
  if (resource.recursive && !outermost.has(recursiveAnchor))
    outermost.set(recursiveAnchor, { node: resource.root as Mapping, origin: resource.origin, resource });
  if (outermost.size === scope.outermost.size) return scope;
  const signature = [...outermost]
    .map(([name, { node }]) => `${name}=${numberOf(node)}`)
    .sort()
    .join(" ");
  return { outermost, signature };
}
