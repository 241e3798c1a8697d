import type { BoundValue } from "./tool.js";

/** Values of the arguments that the model never sees. A missing one is the developer's mistake and throws. */
export function bindArguments(
  bind: Readonly<Record<string, BoundValue>>,
  context: unknown,
  env: ((name: string) => string | undefined) | undefined,
): Record<string, unknown> {
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
  if (from.from === "env") return (env ?? processEnvironment)(from.name);
  return from.path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    context,
  );
}

/** Where there is a process; elsewhere `env` says where to look. */
function processEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}

function missing(from: BoundValue): string {
  return from.from === "env"
    ? `the environment has no "${from.name}"`
    : `the context has no "${from.from === "context" ? from.path.join(".") : ""}"`;
}
