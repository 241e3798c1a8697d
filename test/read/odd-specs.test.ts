import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { runtimeFunctions, runtimeTypes } from "../../generator/base/runtime-names.js";
import * as runtime from "../../runtime/v1.js";
import { compileStrictly } from "../helpers/compile.js";

// Specs whose names and schemas are valid and could break generated code. The output must compile.

const folder = mkdtempSync(join(tmpdir(), "odd-"));
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Made {
  readonly errors: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}

async function made(spec: object): Promise<Made> {
  const { sets, diagnostics } = await generate(
    {
      specs: [{ path: "specs/a.tools.yaml", text: stringify(spec), flags: { all: true } }],
      load: () => undefined,
      out: "generated",
    },
    { file: () => undefined },
    defaultOptions,
  );
  return {
    errors: diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message),
    files: new Map(sets.flatMap((set) => set.files.map(({ path, text }) => [path, text] as const))),
  };
}

let cases = 0;

/** Returns the errors of tsc in all code that is generated from a spec. */
async function problemsWith(
  spec: object,
  beside: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const { errors, files } = await made(spec);
  if (errors.length > 0) return errors;
  const home = join(folder, String((cases += 1)), "generated", "a");
  const paths = [...files, ...Object.entries(beside)].map(([path, text]) => {
    const at = join(home, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
    return at;
  });
  return compileStrictly(paths.filter((path) => path.endsWith(".ts"))).map((line) => line.replace(home, ""));
}

const tool = (more: object = {}): object => ({ description: "Does something that users ask for.", ...more });
const tools = (...names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, tool({ parameters: [{ name: "n", type: "integer" }] })]));

/** Returns the type of the argument `x` in one line. */
async function typeOf(x: object): Promise<string> {
  const parameters = { type: "object", properties: { x }, required: ["x"] };
  const { errors, files } = await made({ name: "a", tools: { take: tool({ parameters }) } });
  expect(errors).toEqual([]);
  const text = files.get("tools/take.ts")!.replace(/\s+/g, " ");
  return /export interface TakeArgs \{ x: (.*?); \} \/\*\*/.exec(text)?.[1] ?? text;
}

