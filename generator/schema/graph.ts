import type { Schema } from "../ir.js";
import { eachChild } from "../base/schema-children.js";

/**
 * Returns the ids of the definitions to which a schema refers, once for each reference. With `sameValueOnly`,
 * references inside properties, items and other nested values are left out.
 */
export function referencesOf(schema: Schema, sameValueOnly = false): readonly string[] {
  const found: string[] = [];
  const visit = (node: Schema): void => {
    if (typeof node === "boolean") return;
    if (node.$ref !== undefined) found.push(node.$ref);
    if (!sameValueOnly) found.push(...Object.values(node.discriminator?.mapping ?? {}));
    eachChild(node, (child, part) => {
      if (part === "value" || !sameValueOnly) visit(child);
    });
  };
  visit(schema);
  return found;
}

/**
 * Returns the ids of all definitions that can be reached from a schema. The nearest definitions come first.
 */
export function reachable(schema: Schema, schemaOf: (id: string) => Schema): ReadonlySet<string> {
  const found = new Set(referencesOf(schema));
  for (const id of found) for (const next of referencesOf(schemaOf(id))) found.add(next);
  return found;
}

/**
 * Returns the ids that lie on a cycle of references. Tarjan's algorithm runs with its own stack, because
 * chains of references may be long.
 */
export function onCycles(
  ids: Iterable<string>,
  edges: (id: string) => readonly string[],
): ReadonlySet<string> {
  const cyclic = new Set<string>();
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  for (const start of ids) {
    if (index.has(start)) continue;
    const work: { id: string; targets: readonly string[]; next: number }[] = [];
    const enter = (id: string): void => {
      index.set(id, index.size);
      low.set(id, index.get(id)!);
      open.push(id);
      isOpen.add(id);
      work.push({ id, targets: edges(id), next: 0 });
    };
    enter(start);
    while (work.length > 0) {
      const frame = work.at(-1)!;
      const target = frame.targets[frame.next];
      if (target !== undefined) {
        frame.next += 1;
        if (target === frame.id) cyclic.add(target);
        if (!index.has(target)) enter(target);
        else if (isOpen.has(target)) low.set(frame.id, Math.min(low.get(frame.id)!, index.get(target)!));
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent !== undefined) low.set(parent.id, Math.min(low.get(parent.id)!, low.get(frame.id)!));
      if (low.get(frame.id) === index.get(frame.id)) closeComponent(frame.id, open, isOpen, cyclic);
    }
  }
  return cyclic;
}

function closeComponent(id: string, open: string[], isOpen: Set<string>, cyclic: Set<string>): void {
  const component: string[] = [];
  let member: string | undefined;
  do {
    member = open.pop()!;
    isOpen.delete(member);
    component.push(member);
  } while (member !== id);
  if (component.length > 1) for (const each of component) cyclic.add(each);
}
