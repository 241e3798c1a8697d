/**
 * A copy of a list or an object with changed members, without those that became undefined; the same value when nothing
 * changes. What does not change is shared, nothing is mutated.
 */
export function edit(value: unknown, change: (member: unknown, name: string) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const before = (value as Record<string, unknown>)[name];
    const after = change(before, name);
    if (after === before) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    // Safe for every name: the copy has the property already.
    if (after === undefined) delete copy[name];
    else copy[name] = after;
  }
  return copy ?? value;
}

/** Changes the value at a pointer, given as names; `around` is what it lies in. */
export function editAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  change: (value: unknown, around: unknown) => unknown,
  around?: unknown,
): unknown {
  if (name === undefined) return change(value, around);
  return edit(value, (member, key) => (key === name ? editAt(member, rest, change, value) : member));
}
