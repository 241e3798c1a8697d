import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate, type GeneratedSet } from "../../generator/generate.js";
import { defaultOptions, type Options } from "../../generator/options.js";
import { dispatch, type Toolset } from "../../runtime/index.js";
import { compileStrictly } from "../helpers/compile.js";
import { writeRunnable } from "../helpers/import-generated.js";

// The 64-bit integers that handlers and the model get, for each value of the option `int64`.

const spec = (name: string): string => `
name: ${name}
schemas:
  Node:
    type: object
    properties:
      id: { type: integer, format: int64, description: Of the node }
      below: { type: array, items: { $ref: "#/schemas/Node" }, description: Nodes below }
    required: [id]
  Own:
    type: object
    properties:
      id: { type: integer, format: int64, description: Of this one }
      below: { type: array, items: { $ref: "#/schemas/Own" }, description: Below }
tools:
  store:
    description: Stores integers of every kind in every place.
    bind: { owner: { context: owner } }
    parameters:
      type: object
      properties:
        owner: { type: integer, format: int64 }
        id: { type: integer, format: int64, minimum: 1, description: An id }
        even: { type: integer, format: uint64, multipleOf: 2, description: An even one }
        start: { type: integer, format: int64, default: 7, description: Where to start }
        maybe: { type: [integer, "null"], format: int64, description: Or none }
        list: { type: array, uniqueItems: true, items: { type: integer, format: int64 }, description: Several }
        map: { type: object, additionalProperties: { type: integer, format: int64 }, description: By name }
        pair:
          type: array
          prefixItems: [{ type: string }, { type: integer, format: int64 }]
          items: false
          minItems: 2
          description: A name and an id
        page: { type: integer, format: int64, minimum: 0, maximum: 100, description: Fits a number }
        plain: { type: integer, description: Any integer }
        node: { $ref: "#/schemas/Node" }
        own: { $ref: "#/schemas/Own" }
        json: { description: Anything }
    response:
      type: object
      properties:
        id: { type: integer, format: int64 }
        plain: { type: integer }
      required: [id]
  texts:
    description: Takes texts whatever the others take.
    int64: string
    parameters: { type: object, properties: { node: { $ref: "#/schemas/Node" } } }
  wide_schema:
    description: Declares its arguments as JSON Schema.
    target: parametersJsonSchema
    parameters:
      type: object
      properties: { id: { type: integer, format: int64, description: An id } }
`;

const large = "1234567890123456789";

interface Made {
  readonly set: GeneratedSet;
  readonly tools: Toolset<{ owner: unknown }>;
  /** The arguments of the last call. */
  got: unknown;
  /** The result of the next call. */
  result: unknown;
}

let folder: string;
const made = new Map<Options["int64"], Made>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "int64-handlers-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const int64 of ["number", "string", "bigint"] as const) {
    const source = { path: `specs/${int64}.tools.yaml`, text: spec(int64) };
    const inputs = { specs: [source], load: () => undefined, out: "generated" };
    const { sets, diagnostics } = await generate(
      inputs,
      { file: () => undefined },
      { ...defaultOptions, int64 },
    );
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const url = writeRunnable(sets[0]!, folder)("index.js");
    const index = (await import(/* @vite-ignore */ url)) as Record<string, (parts: object) => Made["tools"]>;
    const type = int64.charAt(0).toUpperCase() + int64.slice(1);
    const handler = async (args: unknown): Promise<unknown> => {
      one.got = args;
      return one.result;
    };
    const handlers = { store: handler, texts: handler, wide_schema: handler };
    const one: Made = {
      set: sets[0]!,
      tools: index[`create${type}`]!({ handlers }),
      got: undefined,
      result: { id: 1 },
    };
    made.set(int64, one);
  }
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(
  int64: Options["int64"],
  name: string,
  args: object,
  { owner = 5, result = { id: 1 } as unknown } = {},
): Promise<{ got: unknown; response: Record<string, unknown> }> {
  const one = made.get(int64)!;
  one.got = undefined;
  one.result = result;
  const { response } = await dispatch(one.tools, { name, args: args as never }, { context: { owner } });
  return { got: one.got, response: response as Record<string, unknown> };
}

