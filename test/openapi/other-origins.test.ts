import { describe, expect, it } from "vitest";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import type { HttpOptions } from "../../runtime/http/connect.js";
import type { HttpBody, HttpOperation } from "../../runtime/http/operation.js";
import { send, serve } from "./call-service.js";
import { runDocument } from "./run-document.js";

// A document may give an operation its own servers. Credentials belong to the API and must not be sent to
// other origins that the document names.

const service = { schemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } } as const;
const security = [["key"]];

/**
 * Starts two servers and makes a call. The document names the first server, and the operation names the
 * second. Returns the requests that each server received.
 */
async function sentTo(options: HttpOptions<object>, given: Partial<HttpOperation> = {}, body?: unknown) {
  const [api, other] = [await serve(), await serve()];
  const operation = { security, ...given, server: other.url };
  const call = send(
    api,
    operation,
    {},
    {
      service: { ...service, server: api.url },
      body,
      // The helper sets `baseUrl`, which would replace both servers.
      options: { ...options, baseUrl: undefined as never, ...(options.origins && { origins: [other.url] }) },
    },
  );
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { api: api.requests, other: other.requests, error, urls: [api.url, other.url] };
}

describe("a document that sends an operation to another origin", () => {
  it("does not receive the credentials of the API", async () => {
    const { api, other, error, urls } = await sentTo({ credentials: { key: "api-secret" } });
    expect([api, other]).toEqual([[], []]);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).name).not.toBe("ToolError");
    expect(String(error)).toContain(`sent to ${urls[1]}, but the credentials are for ${urls[0]}`);
    expect(String(error)).not.toContain("api-secret");
  });

  it("does not receive the secret headers of the application", async () => {
    const { other, error } = await sentTo(
      { headers: { Authorization: "Bearer app-secret" } },
      { security: [] },
    );
    expect(other).toEqual([]);
    expect(error).toBeInstanceOf(TypeError);
  });

  it("receives them if the application names the origin", async () => {
    const { api, other } = await sentTo({ credentials: { key: "api-secret" }, origins: ["named"] });
    expect(api).toEqual([]);
    expect(other[0]?.headers["x-api-key"]).toBe("api-secret");
  });

  it("does not receive values that the application binds to the environment or the context", async () => {
    const { other, error, urls } = await sentTo({}, { security: [], bound: ["tenant"] });
    expect(other).toEqual([]);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).name).not.toBe("ToolError");
    expect(String(error)).toContain(`but the values bound to "tenant" are for ${urls[0]}`);
  });

  it("receives bound values if the application names the origin", async () => {
    const { other } = await sentTo({ origins: ["named"] }, { security: [], bound: ["tenant"] });
    expect(other).toHaveLength(1);
  });

  it("is called if nothing secret is sent", async () => {
    const { other } = await sentTo({}, { security: [] });
    expect(other).toHaveLength(1);
  });

  it.each(["X-Session", "X-Password", "X-Trace"])(
    "does not receive the header %s of the application, regardless of its name",
    async (name) => {
      const headers = { [name]: "private-value" };
      const { other } = await sentTo({ headers }, { security: [] });
      expect(other).toHaveLength(1);
      expect(JSON.stringify(other[0]?.headers)).not.toContain("private-value");
      const named = await sentTo({ headers, origins: ["named"] }, { security: [] });
      expect(named.other[0]?.headers[name.toLowerCase()]).toBe("private-value");
    },
  );

  const uploads: readonly (readonly [string, HttpBody, unknown])[] = [
    ["as the body", { contentType: "application/pdf", file: true }, "report.pdf"],
    [
      "in a form",
      { contentType: "multipart/form-data", fields: { doc: { file: true } } },
      { doc: "report.pdf" },
    ],
  ];

  it.each(uploads)("does not receive the files of the application %s", async (_what, body, value) => {
    let opened = 0;
    const openFile = (): Blob => {
      opened += 1;
      return new Blob(["private-file"]);
    };
    const { other, error, urls } = await sentTo({ openFile }, { security: [], method: "POST", body }, value);
    expect([opened, other]).toEqual([0, []]);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(`but the files are for ${urls[0]}`);
    const named = await sentTo(
      { openFile, origins: ["named"] },
      { security: [], method: "POST", body },
      value,
    );
    expect(named.other).toHaveLength(1);
  });

  it("is refused at start if an origin is invalid", async () => {
    const server = await serve();
    const options = { credentials: { key: "s" }, origins: ["uploads.example.com"] };
    await expect(send(server, { security }, {}, { service, options })).rejects.toThrow("uploads.example.com");
  });
});

