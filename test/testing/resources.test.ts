import { afterEach, describe, expect, it } from "vitest";
import { call, fakeGemini, scriptedModel, type FakeGemini, type FakeGeminiOptions } from "toolpress/testing";
import { bearer, post, unaryPath, user } from "./post.js";

let fake: FakeGemini;

afterEach(() => fake.close());

const hello = { contents: [user("hi")] };
const key = { "x-goog-api-key": "key" };

interface Reply {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>> & { readonly error?: { readonly message: string } };
}

async function send(method: string, path: string, body?: unknown, headers: object = key): Promise<Reply> {
  const response = await fetch(`${fake.url}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Reply["json"] };
}

async function start(options: FakeGeminiOptions = {}): Promise<void> {
  fake = await fakeGemini(options);
}

describe("methods that the script does not answer", () => {
  it("leave the script alone, and are in the log with their names", async () => {
    await start({ script: ["Hello."] });
    await send("POST", "/v1/models/gemini-3.5-flash:countTokens", hello);
    await send("GET", "/v1/models");
    expect((await post(fake, hello)).status).toBe(200);
    expect(fake.requests.map(({ method, status }) => [method, status])).toEqual([
      ["countTokens", 200],
      ["models.list", 200],
      ["generateContent", 200],
    ]);
    fake.assertDone();
  });

  it("need a key, and a project needs a token", async () => {
    await start();
    expect((await send("GET", "/v1/models", undefined, {})).status).toBe(403);
    const project = "/v1beta1/projects/p/locations/l/cachedContents";
    expect((await send("GET", project)).status).toBe(401);
    expect((await send("GET", project, undefined, bearer)).status).toBe(200);
  });

  it.each([
    ["PUT", "/v1/cachedContents"],
    ["POST", "/v1/models"],
    ["GET", "/v1/models/gemini-3.5-flash:countTokens"],
    ["POST", "/v1/models/gemini-3.5-flash:predict"],
    ["POST", "/v1beta1/publishers/google/models/gemini-embedding-001:batchEmbedContents"],
  ])("do not include %s %s", async (method, path) => {
    await start();
    expect((await send(method, path, method === "GET" ? undefined : {})).status).toBe(404);
  });

  it("check their fields, with the path in the message", async () => {
    await start();
    const count = "/v1/models/gemini-3.5-flash:countTokens";
    const unknown = await send("POST", count, { ...hello, colour: 1 });
    expect(unknown.json.error?.message).toBe(
      'Invalid JSON payload received. Unknown name "colour": Cannot find field.',
    );
    const role = await send("POST", count, {
      contents: [{ role: "tool", parts: [{ text: "a" }] }, user("b")],
    });
    expect(role.json.error?.message).toBe("Please use a valid role: user, model.");
    const embed = "/v1/models/gemini-embedding-001:embedContent";
    expect((await send("POST", embed, {})).json.error?.message).toBe(
      "* EmbedContentRequest.contents: contents is not specified",
    );
    const embedded = await send("POST", embed, {
      content: { parts: [{ text: "a" }] },
      outputDimensionality: 3,
    });
    expect(embedded.json["embedding"]).toEqual({
      values: [expect.any(Number), expect.any(Number), expect.any(Number)],
    });
    expect(() => fake.assertDone()).toThrow("fakeGemini refused request 1");
  });
});

describe("caches of the fake", () => {
  const model = "models/gemini-3.5-flash";
  const body = { model, contents: [user("A long text.")] };

  it.each([
    [{ ...body, ttl: "10 minutes" }, 400, "Invalid value at 'cached_content.ttl'"],
    [
      { ...body, ttl: "1s", expireTime: "2030-01-01T00:00:00Z" },
      400,
      "oneof field 'expiration' is already set",
    ],
    [{ ...body, colour: 1 }, 400, `Unknown name "colour" at 'cached_content'`],
    [{ ...body, model: "models/palm-2" }, 404, "models/palm-2 is not found"],
    [
      { ...body, tools: [{ functionDeclarations: [{ name: "1", description: "F." }] }] },
      400,
      "Invalid function name",
    ],
    [{ ...body, contents: [user()] }, 400, "* CreateCachedContentRequest.contents[0].parts: contents.parts"],
  ])("refuse %j", async (given, status, message) => {
    await start();
    const reply = await send("POST", "/v1/cachedContents", given);
    expect(reply.status).toBe(status);
    expect(reply.json.error?.message).toContain(message);
  });

  it("are the same in every run, and unknown ones are accepted as made elsewhere", async () => {
    const create = async () => {
      await start({ script: ["Short."] });
      return send("POST", "/v1/cachedContents", { ...body, ttl: "1.5s" });
    };
    const first = await create();
    await fake.close();
    expect(await create()).toEqual(first);
    expect(first.json).toMatchObject({
      createTime: "2026-01-01T00:00:00.000000Z",
      expireTime: "2026-01-01T00:00:01.500000Z",
    });
    expect((await post(fake, { ...hello, cachedContent: "cachedContents/elsewhere" })).status).toBe(200);
  });
});

describe("options of the fake's server", () => {
  it("choose the port, and name it if it is taken", async () => {
    await start();
    const port = Number(new URL(fake.url).port);
    await expect(fakeGemini({ port })).rejects.toThrow(
      `fakeGemini cannot listen on port ${port} of 127.0.0.1 (EADDRINUSE); choose another \`port\``,
    );
    await fake.close();
    await start({ port });
    expect(fake.url).toBe(`http://127.0.0.1:${port}`);
  });

  it("limit the log, whose requests keep their numbers and whose first refusal is not forgotten", async () => {
    await start({ script: () => "ok", maxRequests: 2 });
    await post(fake, {});
    for (let sent = 0; sent < 4; sent += 1) await post(fake, hello, { path: unaryPath });
    expect(fake.requests.map(({ index }) => index)).toEqual([3, 4]);
    expect(() => fake.assertDone()).toThrow("fakeGemini refused request 1");
    const model = scriptedModel([call("f"), "a", "b"], { maxRequests: 1 });
    for (let sent = 0; sent < 3; sent += 1) await model.generate(hello as never);
    expect(model.requests.map(({ index }) => index)).toEqual([2]);
    await expect(fakeGemini({ maxRequests: -1 })).rejects.toThrow(
      "maxRequests: expected a number from 0, found -1",
    );
  });
});
