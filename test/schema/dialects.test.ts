import { describe, expect, it, test } from "vitest";
import type { SchemaDialect } from "../../generator/ir.js";
import { normalForm, normalise } from "./normalise.js";

describe("the older drafts", () => {
  it("turns boolean exclusive bounds into bounds", () => {
    expect(
      normalise({ minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }, "draft-04")
        .schema,
    ).toEqual({
      maximum: 9,
      exclusiveMinimum: 1,
    });
  });

  it("ignores a boolean exclusive bound without a bound", () => {
    expect(normalForm({ exclusiveMaximum: true }, "draft-04")).toEqual({});
  });

  it("refuses boolean bounds in drafts that have numbers there, and suggests the fix", () => {
    const { schema, problems, helps } = normalise({ minimum: 1, exclusiveMinimum: true }, "draft-07");
    expect(schema).toBeUndefined();
    expect(problems).toEqual(['TP303 /exclusiveMinimum "exclusiveMinimum" must be a number, found true']);
    expect(helps).toEqual(['write "exclusiveMinimum: 1" in place of minimum']);
  });

  it("converts lists in items to tuples, closed by additionalItems", () => {
    expect(
      normalise({ items: [{ type: "string" }, true], additionalItems: false }, "draft-07").schema,
    ).toEqual({
      prefixItems: [{ type: "string" }, true],
      items: false,
    });
  });

  it("ignores additionalItems if items is a single schema", () => {
    expect(normalise({ items: { type: "string" }, additionalItems: false }, "draft-06").schema).toEqual({
      items: { type: "string" },
    });
  });

  it("splits dependencies into lists and schemas", () => {
    expect(normalise({ dependencies: { a: ["b", "b"], c: { required: ["d"] } } }, "draft-07").schema).toEqual(
      {
        dependentRequired: { a: ["b"] },
        dependentSchemas: { c: { required: ["d"] } },
      },
    );
  });

  it("resolves definitions and drops them", () => {
    const { schema, defs } = normalise(
      { properties: { a: { $ref: "#/definitions/x" } }, definitions: { x: { type: "string" } } },
      "draft-07",
    );
    expect(schema).toEqual({ properties: { a: { $ref: "#/$defs/X" } } });
    expect(defs).toEqual({ X: { type: "string" } });
  });

  it("ignores keywords of later drafts, with a diagnostic", () => {
    const { schema, problems } = normalise({ const: 1, type: "integer" }, "draft-04");
    expect(schema).toEqual({ type: "integer" });
    expect(problems).toEqual([
      'TP305 /const "const" is not a keyword of JSON Schema draft-04 and has no effect',
    ]);
  });

  it("drops siblings of $ref but keeps its descriptions", () => {
    const value = {
      $ref: "#/definitions/x",
      description: "d",
      maxLength: 3,
      definitions: { x: { type: "string" } },
    };
    const { schema, problems } = normalise(value, "draft-07");
    expect(schema).toEqual({ $ref: "#/$defs/X", description: "d" });
    expect(problems).toEqual(['TP306 /$ref "maxLength" beside $ref has no effect in JSON Schema draft-07']);
  });

  it("keeps properties beside $ref, so that no argument is lost, with a diagnostic", () => {
    const value = {
      $ref: "#/definitions/x",
      properties: { b: { type: "string" } },
      required: ["b"],
      definitions: { x: { properties: { a: { type: "integer" } } } },
    };
    const { schema, problems } = normalise(value, "draft-07");
    expect(schema).toEqual({
      properties: { a: { type: "integer" }, b: { type: "string" } },
    });
    expect(problems).toEqual([
      'TP306 /$ref "required" beside $ref has no effect in JSON Schema draft-07',
      "TP330 /properties properties beside $ref apply here, although JSON Schema draft-07 ignores them",
    ]);
  });

  it("applies siblings of $ref from 2019-09 on", () => {
    const value = { $ref: "#/$defs/x", maxLength: 3, $defs: { x: { type: "string" } } };
    expect(normalForm(value, "2019-09")).toEqual({ type: "string", maxLength: 3 });
  });
});

