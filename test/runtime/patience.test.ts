import { GoogleGenAI } from "@google/genai";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { gemini } from "../../runtime/gemini/gemini.js";
import { fromGoogleGenAI } from "../../runtime/adapters/google-genai.js";
import { answer, failMidStream, fakeGemini, rateLimited, text } from "../../testing/index.js";
import { agentOnFake, instantRetries } from "./agent-on-fake.js";
import { handMade, weather } from "./hand-made-tools.js";

const limit = (retryDelay: string) => (rateLimited({ retryDelay }) as unknown as { body: never }).body;

describe("a quota in the middle of a stream", () => {
  it("with a longer delay than allowed is not requested again at once", async () => {
    const slept: number[] = [];
    const fault = failMidStream(answer(text("a", "b")), { body: limit("3600s") });
    const { agent, fake } = await agentOnFake(
      [fault, fault, fault],
      { tools: weather() },
      { gemini: { retry: instantRetries(slept) } },
    );
    const result = await agent.run("go", { streaming: true });
    expect(result.status).toBe("error");
    expect(fake.requests).toHaveLength(1);
  });

  it("is waited for through the official client too", async () => {
    const fake = await fakeGemini({
      script: [failMidStream(answer(text("a", "b")), { body: limit("34.4s") }), "fine"],
    });
    const slept: number[] = [];
    const ai = new GoogleGenAI({ apiKey: "k-123456", httpOptions: { baseUrl: fake.url } });
    const model = fromGoogleGenAI(ai, { model: "gemini-3.5-flash", retry: instantRetries(slept) });
    await createAgent({ tools: weather(), model }).run("go", { streaming: true });
    await fake.close();
    expect(slept).toEqual([34_400]);
  });
});

describe("Retry-After", () => {
  async function slept(headers: Record<string, string>, body: string, type: string): Promise<number[]> {
    let count = 0;
    const server = createServer((_request, response) => {
      response.setHeader("content-type", "application/json");
      if (count++ > 0) {
        response.end(
          JSON.stringify({ candidates: [{ content: { parts: [{ text: "hi" }] }, finishReason: "STOP" }] }),
        );
      } else response.writeHead(503, { ...headers, "content-type": type }).end(body);
    });
    await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
    const { port } = server.address() as AddressInfo;
    const waits: number[] = [];
    const model = gemini({
      apiKey: "k",
      model: "m",
      baseUrl: `http://127.0.0.1:${port}`,
      retry: instantRetries(waits),
    });
    await createAgent({ tools: handMade([]), model }).run("go");
    server.close();
    return waits;
  }
  const json = JSON.stringify({ error: { code: 503, message: "later", status: "UNAVAILABLE" } });

  it("as seconds with Google's body", async () => {
    expect(await slept({ "retry-after": "20" }, json, "application/json")).toEqual([20_000]);
  });
  it("as seconds with the page of a proxy", async () => {
    expect(await slept({ "retry-after": "20" }, "<html>later</html>", "text/html")).toEqual([20_000]);
  });
  it("as a date", async () => {
    const date = new Date(Date.now() + 20_000).toUTCString();
    const [wait = 0] = await slept({ "retry-after": date }, json, "application/json");
    expect(wait).toBeGreaterThan(15_000);
  });
});

describe("a request that could never be made", () => {
  it("is not a failure of the connection, and is not tried four times", async () => {
    const waits: number[] = [];
    const { agent, fake } = await agentOnFake(
      ["hi"],
      { tools: weather() },
      { gemini: { retry: instantRetries(waits) } },
    );
    const result = await agent.run("go", { request: { generationConfig: { seed: 5n } } });
    expect(fake.requests).toHaveLength(0);
    expect(waits).toEqual([]);
    expect(result).toMatchObject({
      error: { message: expect.not.stringContaining("connection failed") as string },
    });
  });
  it("is not retried with the official client either", async () => {
    const fake = await fakeGemini({ script: ["fine"] });
    const waits: number[] = [];
    const ai = new GoogleGenAI({ apiKey: "k-123456", httpOptions: { baseUrl: fake.url } });
    const model = fromGoogleGenAI(ai, { model: "gemini-3.5-flash", retry: instantRetries(waits) });
    const result = await createAgent({ tools: weather(), model }).run("go", {
      request: { generationConfig: { audioTimestamp: true } },
    });
    await fake.close();
    expect(result).toMatchObject({ status: "error" });
    expect(waits).toEqual([]);
  });
});

describe("usage", () => {
  it("counts the tokens of an answer that could not be read", async () => {
    const parts = [{ functionCall: { name: "get_weather", args: "Boston" } }];
    const usage = { promptTokenCount: 1000, totalTokenCount: 1000 };
    const { agent } = await agentOnFake(
      [answer(parts as never, { usage }), answer("fine", { usage: { totalTokenCount: 7 } })],
      { tools: weather() },
    );
    expect((await agent.run("go")).usage).toMatchObject({ requests: 2, totalTokens: 1007 });
  });
});
