import { GoogleGenAI } from "@google/genai";
import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { fromGoogleGenAI } from "../../runtime/adapters/google-genai.js";
import { answer, failMidStream, fakeGemini, httpError, raw, rateLimited, text } from "../../testing/index.js";
import { agentOnFake, instantRetries } from "./agent-on-fake.js";
import { weather } from "./hand-made-tools.js";

// A service that repeats the key of the request wherever it can.

const key = "AIza-not-a-real-key";
const body = { error: { code: 400, message: `API key ${key} not valid`, status: "INVALID_ARGUMENT" } };
const hiddenKey = "400 INVALID_ARGUMENT: API key [hidden] not valid";

describe("a key never appears in an error", () => {
  it("of a stream that breaks off", async () => {
    const { agent } = await agentOnFake(
      [failMidStream(answer(text("a", "b")), { body: body as never })],
      { tools: weather() },
      { gemini: { apiKey: key } },
    );
    const result = await agent.run("go", { streaming: true });
    expect(result).toMatchObject({ status: "error", error: { message: hiddenKey } });
  });

  it("that arrives as an answer", async () => {
    const { agent } = await agentOnFake([raw(body)], { tools: weather() }, { gemini: { apiKey: key } });
    expect(await agent.run("go")).toMatchObject({ status: "error", error: { message: hiddenKey } });
  });

  it("in a header of the caller", async () => {
    const { agent } = await agentOnFake(
      [httpError(400, body as never)],
      { tools: weather() },
      { gemini: { headers: { "x-goog-api-key": key } } },
    );
    expect(await agent.run("go")).toMatchObject({ status: "error", error: { message: hiddenKey } });
  });

  it("through the official client", async () => {
    const fake = await fakeGemini({ script: [httpError(400, body as never)] });
    const ai = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: fake.url } });
    const model = fromGoogleGenAI(ai, { model: "gemini-3.5-flash" });
    const result = await createAgent({ tools: weather(), model }).run("go");
    await fake.close();
    expect(result).toMatchObject({ status: "error", error: { message: hiddenKey } });
  });
});

describe("a quota in the middle of a stream", () => {
  it("is waited for as long as the service demands", async () => {
    const { body } = rateLimited({ retryDelay: "34.4s" }) as unknown as { body: never };
    const slept: number[] = [];
    const { agent } = await agentOnFake(
      [failMidStream(answer(text("a", "b")), { body }), "fine"],
      { tools: weather() },
      { gemini: { retry: instantRetries(slept) } },
    );
    expect(await agent.run("go", { streaming: true })).toMatchObject({ status: "done", text: "fine" });
    expect(slept).toEqual([34_400]);
  });

  it("keeps its name if it persists", async () => {
    const { body } = rateLimited({ retryDelay: "1s" }) as unknown as { body: never };
    const { agent } = await agentOnFake(Array(3).fill(failMidStream(answer(text("a", "b")), { body })), {
      tools: weather(),
    });
    expect(await agent.run("go", { streaming: true })).toMatchObject({
      status: "error",
      error: { kind: "quota", code: "RESOURCE_EXHAUSTED" },
    });
  });
});

describe("a lone surrogate", () => {
  it("of the user is never sent to the service, which would refuse the complete request", async () => {
    const { agent, fake } = await agentOnFake(["fine"], { tools: weather(), system: "be \uDC00 kind" });
    await agent.run("hi \uD800!");
    const { contents, systemInstruction } = fake.requests[0]!.body as Record<string, unknown>;
    expect(contents).toEqual([{ role: "user", parts: [{ text: "hi \uFFFD!" }] }]);
    expect(systemInstruction).toEqual({ parts: [{ text: "be \uFFFD kind" }] });
  });
});