describe("$schema", () => {
  it.each([
    ["http://json-schema.org/draft-04/schema#", "draft-04"],
    ["https://json-schema.org/draft-07/schema", "draft-07"],
    ["https://json-schema.org/draft/2019-09/schema#", "2019-09"],
  ])("%s decides, not the importer", ($schema, draft) => {
    const { problems } = normalise({ $schema, prefixItems: [true] }, "2020-12");
    expect(problems).toEqual([
      `TP305 /prefixItems "prefixItems" is not a keyword of JSON Schema ${draft} and has no effect`,
    ]);
  });

  it.each(["http://json-schema.org/draft-03/schema#", "https://example.com/my-vocabulary"])(
    "%s is refused: its rules are not known",
    ($schema) => {
      const { schema, problems } = normalise({ $schema, type: "string" });
      expect(schema).toBeUndefined();
      expect(problems).toEqual([`TP312 /$schema $schema "${$schema}" is not a known draft of JSON Schema`]);
    },
  );
});

describe("nullable", () => {
  const x = { components: { x: { type: "object" } } };

  test.each<[string, unknown, SchemaDialect, unknown]>([
    ["with a type", { type: "string", nullable: true }, "openapi-3.0", { type: ["string", "null"] }],
    ["false changes nothing", { type: "string", nullable: false }, "openapi-3.0", { type: "string" }],
    ["without a type", { nullable: true }, "openapi-3.0", {}],
    [
      "with an enum that has no null",
      { type: "string", enum: ["a"], nullable: true },
      "openapi-3.0",
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "with an enum that has null",
      { type: "string", enum: ["a", null], nullable: true },
      "openapi-3.0",
      { type: ["string", "null"], enum: ["a", null] },
    ],
    ["with a constant", { const: 1, nullable: true }, "gemini", { enum: [1, null] }],
    ["as x-nullable", { type: "integer", "x-nullable": true }, "swagger-2.0", { type: ["integer", "null"] }],
    ["in Gemini's words", { type: "STRING", nullable: true }, "gemini", { type: ["string", "null"] }],
    [
      "beside anyOf",
      { anyOf: [{ type: "string" }], nullable: true },
      "openapi-3.0",
      { anyOf: [{ type: "string" }, { type: "null" }] },
    ],
    [
      "beside oneOf",
      { oneOf: [{ type: "string" }], nullable: true },
      "openapi-3.0",
      { anyOf: [{ oneOf: [{ type: "string" }] }, { type: "null" }] },
    ],
    ["as a list of types", { type: ["string", "null"] }, "2020-12", { type: ["string", "null"] }],
  ])("%s", (_, value, dialect, expected) => {
    expect(normalForm(value, dialect)).toEqual(expected);
  });

  it("beside allOf keeps the description outside", () => {
    const { schema } = normalise(
      { nullable: true, description: "d", allOf: [{ $ref: "#/components/x" }], "x-c": 0, ...x },
      "openapi-3.0",
    );
    expect(schema).toEqual({ description: "d", anyOf: [{ $ref: "#/$defs/X" }, { type: "null" }] });
  });

  it("beside $ref is applied, with a warning", () => {
    const { schema, problems } = normalise(
      { properties: { a: { nullable: true, $ref: "#/components/x" } }, ...x },
      "openapi-3.0",
    );
    expect(schema).toEqual({ properties: { a: { anyOf: [{ $ref: "#/$defs/X" }, { type: "null" }] } } });
    expect(problems).toContain(
      'TP318 /properties/a/$ref "nullable" beside $ref "#/components/x" is read as allowing null',
    );
  });

  it("in JSON Schema is applied, with a warning", () => {
    const { schema, problems } = normalise({ type: "string", nullable: true });
    expect(schema).toEqual({ type: ["string", "null"] });
    expect(problems).toEqual([
      'TP317 /nullable "nullable" is not a keyword of JSON Schema 2020-12; it is read as allowing null',
    ]);
  });
});

