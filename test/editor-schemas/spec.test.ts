import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { formats } from "../../generator/base/formats.js";
import { legalSetName } from "../../generator/base/words.js";
import { createReport } from "../../generator/diagnostics/report.js";
import { keywordSchemas } from "../../generator/editor-schemas/json-schema.js";
import { sharedSchema } from "../../generator/editor-schemas/shared-schema.js";
import { specSchema } from "../../generator/editor-schemas/spec-schema.js";
import { prepare } from "../../generator/pipeline/prepare.js";
import { createLoader } from "../../generator/read/load-file.js";
import { read } from "../../generator/read/read.js";
import { vocabulary } from "../../generator/base/vocabulary.js";
import { toolFields } from "../../generator/tool-fields/tool-fields.js";
import { compileSchema } from "./compile-schema.js";

// An editor must mark a spec if and only if the compiler reports a problem of its form.

const accepts = compileSchema(specSchema());

/** Returns the codes of errors and warnings about the form of a spec. */
function reported(path: string, text: string, root = ""): readonly string[] {
  const report = createReport();
  const { sets = [] } = prepare({ path, text, from: "toolpress" }, createLoader(root), report) ?? {};
  const misnamed = sets.filter(({ name }) => !legalSetName.test(name)).map(() => "TP219");
  return report
    .sorted()
    .filter(({ severity, code }) => severity !== "note" && /^TP[1237]/.test(code))
    .map(({ code }): string => code)
    .concat(misnamed);
}

const inSpec = (spec: unknown): readonly string[] => reported("spec.tools.json", JSON.stringify(spec));

const tool = { description: "Does a thing.", parameters: [{ name: "a" }] };
const withTool = (more: object): object => ({ tools: { t: { ...tool, ...more } } });
const withSchema = (schema: unknown): object =>
  withTool({ parameters: { type: "object", properties: { a: schema } } });

const good: readonly (readonly [string, object])[] = [
  ["a list of tools", { tools: [{ name: "t", ...tool }] }],
  ["a tool without fields", { tools: { t: null } }],
  ["built-in tools alone", { builtins: ["googleSearch", { urlContext: {} }] }],
  ["a foreign name that is renamed", { tools: { "get.it": { ...tool, rename: "get_it" } } }],
  ["fields of other programs", { "x-a": 1, ...withTool({ "x-b": 1 }) }],
  ["arguments without a type", withTool({ parameters: { properties: { a: {} } } })],
  [
    "arguments by a reference",
    {
      ...withTool({ parameters: { $ref: "#/schemas/A" } }),
      schemas: { A: { type: "object", properties: { a: {} } } },
    },
  ],
  ["a list of types", withSchema({ type: ["string", "null"] })],
  ["conditions", withSchema({ if: { const: 1 }, then: { minimum: 1 }, else: false })],
  ["a tuple", withSchema({ type: "array", prefixItems: [{ type: "string" }], items: false })],
  [
    "definitions of its own",
    withTool({ parameters: { type: "object", properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: {} } } }),
  ],
  [
    "Gemini's Schema",
    withTool({
      parameters: { type: "OBJECT", properties: { a: { type: "INTEGER", nullable: true, minimum: "1" } } },
    }),
  ],
  [
    "every part of an argument in the list",
    withTool({
      parameters: [
        {
          name: "a",
          required: true,
          type: "object",
          properties: { b: { type: "string", pattern: "^a" } },
          description: "d",
        },
      ],
    }),
  ],
  [
    "a module",
    withTool({ binding: { module: "./a.ts", export: "run", call: "positional", parameters: ["a"] } }),
  ],
  ["a remote", withTool({ binding: { python: "tools", signature: "s" } })],
  ["bound constants", withTool({ bind: { a: { value: null } } })],
  [
    "groups and modes",
    { ...withTool({}), groups: { all: ["t"] }, toolConfig: { mode: "ANY", allowedFunctionNames: ["t"] } },
  ],
];

const bad: readonly (readonly [string, object])[] = [
  ["nothing", {}],
  ["no tools", { tools: {} }],
  ["an empty list", { tools: [] }],
  ["an unknown section", { ...withTool({}), tool: {} }],
  ["a text for a tool", { tools: { t: "x" } }],
  ["a list entry without a name", { tools: [tool] }],
  ["an illegal name", { tools: { "get it": tool } }],
  ["an unknown field", withTool({ aproval: true })],
  ["a text for a switch", withTool({ approval: "yes" })],
  ["a timeout without a unit", withTool({ timeout: 30 })],
  ["a timeout of nothing", withTool({ timeout: "0s" })],
  ["a binding to nothing", withTool({ bind: { a: {} } })],
  ["an unknown limit", withTool({ result: { maxItem: 1 } })],
  ["a limit of nothing", withTool({ result: { maxItems: 0 } })],
  ["examples that are no list", withTool({ examples: {} })],
  ["an unknown field of an example", withTool({ examples: [{ arguments: {} }] })],
  ["an unknown target", withTool({ target: "schema" })],
  ["an unknown integer type", withTool({ int64: "long" })],
  ["an illegal new name", withTool({ rename: "a b" })],
  ["a binding without a module", withTool({ binding: { export: "run" } })],
  ["an illegal export", withTool({ binding: { module: "./a.ts", export: "a b" } })],
  ["arguments that are a text", withTool({ parameters: { type: "string" } })],
  ["arguments that are anything", withTool({ parameters: true })],
  ["an argument without a name", withTool({ parameters: [{ type: "string" }] })],
  ["an argument whose required is a text", withTool({ parameters: [{ name: "a", required: "yes" }] })],
  ["an argument with a misspelt keyword", withTool({ parameters: [{ name: "a", minLenght: 1 }] })],
  ["an argument of an unknown type", withTool({ parameters: [{ name: "a", type: "text" }] })],
  ["a misspelt keyword", withSchema({ minLenght: 1 })],
  ["a misspelt keyword far inside", withSchema({ anyOf: [{ items: { not: { maximun: 1 } } }] })],
  ["a keyword of another dialect", withSchema({ type: "string", nullable: true })],
  ["a length below nothing", withSchema({ type: "string", minLength: -1 })],
  ["no alternatives", withSchema({ anyOf: [] })],
  ["required on a property", withSchema({ type: "string", required: true })],
  ["a schema that is a number", { ...withTool({}), schemas: { A: 5 } }],
  [
    "a misspelt keyword in Gemini's Schema",
    withTool({ parameters: { type: "OBJECT", properties: { a: { type: "STRING", maxLenght: 1 } } } }),
  ],
  ["an unknown mode", { ...withTool({}), toolConfig: { mode: "SOME" } }],
  ["a group that is a text", { ...withTool({}), groups: { a: "t" } }],
  ["an unknown built-in tool", { ...withTool({}), builtins: ["search"] }],
  ["two built-in tools in one entry", { ...withTool({}), builtins: [{ googleSearch: {}, urlContext: {} }] }],
];

