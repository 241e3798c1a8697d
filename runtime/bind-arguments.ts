import type { BoundValue } from "./tool.js";

/** Values of the arguments that the model never sees. A missing one is the developer's mistake and throws. */
export function bindArguments(
  bind: Readonly<Record<string, BoundValue>> | undefined,
  context: unknown,
  env: ((name: string) => string | undefined) | undefined,
): Record<string, unknown> | undefined {
  if (!bind) return undefined;
  const bound: Record<string, unknown> = {};
  for (const [name, from] of Object.entries(bind)) {
    bound[name] = resolve(from, context, env);
    if (bound[name] === undefined) throw new TypeError(`bound argument "${name}": ${missing(from)}`);
  }
  return bound;
}

function resolve(
  from: BoundValue,
  context: unknown,
  env: ((name: string) => string | undefined) | undefined,
): unknown {
  if (from.from === "value") return from.value;
  if (from.from === "env") return env?.(from.name);
  return from.path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    context,
  );
}

function missing(from: BoundValue): string {
  return from.from === "env"
    ? `the environment has no "${from.name}"; give \`env: (name) => process.env[name]\``
    : `the context has no "${from.from === "context" ? from.path.join(".") : ""}"`;
}
