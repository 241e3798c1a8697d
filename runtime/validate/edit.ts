/**
 * Returns a copy of a list or an object with changed members. A member that becomes undefined is removed.
 * Returns the value itself if no member changes. The value is never mutated.
 */
export function edit(value: unknown, change: (member: unknown, name: string) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const before = (value as Record<string, unknown>)[name];
    const after = change(before, name);
    if (after === before) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    // Assigning to `__proto__` is safe here, because the copy already has the key as an own property.
    if (after === undefined) delete copy[name];
    else copy[name] = after;
  }
  return copy ?? value;
}

/** Changes the value at a path. `parent` is the list or object that contains the value. */
export function editAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  change: (value: unknown, parent: unknown) => unknown,
  parent?: unknown,
): unknown {
  if (name === undefined) return change(value, parent);
  return edit(value, (member, key) => (key === name ? editAt(member, rest, change, value) : member));
}