describe("a complete document that sends one of its operations elsewhere", () => {
  const parameters = [{ name: "tenant", in: "query", schema: { type: "string" } }];
  const operation = (operationId: string, own: object): object => ({
    get: {
      operationId,
      summary: "Lists what a tenant has.",
      parameters,
      responses: { 204: { description: "" } },
      ...own,
    },
  });

  it.each([
    ["does not get the tenant of the user", {}, 0],
    ["gets it when the application names its origin", { origins: ["named"] }, 1],
  ])("%s", async (_what, options: { origins?: string[] }, arrived) => {
    const [api, other] = [await serve(), await serve()];
    const servers = [{ url: other.url }];
    const running = await runDocument(
      {
        openapi: "3.1.0",
        info: { title: "Files", version: "1" },
        servers: [{ url: api.url }],
        paths: { "/a": operation("listHere", {}), "/b": operation("listThere", { servers }) },
      },
      {
        settings: { all: true, bind: { tenant: { context: "tenant" } } },
        connect: { baseUrl: undefined, ...(options.origins && { origins: [other.url] }) },
      },
    );
    await running.call("list_here", {}, { tenant: "acme" });
    expect(api.requests.map(({ target }) => target)).toEqual(["/a?tenant=acme"]);
    await running.call("list_there", {}, { tenant: "acme" });
    expect(other.requests).toHaveLength(arrived);
    await running.close();
  });
});

describe("gen", () => {
  const document = (servers: object, own: object): string =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Files", version: "1" },
      ...servers,
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } },
      paths: {
        "/files": {
          post: {
            operationId: "uploadFile",
            summary: "Uploads a file to the store.",
            security: [{ key: [] }],
            responses: { 200: { description: "ok" } },
            ...own,
          },
        },
      },
    });
  const api = { servers: [{ url: "https://api.example.com/v1" }] };
  const elsewhere = { servers: [{ url: "https://uploads.example.com/v1" }] };

  async function warnings(text: string, settings: object = {}): Promise<readonly string[]> {
    const specs = [{ path: "specs/files.openapi.json", text, settings: { all: true, ...settings } }];
    const inputs = { specs, load: () => undefined, out: "generated" };
    const { diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
    return diagnostics.filter(({ code }) => code === "TP645").map(({ message }) => message);
  }

  it("warns of an operation that would take credentials to another origin", async () => {
    expect(await warnings(document(api, elsewhere))).toEqual([
      "upload_file needs credentials and is sent to https://uploads.example.com, while the API is at https://api.example.com; its calls fail until the connection names that origin",
    ]);
  });

  const tenant = { parameters: [{ name: "tenant", in: "query", schema: { type: "string" } }] };
  const taking = { ...elsewhere, ...tenant, security: [] };

  it.each([{ context: "user.tenant" }, { env: "TENANT" }])(
    "warns of an operation that would take what %j binds to another origin",
    async (source) => {
      expect(await warnings(document(api, taking), { bind: { tenant: source } })).toEqual([
        'upload_file takes "tenant" from the application and is sent to https://uploads.example.com, while the API is at https://api.example.com; its calls fail until the connection names that origin',
      ]);
    },
  );

  it("warns of an operation that would take files to another origin", async () => {
    const requestBody = { required: true, content: { "application/pdf": {} } };
    expect(await warnings(document(api, { ...elsewhere, security: [], requestBody }))).toEqual([
      "upload_file sends files and is sent to https://uploads.example.com, while the API is at https://api.example.com; its calls fail until the connection names that origin",
    ]);
  });

  it("does not warn of a constant, which is public in the generated code", async () => {
    expect(await warnings(document(api, taking), { bind: { tenant: { value: "acme" } } })).toEqual([]);
  });

  it.each([
    ["the same origin", api, { servers: [{ url: "https://api.example.com/v2" }] }],
    ["no credentials", api, { ...elsewhere, security: [] }],
    ["no address of the API, so that `baseUrl` must be given", { servers: [{ url: "/v1" }] }, elsewhere],
    ["no servers of its own", api, {}],
  ])("does not warn of %s", async (_what, servers, own) => {
    expect(await warnings(document(servers, own))).toEqual([]);
  });
});
