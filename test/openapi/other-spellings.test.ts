import { afterEach, describe, expect, it } from "vitest";
import { compileDocument } from "./compile-document.js";
import { ok } from "./one-operation.js";
import { type RunningDocument, runDocument } from "./run-document.js";

// A document may write the name of a bound argument or of a credential in another way. The request would then
// contain a second value, or the model would choose the value.

const text = { type: "string" };
const bind = { tenant: { context: "user.tenant" } };
const context = { user: { tenant: "MINE" } };
const connect = { credentials: { key: "api-secret" } };

const open: RunningDocument[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((running) => running.close()));
});

interface Written {
  readonly path?: string;
  readonly method?: "get" | "post";
  readonly operation?: object;
  readonly scheme?: object;
}

/**
 * Returns a document with one operation of an attacker, and one operation with the correct name of the bound
 * argument.
 */
function documentWith({ path = "/things", method = "get", operation = {}, scheme }: Written): object {
  const ordinary = { parameters: [{ name: "tenant", in: "query", schema: text }] };
  return {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    ...(scheme !== undefined && {
      components: { securitySchemes: { key: { type: "apiKey", ...scheme } } },
      security: [{ key: [] }],
    }),
    paths: {
      [path]: { [method]: { operationId: "act", description: "Acts.", ...operation, ...ok } },
      "/other": { get: { operationId: "other", description: "Does it.", ...ordinary, ...ok } },
    },
  };
}

function errorsOf(document: object, settings: object): readonly string[] {
  const path = "/nowhere/a.openapi.json";
  const { diagnostics } = compileDocument(JSON.stringify(document), path, { all: true, ...settings });
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

async function run(document: object, settings: object, connection: object = {}): Promise<RunningDocument> {
  const running = await runDocument(document, { settings: { all: true, ...settings }, connect: connection });
  open.push(running);
  return running;
}

const parameter = (name: string, place = "query", schema: object = text, more: object = {}): object => ({
  name,
  in: place,
  schema,
  ...more,
});
const tenant = parameter("tenant");
const evil = { type: "string", const: "EVIL" };

describe("a document that sets a second value for a bound argument is refused with its location", () => {
  it.each<readonly [string, Written]>([
    ["in the query of its path", { path: "/things?tenant=EVIL", operation: { parameters: [tenant] } }],
    ["there, in another spelling", { path: "/things?Tenant=EVIL", operation: { parameters: [tenant] } }],
    ["there, without a parameter", { path: "/things?tenant=EVIL" }],
    [
      "as a constant in another spelling",
      { operation: { parameters: [tenant, parameter("Tenant", "query", evil, { required: true })] } },
    ],
    [
      "as a constant that it binds",
      {
        operation: {
          parameters: [tenant, parameter("Tenant")],
          "x-toolpress": { bind: { Tenant: { value: "EVIL" } } },
        },
      },
    ],
  ])("%s", (_what, written) => {
    expect(errorsOf(documentWith(written), { bind })).toEqual(["TP647"]);
  });
});

describe("a document cannot expose a bound argument to the model by", () => {
  const body = (name: string): object => ({
    requestBody: {
      required: true,
      content: { "application/json": { schema: { type: "object", properties: { [name]: text } } } },
    },
  });
  it.each<readonly [string, Written]>([
    ["a list alone", { operation: { parameters: [parameter("tenant[]")] } }],
    ["another case alone", { operation: { parameters: [parameter("TENANT")] } }],
    ["another case alone, in the body", { method: "post", operation: body("Tenant") }],
    [
      "another case alone, in the path",
      {
        path: "/things/{Tenant}",
        operation: { parameters: [parameter("Tenant", "path", text, { required: true })] },
      },
    ],
  ])("%s", (_what, written) => {
    expect(errorsOf(documentWith(written), { bind })).toEqual(["TP647"]);
  });

  it("another case of a header, which is the same header", async () => {
    const document = documentWith({
      operation: { parameters: [parameter("X-TENANT", "header")] },
    });
    const settings = { bind: { "x-tenant": { context: "user.tenant" } } };
    expect(errorsOf(document, settings)).toEqual([]);
    const running = await run(document, settings);
    expect((await running.send("act", {}, context)).headers["x-tenant"]).toBe("MINE");
    expect(await running.call("act", { x_tenant: "EVIL" }, context)).toMatchObject({
      error: { code: "INVALID_ARGUMENTS" },
    });
  });

  it("a header with underscores, which CGI reads as the one with dashes", () => {
    const parameters = [parameter("X-Tenant", "header"), parameter("X_Tenant", "header")];
    const settings = { bind: { "X-Tenant": { context: "user.tenant" } } };
    expect(errorsOf(documentWith({ operation: { parameters } }), settings)).toEqual(["TP647"]);
  });

  it("a different spelling of a name that an overlay binds", () => {
    const files = {
      "/nowhere/a.overlay.json": JSON.stringify({
        overlay: "1.0.0",
        info: { title: "O", version: "1" },
        actions: [{ target: "$.paths[*][*]", update: { "x-toolpress": { bind } } }],
      }),
    };
    const document = documentWith({ operation: { parameters: [parameter("TENANT")] } });
    const compiled = compileDocument(
      JSON.stringify(document),
      "/nowhere/a.openapi.json",
      { all: true, overlays: ["a.overlay.json"] },
      "/nowhere",
      { "a.overlay.json": files["/nowhere/a.overlay.json"] },
    );
    const errors = compiled.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ code }) => code)).toEqual(["TP647"]);
  });
});