describe("names in generated code", () => {
  it("avoid every name that generated code may import from the runtime", () => {
    const functions = Object.keys(runtime).filter((name) => /^[a-z]/.test(name));
    expect(functions.filter((name) => !runtimeFunctions.has(name))).toEqual([]);
    const classes = Object.keys(runtime).filter((name) => /^[A-Z]/.test(name));
    expect(classes.filter((name) => !runtimeTypes.has(name))).toEqual([]);
  });

  it("may be functions of the runtime for tools", async () => {
    const names = [...runtimeFunctions].map((name) =>
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    expect(await problemsWith({ name: "a", tools: tools(...names, "parts", "handlers") })).toEqual([]);
  });

  it.each([
    ["create_user in the set user", { name: "user", tools: tools("create_user", "create_user_entry") }],
    ["the set toolset", { name: "toolset", tools: tools("open") }],
    ["a device of Windows", { name: "a", tools: tools("con", "nul") }],
  ])("are changed for %s", async (_case, spec) => {
    expect(await problemsWith(spec)).toEqual([]);
  });

  it("may be the function of another module for a tool", async () => {
    const binding = { module: "./mail.ts", export: "mail" };
    const spec = { name: "a", tools: { mail: tool({ binding }), run_mail: tool() } };
    const beside = { "../../specs/mail.ts": "export function mail(): string {\n  return '';\n}\n" };
    expect(await problemsWith(spec, beside)).toEqual([]);
  });

  it("may be the client and its functions for operations", async () => {
    const operation = (operationId: string): object => ({
      get: {
        operationId,
        summary: "Does something that users ask for.",
        responses: { "200": { description: "Fine" } },
      },
    });
    const spec = {
      openapi: "3.1.0",
      info: { title: "a", version: "1" },
      servers: [{ url: "https://a.example" }],
      paths: { "/a": operation("client"), "/b": operation("mail"), "/c": operation("sendMail") },
    };
    expect(await problemsWith(spec)).toEqual([]);
  });

  it("are refused if two tools would share a safe name", async () => {
    const { errors } = await made({ name: "a", tools: tools("delete", "delete_tool") });
    expect(errors).toEqual(['"delete_tool" and "delete" both become "DeleteTool" in generated code']);
  });

  it("are changed for schemas that are named like types of TypeScript, of the runtime or of a tool", async () => {
    const names = [
      ...runtimeTypes,
      "Record",
      "Promise",
      "Array",
      "GetArgs",
      "GetResult",
      "GetHandler",
      "GetPaths",
      "get",
    ];
    const one = { type: "object", properties: { a: { type: "string", default: "x" } } };
    const all = names.map((name) => [name, { $ref: `#/schemas/${name}` }]);
    const get = tool({
      parameters: { type: "object", properties: Object.fromEntries(all) },
      response: { type: "object", properties: Object.fromEntries(all) },
    });
    const schemas = Object.fromEntries(names.map((name) => [name, one]));
    expect(await problemsWith({ name: "a", schemas, tools: { get } })).toEqual([]);
  });

  it("keep the checks and defaults of shared schemas separate from those of tools, results and the runtime", async () => {
    const one = { type: "object", properties: { n: { type: "integer", default: 1 } } };
    const names = ["Items", "Entries", "Property", "Point", "PointResult", "Weather"];
    const all = Object.fromEntries(names.map((name) => [name, { $ref: `#/schemas/${name}` }]));
    const listed = { type: "array", items: { $ref: "#/schemas/Items" } };
    const weather = tool({
      parameters: {
        type: "object",
        properties: { ...all, listed, mapped: { type: "object", additionalProperties: listed } },
      },
      response: { type: "object", properties: all },
    });
    const schemas = Object.fromEntries(names.map((name) => [name, one]));
    expect(await problemsWith({ name: "a", schemas, tools: { weather } })).toEqual([]);
  });
});

describe("types of unusual schemas", () => {
  const a = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };

  it("intersect a schema with its branches", async () => {
    const anyOf = [
      { properties: { b: { type: "integer" } }, required: ["b"] },
      { properties: { c: { type: "null" } } },
    ];
    expect(await typeOf({ ...a, anyOf })).toBe("{ a: string; } & ( | { b: number; } | { c?: null; } )");
    expect(await typeOf({ type: "object", anyOf })).toBe("| { b: number; } | { c?: null; }");
  });

  it("ignore branches that only require properties", async () => {
    expect(await typeOf({ ...a, anyOf: [{ required: ["a"] }, { required: ["b"] }] })).toBe("{ a: string; }");
  });

  it("are narrowed by the values of branches", async () => {
    const oneOf = [{ const: "on" }, { const: "off" }];
    expect(await typeOf({ type: "string", oneOf })).toBe('string & ("on" | "off")');
  });

  it("contain defaults only if they are filled in", async () => {
    const counted = { type: "object", properties: { n: { type: "integer", default: 1 } } };
    expect(await typeOf(counted)).toContain("n: number;");
    expect(await typeOf({ type: "array", items: counted })).toContain("n: number;");
    expect(await typeOf({ anyOf: [counted, { type: "null" }] })).toContain("n: number;");
    expect(await typeOf({ anyOf: [counted, a] })).toContain("n?: number;");
    const schemas = { Counted: counted };
    const shared = { $ref: "#/schemas/Counted" };
    const take = (x: object): object => tool({ parameters: { type: "object", properties: { x } } });
    const filled = await made({ name: "a", schemas, tools: { take: take(shared) } });
    expect(filled.files.get("schemas.ts")).toContain("n: number;");
    const branch = await made({ name: "a", schemas, tools: { take: take({ anyOf: [shared, a] }) } });
    expect(branch.files.get("schemas.ts")).toContain("n?: number;");
  });
});