describe("schema/tools.schema.json", () => {
  it.each(good)("accepts %s, as the compiler does", (_what, spec) => {
    expect([accepts(spec), inSpec(spec)]).toEqual([[], []]);
  });

  it.each(bad)("refuses %s, as the compiler does", (_what, spec) => {
    expect(accepts(spec)).not.toEqual([]);
    expect(inSpec(spec)).not.toEqual([]);
  });

  it.each(Object.entries(toolFields))("accepts the example of %s", (field, { example }) => {
    expect(accepts({ tools: [{ name: "t", [field]: example }] })).toEqual([]);
  });

  const values: Readonly<Record<string, unknown>> = { examples: [], nullable: true };

  it.each([...vocabulary.keys()])("has the keyword %s if the compiler reads it", (keyword) => {
    const spec = withTool({
      parameters: { type: "object", properties: { a: { [keyword]: values[keyword] ?? "" } } },
    });
    const unread = inSpec(spec).some((code) => ["TP304", "TP305", "TP317"].includes(code));
    expect(Object.hasOwn(keywordSchemas("jsonSchema"), keyword)).toBe(!unread);
  });
});

describe.each(["jsonSchema", "gemini"] as const)("keywords of %s", (form) => {
  it("are no boolean schemas, which the YAML extension of VS Code does not complete", () => {
    const keywords = Object.entries(keywordSchemas(form));
    expect(keywords.filter(([, schema]) => typeof schema === "boolean")).toEqual([]);
  });

  it("suggest the known formats", () => {
    const [{ enum: suggested } = {}] = (keywordSchemas(form)["format"] as { anyOf: { enum?: unknown }[] })
      .anyOf;
    expect(suggested).toEqual([...formats.keys()]);
  });
});

const root = fileURLToPath(new URL("../..", import.meta.url));

function filesBelow(folder: string, name: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

describe("specs of this repository", () => {
  const specs = ["specs", "test/golden", "test/export/golden"].flatMap((folder) =>
    filesBelow(folder, /\.tools\.ya?ml$/),
  );

  it("are found", () => expect(specs.length).toBeGreaterThan(60));

  it.each(specs)("%s: an editor marks it only if the compiler reports it", (path) => {
    const text = readFileSync(join(root, path), "utf8");
    const document = read({ path, text }, createReport());
    if (document === undefined || reported(path, text, root).length > 0) return;
    expect(accepts(document.value)).toEqual([]);
  });
});

describe("schema/schemas.schema.json", () => {
  const acceptsShared = compileSchema(sharedSchema());
  const files = ["specs", "test/golden"].flatMap((folder) => filesBelow(folder, /\.schemas\.ya?ml$/));

  it.each(files)("accepts %s", (path) => {
    const document = read({ path, text: readFileSync(join(root, path), "utf8") }, createReport());
    expect(acceptsShared(document?.value)).toEqual([]);
  });

  it.each([
    ["schemas by name", "#/schemas/A", { schemas: { A: { type: "string" } } }],
    ["definitions", "#/$defs/A", { $defs: { A: { type: "string" } } }],
    ["names without a section", "#/A", { A: { type: "string" } }],
    ["one schema", "", { type: "string", "x-a": 1 }],
  ])("accepts %s, which a spec can refer to", (_what, pointer, shared) => {
    const spec = withSchema({ $ref: `./common.schemas.json${pointer}` });
    const report = createReport();
    const load = (path: string) => (path === "common.schemas.json" ? JSON.stringify(shared) : undefined);
    prepare({ path: "spec.tools.json", text: JSON.stringify(spec) }, load, report);
    expect([acceptsShared(shared), report.sorted().filter(({ severity }) => severity === "error")]).toEqual([
      [],
      [],
    ]);
  });

  it.each([
    ["a misspelt keyword", { schemas: { A: { type: "string", minLenght: 1 } } }],
    ["a misspelt section", { shemas: { A: { type: "string" } } }],
    ["a number for a schema", { schemas: { A: 5 } }],
  ])("refuses %s", (_what, shared) => expect(acceptsShared(shared)).not.toEqual([]));
});