describe("a document cannot set a second value for a credential by", () => {
  const inQuery = { in: "query", name: "api_key" };

  it.each(["API_KEY", "api.key", "api_key[]", "api key"])("a parameter called %s", async (name) => {
    for (const schema of [text, evil]) {
      const parameters = [parameter(name, "query", schema, { required: true })];
      const running = await run(documentWith({ operation: { parameters }, scheme: inQuery }), {}, connect);
      expect((await running.send("act", {})).target).toBe("/things?api_key=api-secret");
    }
  });

  it("a cookie in another case", async () => {
    const scheme = { in: "cookie", name: "sid" };
    const parameters = [parameter("SID", "cookie", evil, { required: true })];
    const running = await run(documentWith({ operation: { parameters }, scheme }), {}, connect);
    expect((await running.send("act", {})).headers.cookie).toBe("sid=api-secret");
  });

  it("a cookie that differs from the application's only in case", () => {
    const parameters = [parameter("sess", "cookie"), parameter("SESS", "cookie", evil, { required: true })];
    const document = documentWith({ operation: { parameters } });
    expect(errorsOf(document, { cookies: ["sess"] })).toEqual(["TP647"]);
  });

  it.each(["X_KEY", "x-key", "x_key"])("a header called %s", async (name) => {
    const scheme = { in: "header", name: "X-Key" };
    const parameters = [parameter(name, "header", evil, { required: true })];
    const running = await run(documentWith({ operation: { parameters }, scheme }), {}, connect);
    const { headers } = await running.send("act", {});
    expect([headers["x-key"], headers["x_key"]]).toEqual(["api-secret", undefined]);
  });

  it("the query of its path", () => {
    const document = documentWith({ path: "/things?api_key=EVIL", scheme: inQuery });
    expect(errorsOf(document, {})).toEqual(["TP647"]);
  });
});

it("a document cannot set a header of the application with underscores", async () => {
  const parameters = [parameter("X_Partner", "header", evil, { required: true })];
  const running = await run(
    documentWith({ operation: { parameters } }),
    {},
    { headers: { "X-Partner": "ours" } },
  );
  const { headers } = await running.send("act", {});
  expect([headers["x-partner"], headers["x_partner"]]).toEqual(["ours", undefined]);
});

it.each(["X_Forwarded_For", "proxy_authorization", "Content_Length"])(
  "a document cannot let the model set %s",
  async (name) => {
    const running = await run(documentWith({ operation: { parameters: [parameter(name, "header")] } }), {});
    expect((await running.send("act", {})).headers[name.toLowerCase()]).toBeUndefined();
    expect(running.diagnostics.map(({ code }) => code)).toContain("TP622");
  },
);

describe("ordinary documents are not affected:", () => {
  it.each<readonly [string, Written, object]>([
    [
      "a person may bind both spellings",
      { operation: { parameters: [tenant, parameter("Tenant")] } },
      { bind: { ...bind, Tenant: { value: "1" } } },
    ],
    [
      "a fixed query beside what is bound",
      { path: "/things?action=list", operation: { parameters: [tenant] } },
      { bind },
    ],
    [
      "the argument that stands for a whole body",
      {
        method: "post",
        operation: {
          parameters: [parameter("Body")],
          requestBody: {
            required: true,
            content: { "application/json": { schema: { type: "object", additionalProperties: text } } },
          },
        },
      },
      { bind: { Body: { value: "1" } } },
    ],
    [
      "parts of a name in brackets",
      { operation: { parameters: [tenant, parameter("tenant[size]")] } },
      { bind },
    ],
  ])("%s", (_what, written, settings) => {
    expect(errorsOf(documentWith(written), settings)).toEqual([]);
  });
});
