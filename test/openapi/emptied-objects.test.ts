import { describe, expect, it } from "vitest";
import { compileDocument } from "./compile-document.js";

const document = (body: object): string =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example.com" }],
    paths: {
      "/articles": {
        post: {
          operationId: "addArticle",
          summary: "Adds an article to the shop.",
          requestBody: { required: true, content: { "application/json": { schema: body } } },
          responses: { "200": { description: "ok" } },
        },
      },
    },
    components: {
      schemas: { Stamp: { type: "object", properties: { created: { type: "string", readOnly: true } } } },
    },
  });

const inputOf = (body: object): unknown =>
  compileDocument(document(body), "shop.openapi.json").tools[0]?.tool.input;

describe("an object that has only read-only properties", () => {
  const stamp = { type: "object", properties: { created: { type: "string", readOnly: true } } };

  it.each([
    ["inline", stamp],
    ["by reference", { $ref: "#/components/schemas/Stamp" }],
  ])("is not declared if it is optional (%s)", (_how, optional) => {
    const name = { type: "string" };
    expect(inputOf({ type: "object", properties: { optional, name } })).toMatchObject({
      properties: { name },
    });
    const part = inputOf({ type: "object", properties: { part: { properties: { optional, name } } } });
    expect(JSON.stringify(part)).not.toContain("optional");
  });

  it("accepts any object if it is required, even if it is closed, and does not limit the number of properties", () => {
    const old = { type: "string", deprecated: true };
    const cfg = { type: "object", additionalProperties: false, minProperties: 1, properties: { a: old } };
    const input = JSON.stringify(inputOf({ type: "object", required: ["cfg"], properties: { cfg } }));
    expect(input).not.toContain("additionalProperties");
    expect(input).not.toContain("minProperties");
  });

  it("accepts any object if it is required", () => {
    const input = inputOf({ type: "object", properties: { stamp }, required: ["stamp"] });
    expect(input).toMatchObject({ properties: { stamp: { type: "object" } }, required: ["stamp"] });
    expect(JSON.stringify(input)).not.toContain("additionalProperties");
  });

  it.each([
    ["inline", { type: "object", properties: { created: { type: "string", readOnly: true } } }],
    ["by reference", { $ref: "#/components/schemas/Stamp" }],
  ])("does not restrict the other members of allOf (%s)", (_how, member) => {
    const article = {
      allOf: [member, { type: "object", properties: { name: { type: "string" } }, required: ["name"] }],
    };
    const nested = inputOf({ type: "object", properties: { article } }) as {
      properties: { article: object };
    };
    expect(JSON.stringify(nested.properties.article)).not.toContain('"additionalProperties":false');
    expect(JSON.stringify(nested.properties.article)).toContain('"name"');
  });
});

describe("a required argument deep inside of a body", () => {
  const named = {
    type: "object",
    properties: {
      name: { type: "object", properties: { x: { type: "string" } }, required: ["x"] },
      other: { type: "object", properties: { y: { type: "string" } } },
    },
  };
  const inside = (member: object): object => {
    const third = { allOf: [member], required: ["name"] };
    const second = { type: "object", properties: { third }, required: ["third"] };
    return {
      type: "object",
      properties: { first: { type: "object", properties: { second }, required: ["second"] } },
    };
  };

  it.each([
    ["in place", inside(named)],
    ["by reference", inside({ $ref: "#/components/schemas/Named" })],
  ])("is kept if the schema that requires it inherits it by allOf (%s)", (_how, body) => {
    const text = document(body).replace('"Stamp":', `"Named":${JSON.stringify(named)},"Stamp":`);
    const { tools } = compileDocument(text, "shop.openapi.json");
    expect(JSON.stringify(tools[0]?.declaration)).toContain('"x"');
  });
});

describe("schemas with many paths between each other", () => {
  it("are visited once each", () => {
    const names = Array.from({ length: 24 }, (_, index) => `S${index}`);
    const schemas = Object.fromEntries(
      names.map((name) => [
        name,
        {
          type: "object",
          properties: Object.fromEntries(
            names.map((other) => [other, { $ref: `#/components/schemas/${other}` }]),
          ),
        },
      ]),
    );
    const text = document({ $ref: "#/components/schemas/S0" }).replace(
      '"Stamp":',
      `${JSON.stringify(schemas).slice(1, -1)},"Stamp":`,
    );
    expect(compileDocument(text, "shop.openapi.json").tools).toHaveLength(1);
  });
});
