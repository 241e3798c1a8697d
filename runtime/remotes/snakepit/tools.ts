import type { CallContext, ToolEntry, Toolset } from "../../tool.js";
import { bindFunction, createToolset } from "../../start/toolset.js";
import type { SnakepitRemote } from "../snakepit.js";
import { declare, type Property } from "./declare.js";
import { parse } from "./parse.js";

export interface SnakepitToolsOptions {
  readonly remote: Pick<SnakepitRemote, "registrations" | "call" | "callIn">;
  /** The session of all calls. By default, the option `session` of the remote applies. */
  readonly session?: string;
  /** Names of the tools to offer. By default, all tools are offered. */
  readonly only?: readonly string[];
}

/**
 * Creates a tool set from the tools that a worker offers now. A person has not reviewed these tools: if the
 * worker changes, the text that the model reads changes too. Types come from the registrations, which declare
 * lists without item types. An imported spec can be more precise.
 */
export async function snakepitTools({ remote, session, only }: SnakepitToolsOptions): Promise<Toolset> {
  const registered = (await remote.registrations()).filter(({ name }) => only?.includes(name) ?? true);
  const missing = (only ?? []).filter((wanted) => registered.every(({ name }) => name !== wanted));
  if (missing.length > 0)
    throw new Error(
      `the snakepit worker has not registered ${missing.map((name) => JSON.stringify(name)).join(", ")}`,
    );
  const usedNames = new Set<string>();
  const tools = registered.map((registration) => {
    const { name } = registration;
    const { declaration, properties } = declare(registration, wireName(name, usedNames));
    return bindFunction(
      entryOf(declaration, properties),
      (args: Readonly<Record<string, unknown>>, context: CallContext) =>
        session === undefined
          ? remote.call(name, args, context)
          : remote.callIn(session, name, args, context),
    );
  });
  return createToolset({ name: "snakepit", tools });
}

function entryOf(
  declaration: ToolEntry["declaration"],
  properties: readonly Property[],
): ToolEntry<Readonly<Record<string, unknown>>> {
  const fields = properties.map(
    ({ name, required, kind }) => `${JSON.stringify(name)}${required ? "" : "?"}: <${kind ?? "any"}>`,
  );
  return {
    name: declaration.name,
    declaration,
    policy: {},
    checks: () => ({ parse: (wire) => parse(wire, properties), skeleton: `{${fields.join(", ")}}` }),
  };
}

/**
 * Returns a name that Gemini accepts. Registered names may contain dots and dashes, and may begin with a
 * digit.
 */
function wireName(name: string, usedNames: Set<string>): string {
  const cleanName = name
    .replace(/\W/g, "_")
    .replace(/^(?=\d)/, "_")
    .slice(0, 60);
  let unusedName = cleanName;
  for (let number = 2; usedNames.has(unusedName); number += 1) unusedName = `${cleanName}_${number}`;
  usedNames.add(unusedName);
  return unusedName;
}
