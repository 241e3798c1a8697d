import { describe, expect, it } from "vitest";
import { generate } from "../../generator/generate.js";
import { defaultOptions, type Options } from "../../generator/options.js";

// The author of a foreign document does not read our diagnostics. A bad detail therefore costs only that
// detail, with a warning at its location.

const ok = { responses: { "204": { description: "" } } };

async function compile(
  document: object,
  options: Partial<Options> = {},
): Promise<{ tools: readonly string[]; problems: readonly string[]; declarations: string }> {
  const spec = { path: "specs/a.openapi.json", text: JSON.stringify(document), settings: { all: true } };
  const { sets, diagnostics } = await generate(
    { specs: [spec], load: () => undefined, out: "generated" },
    { file: () => undefined },
    { ...defaultOptions, ...options },
  );
  const text = sets[0]?.files.find(({ path }) => path === "declarations.json")?.text ?? "{}";
  const { functionDeclarations = [] } = JSON.parse(text) as { functionDeclarations?: { name: string }[] };
  return {
    tools: functionDeclarations.map(({ name }) => name),
    problems: diagnostics
      .filter(({ severity }) => severity !== "note")
      .map(({ code, severity, help }) => `${severity} ${code} ${help}`),
    declarations: text,
  };
}

function documentWith(schema: unknown): object {
  const requestBody = {
    required: true,
    content: {
      "application/json": {
        schema: { type: "object", properties: { part: schema, name: { type: "string" } } },
      },
    },
  };
  return {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: {
      "/a": { post: { operationId: "a", description: "Adds one of the things.", requestBody, ...ok } },
    },
  };
}

const cases: readonly (readonly [string, unknown, string])[] = [
  ["a default that does not fit", { type: "integer", default: "many" }, "TP413"],
  ["an empty enum", { type: "string", enum: [] }, "TP412"],
  ["a reference to nothing", { $ref: "#/components/schemas/Nowhere" }, "TP641"],
  ["a pattern of another language", { type: "string", pattern: "(?i)abc" }, "TP321"],
  ["a pattern that can take for ever", { type: "string", pattern: "^(a+)+$" }, "TP407"],
  [
    "a name pattern that can take for ever",
    { type: "object", patternProperties: { "^(a+)+$": { type: "string" } }, additionalProperties: false },
    "TP407",
  ],
  ["bounds that contradict each other", { type: "string", minLength: 5, maxLength: 2 }, "TP416"],
  ["a keyword with a wrong value", { type: "string", maxLength: "ten" }, "TP303"],
  ["something that is no schema", "a name", "TP302"],
  ["the word of a type in place of a schema", "string", "TP331"],
  ["a type that does not exist", { type: "strang" }, "TP301"],
];

describe("one invalid detail", () => {
  it.each(cases)("%s removes the detail, not the tool", async (_what, schema, code) => {
    const { tools, problems, declarations } = await compile(documentWith(schema));
    expect(tools).toEqual(["a"]);
    expect(problems.filter((line) => line.startsWith("error"))).toEqual([]);
    expect(problems.join("\n")).toContain(`warning ${code} `);
    expect(declarations).toContain('"part"');
  });

  it.each(cases)("%s is an error if losses are errors", async (_what, schema, code) => {
    const { tools, problems } = await compile(documentWith(schema), { strict: true });
    expect(tools).toEqual([]);
    expect(problems.join("\n")).toContain(`error ${code} `);
  });

  it("stays an error in our own dialect", async () => {
    const spec = {
      path: "specs/a.tools.yaml",
      text: "tools:\n  a:\n    description: Adds one of the things.\n    parameters:\n      - { name: n, type: integer, default: many }\n",
    };
    const { diagnostics } = await generate(
      { specs: [spec], load: () => undefined, out: "generated" },
      { file: () => undefined },
      defaultOptions,
    );
    expect(diagnostics.find(({ code }) => code === "TP413")?.severity).toBe("error");
  });
});

describe("an error in a shared schema", () => {
  it("counts for every tool that uses it, directly or not, and for no other", async () => {
    const body = (name: string): object => ({
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
      },
      ...ok,
    });
    const post = (id: string, name: string): object => ({
      post: { operationId: id, description: `Adds one of the ${id}.`, ...body(name) },
    });
    const described = { type: "string", description: "What it is called" };
    const { tools, problems } = await compile(
      {
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        paths: {
          "/a": post("direct", "Outer"),
          "/b": post("second", "Outer"),
          "/c": post("healthy", "Fine"),
        },
        components: {
          schemas: {
            Outer: {
              type: "object",
              properties: { inner: { type: "array", items: { $ref: "#/components/schemas/Inner" } } },
            },
            Inner: {
              type: "object",
              properties: {
                count: { type: "integer", default: "many", description: "How many" },
                again: { $ref: "#/components/schemas/Inner" },
              },
            },
            Fine: { type: "object", properties: { name: described } },
          },
        },
      },
      { severity: { TP413: "error" } },
    );
    expect(problems.filter((line) => line.startsWith("error TP413"))).toHaveLength(1);
    expect(tools).toEqual(["healthy"]);
  });
});

describe("an enum in a type other than the declared one", () => {
  it.each([
    [{ type: "integer", enum: ["1", "2"] }, ["1", "2"]],
    [{ type: "boolean", enum: ["true", "false"] }, ["true", "false"]],
    [{ type: "string", enum: [1, 2] }, ["1", "2"]],
  ])("is converted to the intended type: %j", async (schema, declared) => {
    const { tools, declarations } = await compile(documentWith(schema));
    expect(tools).toEqual(["a"]);
    const { functionDeclarations } = JSON.parse(declarations) as {
      functionDeclarations: { parameters: { properties: { part: { enum?: string[] } } } }[];
    };
    expect(functionDeclarations[0]?.parameters.properties.part.enum ?? declared).toEqual(declared);
  });

  it("is ignored if no value can be converted", async () => {
    const { tools, declarations } = await compile(documentWith({ type: "integer", enum: ["one", "two"] }));
    expect(tools).toEqual(["a"]);
    expect(declarations).toContain('"INTEGER"');
  });
});
