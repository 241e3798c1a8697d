import { afterEach, describe, expect, it } from "vitest";
import { fc } from "../helpers/seeded.js";
import type { RawRequest } from "./loopback.js";
import { runDocument, type RunningDocument } from "./run-document.js";

// A documented default describes what the service does without the argument. Adding the default to a request
// changes the call: a PATCH with every default would reset fields that the call should not touch.

const running: RunningDocument[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

async function run(paths: object, components: object = {}): Promise<RunningDocument> {
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components };
  const one = await runDocument(document);
  running.push(one);
  return one;
}

const responses = { "204": { description: "done" } };

function jsonBody(schema: object): object {
  return { required: true, content: { "application/json": { schema } } };
}

const visibility = {
  type: "object",
  properties: { private: { type: "boolean", default: false }, note: { type: "string" } },
};

/** The headers that the transport adds. */
const transport = ["host", "connection", "accept", "content-type", "content-length", "user-agent"];
const fetchOwn = ["accept-language", "sec-fetch-mode", "accept-encoding", "transfer-encoding"];

function extraHeaders({ headers }: RawRequest): readonly string[] {
  return Object.keys(headers).filter((name) => ![...transport, ...fetchOwn].includes(name));
}

describe("a documented default is not written into a request", () => {
  it("in path, query, header or body, at any depth", async () => {
    const api = await run(
      {
        "/repos/{repo}": {
          patch: {
            operationId: "updateRepo",
            parameters: [
              { name: "repo", in: "path", required: true, schema: { type: "string" } },
              { name: "page", in: "query", schema: { type: "integer", default: 1 } },
              { name: "X-Mode", in: "header", schema: { type: "string", default: "fast" } },
            ],
            requestBody: jsonBody({
              type: "object",
              properties: {
                description: { type: "string" },
                archived: { type: "boolean", default: false },
                settings: { $ref: "#/components/schemas/Visibility" },
                rules: { type: "array", items: { $ref: "#/components/schemas/Visibility" } },
                byName: { type: "object", additionalProperties: visibility },
                maybe: { anyOf: [{ $ref: "#/components/schemas/Visibility" }, { type: "null" }] },
              },
            }),
            responses,
          },
        },
      },
      { schemas: { Visibility: visibility } },
    );
    const request = await api.send("update_repo", {
      repo: "r",
      description: "d",
      settings: { note: "n" },
      rules: [{ note: "n" }],
      byName: [{ key: "a", value: { note: "n" } }],
      maybe: { note: "n" },
    });
    expect(request.target).toBe("/repos/r");
    expect(extraHeaders(request)).toEqual([]);
    expect(JSON.parse(request.body.toString())).toEqual({
      description: "d",
      settings: { note: "n" },
      rules: [{ note: "n" }],
      byName: { a: { note: "n" } },
      maybe: { note: "n" },
    });
  });

  it("keeps the default visible to the model and optional in the types", async () => {
    const api = await run({
      "/x": { post: { operationId: "setX", requestBody: jsonBody(visibility), responses } },
    });
    const declarations = JSON.parse(api.files.get("declarations.json")!) as {
      functionDeclarations: { parameters: { properties: { private: { description: string } } } }[];
    };
    expect(declarations.functionDeclarations[0]?.parameters.properties.private.description).toContain(
      "Default: false.",
    );
    expect(api.files.get("tools/set-x.ts")).toContain("private?: boolean;");
    expect([...api.files.values()].join("\n")).not.toContain("complete");
  });

  it("omits them in a form and a multipart body", async () => {
    const properties = { a: { type: "string" }, b: { type: "string", default: "bee" } };
    const schema = { type: "object", properties };
    const body = (type: string): object => ({ required: true, content: { [type]: { schema } } });
    const api = await run({
      "/form": {
        post: { operationId: "form", requestBody: body("application/x-www-form-urlencoded"), responses },
      },
      "/multi": { post: { operationId: "multi", requestBody: body("multipart/form-data"), responses } },
    });
    expect((await api.send("form", { a: "1" })).body.toString()).toBe("a=1");
    expect((await api.send("multi", { a: "1" })).body.toString()).not.toContain("bee");
  });
});

describe("over random documents", () => {
  const scalar = fc.constantFrom(
    { type: "string", default: "zzdefault" },
    { type: "integer", default: 424_242 },
    { type: "string" },
    { type: "boolean", default: true },
  );
  const { schema } = fc.letrec<{ schema: object }>((tie) => ({
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      scalar,
      fc.record({
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("p", "q", "r"), tie("schema")),
        default: fc.constant({}),
      }),
      fc.record({ type: fc.constant("array"), items: tie("schema"), default: fc.constant([]) }),
      fc.record({ allOf: fc.array(scalar, { minLength: 1, maxLength: 1 }) }),
      fc.constant({ $ref: "#/components/schemas/Shared" }),
    ),
  }));
  const place = fc.constantFrom("query", "header");

  it("a call with only the required arguments contains nothing else", async () => {
    const operation = fc.record({
      parameters: fc.uniqueArray(fc.record({ in: place, schema: scalar }), {
        maxLength: 4,
        selector: (one) => one,
      }),
      optional: fc.dictionary(fc.constantFrom("a", "b", "c", "d"), schema),
      method: fc.constantFrom("post", "put", "patch"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 8 }), async (operations) => {
        const paths = Object.fromEntries(
          operations.map(({ parameters, optional, method }, index) => [
            `/o${index}/{id}`,
            {
              [method]: {
                operationId: `o${index}`,
                parameters: [
                  { name: "id", in: "path", required: true, schema: { type: "string", default: "zz" } },
                  ...parameters.map((one, at) => ({ ...one, name: `P-${at}` })),
                ],
                requestBody: jsonBody({
                  type: "object",
                  required: ["must"],
                  properties: { must: { type: "object", properties: optional }, ...optional },
                }),
                responses,
              },
            },
          ]),
        );
        const api = await run(paths, { schemas: { Shared: visibility } });
        for (const [index, { optional }] of operations.entries()) {
          const hasParts = Object.keys(optional).length > 0;
          const request = await api.send(`o${index}`, { id: "7", must: hasParts ? {} : "{}" });
          expect(request.target).toBe(`/o${index}/7`);
          expect(extraHeaders(request)).toEqual([]);
          expect(request.body.toString()).toBe('{"must":{}}');
        }
      }),
      { numRuns: 8 },
    );
  }, 120_000);
});
