import { describe, expect, it } from "vitest";
import { connect, type HttpService } from "../../runtime/http/connect.js";
import { json, refusal, send, serve } from "./call-service.js";

describe("path arguments stay in their segment", () => {
  const byId = { path: "/users/{id}", parameters: [{ in: "path", name: "id" }] } as const;

  it.each([".", "..", ""])("refuses %j", async (id) => {
    const server = await serve();
    expect((await refusal(send(server, byId, { path: { id } }))).code).toBe("INVALID_ARGUMENTS");
    expect(server.requests).toEqual([]);
  });

  it.each([
    ["../admin", "/v1/users/..%2Fadmin"],
    ["%2e%2e", "/v1/users/%252e%252e"],
    ["%2e%2e/admin", "/v1/users/%252e%252e%2Fadmin"],
    ["a/b", "/v1/users/a%2Fb"],
    ["a?x=1", "/v1/users/a%3Fx%3D1"],
    ["a#x", "/v1/users/a%23x"],
    ["a\\b", "/v1/users/a%5Cb"],
    ["//evil.example", "/v1/users/%2F%2Fevil.example"],
    ["@evil.example", "/v1/users/%40evil.example"],
    ["$&", "/v1/users/%24%26"],
    ["$1{id}", "/v1/users/%241%7Bid%7D"],
    ["a;b", "/v1/users/a%3Bb"],
    ["a\r\nHost: evil", "/v1/users/a%0D%0AHost%3A%20evil"],
    ["a\0b", "/v1/users/a%00b"],
  ])("sends %j as one segment", async (id, target) => {
    const server = await serve();
    await send(server, byId, { path: { id } });
    expect(server.requests[0]?.target).toBe(target);
  });

  it("refuses dots that a style joins", async () => {
    const server = await serve();
    const label = { path: "/users/{id}", parameters: [{ in: "path", name: "id", style: "label" }] } as const;
    for (const id of [".", ["."], ["", ""]])
      await refusal(
        send(server, { ...label, parameters: [{ ...label.parameters[0], explode: true }] }, { path: { id } }),
      );
    expect(server.requests).toEqual([]);
  });

  it("refuses dots across the parts of one segment", async () => {
    const server = await serve();
    const parameters = [
      { in: "path", name: "a" },
      { in: "path", name: "b" },
    ] as const;
    await refusal(send(server, { path: "/x/{a}{b}/y", parameters }, { path: { a: ".", b: "." } }));
    expect(server.requests).toEqual([]);
  });

  it("refuses text that is not Unicode", async () => {
    const server = await serve();
    expect((await refusal(send(server, byId, { path: { id: "\ud800" } }))).message).toContain("well-formed");
  });
});

describe("the path of a document", () => {
  const decoded = (path: string): string => path.replace(/(%[\da-f]{2})+/gi, decodeURIComponent);
  const odd = [
    "/a^b",
    "/a|b",
    "/a'b",
    "/users('1')",
    "/x:cancel",
    "/a b",
    "/a ",
    "/ü",
    "/😀",
    "/[x]",
    "/%41",
  ];
  const dotted = ["/...", "/a..b", "/.a", "/a.", "/%2e%2e%2e", "/a%2f..", "//evil.example"];

  it.each([...odd, ...dotted, "/a%zz", "/@me", "/~a", "/a;b=c", '/"<>`', "/a//b", "/"])(
    "is requested as it is written, for every character: %j",
    async (path) => {
      const server = await serve();
      await send(server, { path });
      await send(server, { path }, {}, { options: { baseUrl: server.url } });
      expect(server.requests.map(({ target }) => decoded(target))).toEqual([`/v1${path}`, path].map(decoded));
    },
  );

  const climbing = ["/../admin", "/a/..", "/a/./b", "/.", "/%2e%2E/admin", "/.%2e", "/x/%2E?a=1"];
  const disguised = ["/a\\..\\..\\admin", "/\\evil.example", "/.\t./admin", "/.\n./admin", "/\r../admin"];
  const elsewhere = [".evil.example/", "s.evil.example", "2/admin", "admin", "\\admin"];

  it.each([...climbing, ...disguised, ...elsewhere])("is refused if it leads elsewhere: %j", async (path) => {
    const server = await serve();
    const requested: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      requested.push(url);
      return new Response();
    };
    for (const baseUrl of ["https://api.example", "https://api.example/v1"]) {
      const error = await refusal(send(server, { path }, {}, { options: { baseUrl, fetch } }));
      expect(error.code).toBe("INVALID_ARGUMENTS");
    }
    expect(requested).toEqual([]);
  });

  it("keeps its own query, which arguments cannot end", async () => {
    const server = await serve();
    const parameters = [{ in: "query", name: "q", allowReserved: true }] as const;
    await send(server, { path: "/x??a=1#second", parameters }, { query: { q: "#?/../&b" } });
    expect(server.requests[0]?.target).toBe("/v1/x??a=1&q=%23?/../%26b");
  });
});

