import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { vertexAI } from "../../runtime/gemini/vertex-ai.js";
import type { RunEvent } from "../../runtime/events.js";
import { gemini, type GeminiOptions } from "../../runtime/gemini/gemini.js";
import type { RunResult } from "../../runtime/run-result.js";
import {
  assertReplayable,
  call,
  cut,
  deadlineExceeded,
  hang,
  httpError,
  internalError,
  overloaded,
  rateLimited,
  type ScriptEntry,
} from "../../testing/index.js";
import { agentOnFake, instantRetries } from "./agent-on-fake.js";
import { handMade, weather } from "./hand-made-tools.js";

async function run(
  script: readonly ScriptEntry[],
  options: Partial<GeminiOptions> = {},
): Promise<{ result: RunResult; slept: number[]; requests: number; events: RunEvent[] }> {
  const slept: number[] = [];
  const events: RunEvent[] = [];
  const { agent, fake } = await agentOnFake(
    script,
    { tools: weather(), onEvent: (event) => events.push(event) },
    { gemini: { retry: instantRetries(slept), ...options } },
  );
  const result = await agent.run("go");
  assertReplayable(result.contents);
  return { result, slept, requests: fake.requests.length, events };
}

describe("a request that fails temporarily", () => {
  it("waits as long as RetryInfo demands, fractions included, before it is sent again", async () => {
    const { result, slept, events } = await run([rateLimited({ retryDelay: "34.4s" }), "ok"]);
    expect(result.text).toBe("ok");
    expect(slept).toEqual([34_400]);
    expect(events.find(({ type }) => type === "retry")).toMatchObject({
      attempt: 1,
      delayMs: 34_400,
      reason: "RESOURCE_EXHAUSTED",
      discard: false,
    });
  });

  it("is never sent again before that time, nor at the same moment as others", async () => {
    const { slept } = await run([rateLimited({ retryDelay: "10s" }), "ok"], {
      retry: {
        ...instantRetries(),
        random: () => 0.5,
        sleep: (ms) => Promise.resolve(void sleptWith.push(ms)),
      },
    });
    expect(slept).toEqual([]);
    expect(sleptWith).toEqual([10_500]);
  });
  const sleptWith: number[] = [];

  it("is reported with a delay of whole milliseconds", async () => {
    const random = (): number => 1 / 3;
    const { events } = await run([overloaded(), "ok"], { retry: { ...instantRetries(), random } });
    expect(events.find(({ type }) => type === "retry")).toMatchObject({ delayMs: 667 });
  });

  it.each([
    ["500", internalError()],
    ["502", httpError(502, "<html>Bad Gateway</html>")],
    ["503", overloaded()],
    ["504", deadlineExceeded()],
    ["408", httpError(408, "")],
    ["429 of Vertex, without details", rateLimited({ flavor: "vertex" })],
    ["a cut connection", cut("never", 0)],
  ])("(%s) is sent again after growing pauses", async (_what, fault) => {
    const { result, slept } = await run([fault, fault, fault, "ok"]);
    expect(result.text).toBe("ok");
    expect(slept).toEqual([500, 1000, 2000]);
  });

  it("is abandoned after four times", async () => {
    const { result, requests } = await run([1, 2, 3, 4].map(() => overloaded()));
    expect(result).toMatchObject({
      status: "error",
      error: { kind: "http", status: 503, code: "UNAVAILABLE", retryable: true },
    });
    expect(requests).toBe(4);
  });

  it("is abandoned at once if the service demands a longer delay than allowed", async () => {
    const { result, slept } = await run([rateLimited({ retryDelay: "3600s" })]);
    expect(result).toMatchObject({ status: "error", error: { kind: "quota", retryAfterMs: 3_600_000 } });
    expect(slept).toEqual([]);
  });

  it("stops waiting when the run is aborted", async () => {
    const controller = new AbortController();
    const { agent } = await agentOnFake(
      [rateLimited({ retryDelay: "34.4s" })],
      { tools: weather() },
      { gemini: { retry: {} } },
    );
    const result = await agent.run("go", {
      signal: controller.signal,
      onEvent: ({ type }) => type === "retry" && controller.abort("enough"),
    });
    expect(result).toMatchObject({ status: "aborted", reason: "enough" });
  });

  it("waits in real time by default", async () => {
    const { agent } = await agentOnFake(
      [overloaded(), "ok"],
      { tools: weather() },
      { gemini: { retry: { baseMs: 2 } } },
    );
    expect((await agent.run("go")).text).toBe("ok");
  });
});

