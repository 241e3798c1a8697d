import { describe, expect, it } from "vitest";
import type { Schema, ToolSet } from "../../generator/ir.js";
import { compileSpec } from "../check/compile-spec.js";

const plain = (schema: Schema | undefined): unknown =>
  schema === undefined ? undefined : JSON.parse(JSON.stringify(schema));
const namesOf = (set: ToolSet): unknown => ({
  schemas: [...set.schemas.keys()],
  defs: Object.fromEntries(set.tools.map((tool) => [tool.name, [...tool.defs.keys()]])),
});

/** Returns a spec with these tools. The parameters of each tool are given as JSON. */
function spec(
  tools: Readonly<Record<string, unknown>>,
  schemas: Readonly<Record<string, unknown>> = {},
): string {
  const described = Object.entries(tools).map(([name, parameters]) => [
    name,
    { description: `Does what ${name} says.`, parameters },
  ]);
  return JSON.stringify({ name: "a", tools: Object.fromEntries(described), schemas });
}

describe("shared schemas", () => {
  it("get valid and separate type names", () => {
    const { set } = compileSpec(
      spec({ t: {} }, { shipping_address: {}, "2d-point": {}, record: {}, café: {}, "%": {} }),
    );
    expect([...set.schemas.keys()]).toEqual([
      "ShippingAddress",
      "Schema2dPoint",
      "RecordSchema",
      "Cafe",
      "Schema",
    ]);
  });

  it("are separated if their names become equal, and never shadow the types of a tool", () => {
    const { set } = compileSpec(spec({ get_user: {} }, { foo_bar: {}, fooBar: {}, get_user_args: {} }));
    expect([...set.schemas.keys()]).toEqual(["FooBar", "FooBar2", "GetUserArgs2"]);
  });

  it("are kept if no tool uses them, so that an edit of a tool changes no shared file", () => {
    expect(namesOf(compileSpec(spec({ t: {} }, { point: { type: "object" } })).set)).toEqual({
      schemas: ["Point"],
      defs: { t: [] },
    });
  });

  it("are normalised even if no tool uses them", () => {
    const schemas = {
      base: { type: "object", properties: { id: true } },
      more: { allOf: [{ $ref: "#/schemas/base" }, { required: ["id"] }] },
      list: { items: { $ref: "#/schemas/more" } },
    };
    const { set } = compileSpec(spec({ t: {} }, schemas));
    expect(plain(set.schemas.get("More"))).toEqual({
      type: "object",
      properties: { id: true },
      required: ["id"],
    });
    expect(plain(set.schemas.get("List"))).toEqual({ items: { $ref: "#/$defs/More" } });
  });

  it("are imported from other files with their name, prefixed by the file's name if two are equal", () => {
    const files = {
      "geo.yaml":
        "schemas: { point: { type: object, properties: { at: { $ref: '#/schemas/unit' } } }, unit: { type: string } }",
    };
    const a = {
      type: "object",
      properties: { p: { $ref: "geo.yaml#/schemas/point" }, q: { $ref: "#/schemas/point" } },
    };
    const { set } = compileSpec(spec({ t: a }, { point: { type: "object" } }), { files });
    expect(plain(set.tools[0]!.input)).toMatchObject({
      properties: { p: { $ref: "#/$defs/GeoPoint" }, q: { $ref: "#/$defs/Point" } },
    });
    expect([...set.schemas.keys()]).toEqual(["Point", "GeoPoint", "Unit"]);
  });

  it("do not depend on the order of tools", () => {
    const files = { "geo.yaml": "schemas: { a: {}, b: {} }" };
    const one = { type: "object", properties: { p: { $ref: "geo.yaml#/schemas/a" } } };
    const two = { type: "object", properties: { p: { $ref: "geo.yaml#/schemas/b" } } };
    const forth = compileSpec(spec({ one, two }), { files }).set;
    const back = compileSpec(spec({ two, one }), { files }).set;
    expect([...forth.schemas.keys()]).toEqual(["A", "B"]);
    expect([...back.schemas.keys()]).toEqual(["A", "B"]);
  });
});

