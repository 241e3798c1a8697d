import { describe, expect, it } from "vitest";
import type { Schema } from "../../generator/ir.js";
import { compileDocument } from "../openapi/compile-document.js";
import type { RawRequest } from "../openapi/loopback.js";
import { differencesOf } from "./judge/arrived.js";
import { fitToTool } from "./judge/fit-to-tool.js";
import { withSuccessesOnly } from "./judge/prism-server.js";
import { readApi } from "./judge/read-document.js";
import { createRequestSchemas } from "./judge/request-schemas.js";
import { toToolArguments } from "./judge/tool-arguments.js";
import { visibleParts } from "./judge/visible-parts.js";

// Tests the parts of `npm run corpus:prism` that detect faults. A judge that detects no fault would accept
// everything.

const user = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    nick: { type: "string", nullable: true },
    age: { type: "integer", minimum: 0, exclusiveMinimum: true },
    old: { type: "string", deprecated: true },
    labels: { type: "object", additionalProperties: { type: "string" } },
  },
};
const document = {
  openapi: "3.0.3",
  info: { title: "Users", version: "1" },
  servers: [{ url: "https://users.example.com" }],
  paths: {
    "/users/{team}": {
      parameters: [{ name: "team", in: "path", required: true, schema: { type: "string" } }],
      post: {
        operationId: "addUser",
        parameters: [{ name: "notify", in: "query", schema: { type: "boolean" } }],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/User" } } },
        },
        responses: { "201": { description: "made" }, "400": { description: "no" } },
      },
    },
  },
  components: { schemas: { User: user } },
};
const api = readApi(document);
const schemas = createRequestSchemas(api);
const reference = { $ref: "#/components/schemas/User" };
const operation = api.operations.get("POST /users/{team}")!;

describe("the judge's reading of a document", () => {
  it("includes no read-only properties", () => {
    expect(schemas.fault(reference, { name: "a" })).toBeUndefined();
    expect(schemas.fault(reference, {})).toMatch(/name/);
  });

  it("supports null and exclusive bounds of 3.0", () => {
    expect(schemas.fault(reference, { name: "a", nick: null, age: 1 })).toBeUndefined();
    expect(schemas.fault(reference, { name: null })).toMatch(/string/);
    expect(schemas.fault(reference, { name: "a", age: 0 })).toMatch(/> 0/);
  });

  it("removes read-only, deprecated and undescribed parts of a value, and nothing else", () => {
    const value = { id: 1, name: "a", old: "x", unheard: true, labels: { id: "kept" } };
    expect(visibleParts(reference, value, api, schemas)).toEqual({ name: "a", labels: { id: "kept" } });
  });

  it("passes only the success responses to Prism", () => {
    const { paths } = withSuccessesOnly(document) as unknown as typeof document;
    expect(Object.keys(paths["/users/{team}"].post.responses)).toEqual(["201"]);
    expect(paths["/users/{team}"].parameters).toHaveLength(1);
  });
});

describe("the judge's calls of a tool", () => {
  const { tools, schemas: shared } = compileDocument(JSON.stringify(document), "users.openapi.json");
  const request = {
    parameters: [{ in: "path" as const, name: "team", value: "red" }],
    body: { value: { name: "a", labels: { colour: "blue" } } },
  };

  it("sends arguments in their wire form", () => {
    const { args, lost } = toToolArguments(request, tools[0]!, shared);
    expect(args).toEqual({ team: "red", name: "a", labels: [{ key: "colour", value: "blue" }] });
    expect(lost).toEqual([]);
  });

  it("lists values that the tool has no argument for", () => {
    const more = [...request.parameters, { in: "query" as const, name: "trace", value: "1" }];
    const body = { value: { ...request.body.value, id: 1 } };
    const given = toToolArguments({ parameters: more, body }, tools[0]!, shared);
    expect(given.lost).toEqual(["query trace", "body.id"]);
    expect(given.args).not.toHaveProperty("trace");
  });

  it("finds losses inside of lists, references and alternatives", () => {
    const point: Schema = { type: "object", properties: { x: { type: "number" } }, required: ["x"] };
    const named: Schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
    const schema: Schema = { type: "array", items: { oneOf: [{ $ref: "#/$defs/Point" }, named] } };
    const resolve = (name: string): Schema | undefined => (name === "Point" ? point : undefined);
    const fitted = fitToTool(schema, [{ x: 1, y: 2 }, { name: "a" }], resolve, "body");
    expect(fitted).toEqual({ value: [{ x: 1 }, { name: "a" }], lost: ["body[].y"] });
  });
});

describe("the judge's comparison of a request", () => {
  const requested = {
    parameters: [{ in: "path" as const, name: "team", value: "red" }],
    body: { value: { name: "a" } },
  };
  const arrived = (more: Partial<RawRequest> = {}): RawRequest => ({
    method: "POST",
    target: "/users/red",
    headers: { "content-type": "application/json", host: "127.0.0.1" },
    body: Buffer.from('{"name":"a"}'),
    ...more,
  });
  const find = async (raw: RawRequest): Promise<readonly string[]> =>
    (await differencesOf(raw, requested, operation, api, new Set())).map(
      ({ kind, place }) => `${kind} ${place}`,
    );

  it("accepts a request with all supplied values", async () => {
    expect(await find(arrived())).toEqual([]);
  });

  it("finds a default in the query, in a header and in the body", async () => {
    expect(await find(arrived({ target: "/users/red?notify=true" }))).toEqual(["unasked query notify=true"]);
    expect(await find(arrived({ headers: { "content-type": "application/json", "x-v": "1" } }))).toEqual([
      "unasked header x-v: 1",
    ]);
    expect(await find(arrived({ body: Buffer.from('{"name":"a","age":3}') }))).toEqual([
      "unasked body.age = 3",
    ]);
  });

  it("finds a missing, changed or misplaced value", async () => {
    expect(await find(arrived({ body: Buffer.from("{}") }))).toEqual(["missing body.name"]);
    expect(await find(arrived({ body: Buffer.from('{"name":"b"}') }))).toEqual(["changed body.name"]);
    expect(await find(arrived({ target: "/users/blue" }))).toEqual(["changed path /users/blue"]);
  });

  it("reads forms", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const raw = arrived({ headers, body: Buffer.from("name=a&mode=x") });
    expect(await find(raw)).toEqual(["unasked body.mode = x"]);
  });
});
