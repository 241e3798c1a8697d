import type { Origin } from "../base/origin.js";
import type { Mapping } from "../base/mapping.js";
import type { Resource } from "./resources.js";

/**
 * The resources on the way to a schema, as far as `$dynamicRef` and `$recursiveRef` can tell them apart: for each name
 * the outermost resource that has it. There are finitely many, so dynamic references can be decided without a value.
 */
export interface DynamicScope {
  readonly outermost: ReadonlyMap<string, Dynamic>;
  /** Equal for equal scopes. */
  readonly signature: string;
}

export interface Dynamic {
  readonly node: Mapping;
  readonly origin: Origin;
  readonly resource: Resource;
}

export const emptyScope: DynamicScope = { outermost: new Map(), signature: "" };

/** No plain name can be this one. */
export const recursiveAnchor = "#";

const numbers = new WeakMap<object, number>();
let count = 0;

function numberOf(node: object): number {
  let number = numbers.get(node);
  if (number === undefined) numbers.set(node, (number = count += 1));
  return number;
}

/** The scope after a resource was entered. */
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