describe("header and cookie arguments stay in their value", () => {
  const header = { parameters: [{ in: "header", name: "X-Name" }] } as const;

  it.each(["a\r\nX-Evil: 1", "a\nb", "a\0b", "snow ☃"])("refuses %j in a header", async (value) => {
    const server = await serve();
    const error = await refusal(send(server, header, { header: { "X-Name": value } }));
    expect(error.code).toBe("INVALID_ARGUMENTS");
    expect(error.message).toContain('header "X-Name"');
    expect(server.requests).toEqual([]);
  });

  it.each([
    "Authorization",
    "Cookie",
    "Host",
    "X-Forwarded-For",
    "Proxy-Authorization",
    "bad name",
    "a\r\nb",
  ])("never lets an argument set %j", async (name) => {
    const server = await serve();
    await refusal(send(server, { parameters: [{ in: "header", name }] }, { header: { [name]: "x" } }));
  });

  it("encodes characters that would end a cookie", async () => {
    const server = await serve();
    await send(server, { parameters: [{ in: "cookie", name: "c" }] }, { cookie: { c: "a; admin=1\r\n" } });
    expect(server.requests[0]?.headers.cookie).toBe("c=a%3B%20admin%3D1%0D%0A");
  });

  it("ignores fields of the prototype", async () => {
    const server = await serve();
    await send(server, { parameters: [{ in: "header", name: "toString" }] }, { header: {} });
    expect(server.requests[0]?.headers["tostring"]).toBeUndefined();
  });
});

describe("credentials", () => {
  const schemes = {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    query: { type: "apiKey", in: "query", name: "api_key" },
    session: { type: "apiKey", in: "cookie", name: "sid" },
    basic: { type: "http", scheme: "basic" },
    token: { type: "oauth2" },
  } as const;

  it("are all sent if one alternative requires several together", async () => {
    const server = await serve();
    const credentials = {
      key: "k",
      query: () => "q&q",
      session: async () => "s",
      basic: { username: "u", password: "ü" },
    };
    const security = [["token"], ["key", "query", "session", "basic"]];
    await send(server, { security }, {}, { service: { schemes }, options: { credentials } });
    const [request] = server.requests;
    expect(request?.target).toBe("/v1/api/users?api_key=q%26q");
    expect(request?.headers).toMatchObject({
      "x-key": "k",
      cookie: "sid=s",
      authorization: `Basic ${Buffer.from("u:ü").toString("base64")}`,
    });
  });

  it("are not sent if `security` is empty", async () => {
    const server = await serve();
    await send(
      server,
      { security: [] },
      {},
      { service: { schemes }, options: { credentials: { key: "k", token: "t" } } },
    );
    expect(server.requests[0]?.headers).not.toHaveProperty("x-key");
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  it("are sent if they are optional and configured", async () => {
    const server = await serve();
    const options = { credentials: { token: "t" } };
    await send(server, { security: [[], ["token"]] }, {}, { service: { schemes }, options });
    expect(server.requests[0]?.headers.authorization).toBe("Bearer t");
  });

  it("that are missing are an error at start-up that names tool and scheme", () => {
    const service = { schemes, needs: { book: [["key", "session"], ["token"]] }, files: [] };
    expect(() => connect(service, { baseUrl: "https://a.example", credentials: { key: "k" } })).toThrow(
      'no credentials for book: expected "key" and "session", or "token" in `credentials`',
    );
  });

  it("do not appear in an error that the model reads", async () => {
    const server = await serve((request, response) => {
      response.statusCode = 401;
      response.end(
        `bad key ${String(request.headers["x-key"])} and ${String(request.headers.authorization)}`,
      );
    });
    const options = { credentials: { key: "secret-key-1", token: "secret-token-2" } };
    const error = await refusal(
      send(server, { security: [["key", "token"]] }, {}, { service: { schemes }, options }),
    );
    expect(error.message).toBe("HTTP 401 Unauthorized: bad key [hidden] and [hidden]");
  });

  it("do not follow a redirect to another origin", async () => {
    const thief = await serve(json({ stolen: true }));
    const server = await serve((_, response) => {
      response.writeHead(302, { location: `${thief.url}/take` });
      response.end();
    });
    const options = { credentials: { key: "k" } };
    const error = await refusal(send(server, { security: [["key"]] }, {}, { service: { schemes }, options }));
    expect(error.code).toBe("REDIRECTED");
    expect(thief.requests).toEqual([]);
  });

  it("follow a redirect inside the origin, and endless ones end", async () => {
    const server = await serve((request, response) => {
      if (request.url === "/v1/api/users") response.writeHead(303, { location: "/v1/there" });
      if (request.url === "/v1/loop") response.writeHead(302, { location: "/v1/loop" });
      response.end(JSON.stringify({ at: request.url }));
    });
    const sent = await send(
      server,
      { method: "POST", security: [["key"]] },
      {},
      { service: { schemes }, options: { credentials: { key: "k" } } },
    );
    expect(sent).toEqual({ at: "/v1/there" });
    expect(server.requests.at(-1)).toMatchObject({ method: "GET", headers: { "x-key": "k" } });
    expect((await refusal(send(server, { path: "/loop" }))).message).toBe(
      "the service redirects without end",
    );
  });
});

describe("connecting", () => {
  const service: HttpService = { schemes: {}, needs: {}, files: [] };

  it.each(["", "/relative", "ftp://a.example", "file:///etc", "https://user:secret@a.example"])(
    "refuses the base URL %j",
    (baseUrl) => {
      expect(() => connect(service, { baseUrl })).toThrow(TypeError);
    },
  );

  it("requires a resolver of file handles", () => {
    expect(() => connect({ ...service, files: ["upload"] }, { baseUrl: "https://a.example" })).toThrow(
      "openFile",
    );
  });

  it("reports a missing file to the model", async () => {
    const server = await serve();
    const openFile = async (): Promise<Blob> => {
      throw new Error("/secret/path not found");
    };
    const operation = { method: "PUT", body: { contentType: "image/png", file: true } };
    const error = await refusal(send(server, operation, {}, { options: { openFile }, body: "nope" }));
    expect(error.message).toBe('there is no file with the handle "nope"');
  });
});
