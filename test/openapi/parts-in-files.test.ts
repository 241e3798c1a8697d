import { describe, expect, it } from "vitest";
import { api, compile, info, ok, problems, textOf, tools } from "./compile-files.js";

describe("parts behind references", () => {
  it("are read, of every kind", async () => {
    const found = await compile({
      "api.yaml": {
        openapi: "3.0.3",
        info: { $ref: "parts.yml#/info" },
        servers: { $ref: "parts.yml#/servers" },
        security: { $ref: "parts.yml#/security" },
        paths: { $ref: "paths.yml" },
        components: { $ref: "components.yml" },
      },
      "parts.yml": {
        info,
        servers: [{ $ref: "#/server" }],
        server: { url: "https://{region}.shop.example", variables: { region: { $ref: "#/region" } } },
        region: { default: "eu", enum: ["eu", "us"] },
        security: [{ $ref: "#/requirement" }],
        requirement: { key: [] },
        tags: ["Things"],
      },
      "paths.yml": {
        "/things": {
          post: {
            operationId: "addThing",
            tags: { $ref: "parts.yml#/tags" },
            parameters: { $ref: "components.yml#/lists/common" },
            requestBody: { $ref: "api.yaml#/components/requestBodies/thing" },
            responses: { $ref: "components.yml#/lists/responses" },
          },
        },
      },
      "components.yml": {
        parameters: { $ref: "parameters.yml" },
        requestBodies: { thing: { $ref: "bodies.yml#/thing" } },
        responses: { thing: { description: "ok", content: { $ref: "bodies.yml#/content" } } },
        schemas: { $ref: "schemas.yml" },
        securitySchemes: { $ref: "security.yml" },
        lists: {
          common: [{ $ref: "api.yaml#/components/parameters/lang" }, { $ref: "parameters.yml#/filter" }],
          responses: { "201": { $ref: "#/responses/thing" } },
        },
      },
      "parameters.yml": {
        lang: {
          name: "lang",
          in: "query",
          description: "The language",
          schema: { $ref: "schemas.yml#/Lang" },
        },
        filter: {
          name: "filter",
          in: "query",
          content: { "application/json": { $ref: "bodies.yml#/media" } },
        },
      },
      "bodies.yml": {
        thing: { required: true, content: { $ref: "#/content" } },
        content: { "application/json": { $ref: "#/media" } },
        media: { schema: { $ref: "api.yaml#/components/schemas/Thing" } },
      },
      "schemas.yml": {
        Lang: { type: "string", enum: ["de", "en"] },
        Thing: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string" }, kind: { $ref: "#/Kind" } },
        },
        Kind: { type: "string", enum: ["big", "small"] },
      },
      "security.yml": { key: { type: "apiKey", in: "header", name: "X-Key" } },
    });
    expect(problems(found)).toEqual([]);
    expect(tools(found)).toEqual(["add_thing: lang filter name kind"]);
    expect(textOf(found, "client.ts")).toContain("https://eu.shop.example");
    expect(textOf(found, "client.ts")).toContain("X-Key");
    expect(textOf(found, "add-thing.ts")).toContain("export type AddThingResult = Thing;");
  });

  it.each<[string, object, object]>([
    ["parameters", { parameters: { $ref: "none.yml" } }, {}],
    [
      "a parameter's content",
      { parameters: [{ name: "a", in: "query", content: { $ref: "none.yml" } }] },
      {},
    ],
    ["tags", { tags: { $ref: "none.yml" } }, {}],
    ["servers", { servers: { $ref: "none.yml" } }, {}],
    ["a server", { servers: [{ $ref: "none.yml" }] }, {}],
    ["security", { security: { $ref: "none.yml" } }, {}],
    ["the security of all", {}, { security: [{ $ref: "none.yml" }] }],
    ["the body", { requestBody: { $ref: "none.yml" } }, {}],
    ["the body's content", { requestBody: { content: { $ref: "none.yml" } } }, {}],
    ["a media type", { requestBody: { content: { "application/json": { $ref: "none.yml" } } } }, {}],
    [
      "an encoding",
      { requestBody: { content: { "multipart/form-data": { encoding: { $ref: "none.yml" } } } } },
      {},
    ],
  ])(
    "remove the tool, with an error at their location, if they cannot be read: %s",
    async (_, part, more) => {
      const found = await compile({
        "api.yaml": api({ "/things": { post: { operationId: "addThing", responses: ok, ...part } } }, more),
      });
      expect(tools(found)).toEqual([]);
      expect(problems(found)).toEqual([
        expect.stringMatching(
          /^TP605 specs\/api\.yaml:\d+:\d+ cannot follow "none.yml": there is no such file$/,
        ),
      ]);
    },
  );

  it("remove all servers if one of them cannot be read", async () => {
    const found = await compile({
      "api.yaml": api(
        { "/things": { get: { operationId: "things", responses: ok } } },
        { servers: [{ $ref: "none.yml" }, { url: "https://other.example" }] },
      ),
    });
    expect(problems(found)).toEqual([expect.stringContaining("TP605")]);
    expect(textOf(found, "client.ts")).not.toContain("other.example");
  });

  it("leave the result unchecked if a response cannot be read", async () => {
    for (const responses of [{ $ref: "none.yml" }, { "200": { $ref: "none.yml" } }]) {
      const found = await compile({
        "api.yaml": api({ "/things": { get: { operationId: "things", responses } } }),
      });
      expect(tools(found)).toEqual(["things: "]);
      expect(problems(found, "TP623")).toHaveLength(1);
    }
  });

  it("cannot be missing paths", async () => {
    const found = await compile({ "api.yaml": api({ $ref: "none.yml" }) });
    expect(problems(found)).toEqual([
      expect.stringContaining('cannot follow "none.yml": there is no such file'),
    ]);
  });
});
