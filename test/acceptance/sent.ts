import { readdirSync } from "node:fs";
import { expect } from "vitest";
import type { FunctionDeclaration, Toolset } from "@toolpress/runtime";
import { textAnswer, type World } from "./item.js";
import { project, type Project } from "./project.js";

// Compiles spec files and returns the declarations that the service receives.

/** Creates the tool set of a spec. A tool without its own handler answers "ok". */
export async function toolsOf(
  spec: string,
  handlers: Readonly<Record<string, (args: never) => unknown>> = {},
  config = "",
): Promise<Toolset> {
  const home = project({ "specs/spec.tools.yaml": spec, ...(config && { "toolpress.config.yaml": config }) });
  await home.gen();
  const all = new Proxy(handlers, { get: (given, name: string) => given[name] ?? (() => "ok") });
  return home.create("spec", { handlers: all });
}

/** Returns the field `tools` in a request of a program that uses this spec. */
export async function sent(world: World, spec: string, config = ""): Promise<readonly object[] | undefined> {
  const { agent, service } = await world.agent({ tools: await toolsOf(spec, {}, config) }, textAnswer("Hi."));
  expect(await agent.run("Hello")).toMatchObject({ status: "done", text: "Hi." });
  return service.requests[0]?.body.tools;
}

/** Returns the declarations in a request with these tools. */
export async function declared(world: World, tools: Toolset): Promise<readonly FunctionDeclaration[]> {
  const { agent, service } = await world.agent({ tools }, textAnswer("Hi."));
  expect(await agent.run("Hello")).toMatchObject({ status: "done", text: "Hi." });
  return service.requests[0]?.body.tools?.[0]?.functionDeclarations ?? [];
}

/**
 * Returns the declarations in a request with the only set of a project. The spec may have any dialect. Its
 * tools are not called.
 */
export async function declaredBy(world: World, home: Project): Promise<readonly FunctionDeclaration[]> {
  const [set = ""] = readdirSync(`${home.folder}/generated`);
  // Has whatever the set asks for, handlers or remotes.
  const parts = new Proxy({}, { get: () => new Proxy({}, { get: () => () => "ok" }) });
  return declared(world, await home.create(set, parts));
}

/** Returns the field `parameters` of the first declaration of a spec, as the service receives it. */
export async function sentParameters(world: World, spec: string, config = ""): Promise<unknown> {
  const tools = (await sent(world, spec, config)) as
    | { functionDeclarations: { parameters?: unknown }[] }[]
    | undefined;
  return tools?.[0]?.functionDeclarations[0]?.parameters;
}

/** Returns the diagnostics that toolpress prints about a spec. */
export async function lintOutput(spec: string, ...flags: readonly string[]): Promise<string> {
  const home = project({ "specs/spec.tools.yaml": spec });
  return (await home.toolpress("lint", ...flags)).output;
}

/** Returns a spec with one tool whose parameters are this JSON Schema. */
export function oneTool(parameters: object): string {
  return `tools: { do_it: { description: Does what it is asked to do., parameters: ${JSON.stringify(parameters)} } }`;
}
