import type { IncomingMessage, RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import type { HttpOptions } from "../../runtime/http/connect.js";
import type { HttpScheme } from "../../runtime/http/operation.js";
import { refusal, send, serve } from "./call-service.js";

// Services that repeat parts of a request in their answers, in the usual ways.

const schemes = {
  header: { type: "apiKey", in: "header", name: "X-Key" },
  query: { type: "apiKey", in: "query", name: "api_key" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
} as const satisfies Record<string, HttpScheme>;

const repeat =
  (words: (request: IncomingMessage) => string, type = "text/plain"): RequestListener =>
  (request, response) => {
    response.writeHead(401, { "content-type": type });
    response.end(words(request));
  };

/** Returns the text that the model reads when a service refuses a call with these credentials and headers. */
async function refusalText(answer: RequestListener, options: HttpOptions<object>): Promise<string> {
  const server = await serve(answer);
  const security = [Object.keys(options.credentials ?? {})];
  return (await refusal(send(server, { security }, {}, { service: { schemes }, options }))).message;
}

const loginOf = (request: IncomingMessage): string[] =>
  Buffer.from(String(request.headers.authorization).slice("Basic ".length), "base64").toString().split(":");

describe("a key in an address is hidden", () => {
  const key = "s3cr3t+K3y/a b=(*)";

  it.each<[string, (url: string) => string]>([
    ["as it was sent", (url) => url],
    ["with small letters in the codes", (url) => url.replace(/%../g, (code) => code.toLowerCase())],
    ["decoded", () => key],
    ["encoded as browsers do", () => encodeURI(key)],
    ["encoded as JavaScript does", () => encodeURIComponent(key)],
    ["encoded as in a form", () => new URLSearchParams({ key }).toString()],
    ["encoded twice", (url) => encodeURIComponent(url)],
    ["in JSON with escaped slashes", () => JSON.stringify({ key }).replaceAll("/", "\\/")],
    ["in JSON with codes", () => JSON.stringify({ key }).replaceAll("+", "\\u002B")],
    ["in HTML", () => key.replace(/[^\w ]/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`)],
  ])("when it is repeated %s", async (_how, write) => {
    const words = await refusalText(
      repeat((request) => `no route for ${write(request.url ?? "")}`),
      { credentials: { query: key } },
    );
    expect(words).toContain("[hidden]");
    expect(words).not.toMatch(/s3cr3t|K3y/);
  });
});

describe("a header of the application is hidden", () => {
  it.each([
    ["x-api-key", "application-key-1", "application-key-1"],
    ["authorization", "Bearer application-token", "application-token"],
    ["x-auth", "Api-Key application-key-2", "application-key-2"],
    ["authorization", `Basic ${btoa("alfred:hunter2-hunter2")}`, "hunter2-hunter2"],
    ["cookie", "theme=dark; session=eyJhbGciOi==", "eyJhbGciOi=="],
    ["x-client-secret", "not for models", "not for models"],
  ])("when it is %s: %s", async (name, value, secret) => {
    const words = await refusalText(
      repeat(() => `"${secret}" is not allowed`),
      { headers: { [name]: value } },
    );
    expect(words).toBe('HTTP 401 Unauthorized: "[hidden]" is not allowed');
  });

  it("unless its name is known to be public", async () => {
    const words = await refusalText(
      repeat((request) => `unknown tenant ${String(request.headers["x-tenant"])}`),
      { headers: { "x-tenant": "northwind" } },
    );
    expect(words).toBe("HTTP 401 Unauthorized: unknown tenant northwind");
  });
});

describe("user and password are hidden", () => {
  const credentials = { basic: { username: "alfred", password: () => "hunter2: ünd mehr" } };

  it("each alone", async () => {
    const answer = repeat((request) => {
      const [user, ...password] = loginOf(request);
      return `wrong password "${password.join(":")}" for ${user}`;
    });
    expect(await refusalText(answer, { credentials })).toBe(
      'HTTP 401 Unauthorized: wrong password "[hidden]" for [hidden]',
    );
  });

  it("together and as they were sent", async () => {
    const answer = repeat(
      (request) => `${String(request.headers.authorization)} is ${loginOf(request).join(":")}`,
    );
    expect(await refusalText(answer, { credentials })).toBe("HTTP 401 Unauthorized: [hidden] is [hidden]");
  });
});

describe("no part of a secret is revealed", () => {
  const bearer = `ya29.${"A".repeat(80)}`;

  it("if a text is cut", async () => {
    const words = await refusalText(
      repeat((request) => `${"x".repeat(920)} token ${String(request.headers.authorization)} is bad`),
      { credentials: { bearer } },
    );
    expect(words).toContain("token [hidden] is bad");
    expect(words).not.toContain("ya29");
  });

  it("if only the start of the body is read", async () => {
    for (const size of [16_384, 32_768]) {
      const words = await refusalText(
        repeat(() => `token${" ".repeat(size - 45)}${bearer} is bad`),
        { credentials: { bearer } },
      );
      expect(words).not.toContain("ya29");
    }
  });

  it("if one secret begins with another", async () => {
    const words = await refusalText(
      repeat((request) => `bad ${String(request.headers["x-key"])}`),
      { credentials: { bearer: "common", header: "common-and-more" } },
    );
    expect(words).toBe("HTTP 401 Unauthorized: bad [hidden]");
  });

  it("in the status line", async () => {
    const answer: RequestListener = (_, response) => {
      response.writeHead(401, `${"bad ".repeat(12)}${bearer}`).end();
    };
    expect(await refusalText(answer, { credentials: { bearer } })).not.toContain("ya29");
  });
});

describe("an encoded secret is hidden", () => {
  const key = "s3cr3t-K3y/äöü+0123456789";
  const encodings: readonly (readonly [string, (text: string) => string])[] = [
    ["base64", (text) => Buffer.from(text).toString("base64")],
    ["base64 for addresses", (text) => Buffer.from(text).toString("base64url")],
    ["hexadecimal", (text) => Buffer.from(text).toString("hex")],
    ["hexadecimal with large letters", (text) => Buffer.from(text).toString("hex").toUpperCase()],
  ];

  it.each(encodings)("in %s, at every position of the encoded text", async (_how, write) => {
    for (const before of ["", "k", "ke", "key=", "Bearer "]) {
      const words = await refusalText(
        repeat(() => `bad credentials ${write(`${before}${key}&more`)}`),
        { credentials: { query: key } },
      );
      expect(words).toContain("[hidden]");
      const encoded = write(`${before}${key}&more`);
      // Two letters at each end of the base64 text also encode bits of the neighbouring text.
      for (let at = 0; at + 8 <= encoded.length; at += 1) {
        const letters = encoded.slice(at, at + 8);
        if (write(key).includes(letters)) expect(words).not.toContain(letters);
      }
    }
  });
});

describe("a result that contains the credential of the request", () => {
  const key = "s3cr3t/K3y+0123";
  const answers =
    (value: unknown, type = "application/json"): RequestListener =>
    (_, response) => {
      response.setHeader("content-type", type);
      response.end(type.includes("json") ? JSON.stringify(value) : String(value));
    };
  const result = async (answer: RequestListener, options: HttpOptions<object>): Promise<unknown> =>
    send(
      await serve(answer),
      { security: [Object.keys(options.credentials ?? {})] },
      {},
      {
        service: { schemes },
        options,
      },
    );

  it("is redacted", async () => {
    const echo = {
      next: `https://api.example.com/items?api_key=${encodeURIComponent(key)}&page=2`,
      headers: [{ name: "X-Key", value: key }],
      [`Bearer ${key}`]: 1,
      login: Buffer.from(key).toString("base64"),
      escaped: `\u0073${key.slice(1)}`,
      count: 3,
    };
    const seen = await result(answers(echo), { credentials: { query: key } });
    expect(seen).toEqual({
      next: "https://api.example.com/items?api_key=[hidden]&page=2",
      headers: [{ name: "X-Key", value: "[hidden]" }],
      "Bearer [hidden]": 1,
      login: "[hidden]",
      escaped: "[hidden]",
      count: 3,
    });
  });

  it("is redacted in a text, including a password or a header of the application", async () => {
    const options = {
      credentials: { basic: { username: "alfred", password: "hunter2-hunter2" } },
      headers: { "X-Auth": "Token application-token" },
    };
    const words = "alfred has hunter2-hunter2 and application-token";
    // User names are not replaced, because they can be ordinary words of an answer.
    expect(await result(answers(words, "text/plain"), options)).toBe("alfred has [hidden] and [hidden]");
  });

  it("is unchanged without a credential, including numbers and short credentials", async () => {
    const value = { id: 12345678, text: "12345", list: ["a", null, true], deep: { x: [1.5] } };
    expect(await result(answers(value), { credentials: { query: "12345678", header: "12345" } })).toEqual(
      value,
    );
  });

  it("is searched in one pass at any depth", async () => {
    const deep = `${"[".repeat(20_000)}"${key}"${"]".repeat(20_000)}`;
    const server = await serve((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(deep);
    });
    const options = { credentials: { query: key } };
    const seen = await send(server, { security: [["query"]] }, {}, { service: { schemes }, options }).catch(
      String,
    );
    expect(typeof seen === "string" ? seen : JSON.stringify(seen)).not.toContain(key);
  });
});

describe("a service that repeats a secret", () => {
  const key = "+/".repeat(40);

  it.each([
    ["almost, again and again", `${key}+`.replaceAll("/+/", "/+ /").repeat(300)],
    ["almost, in one piece", `${"+".repeat(20_000)}${"/".repeat(10_000)}`],
    [
      "in many ways",
      Array.from({ length: 300 }, (_, at) => key.replaceAll("+", "%2b").slice(at % 7)).join(" "),
    ],
  ])("%s, does not slow down the process", async (_how, words) => {
    for (const secret of [key, "+".repeat(64) + "a"])
      expect(
        await refusalText(
          repeat(() => words),
          { credentials: { header: secret } },
        ),
      ).toContain("401");
  });
});

describe("a credential in a cookie", () => {
  const cookieOf = async (cookie: string | (() => string)): Promise<string | undefined> => {
    const server = await serve();
    const options = { credentials: { cookie } };
    await send(server, { security: [["cookie"]] }, {}, { service: { schemes }, options });
    return server.requests[0]?.headers.cookie;
  };

  it.each(["eyJhbGciOi+/Zm9v==", "s%3Aabc.def", '"quoted"', "a:b|c[d]{e}~!#$&'()*<>?@^`"])(
    "is sent unchanged: %s",
    async (value) => expect(await cookieOf(value)).toBe(`sid=${value}`),
  );

  it.each(["a; admin=1", "two words", "a,b", 'a"b', '"a', "a\\b", "a\r\nX-Evil: 1", "a\tb", "\x7f", "ü"])(
    "is refused if a cookie cannot contain it: %j",
    async (value) => {
      for (const given of [value, () => value]) {
        const { message } = await refusal(cookieOf(given));
        expect(message).toMatch(/^credential "cookie" cannot contain blanks, .* pass the cookie in the form/);
        expect(message).not.toContain(value);
      }
    },
  );
});
