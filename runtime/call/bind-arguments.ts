import type { BoundValue } from "../tool.js";

type Environment<Context> = (name: string, context: Context) => string | undefined;

/**
 * Returns the values of the bound arguments. Throws if a value is missing, because that is a mistake in the
 * application.
 */
export function bindArguments<Context>(
  bind: Readonly<Record<string, BoundValue>>,
  context: Context,
  env: Environment<Context> = processEnvironment,
): Record<string, unknown> {
  const bound: Record<string, unknown> = {};
  for (const [name, source] of Object.entries(bind)) {
    const [value, problem] = resolve(source, context, env);
    if (value === undefined && source.from === "context" && source.optional) continue;
    if (value === undefined) throw new TypeError(`bound argument "${name}": ${problem}`);
    bound[name] = value;
  }
  return bound;
}

/** Returns the value and, for the case that the value is missing, the reason. */
function resolve<Context>(
  source: BoundValue,
  context: Context,
  env: Environment<Context>,
): [value: unknown, problem?: string] {
  if (source.from === "value") return [source.value];
  if (source.from === "env") return [env(source.name, context), `the environment has no "${source.name}"`];
  const { path } = source;
  const value = path.reduce<unknown>(
    (outer, key) => (outer as Record<string, unknown> | undefined)?.[key],
    context,
  );
  return [value, `the context has no "${path.join(".")}"`];
}

/**
 * Reads a variable from `process.env`. On platforms without `process`, the application passes the option
 * `env`.
 */
function processEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
