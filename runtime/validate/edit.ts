import { segments } from "./pointer.js";

/** Given back by a change that takes the value away. */
export const removed: unique symbol = Symbol("removed");

type Change = (value: unknown, around: unknown) => unknown;

/** A copy in which the value at a pointer is changed; what lies beside the way there is shared, nothing is mutated. */
export function edit(root: unknown, pointer: string, change: Change): unknown {
  return editAt(root, segments(pointer), change, undefined);
}

function editAt(value: unknown, path: readonly string[], change: Change, around: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(value, around);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return value;
  const before = (value as Record<string, unknown>)[name];
  const after = editAt(before, rest, change, value);
  if (after === before) return value;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  if (after === removed) delete copy[name];
  else put(copy, name, after);
  return copy;
}

/** Sets an own property, whatever its name. */
export function put(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
