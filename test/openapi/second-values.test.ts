import { describe, expect, it } from "vitest";
import type { HttpOptions, HttpService } from "../../runtime/http/connect.js";
import { refuseNameClash } from "../../runtime/http/name-clashes.js";
import { isSameName } from "../../generator/base/same-name.js";
import type { HttpBody, HttpOperation, HttpParameter } from "../../runtime/http/operation.js";
import { refusal, send, serve } from "./call-service.js";
import { runDocument } from "./run-document.js";

// Keys of a free-form object become names in the request. If such a key is the name of a bound argument or of
// a credential, the request contains a second value, and the service decides which of the two counts.

const service: Partial<HttpService> = {
  schemes: {
    query: { type: "apiKey", in: "query", name: "api_key" },
    cookie: { type: "apiKey", in: "cookie", name: "sid" },
    header: { type: "apiKey", in: "header", name: "X-Key" },
  },
};
const options: HttpOptions<object> = {
  credentials: { query: "query-secret", cookie: "cookie-secret", header: "header-secret" },
};
const security = [["query", "cookie", "header"]];

async function outcome(operation: Partial<HttpOperation>, values: object, body?: unknown): Promise<string> {
  const server = await serve();
  const sent = send(server, { security, ...operation }, values, { service, options, body });
  const error = await sent.then(
    () => undefined,
    () => refusal(sent),
  );
  if (error === undefined) return String(server.requests[0]?.target);
  expect(server.requests).toEqual([]);
  expect(error.message).not.toContain("secret");
  return error.code;
}

const query = (...parameters: readonly Partial<HttpParameter>[]): Partial<HttpOperation> => ({
  method: "POST",
  parameters: parameters.map((parameter) => ({ in: "query", name: "", ...parameter })),
});

describe("a model that sends a second value for a bound argument", () => {
  const exploded = query({ name: "tenant" }, { name: "filter", style: "form", explode: true });

  it.each([
    "tenant",
    "TENANT",
    "tenant[]",
    "tenant[0]",
    "api_key",
    "Api_Key",
    "api.key",
    "api key",
    "api_key[x]",
    "tenant\0",
    "[tenant]",
    "+tenant",
    "tenant;x",
    "x;tenant",
    "tenant=x",
    "x&tenant",
    "%74enant",
    "ten\u200bant",
    "\uff54enant",
  ])("in an exploded query object is refused: %s", async (key) => {
    const filter = { [key]: "another" };
    expect(await outcome(exploded, { query: { tenant: "mine", filter } })).toBe("INVALID_ARGUMENTS");
    // The order of the two in the request does not matter. The key is also refused if the bound argument has
    // no value.
    expect(await outcome(exploded, { query: { filter, tenant: "mine" } })).toBe("INVALID_ARGUMENTS");
    expect(await outcome(exploded, { query: { filter } })).toBe("INVALID_ARGUMENTS");
  });

  it("in any other exploded query object is sent", async () => {
    const filter = { status: "open", filter: "x", tenants: 1, id: 2 };
    expect(await outcome(exploded, { query: { tenant: "mine", filter } })).toBe(
      "/v1/api/users?tenant=mine&status=open&filter=x&tenants=1&id=2&api_key=query-secret",
    );
  });

  it("under the name of a fixed part of the path is refused", async () => {
    const fixed = { ...exploded, path: "/api/users?version=2&flag" };
    expect(await outcome(fixed, { query: { filter: { version: "1" } } })).toBe("INVALID_ARGUMENTS");
    expect(await outcome(fixed, { query: { filter: { flag: "1" } } })).toBe("INVALID_ARGUMENTS");
  });

  it("as the complete query is refused", async () => {
    const querystring = query({ name: "q", in: "querystring" });
    expect(await outcome(querystring, { query: { q: { api_key: "x" } } })).toBe("INVALID_ARGUMENTS");
    expect(await outcome(querystring, { query: { q: { text: "x" } } })).toBe(
      "/v1/api/users?text=x&api_key=query-secret",
    );
  });

  it("with the brackets of a deep object is refused, unless they belong to the object", async () => {
    const deep = query(
      { name: "filter", style: "deepObject" },
      { name: "filter[tenant]" },
      { name: "filter[page]" },
    );
    const values = { "filter[tenant]": "mine" };
    expect(await outcome(deep, { query: { ...values, filter: { tenant: "x" } } })).toBe("INVALID_ARGUMENTS");
    expect(await outcome(deep, { query: { ...values, filter: { a: 1 } } })).toBe(
      "/v1/api/users?filter%5Btenant%5D=mine&filter%5Ba%5D=1&api_key=query-secret",
    );
  });

  it("with a semicolon in a value that may contain reserved characters is encoded", async () => {
    const reserved = query({ name: "tenant" }, { name: "q", allowReserved: true });
    expect(await outcome(reserved, { query: { tenant: "mine", q: "a/b;tenant=x&tenant=y" } })).toBe(
      "/v1/api/users?tenant=mine&q=a/b%3Btenant=x%26tenant=y&api_key=query-secret",
    );
  });

  it("in an exploded cookie object is refused", async () => {
    const cookies = {
      parameters: [
        { in: "cookie", name: "tenant" },
        { in: "cookie", name: "prefs", explode: true },
      ],
    } as const;
    for (const key of ["tenant", "sid", "SID"]) {
      const values = { cookie: { tenant: "mine", prefs: { [key]: "another" } } };
      expect(await outcome(cookies, values)).toBe("INVALID_ARGUMENTS");
    }
    expect(await outcome(cookies, { cookie: { prefs: { theme: "dark" } } })).toBe(
      "/v1/api/users?api_key=query-secret",
    );
  });

  it("in an exploded path object is refused", async () => {
    const path = {
      path: "/x{tenant}{filter}",
      parameters: [
        { in: "path", name: "tenant", style: "matrix" },
        { in: "path", name: "filter", style: "matrix", explode: true },
      ],
    } as const;
    expect(await outcome(path, { path: { tenant: "mine", filter: { tenant: "x" } } })).toBe(
      "INVALID_ARGUMENTS",
    );
    expect(await outcome(path, { path: { tenant: "mine", filter: { a: "x" } } })).toBe(
      "/v1/x;tenant=mine;a=x?api_key=query-secret",
    );
  });

  it.each([
    ["form", { filter: { tenant: "x" } }, "INVALID_ARGUMENTS"],
    ["form", { filter: { other: "x" } }, "/v1/api/users?api_key=query-secret"],
    ["deepObject", { filter: { a: "x" } }, "/v1/api/users?api_key=query-secret"],
    ["deepObject", { filter: { a: "x" }, "filter[a]": "y" }, "INVALID_ARGUMENTS"],
  ] as const)("in a form body of style %s: %j is %s", async (style, fields, expected) => {
    const body: HttpBody = {
      contentType: "application/x-www-form-urlencoded",
      fields: { filter: { style, explode: true } },
    };
    expect(await outcome({ method: "POST", body }, {}, { tenant: "mine", ...fields })).toBe(expected);
  });
});

