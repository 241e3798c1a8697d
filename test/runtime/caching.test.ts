import { afterEach, describe, expect, it } from "vitest";
import { cacheTools, countTokens, type CacheOptions } from "../../runtime/adapters/caching.js";
import type { GeminiOptions } from "../../runtime/gemini/gemini.js";
import { vertexAI } from "../../runtime/gemini/vertex-ai.js";
import { createAgent, type AgentOptions } from "../../runtime/start/agent.js";
import { call, fakeGemini, type FakeGemini, type Scripted } from "../../testing/index.js";
import { instantRetries } from "./agent-on-fake.js";
import { handMade } from "./hand-made-tools.js";

const tools = handMade([{ name: "ping", args: { n: "number?" }, run: () => "pong" }]);
const model = "gemini-3.5-flash";
/** The fake's caches expire one hour after its fixed time. */
const created = Date.parse("2026-01-01T00:00:00Z");

const fakes: FakeGemini[] = [];
afterEach(async () => {
  await Promise.all(fakes.splice(0).map((fake) => fake.close()));
});

async function open(script: readonly Scripted[]): Promise<[FakeGemini, GeminiOptions]> {
  const fake = await fakeGemini({ script });
  fakes.push(fake);
  return [fake, { apiKey: "key", model, baseUrl: fake.url, retry: instantRetries() }];
}

function agentWith(options: GeminiOptions, cache: CacheOptions = {}, more: Partial<AgentOptions> = {}) {
  const source = cacheTools(options, { now: () => created, ...cache });
  return createAgent({ tools, model: source, system: "Be brief.", ...more });
}

const methods = (fake: FakeGemini): string[] => fake.requests.map(({ method }) => method);
const generated = (fake: FakeGemini) =>
  fake.requests.filter(({ method }) => method.endsWith("enerateContent"));

describe("a cache of tools", () => {
  it.each([false, true])(
    "is created once and replaces the fields that it holds, streaming: %s",
    async (streaming) => {
      const [fake, options] = await open([call("ping"), "Done.", "Again."]);
      const agent = agentWith(options);
      const result = await agent.run("Hi.", { streaming });
      expect(result).toMatchObject({ status: "done", text: "Done." });
      expect(result.usage.cachedTokens).toBeGreaterThan(0);
      await agent.run("Hi.", { streaming });
      expect(methods(fake).slice(0, 2)).toEqual(["cachedContents.list", "cachedContents.create"]);
      expect(methods(fake)).toHaveLength(5);
      for (const { body } of generated(fake)) {
        expect(body.cachedContent).toMatch(/^cachedContents\//);
        expect(body).not.toHaveProperty("tools");
        expect(body).not.toHaveProperty("systemInstruction");
      }
      fake.assertDone();
    },
  );

  it("is found by another process by its content", async () => {
    const [fake, options] = await open(["One.", "Two.", "Three."]);
    await agentWith(options).run("1");
    await agentWith(options).run("2");
    await agentWith(options, {}, { system: "Be long." }).run("3");
    expect(methods(fake).filter((method) => method === "cachedContents.create")).toHaveLength(2);
    const names = generated(fake).map(({ body }) => body.cachedContent);
    expect(names[0]).toBe(names[1]);
    expect(names[2]).not.toBe(names[1]);
  });

  it("is kept alive while it is used", async () => {
    const [fake, options] = await open(["One.", "Two."]);
    let time = created;
    const agent = agentWith(options, { now: () => time });
    await agent.run("1");
    time += 40 * 60_000;
    await agent.run("2");
    expect(methods(fake)).toContain("cachedContents.update");
  });

  it("is not used in turns with another tool config", async () => {
    const [fake, options] = await open([call("ping"), "Done."]);
    const toolConfig = { functionCallingConfig: { mode: "ANY" as const } };
    await agentWith(options, {}, { toolConfig }).run("Hi.");
    expect(generated(fake).map(({ body }) => "cachedContent" in body)).toEqual([true, false]);
    expect(generated(fake)[1]?.body.tools).toBeDefined();
    fake.assertDone();
  });

  it("that is gone, or that the service does not make, is done without", async () => {
    const [fake, options] = await open(["One.", "Two."]);
    const reasons: unknown[] = [];
    const agent = agentWith(options, { onUncached: (reason) => reasons.push(reason) });
    await agent.run("1");
    const name = String(generated(fake)[0]?.body.cachedContent);
    await fetch(`${fake.url}/v1beta/${name}`, { method: "DELETE", headers: { "x-goog-api-key": "key" } });
    expect(await agent.run("2")).toMatchObject({ status: "done", text: "Two." });
    expect(reasons).toHaveLength(1);
    const [other, failing] = await open(["Three."]);
    const refusing: typeof fetch = (url, init) =>
      String(url).includes("cachedContents")
        ? Promise.resolve(Response.json({ error: { code: 400, message: "too small" } }, { status: 400 }))
        : fetch(url, init);
    const without = agentWith(
      { ...failing, fetch: refusing },
      { onUncached: (reason) => reasons.push(reason) },
    );
    expect(await without.run("3")).toMatchObject({ status: "done", text: "Three." });
    expect(generated(other)[0]?.body.tools).toBeDefined();
    expect(reasons).toHaveLength(2);
  });
});

describe("countTokens", () => {
  it.each([undefined, vertexAI({ project: "p", location: "global", accessToken: "t" })])(
    "counts a request and the declarations of a set, with the form of the service",
    async (vertex) => {
      const [fake, options] = await open([]);
      const service = { ...options, ...(vertex && { vertex }) };
      const contents = [{ role: "user", parts: [{ text: "Hello, how are you?" }] }];
      const request = await countTokens(service, {
        contents,
        systemInstruction: { parts: [{ text: "Be brief." }] },
      });
      const set = await countTokens(service, tools);
      expect(request).toBeGreaterThan(0);
      expect(set).toBeGreaterThan(0);
      expect(fake.requests.every(({ method, status }) => method === "countTokens" && status === 200)).toBe(
        true,
      );
      expect(fake.requests[0]?.flavor).toBe(vertex ? "vertex" : "gemini");
    },
  );
});
