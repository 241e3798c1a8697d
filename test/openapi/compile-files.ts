import { posix } from "node:path";
import { stringify } from "yaml";
import { generate, type Generation } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";

export type Files = Readonly<Record<string, string | object>>;

/** Compiles `specs/api.yaml` in a project with these files. */
export async function compile(files: Files, settings: object = { all: true }): Promise<Generation> {
  const texts = new Map(
    Object.entries(files).map(([path, file]) => [
      posix.join("specs", path),
      typeof file === "string" ? file : stringify(file),
    ]),
  );
  const text = texts.get("specs/api.yaml") ?? "";
  return generate(
    {
      specs: [{ path: "specs/api.yaml", text, settings: { ...settings } }],
      load: (path) => texts.get(path),
      out: "out",
    },
    { file: () => undefined },
    defaultOptions,
  );
}

export interface Declaration {
  readonly name: string;
  readonly description: string;
  readonly parameters?: { readonly properties: Readonly<Record<string, { readonly description?: string }>> };
}

export function declarations({ sets }: Generation): readonly Declaration[] {
  return sets.flatMap(({ files }) => {
    const text =
      files.find(({ path }) => path === "declarations.json")?.text ?? '{"functionDeclarations":[]}';
    return (JSON.parse(text) as { functionDeclarations: Declaration[] }).functionDeclarations;
  });
}

/** Returns each tool as `name: arguments`. */
export function tools(generation: Generation): readonly string[] {
  return declarations(generation).map(
    ({ name, parameters }) => `${name}: ${Object.keys(parameters?.properties ?? {}).join(" ")}`,
  );
}

export function textOf({ sets }: Generation, file: string): string {
  return sets
    .flatMap(({ files }) => files.filter(({ path }) => path.endsWith(file)))
    .map(({ text }) => text)
    .join("");
}

/** Returns `code file:line:column message` of all errors, or of all diagnostics with one code. */
export function problems({ diagnostics }: Generation, only?: string): readonly string[] {
  return diagnostics
    .filter(({ code, severity }) => (only === undefined ? severity === "error" : code === only))
    .map(
      ({ code, location, message }) =>
        `${code} ${location?.file}:${location?.line}:${location?.column} ${message}`,
    );
}

export const info = { title: "Shop", version: "1" };
export const ok = { "200": { description: "ok" } };

export function api(paths: unknown, more: object = {}): object {
  return { openapi: "3.0.3", info, servers: [{ url: "https://shop.example" }], paths, ...more };
}

/** An operation. */
export const getThing = {
  operationId: "getThing",
  summary: "Gets a thing of the shop",
  tags: ["Things"],
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
  responses: ok,
};
