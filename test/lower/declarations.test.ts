import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { generate } from "../../generator/generate.js";
import { defaultOptions, type Options } from "../../generator/options.js";
import { checkDeclarations } from "../../gemini-rules/check-declarations.js";

// The sentences of the reference of Tool, FunctionDeclaration, Schema and Type, one test each.

interface Declared {
  readonly name: string;
  readonly description: string;
  readonly parameters?: Record<string, unknown>;
  readonly response?: Record<string, unknown>;
}

async function declare(tool: object, options: Partial<Options> = {}, name = "a_tool"): Promise<Declared> {
  const spec = { tools: { [name]: { description: "Does something useful for the test.", ...tool } } };
  const { sets, diagnostics } = await generate(
    {
      specs: [{ path: "specs/x.tools.yaml", text: stringify(spec) }],
      load: () => undefined,
      out: "generated",
    },
    { file: () => undefined },
    { ...defaultOptions, ...options },
  );
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const text = sets[0]!.files.find(({ path }) => path === "declarations.json")!.text;
  const wire = JSON.parse(text) as { functionDeclarations: Declared[] };
  expect(Object.keys(wire)).toEqual(["functionDeclarations"]);
  expect(checkDeclarations([wire])).toEqual([]);
  return wire.functionDeclarations[0]!;
}

/** Returns the declaration of one argument. */
async function argument(schema: object, options: Partial<Options> = {}): Promise<unknown> {
  const { parameters } = await declare(
    { parameters: { type: "object", properties: { a: schema } } },
    options,
  );
  return (parameters?.["properties"] as Record<string, unknown>)["a"];
}

describe("a declaration", () => {
  it("has a name, a description and parameters, and no other field", async () => {
    const declared = await declare({ parameters: [{ name: "x", type: "string", description: "A text" }] });
    expect(Object.keys(declared)).toEqual(["name", "description", "parameters"]);
  });

  it("keeps a name of 63 characters, and never one of 64", async () => {
    const longest = `n${"x".repeat(62)}`;
    expect((await declare({}, {}, longest)).name).toBe(longest);
    await expect(declare({}, {}, `${longest}x`)).rejects.toThrow();
  });

  it("omits parameters of a tool without arguments, or declares an empty object in JSON Schema", async () => {
    expect(Object.keys(await declare({}))).toEqual(["name", "description"]);
    expect(await declare({}, { emptyParameters: "jsonSchema" })).toMatchObject({
      parametersJsonSchema: { type: "object", properties: {} },
    });
  });

  it("keeps the exact names of parameters", async () => {
    const { parameters } = await declare({
      parameters: [
        { name: "City", type: "string", description: "C" },
        { name: "city", type: "string", description: "c" },
      ],
    });
    expect(Object.keys(parameters!["properties"] as object)).toEqual(["City", "city"]);
  });

  it("declares the result with the same schema as arguments, on demand", async () => {
    const response = { type: "object", properties: { t: { type: "number" } }, required: ["t"] };
    expect((await declare({ response })).response).toBeUndefined();
    expect((await declare({ response }, { declareResponses: true })).response).toMatchObject({
      type: "OBJECT",
      properties: { t: { type: "NUMBER" } },
      required: ["t"],
    });
  });

  it.each([
    ["string", "STRING"],
    ["number", "NUMBER"],
    ["integer", "INTEGER"],
    ["boolean", "BOOLEAN"],
  ])("gives every argument a type: %s is %s", async (given, declared) => {
    expect(await argument({ type: given, description: "d" })).toEqual({ type: declared, description: "d" });
  });

  it("gives arrays their items and objects their properties", async () => {
    expect(
      await argument({ type: "array", items: { type: "object", properties: { b: { type: "boolean" } } } }),
    ).toEqual({
      type: "ARRAY",
      items: { type: "OBJECT", properties: { b: { type: "BOOLEAN" } }, propertyOrdering: ["b"] },
    });
  });

  it("never leaves a type unspecified", async () => {
    const anything = await declare({
      parameters: { type: "object", properties: { a: {}, b: true, c: { description: "free" } } },
    });
    expect(JSON.stringify(anything)).not.toContain("TYPE_UNSPECIFIED");
    for (const schema of Object.values(anything.parameters!["properties"] as Record<string, object>)) {
      expect("type" in schema || "anyOf" in schema).toBe(true);
    }
  });

  it("carries the formats of numbers", async () => {
    expect(await argument({ type: "number", format: "float" })).toMatchObject({ format: "float" });
    expect(await argument({ type: "number", format: "double" })).toMatchObject({ format: "double" });
    expect(await argument({ type: "integer", format: "int32" })).toMatchObject({ format: "int32" });
    expect(await argument({ type: "integer", format: "int64" })).toMatchObject({
      type: "STRING",
      description: "int64",
    });
  });

  it("keeps Markdown and examples in a description unchanged", async () => {
    const description = "A **city**, e.g. `Lyon, FR`:\n\n- one\n- two";
    expect(await argument({ type: "string", description })).toMatchObject({ description });
  });

  it("is nullable for a value that may be null", async () => {
    expect(await argument({ type: ["string", "null"] })).toMatchObject({ type: "STRING", nullable: true });
    expect(await argument({ anyOf: [{ type: "string" }, { type: "null" }] })).toMatchObject({
      type: "STRING",
      nullable: true,
    });
  });

  it("declares an enum as strings with the enum format", async () => {
    const directions = ["EAST", "NORTH", "SOUTH", "WEST"];
    expect(await argument({ type: "string", enum: directions })).toMatchObject({
      type: "STRING",
      format: "enum",
      enum: directions,
    });
    expect(await argument({ enum: [1, 2.5, true] })).toMatchObject({
      type: "STRING",
      enum: ["1", "2.5", "true"],
    });
  });

  it("lists all required properties, and no unknown ones", async () => {
    const { parameters } = await declare({
      parameters: [
        { name: "a", type: "string", description: "A", required: true },
        { name: "b", type: "string", description: "B" },
      ],
    });
    expect(parameters).toMatchObject({ required: ["a"], propertyOrdering: ["a", "b"] });
  });
});

describe("a declaration without a description", () => {
  it("is a warning, and an error under strict", async () => {
    const spec = {
      specs: [{ path: "specs/x.tools.yaml", text: "tools: { a_tool: {} }" }],
      load: () => undefined,
      out: "generated",
    };
    const relaxed = await generate(spec, { file: () => undefined }, defaultOptions);
    expect(relaxed.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["warning TP401"]);
    expect(relaxed.sets[0]!.failed).toBe(false);
    const strict = await generate(spec, { file: () => undefined }, { ...defaultOptions, strict: true });
    expect(strict.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["error TP401"]);
    expect(strict.sets[0]!.failed).toBe(true);
  });
});