describe("definitions inside a tool", () => {
  const node = {
    type: "object",
    properties: { children: { type: "array", items: { $ref: "#/$defs/node" } } },
  };

  it("that are small and used once are inlined, with the description at that location", () => {
    const parameters = {
      type: "object",
      properties: { kind: { $ref: "#/$defs/kind", description: "here" } },
      $defs: { kind: { type: "string", enum: ["a"], description: "there" } },
    };
    const [tool] = compileSpec(spec({ t: parameters })).set.tools;
    expect(plain(tool!.input)).toEqual({
      type: "object",
      properties: { kind: { type: "string", enum: ["a"], description: "here" } },
    });
    expect(tool!.defs.size).toBe(0);
  });

  it("that are recursive or used twice are named after the tool", () => {
    const kind = { type: "string", enum: ["a"] };
    const parameters = {
      type: "object",
      properties: {
        tree: { $ref: "#/$defs/node" },
        a: { $ref: "#/$defs/kind" },
        b: { $ref: "#/$defs/kind" },
      },
      $defs: { node, kind },
    };
    const [tool] = compileSpec(spec({ find_it: parameters })).set.tools;
    expect(plain(tool!.input)).toEqual({
      type: "object",
      properties: {
        tree: { $ref: "#/$defs/FindItNode" },
        a: { $ref: "#/$defs/FindItKind" },
        b: { $ref: "#/$defs/FindItKind" },
      },
    });
    expect(Object.fromEntries([...tool!.defs].map(([name, schema]) => [name, plain(schema)]))).toEqual({
      FindItNode: {
        type: "object",
        properties: { children: { type: "array", items: { $ref: "#/$defs/FindItNode" } } },
      },
      FindItKind: kind,
    });
  });

  it("never have the names of the tool's own types", () => {
    const args = { type: "object", properties: { again: { $ref: "#/$defs/args" } } };
    const [tool] = compileSpec(
      spec({ find: { type: "object", properties: { x: { $ref: "#/$defs/args" } }, $defs: { args } } }),
    ).set.tools;
    expect([...tool!.defs.keys()]).toEqual(["FindArgsDef"]);
  });

  it("may be the arguments themselves", () => {
    const parameters = { type: "object", properties: { and: { type: "array", items: { $ref: "#" } } } };
    const [tool] = compileSpec(spec({ filter: parameters })).set.tools;
    expect(plain(tool!.input)).toEqual({
      type: "object",
      properties: { and: { type: "array", items: { $ref: "#/$defs/FilterInput" } } },
    });
    expect([...tool!.defs.keys()]).toEqual(["FilterInput"]);
  });

  it("of one tool do not rename those of another", () => {
    const tree = { type: "object", properties: { t: { $ref: "#/$defs/node" } }, $defs: { node } };
    const alone = compileSpec(spec({ b: tree })).set;
    const both = compileSpec(spec({ a: tree, b: tree })).set;
    expect([...alone.tools[0]!.defs.keys()]).toEqual(["BNode"]);
    expect([...both.tools[1]!.defs.keys()]).toEqual(["BNode"]);
  });
});

describe("arguments", () => {
  it("that are a reference are opened, and the target schema is not kept for them", () => {
    const files = { "x.yaml": "schemas: { request: { type: object, properties: { a: { type: string } } } }" };
    const { set } = compileSpec(spec({ t: { $ref: "x.yaml#/schemas/request" } }), { files });
    expect(plain(set.tools[0]!.input)).toEqual({ type: "object", properties: { a: { type: "string" } } });
    expect(namesOf(set)).toEqual({ schemas: [], defs: { t: [] } });
  });

  it.each([
    [{ properties: { a: true } }, { type: "object", properties: { a: true } }],
    [{ type: ["object", "null"] }, { type: "object" }],
    [{ anyOf: [{ required: ["a"] }] }, { type: "object", anyOf: [{ required: ["a"] }] }],
  ])("%j are an object", (parameters, expected) => {
    expect(plain(compileSpec(spec({ t: parameters })).set.tools[0]!.input)).toEqual(expected);
  });

  it.each([
    [{ type: "string" }, [["TP314", 'arguments of "t" must be an object, found type "string"']]],
    [
      { allOf: [{ type: "object" }, { type: "string" }] },
      [["TP314", 'arguments of "t" must be an object, found a schema that no value satisfies']],
    ],
  ])("%j are refused, and the tool is left out", (parameters, problems) => {
    const { set, diagnostics } = compileSpec(spec({ t: parameters }));
    expect(set.tools).toEqual([]);
    expect(
      diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => [code, message]),
    ).toEqual(problems);
  });
});

describe("a tool with an error", () => {
  it("is left out without an effect on the others", () => {
    const { set } = compileSpec(
      spec({ bad: { type: "object", properties: { a: { type: "strng" } } }, good: { type: "object" } }),
    );
    expect(set.tools.map(({ name }) => name)).toEqual(["good"]);
  });

  it("is every tool that refers to an invalid schema, each time", () => {
    const parameters = { type: "object", properties: { a: { $ref: "#/schemas/broken" } } };
    const { set, diagnostics } = compileSpec(
      spec(
        { one: parameters, two: parameters, three: { type: "object" } },
        { broken: { type: "object", properties: { x: { minLength: "1" } } } },
      ),
    );
    expect(set.tools.map(({ name }) => name)).toEqual(["three"]);
    expect(set.schemas.size).toBe(0);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toHaveLength(1);
  });
});
