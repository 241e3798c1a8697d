import { afterEach, describe, expect, it } from "vitest";
import { runDocument, type RunningDocument, type RunOptions } from "./run-document.js";

// The headers that no argument sets: accepted types, content type and credentials.

const running: RunningDocument[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

async function run(document: object, more: RunOptions = {}): Promise<RunningDocument> {
  const one = await runDocument({ openapi: "3.0.3", info: { title: "T", version: "1" }, ...document }, more);
  running.push(one);
  return one;
}

const ok = { "200": { description: "fine" } };
const text = { type: "string" };

function getting(operation: object, method = "get"): object {
  return { paths: { "/things": { [method]: { operationId: "getThings", responses: ok, ...operation } } } };
}

function answering(...mediaTypes: readonly string[]): object {
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: "object" } }]));
  return { responses: { "200": { description: "fine", content } } };
}

async function acceptOf(document: object): Promise<string | undefined> {
  return (await (await run(document)).send("get_things", {})).headers.accept;
}

describe("Accept", () => {
  it.each([
    ["JSON alone", ["application/json"], "application/json"],
    [
      "what can be read, JSON first: Kubernetes",
      [
        "application/cbor",
        "application/json",
        "application/json;stream=watch",
        "application/vnd.kubernetes.protobuf",
        "application/vnd.kubernetes.protobuf;stream=watch",
        "application/yaml",
      ],
      "application/json, application/yaml;q=0.9",
    ],
    ["JSON before XML", ["application/xml", "application/json"], "application/json, application/xml;q=0.9"],
    [
      "text before files",
      ["image/png", "text/csv", "application/json"],
      "application/json, text/csv;q=0.9, image/png;q=0.8",
    ],
    ["text alone", ["text/plain", "text/csv"], "text/plain, text/csv"],
    ["a file alone", ["application/pdf"], "application/pdf"],
    ["XML alone", ["application/xml"], "application/xml"],
    ["a type that nobody reads, where there is no other", ["application/cbor"], "application/cbor"],
    ["vendor JSON exactly", ["application/vnd.api+json"], "application/vnd.api+json"],
    [
      "plain JSON before vendor JSON",
      ["application/vnd.github+json", "application/json"],
      "application/json, application/vnd.github+json;q=0.9",
    ],
    ["parameters that are part of the type", ["application/json;version=2"], "application/json;version=2"],
    ["no charset", ["application/json; charset=utf-8"], "application/json"],
    [
      "no quality of the document's",
      ["text/csv;q=1", "application/json;q=0.1"],
      "application/json, text/csv;q=0.9",
    ],
    ["nothing that no header can hold", ["text/plain;a=\u0000", "application/json"], "application/json"],
    ["one type once", ["application/json", "application/json; charset=utf-8"], "application/json"],
    ["a range, and JSON before it", ["*/*"], "application/json, */*;q=0.9"],
    ["types in one key", ["text/plain, application/json"], "application/json, text/plain;q=0.9"],
    ["nothing that is no media type", ["json"], "application/json, */*;q=0.5"],
  ])("requests %s", async (_what, mediaTypes, expected) => {
    expect(await acceptOf(getting(answering(...mediaTypes)))).toBe(expected);
  });

  it("uses `produces` of Swagger", async () => {
    const responses = { "200": { description: "fine", schema: { type: "object" } } };
    const document = {
      swagger: "2.0",
      openapi: undefined,
      produces: ["application/x-protobuf", "application/xml", "application/json; charset=utf-8"],
      ...getting({ responses }),
    };
    expect(await acceptOf(document)).toBe("application/json, application/xml;q=0.9");
  });

  const parameter = (schema: object, more: object = {}): object => ({
    ...answering("application/json"),
    parameters: [{ name: "accept", in: "header", schema, ...more }],
  });
  const versioned = "application/vnd.pagerduty+json;version=2";

  it.each([
    ["its only value", { ...text, enum: [versioned] }, {}, versioned],
    ["its constant", { const: versioned }, {}, versioned],
    ["the best of its values", { ...text, enum: ["text/csv", "application/json"] }, {}, "application/json"],
    ["its default first", { ...text, default: versioned }, {}, `${versioned}, application/json;q=0.9`],
    ["its example first", text, { example: versioned }, `${versioned}, application/json;q=0.9`],
    [
      "not a default that is worse than the answer",
      { ...text, default: "text/html" },
      {},
      "application/json",
    ],
    ["nothing of a parameter that says nothing", text, { required: true }, "application/json"],
  ])("takes %s from an Accept parameter", async (_what, schema, more, expected) => {
    expect(await acceptOf(getting(parameter(schema, more)))).toBe(expected);
  });

  it("still checks the result if a parameter named its own type", async () => {
    const schema = { type: "object", required: ["id"] };
    const content = { "application/json": { schema } };
    const api = await run(
      getting({
        parameters: [{ name: "Accept", in: "header", schema: { ...text, default: versioned } }],
        responses: { "200": { description: "fine", content } },
      }),
      { options: { checkResults: "error" } },
    );
    expect(await api.call("get_things", {})).toMatchObject({ error: { code: "INVALID_RESULT" } });
  });
});