async function refusal(int64: Options["int64"], args: object, name = "store"): Promise<string> {
  const { got, response } = await call(int64, name, args);
  expect(got).toBeUndefined();
  return (response["error"] as { message: string }).message.split("\n")[0]!;
}

const everywhere = {
  id: large,
  even: "18446744073709551614",
  maybe: null,
  list: ["3", large],
  map: [{ key: "a", value: large }],
  pair: ["x", large],
  page: 3,
  plain: 4,
  node: { id: large, below: [{ id: "1", below: [`{"id":${large},"below":[{"id":2}]}`] }] },
  json: `{"n":${large}}`,
};

/** Returns the same arguments in the form that a handler gets. */
function expected(of: (digits: string) => unknown, json: unknown): unknown {
  return {
    owner: of("5"),
    id: of(large),
    even: of("18446744073709551614"),
    start: of("7"),
    maybe: null,
    list: [of("3"), of(large)],
    map: { a: of(large) },
    pair: ["x", of(large)],
    page: 3,
    plain: 4,
    node: {
      id: of(large),
      below: [{ id: of("1"), below: [{ id: of(large), below: [{ id: of("2") }] }] }],
    },
    json: { n: json },
  };
}

describe("int64: bigint", () => {
  it("passes bigints at every position", async () => {
    expect((await call("bigint", "store", everywhere)).got).toEqual(expected(BigInt, BigInt(large)));
  });

  it("checks bounds and steps on every digit", async () => {
    expect(await refusal("bigint", { id: "0" })).toBe(
      'store: change id: expected integer ≥ 1, as digits in a string, got string "0".',
    );
    expect(await refusal("bigint", { even: "18446744073709551615" })).toContain("a multiple of 2");
    expect(await refusal("bigint", { list: [large, large] })).toBe(
      `store: remove list[1]: string "${large}" is there twice.`,
    );
    expect((await call("bigint", "store", { list: [large, "1234567890123456788"] })).got).toBeDefined();
    expect(await refusal("bigint", { id: "9223372036854775808" })).toContain("to 9223372036854775807");
    expect(await refusal("bigint", { id: true })).toContain("expected integer ≥ 1, as digits");
  });

  it("accepts bigints as results", async () => {
    const { response } = await call("bigint", "store", {}, { result: { id: BigInt(large), plain: 1 } });
    expect(response).toEqual({ result: { id: large, plain: 1 } });
    expect((await call("bigint", "store", {}, { result: { id: 5n } })).response).toEqual({
      result: { id: 5 },
    });
  });
});

describe("int64: string", () => {
  it("passes texts at every position", async () => {
    expect((await call("string", "store", everywhere)).got).toEqual(expected(String, large));
  });

  it("checks bounds and steps on every digit", async () => {
    expect(await refusal("string", { id: "0" })).toContain("expected integer ≥ 1");
    expect(await refusal("string", { even: "18446744073709551615" })).toContain("a multiple of 2");
    expect(await refusal("string", { list: ["3", "03"] })).toContain("is there twice");
    expect(await refusal("string", { id: "9223372036854775808" })).toContain("to 9223372036854775807");
  });

  it("accepts texts as results", async () => {
    expect((await call("string", "store", {}, { result: { id: large } })).response).toEqual({
      result: { id: large },
    });
    const { response } = await call("string", "store", {}, { result: { id: "many" } });
    expect(response).toMatchObject({ error: { code: "INVALID_RESULT" } });
  });

  it("can be chosen for one tool, in a set that shares its schemas", async () => {
    const args = { node: { id: large, below: [{ id: "1" }] } };
    const got = { node: { id: large, below: [{ id: "1" }] } };
    expect((await call("bigint", "texts", args)).got).toEqual(got);
    expect((await call("number", "texts", args)).got).toEqual(got);
  });
});

