/**
 * Copies a list or an object with changed members. Members that become undefined are removed. Returns the same value
 * if nothing changes, and never mutates it.
 */
export function edit(value: unknown, change: (member: unknown, name: string) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const before = (value as Record<string, unknown>)[name];
    const after = change(before, name);
    if (after === before) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    // Assignment is safe for every key because the copy already has it as an own property.
    if (after === undefined) delete copy[name];
    else copy[name] = after;
  }
  return copy ?? value;
}

/** Changes the value at a path. `parent` is the list or object that contains it. */
export function editAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  change: (value: unknown, parent: unknown) => unknown,
  parent?: unknown,
): unknown {
  if (name === undefined) return change(value, parent);
  return edit(value, (member, key) => (key === name ? editAt(member, rest, change, value) : member));
}
