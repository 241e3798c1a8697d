// Wire names for arguments whose own names Gemini may refuse.

const legal = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** A wire name for each property: its own where Gemini takes it, else one made of it that no other property has. */
export function wireNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(names);
  return new Map(
    names.map((name) => {
      if (legal.test(name)) return [name, name];
      const wire = unused(legalise(name), taken);
      taken.add(wire);
      return [name, wire];
    }),
  );
}

/** `wanted`, or the first of `wanted_2`, `wanted_3`, … that is free. */
export function unused(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) {
    const suffix = `_${count}`;
    name = wanted.slice(0, 64 - suffix.length) + suffix;
  }
  return name;
}

/** `X-Trace` → `X_Trace`, `filter[a]` → `filter_a`, `2nd` → `_2nd`. */
function legalise(name: string): string {
  const words = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^_+(?=[A-Za-z])|(?<=[A-Za-z0-9])_+$/g, "");
  const started = /^[A-Za-z_]/.test(words) ? words : `_${words}`;
  return started.slice(0, 64);
}
