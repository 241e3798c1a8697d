import { describe, expect, it } from "vitest";
import { api, compile, type Files, ok, problems, textOf, tools } from "./compile-files.js";

describe("schemas in files", () => {
  const pets = {
    "api.yaml": api(
      {
        "/pets": {
          post: {
            operationId: "addPet",
            requestBody: {
              required: true,
              content: { "application/json": { schema: { $ref: "models/pet.yml" } } },
            },
            responses: ok,
          },
        },
      },
      {
        components: {
          schemas: {
            Pet: { $ref: "models/pet.yml" },
            Dog: { $ref: "models/dog.yml" },
            Cat: { $ref: "models/cat.yml" },
          },
        },
      },
    ),
    "models/dog.yml": {
      allOf: [{ $ref: "pet.yml" }, { type: "object", properties: { bark: { type: "boolean" } } }],
    },
    "models/cat.yml": {
      allOf: [
        { $ref: "../api.yaml#/components/schemas/Pet" },
        { type: "object", properties: { purr: { type: "boolean" } } },
      ],
    },
  };
  const pet = (mapping?: object): object => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string" } },
    discriminator: { propertyName: "kind", ...(mapping && { mapping }) },
  });

  it.each([
    ["their names in the main document", undefined, ["Pet", "Dog", "Cat"]],
    ["names in the mapping", { dog: "Dog", cat: "Cat" }, ["dog", "cat"]],
    ["files in the mapping", { dog: "dog.yml", cat: "./cat.yml" }, ["dog", "cat"]],
  ])("inherit from each other: %s", async (_, mapping, tags) => {
    const found = await compile({ ...pets, "models/pet.yml": pet(mapping) });
    expect(problems(found)).toEqual([]);
    expect(problems(found, "TP632")).toEqual([]);
    const code = textOf(found, "add-pet.ts") + textOf(found, "schemas.ts");
    for (const tag of tags) expect(code).toContain(`"${tag}"`);
  });

  it("have the same names as in the main document", async () => {
    const found = await compile({
      "api.yaml": api(
        {
          "/things": {
            get: {
              operationId: "things",
              responses: {
                "200": {
                  description: "ok",
                  content: { "application/json": { schema: { $ref: "m/t.yml" } } },
                },
              },
            },
            post: {
              operationId: "addThing",
              requestBody: {
                content: {
                  "application/json": {
                    schema: { type: "array", items: { $ref: "#/components/schemas/Thing" } },
                  },
                },
              },
              responses: ok,
            },
          },
        },
        { components: { schemas: { Thing: { $ref: "m/t.yml" } } } },
      ),
      "m/t.yml": { type: "object", properties: { name: { type: "string" } } },
    });
    expect(problems(found)).toEqual([]);
    const code = found.sets.flatMap(({ files }) => files.map(({ text }) => text)).join("\n");
    expect(code).toMatch(/export interface Thing\b/);
    expect(code).not.toMatch(/export (interface|type) T\b/);
  });

  it("may be members of a union, whose tags are names or keys of the mapping", async () => {
    const member = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } };
    const union = (discriminator: object): Files => ({
      "api.yaml": api({
        "/pets": {
          post: {
            operationId: "addPet",
            requestBody: {
              required: true,
              content: {
                "application/json": {
                  schema: { oneOf: [{ $ref: "m/dog.yml" }, { $ref: "m/cat.yml" }], discriminator },
                },
              },
            },
            responses: ok,
          },
        },
      }),
      "m/dog.yml": { ...member, properties: { ...member.properties, bark: { type: "boolean" } } },
      "m/cat.yml": { ...member, properties: { ...member.properties, purr: { type: "boolean" } } },
    });
    const plain = await compile(union({ propertyName: "kind" }));
    expect(problems(plain)).toEqual([]);
    expect(textOf(plain, "add-pet.ts") + textOf(plain, "schemas.ts")).toContain('kind: "dog"');
    const mapped = await compile(
      union({ propertyName: "kind", mapping: { D: "m/dog.yml", C: "m/cat.yml" } }),
    );
    expect(textOf(mapped, "add-pet.ts") + textOf(mapped, "schemas.ts")).toContain('kind: "D"');
  });

  it("may have their properties in a file", async () => {
    const schema = { type: "object", properties: { $ref: "m/properties.yml", own: { type: "string" } } };
    const files: Files = {
      "api.yaml": api({
        "/things": {
          post: {
            operationId: "addThing",
            requestBody: { content: { "application/json": { schema } } },
            responses: { "200": { description: "ok", content: { "application/json": { schema } } } },
          },
        },
      }),
    };
    const found = await compile({
      ...files,
      "m/properties.yml": { name: { type: "string" }, size: { $ref: "size.yml" }, $ref: { type: "string" } },
      "m/size.yml": { type: "string", enum: ["small", "large"] },
    });
    expect(problems(found)).toEqual([]);
    expect(tools(found)).toEqual(["add_thing: name size ref own"]);
    expect(textOf(found, "add-thing.ts")).toContain("interface AddThingResult {\n  name?: string;");
    const broken = await compile(files);
    expect(tools(broken)).toEqual(["add_thing: body"]);
    expect(problems(broken, "TP641")).toEqual([
      expect.stringContaining('"m/properties.yml": there is no such file; any value is accepted here'),
    ]);
  });

  it("may be chains of references, if they end", async () => {
    const chain = (length: number): Files => {
      const names = Array.from({ length }, (_, i) => `S${i}`);
      return {
        "api.yaml": api(
          {
            "/t": {
              get: {
                operationId: "t",
                parameters: [{ name: "a", in: "query", schema: { $ref: "#/components/schemas/S0" } }],
                responses: ok,
              },
            },
          },
          {
            components: {
              schemas: Object.fromEntries(
                names.map((name, i) => [
                  name,
                  i === length - 1 ? { type: "string" } : { $ref: `#/components/schemas/S${i + 1}` },
                ]),
              ),
            },
          },
        ),
      };
    };
    expect(tools(await compile(chain(60)))).toEqual(["t: a"]);
    const found = await compile(chain(20_000));
    expect(tools(found)).toEqual(["t: a"]);
    expect(problems(found, "TP641")).toEqual([
      expect.stringContaining("it leads through more than 64 references; any value is accepted here"),
    ]);
  });
});