describe("Gemini schemas", () => {
  it("have upper-case types, counts as text, enums as text, and an order of properties", () => {
    const { schema, problems } = normalise(
      {
        type: "OBJECT",
        properties: {
          level: { type: "INTEGER", format: "int32", enum: ["1", "2"] },
          names: { type: "ARRAY", items: { type: "STRING", format: "enum", enum: ["x"] }, minItems: "2" },
          any: { type: "TYPE_UNSPECIFIED" },
        },
        propertyOrdering: ["names", "level"],
      },
      "gemini",
    );
    expect(problems).toEqual(['TP328 /properties/any/type type "TYPE_UNSPECIFIED" is read as: any value']);
    expect(JSON.stringify(schema)).toBe(
      JSON.stringify({
        type: "object",
        properties: {
          names: { type: "array", items: { type: "string", enum: ["x"] }, minItems: 2 },
          level: { type: "integer", format: "int32", enum: [1, 2] },
          any: {},
        },
      }),
    );
  });
});

describe("OpenAPI keywords", () => {
  it("are converted: example becomes examples, file becomes text, xml and externalDocs are dropped", () => {
    const { schema, problems } = normalise(
      { type: "file", example: "x", xml: {}, externalDocs: {} },
      "swagger-2.0",
    );
    expect(schema).toEqual({ type: "string", format: "binary", examples: ["x"] });
    expect(problems).toEqual([]);
  });

  it.each(["openapi-3.0", "draft-07", "2020-12"] as const)(
    "convert a default that was written as text: %s",
    (draft) => {
      const { schema, problems } = normalise(
        { properties: { a: { type: "integer", default: "5" }, b: { type: "boolean", default: "true" } } },
        draft,
      );
      expect(schema).toEqual({
        properties: { a: { type: "integer", default: 5 }, b: { type: "boolean", default: true } },
      });
      expect(problems).toEqual([
        'TP322 /properties/a/default default "5" does not have the type of its schema and is read as 5',
        'TP322 /properties/b/default default "true" does not have the type of its schema and is read as true',
      ]);
    },
  );

  it("convert lists and objects in JSON text to defaults, and keep other text", () => {
    const { schema } = normalise({
      properties: {
        a: { type: ["array", "null"], default: "[]" },
        b: { type: "object", default: '{"c": 1}' },
        c: { type: "array", default: "{}" },
        d: { type: ["string", "object"], default: "{}" },
        e: { type: "integer", default: "1.5" },
      },
    });
    expect(schema).toMatchObject({
      properties: {
        a: { default: [] },
        b: { default: { c: 1 } },
        c: { default: "{}" },
        d: { default: "{}" },
        e: { default: "1.5" },
      },
    });
  });

  it("convert a const to the declared type", () => {
    const { schema, problems } = normalise({
      properties: { a: { type: "string", const: 5 }, b: { type: "integer", const: "5" }, c: { const: "5" } },
    });
    expect(schema).toEqual({
      properties: { a: { type: "string", const: "5" }, b: { type: "integer", const: 5 }, c: { const: "5" } },
    });
    expect(problems).toEqual([
      'TP324 /properties/a/const const is not of type string and is read as "5"',
      "TP324 /properties/b/const const is not of type integer and is read as 5",
    ]);
  });

  it("keep the mapping of a discriminator to the alternatives, with their new names", () => {
    const { schema, problems } = normalise(
      {
        oneOf: [{ $ref: "#/components/schemas/cat" }, { $ref: "#/components/schemas/dog" }],
        discriminator: {
          propertyName: "kind",
          mapping: { c: "cat", d: "#/components/schemas/dog", x: "cow" },
        },
        components: { schemas: { cat: { type: "object" }, dog: { type: "object" } } },
      },
      "openapi-3.0",
    );
    expect(schema).toEqual({
      oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }],
      discriminator: { propertyName: "kind", mapping: { c: "#/$defs/Cat", d: "#/$defs/Dog" } },
    });
    expect(problems).toContain(
      'TP319 /discriminator/mapping/x discriminator maps to "cow", which is not one of the alternatives',
    );
  });
});