describe("int64: number", () => {
  it("passes numbers, and refuses integers that they cannot represent", async () => {
    const { got } = await call("number", "store", { id: "9007199254740991", node: { id: "1" } });
    expect(got).toEqual({ owner: 5, id: 9007199254740991, start: 7, node: { id: 1 } });
    expect(await refusal("number", { id: large })).toBe(
      `store: change id: expected integer from -9007199254740991 to 9007199254740991, as digits in a string, got string "${large}".`,
    );
    expect(await refusal("number", { own: { id: 1, below: [{ id: 1, below: [`{"id":${large}}`] }] } })).toBe(
      `store: change id in the JSON text of own.below[0].below[0]: expected integer, as digits in a string, got string "${large}".`,
    );
  });

  it("keeps the digits inside arbitrary values as text", async () => {
    expect((await call("number", "store", { json: `[${large}]` })).got).toMatchObject({ json: [large] });
  });

  it("refuses text as a result", async () => {
    const { response } = await call("number", "store", {}, { result: { id: "5" } });
    expect(response).toMatchObject({ error: { code: "INVALID_RESULT" } });
  });
});

describe.each(["number", "string", "bigint"] as const)("with int64: %s", (int64) => {
  it("refuses a plain integer that has lost digits, and reports that", async () => {
    expect(await refusal(int64, { plain: 1234567890123456789 })).toBe(
      "store: change plain: expected integer, got number 1234567890123456800, which is beyond ±9007199254740991 and has lost digits.",
    );
  });

  it("declares a 64-bit integer with at most 25 bytes more than a plain one", () => {
    const declarations = JSON.parse(
      made.get(int64)!.set.files.find(({ path }) => path === "declarations.json")!.text,
    ) as {
      functionDeclarations: {
        name: string;
        parameters?: { properties: Record<string, { items?: object; minimum?: number }> };
        parametersJsonSchema?: object;
      }[];
    };
    const [store, , schema] = declarations.functionDeclarations;
    const { id, list, page } = store!.parameters!.properties;
    expect(id).toEqual({ type: "STRING", description: "An id. int64. At least 1." });
    expect(page).toEqual({ type: "INTEGER", description: "Fits a number", minimum: 0, maximum: 100 });
    const bytes = (value: unknown): number => JSON.stringify(value).length;
    expect(bytes(list!.items) - bytes({ type: "INTEGER" })).toBeLessThanOrEqual(25);
    expect(bytes(id) - bytes({ type: "INTEGER", description: "An id", minimum: 1 })).toBeLessThanOrEqual(25);
    expect(schema!.parametersJsonSchema).toMatchObject({
      properties: { id: { type: ["integer", "string"], format: "int64" } },
    });
  });

  it("generates code that compiles", () => {
    const { set } = made.get(int64)!;
    const files = set.files.filter(({ path }) => path.endsWith(".ts"));
    const at = (path: string): string => join(folder, "typed", set.name, path);
    for (const { path, text } of files) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    }
    expect(compileStrictly(files.map(({ path }) => at(path)))).toEqual([]);
    const store = files.find(({ path }) => path === "tools/store.ts")!.text;
    expect(store).toContain(`id?: ${int64};`);
    expect(store).toContain("page?: number;");
    const schemas = files.find(({ path }) => path === "schemas.ts")!.text;
    const both = { number: "number | string", string: "string", bigint: "bigint | string" }[int64];
    expect(schemas).toContain(`id: ${both};`);
    expect(schemas).toContain(`id?: ${int64};`);
  });
});

it("accepts digits if arguments are declared as JSON Schema", async () => {
  expect((await call("bigint", "wide_schema", { id: large })).got).toEqual({ id: BigInt(large) });
  expect((await call("bigint", "wide_schema", { id: 5 })).got).toEqual({ id: 5n });
  expect((await call("string", "wide_schema", { id: large })).got).toEqual({ id: large });
  expect((await call("string", "wide_schema", { id: 5 })).got).toEqual({ id: "5" });
  expect((await call("number", "wide_schema", { id: "5" })).got).toEqual({ id: 5 });
  expect(await refusal("number", { id: large }, "wide_schema")).toContain("expected integer");
});