describe("names that services treat as equal", () => {
  const names = [
    "tenant",
    "TENANT",
    "tenant[]",
    "tenant[0][]",
    "[tenant]",
    "tenant\0",
    "+tenant",
    "tenant;x",
    "a.b",
    "a_b",
  ];
  const others = ["tenants", "tenant_id", "x", "a", "b", "tenant-id", "ｔenant"];

  it("are the same for gen and at run time", () => {
    const isRefused = (one: string, other: string): boolean => {
      try {
        refuseNameClash("body", "", [one], [other]);
        return false;
      } catch {
        return true;
      }
    };
    for (const one of [...names, ...others])
      for (const other of ["tenant", "a_b"])
        expect([one, other, isRefused(one, other)]).toEqual([one, other, isSameName(one, other)]);
    // `tenant[x]` can be the name of another parameter. A document may declare such a parameter. The model
    // must not invent it.
    expect([isRefused("tenant[x]", "tenant"), isSameName("tenant[x]", "tenant")]).toEqual([true, false]);
  });
});

describe("a second value by a document", () => {
  it("is never sent, even if the bound argument is hidden from the model", async () => {
    const paths = {
      "/orders": {
        get: {
          operationId: "listOrders",
          summary: "Lists the orders of a tenant.",
          parameters: [
            { in: "query", name: "tenant", schema: { type: "string" } },
            {
              in: "query",
              name: "filter",
              schema: { type: "object", additionalProperties: { type: "string" } },
            },
          ],
          responses: { 200: { description: "ok" } },
        },
      },
    };
    const document = { openapi: "3.1.0", info: { title: "Orders", version: "1" }, paths };
    const running = await runDocument(document, {
      settings: { all: true, bind: { tenant: { value: "mine" } } },
    });
    const entries = (key: string): object => ({ filter: [{ key, value: "another" }] });
    expect(await running.call("list_orders", entries("tenant"))).toMatchObject({
      error: { code: "INVALID_ARGUMENTS" },
    });
    expect((await running.send("list_orders", entries("status"))).target).toBe(
      "/orders?tenant=mine&status=another",
    );
    await running.close();
  });
});