describe("a Content-Type parameter", () => {
  const typed = (schema: object, more: object = { required: true }): object => ({
    parameters: [{ name: "Content-Type", in: "header", schema, ...more }],
  });

  it.each([
    ["its only value", { ...text, enum: ["application/vnd.api+json"] }, "application/vnd.api+json"],
    ["its default", { ...text, default: "application/vnd.api+json" }, "application/vnd.api+json"],
    ["JSON where it names none", text, "application/json"],
    ["JSON where its value is none", { ...text, default: "json\r\nx: y" }, "application/json"],
  ])("that is required is sent without a body: %s", async (_what, schema, expected) => {
    const request = await (await run(getting(typed(schema)))).send("get_things", {});
    expect(request.headers["content-type"]).toBe(expected);
    expect(request.body).toHaveLength(0);
  });

  it("that is optional is not sent without a body", async () => {
    const optional = typed({ ...text, default: "application/json" }, {});
    const request = await (await run(getting(optional))).send("get_things", {});
    expect(request.headers).not.toHaveProperty("content-type");
  });

  it.each(["application/json", "application/x-www-form-urlencoded", "multipart/form-data"])(
    "is replaced by the type of a body: %s",
    async (type) => {
      const schema = { type: "object", properties: { a: text } };
      const requestBody = { content: { [type]: { schema } } };
      const operation = { ...typed({ ...text, default: "application/json" }), requestBody };
      const api = await run(getting(operation, "post"));
      const sent = await api.send("get_things", { a: "x" });
      expect(sent.headers["content-type"]).toMatch(
        type === "multipart/form-data" ? /^multipart\/form-data; boundary=/ : new RegExp(`^${type}$`),
      );
      expect((await api.send("get_things", {})).headers["content-type"]).toBe("application/json");
    },
  );
});

describe("a credential that the document writes as a parameter", () => {
  const authorization = (more: object = { required: true }): object => ({
    parameters: [{ name: "Authorization", in: "header", schema: text, ...more }],
  });
  const codes = (api: RunningDocument): readonly string[] => api.diagnostics.map(({ code }) => code);

  it("Authorization without security is a credential and is sent unchanged", async () => {
    const connect = { credentials: { authorization: "Bearer t0ken-1" } };
    const api = await run(getting(authorization()), { connect });
    expect((await api.send("get_things", {})).headers.authorization).toBe("Bearer t0ken-1");
    expect(codes(api)).toContain("TP640");
    expect(codes(api)).not.toContain("TP622");
    expect(api.files.get("client.ts")).toMatch(/readonly authorization: Secret<Context>;/);
    expect([...api.files.values()].join("\n")).not.toMatch(/argument: "authorization"/i);
  });

  it("is required at start only if the parameter is required", async () => {
    await expect(run(getting(authorization()))).rejects.toThrow(
      'no credentials for get_things: expected "authorization"',
    );
    const api = await run(getting(authorization({})));
    expect((await api.send("get_things", {})).headers).not.toHaveProperty("authorization");
    expect(api.files.get("client.ts")).toMatch(/readonly authorization\?: Secret<Context>;/);
  });

  it("is sent if it is optional and configured", async () => {
    const api = await run(getting(authorization({})), {
      connect: { credentials: { authorization: "Token x" } },
    });
    expect((await api.send("get_things", {})).headers.authorization).toBe("Token x");
  });

  it.each([
    ["http", { type: "http", scheme: "bearer" }],
    ["oauth2", { type: "oauth2", flows: {} }],
    ["an API key in that header", { type: "apiKey", in: "header", name: "authorization" }],
  ])("is the one of the security scheme that sends the header: %s", async (_what, scheme) => {
    const components = { securitySchemes: { main: scheme } };
    const document = { components, security: [{ main: [] }], ...getting(authorization()) };
    const api = await run(document, { connect: { credentials: { main: "t0ken-1" } } });
    expect((await api.send("get_things", {})).headers.authorization).toMatch(/t0ken-1$/);
    expect(codes(api)).not.toContain("TP640");
    expect(api.files.get("client.ts")).not.toContain("readonly authorization");
  });

  it("is sent with the other credentials if none of them sends that header", async () => {
    const components = { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } };
    const document = { components, security: [{ key: [] }], ...getting(authorization()) };
    const connect = { credentials: { key: "k-123456", authorization: "Basic x" } };
    const { headers } = await (await run(document, { connect })).send("get_things", {});
    expect([headers["x-key"], headers.authorization]).toEqual(["k-123456", "Basic x"]);
  });

  it("is the declared scheme with that location and name, if the operation does not mention it", async () => {
    const components = { securitySchemes: { apiKey: { type: "apiKey", in: "query", name: "api_key" } } };
    const parameters = [{ name: "api_key", in: "query", required: true, schema: text }];
    const connect = { credentials: { apiKey: "k-123456" } };
    const api = await run({ components, ...getting({ parameters }) }, { connect });
    expect((await api.send("get_things", {})).target).toBe("/things?api_key=k-123456");
    expect(codes(api)).toContain("TP640");
  });

  it("is sent with every alternative if its parameter is required", async () => {
    const key = (name: string): object => ({ type: "apiKey", in: "query", name });
    const components = { securitySchemes: { appKey: key("key"), appToken: key("token") } };
    const parameters = ["key", "token"].map((name) => ({ name, in: "query", required: true, schema: text }));
    const security = [{ appKey: [] }, { appToken: [] }];
    const connect = { credentials: { appKey: "k-123456", appToken: "t-123456" } };
    const api = await run({ components, security, ...getting({ parameters }) }, { connect });
    const { searchParams } = new URL((await api.send("get_things", {})).target, "http://x");
    expect(Object.fromEntries(searchParams)).toEqual({ key: "k-123456", token: "t-123456" });
  });

  it("is not named like an unrelated scheme", async () => {
    const components = {
      securitySchemes: { authorization: { type: "apiKey", in: "query", name: "auth" } },
    };
    const document = { components, security: [{ authorization: [] }], ...getting(authorization()) };
    const connect = { credentials: { authorization: "q-123456", authorization_: "Basic x" } };
    const request = await (await run(document, { connect })).send("get_things", {});
    expect([request.target, request.headers.authorization]).toEqual(["/things?auth=q-123456", "Basic x"]);
  });
});