describe("a request that fails permanently", () => {
  it("by a quota per day is not sent again", async () => {
    const { result, requests } = await run([rateLimited({ perDay: true })]);
    expect(result).toMatchObject({
      status: "error",
      error: { kind: "quota", status: 429, retryable: false },
    });
    expect(requests).toBe(1);
  });

  it.each([400, 401, 403, 404, 501])("with %s is not sent again", async (status) => {
    const { result, requests } = await run([httpError(status, "no")]);
    expect(result).toMatchObject({ status: "error", error: { kind: "http", status } });
    expect(requests).toBe(1);
  });

  it("by a wrong key reports that, and the key is in no message, URL or event", async () => {
    const key = "AIza-very-secret";
    const events: RunEvent[] = [];
    const { agent, fake } = await agentOnFake(
      [],
      { tools: weather(), onEvent: (event) => events.push(event) },
      { fake: { apiKey: "other" }, gemini: { apiKey: key } },
    );
    const result = await agent.run("go");
    expect(result).toMatchObject({
      status: "error",
      error: { status: 400, message: expect.stringContaining("API key not valid") as string },
    });
    expect(JSON.stringify([result, events, fake.requests[0]?.path])).not.toContain(key);
  });

  it.each([
    [
      "echoes the key",
      httpError(400, { error: { code: 400, message: "bad key test-key!", status: "INVALID_ARGUMENT" } }),
    ],
    ["is no JSON", httpError(400, "<h1>test-key</h1>")],
  ])("with a body that %s keeps the key out of the message", async (_what, fault) => {
    const { result } = await run([fault]);
    expect(JSON.stringify(result)).not.toContain("test-key");
  });

  it.each(["sécret", "two\nlines", "with space"])(
    "because a header cannot contain the key (%j) does not repeat it",
    async (apiKey) => {
      const { result, requests } = await run([], { apiKey });
      expect(result.status).toBe("error");
      expect(JSON.stringify(result)).not.toContain(apiKey.slice(2, 5));
      expect(requests).toBe(0);
    },
  );

  it("with 200 and invalid JSON ends with an error after a limited number of tries", async () => {
    const { result, requests } = await run([1, 2, 3].map(() => httpError(200, "<html>")));
    expect(result).toMatchObject({ status: "error", error: { kind: "protocol" } });
    expect(requests).toBe(3);
  });

  it("because no server listens reports that", async () => {
    const model = gemini({ apiKey: "k", model: "m", baseUrl: "http://127.0.0.1:3", retry: instantRetries() });
    expect(await createAgent({ tools: handMade([]), model }).run("go")).toMatchObject({
      status: "error",
      error: {
        kind: "network",
        message: "the connection failed: ECONNREFUSED",
        cause: "connect ECONNREFUSED 127.0.0.1:3",
      },
    });
  });

  it.each([
    [
      "a name that does not exist",
      "http://nobody.invalid",
      /ENOTFOUND nobody\.invalid|EAI_AGAIN nobody\.invalid/,
    ],
    ["a closed port", "http://127.0.0.1:3", /^connect ECONNREFUSED 127\.0\.0\.1:3$/],
  ])("because of %s shows the cause to the developer, in events as well", async (_what, baseUrl, cause) => {
    const events: RunEvent[] = [];
    const model = gemini({ apiKey: "k", model: "m", baseUrl, retry: { ...instantRetries(), attempts: 2 } });
    const agent = createAgent({ tools: handMade([]), model, onEvent: (event) => events.push(event) });
    expect(await agent.run("go")).toMatchObject({ error: { cause: expect.stringMatching(cause) as string } });
    const seen = events.filter(({ type }) => type === "retry" || type === "model_end");
    expect(seen.map(({ type }) => type)).toEqual(["retry", "model_end"]);
    for (const event of seen) expect(event).toMatchObject({ cause: expect.stringMatching(cause) as string });
  });

  it("because of a fetch that repeats the key hides it in the cause as well", async () => {
    const fails = (): never => {
      throw new TypeError("fetch failed", { cause: new Error("no route with super-secret-key") });
    };
    const model = gemini({ apiKey: "super-secret-key", model: "m", fetch: fails, retry: { attempts: 1 } });
    const result = await createAgent({ tools: handMade([]), model }).run("go");
    expect(result).toMatchObject({ error: { cause: "no route with [hidden]" } });
  });

  it("uses no option that a platform refuses: workerd supports no other redirect modes", async () => {
    const modes: (string | undefined)[] = [];
    const model = gemini({
      apiKey: "k",
      model: "m",
      fetch: (_url, init) => {
        modes.push(init?.redirect);
        return Promise.resolve(Response.json({ candidates: [{ content: { parts: [{ text: "hi" }] } }] }));
      },
    });
    await model.generate({ contents: [] });
    expect(modes).toEqual(["manual"]);
  });

  it("because it takes too long ends as a timeout", async () => {
    const { agent } = await agentOnFake([hang()], { tools: weather(), turnTimeoutMs: 30 });
    expect(await agent.run("go")).toMatchObject({ status: "error", error: { kind: "timeout" } });
  });

  it("is not sent after a redirect, which would carry the key along", async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.once("data", () =>
        socket.end("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n"),
      );
      socket.on("error", () => {});
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const model = gemini({ apiKey: "k", model: "m", baseUrl: `http://127.0.0.1:${port}` });
    expect(await createAgent({ tools: handMade([]), model }).run("go")).toMatchObject({
      status: "error",
      error: {
        kind: "http",
        status: 302,
        message: "the service redirects; the request was not sent there",
      },
    });
    expect(connections).toBe(1);
    server.close();
  });
});

describe("the address of requests", () => {
  async function urlOf(
    options: Partial<GeminiOptions>,
  ): Promise<{ url: string; headers: Record<string, string> }> {
    let seen: { url: string; headers: Record<string, string> } | undefined;
    const model = gemini({
      model: "gemini-3.5-flash",
      ...options,
      fetch: (url, init) => {
        seen = { url: String(url), headers: init?.headers as Record<string, string> };
        return Promise.resolve(
          Response.json({ candidates: [{ content: { parts: [{ text: "hi" }] }, finishReason: "STOP" }] }),
        );
      },
    });
    await model.generate({ contents: [] });
    if (!seen) throw new Error("nothing was sent");
    return seen;
  }
  const accessToken = () => Promise.resolve("ya29.token");

  it.each([
    [
      { apiKey: "k" },
      "https://generativelanguage.googleapis.com/v1beta/models/gemini-3.5-flash:generateContent",
    ],
    [
      { apiKey: "k", apiVersion: "v1alpha", model: "tunedModels/x" },
      "https://generativelanguage.googleapis.com/v1alpha/tunedModels/x:generateContent",
    ],
    [
      { apiKey: "k", baseUrl: "https://proxy.example/gemini/" },
      "https://proxy.example/gemini/v1beta/models/gemini-3.5-flash:generateContent",
    ],
    [
      { vertex: vertexAI({ project: "p", accessToken }) },
      "https://aiplatform.googleapis.com/v1beta1/projects/p/locations/global/publishers/google/models/gemini-3.5-flash:generateContent",
    ],
    [
      { vertex: vertexAI({ project: "p", location: "us-central1", accessToken }) },
      "https://us-central1-aiplatform.googleapis.com/v1beta1/projects/p/locations/us-central1/publishers/google/models/gemini-3.5-flash:generateContent",
    ],
    [
      { vertex: vertexAI({ project: "p", location: "eu", accessToken }) },
      "https://aiplatform.eu.rep.googleapis.com/v1beta1/projects/p/locations/eu/publishers/google/models/gemini-3.5-flash:generateContent",
    ],
    [
      { vertex: vertexAI({}), apiKey: "k" },
      "https://aiplatform.googleapis.com/v1beta1/publishers/google/models/gemini-3.5-flash:generateContent",
    ],
    [
      { vertex: vertexAI({ project: "p", location: "us-central1", accessToken }), model: "endpoints/123" },
      "https://us-central1-aiplatform.googleapis.com/v1beta1/projects/p/locations/us-central1/endpoints/123:generateContent",
    ],
  ] satisfies [Partial<GeminiOptions>, string][])("%j is %s", async (options, url) => {
    expect((await urlOf(options)).url).toBe(url);
  });

  it.each(["../x", "a/../b", "..", "a?x", "a#x", "a b", "", "/a", "a//b", "a%2Fb"])(
    "is never %j",
    async (model) => {
      await expect(urlOf({ apiKey: "k", model })).rejects.toThrow("is not a model name");
    },
  );

  it("is authorised by a bearer token on Vertex, requested each time", async () => {
    expect((await urlOf({ vertex: vertexAI({ project: "p", accessToken }) })).headers).toMatchObject({
      authorization: "Bearer ya29.token",
    });
  });

  it.each(["v1", "v1beta"])(
    "has tools, a choice and a system instruction with the version %s",
    async (apiVersion) => {
      const { agent, fake } = await agentOnFake(
        [call("tool"), "done"],
        {
          tools: handMade([{ name: "tool", run: () => 1 }]),
          system: "Be brief.",
          toolConfig: { functionCallingConfig: { mode: "VALIDATED" } },
        },
        { gemini: { apiVersion } },
      );
      expect((await agent.run("go")).text).toBe("done");
      expect(fake.requests[1]?.path).toBe(`/${apiVersion}/models/gemini-3.5-flash:generateContent`);
      fake.assertDone();
    },
  );

  it("needs a key or a token", () => {
    expect(() => gemini({ model: "m" })).toThrow("needs `apiKey`");
    expect(() => gemini({ model: "m", vertex: vertexAI({ project: "p" }) })).toThrow("needs `apiKey`");
  });

  it("is Vertex with its own fields: no server-side flag, functions together with built-in tools", async () => {
    const { agent, fake } = await agentOnFake(
      [call("tool"), "done"],
      { tools: handMade([{ name: "tool", run: () => 1 }], { builtins: [{ googleSearch: {} }] }) },
      { gemini: { vertex: vertexAI({ project: "p", location: "global", accessToken: "t" }) } },
    );
    expect((await agent.run("go")).text).toBe("done");
    expect(fake.requests[0]?.flavor).toBe("vertex");
    expect(fake.requests[0]?.body.toolConfig).toBeUndefined();
    fake.assertDone();
  });

  it("encodes each Content once for any number of turns", async () => {
    let encodings = 0;
    const contents = [
      {
        role: "user",
        parts: [
          {
            text: "hi",
            get counted() {
              encodings++;
              return undefined;
            },
          },
        ],
      },
    ];
    const { agent, fake } = await agentOnFake(
      [call("get_weather", { city: "a" }), call("get_weather", { city: "b" }), "done"],
      { tools: weather() },
    );
    await agent.run(undefined, { contents });
    expect(fake.requests.length).toBe(3);
    expect(encodings).toBe(1);
  });
});
