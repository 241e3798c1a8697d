import { GoogleGenAI } from "@google/genai";
import { afterEach, describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { asCallableTool, fromGoogleGenAI } from "../../runtime/adapters/google-genai.js";
import {
  answer,
  assertReplayable,
  call,
  cut,
  fakeGemini,
  overloaded,
  rateLimited,
  responsesOf,
  text,
  type FakeGemini,
  type ScriptEntry,
} from "../../testing/index.js";
import { instantRetries, sentContents } from "./agent-on-fake.js";
import { handMade, weather } from "./hand-made-tools.js";

const model = "gemini-3.5-flash";
let fake: FakeGemini;
afterEach(() => fake.close());

async function clientOn(script: readonly ScriptEntry[]): Promise<GoogleGenAI> {
  fake = await fakeGemini({ script });
  return new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: fake.url } });
}

describe("fromGoogleGenAI", () => {
  const script = [call("get_weather", { city: "Rome" }), text("It is ", "sunny.")];

  it("runs the loop through the official client", async () => {
    const ai = await clientOn(script);
    const agent = createAgent({
      tools: weather(),
      model: fromGoogleGenAI(ai, { model }),
      system: "Be brief.",
    });
    const result = await agent.run("Rome?", { request: { generationConfig: { temperature: 1 } } });
    expect(result).toMatchObject({ status: "done", text: "It is sunny." });
    expect(fake.requests[0]?.body).toMatchObject({
      generationConfig: { temperature: 1 },
      systemInstruction: { parts: [{ text: "Be brief." }] },
    });
    expect(result.contents[1]).toEqual(sentContents(fake, 1)[1]);
    assertReplayable(result.contents);
    fake.assertDone();
  });

  it("sends requests with the fetch of the client", async () => {
    fake = await fakeGemini({ script });
    const urls: string[] = [];
    const ai = new GoogleGenAI({
      apiKey: "key",
      httpOptions: {
        baseUrl: fake.url,
        fetch: (url, init) => {
          urls.push(new URL(url as string).pathname);
          return fetch(url, init);
        },
      },
    });
    const agent = createAgent({ tools: weather(), model: fromGoogleGenAI(ai, { model }) });
    expect((await agent.run("Rome?")).status).toBe("done");
    expect(urls).toHaveLength(2);
  });

  it("streams through the official client with the same result", async () => {
    const ai = await clientOn(script);
    const stream = createAgent({ tools: weather(), model: fromGoogleGenAI(ai, { model }) }).stream("Rome?");
    const deltas: string[] = [];
    for await (const event of stream) if (event.type === "text_delta") deltas.push(event.text);
    expect(deltas).toEqual(["It is ", "sunny."]);
    const result = await stream.result;
    expect(result.text).toBe("It is sunny.");
    assertReplayable(result.contents);
    fake.assertDone();
  });

  it("waits as RetryInfo demands, which the client itself ignores", async () => {
    const ai = await clientOn([rateLimited({ retryDelay: "34.4s" }), overloaded(), "ok"]);
    const slept: number[] = [];
    const agent = createAgent({
      tools: weather(),
      model: fromGoogleGenAI(ai, { model, retry: instantRetries(slept) }),
    });
    expect((await agent.run("go")).text).toBe("ok");
    expect(slept).toEqual([34_400, 1000]);
  });

  it.each([false, true])("throws typed errors (streamed: %s)", async (streaming) => {
    const ai = await clientOn([rateLimited({ perDay: true })]);
    const agent = createAgent({ tools: weather(), model: fromGoogleGenAI(ai, { model }) });
    const result = await (streaming ? agent.stream("go").result : agent.run("go"));
    expect(result).toMatchObject({
      status: "error",
      error: { kind: "quota", status: 429, code: "RESOURCE_EXHAUSTED", retryable: false },
    });
  });

  it("retries when a stream breaks off", async () => {
    const complete = answer(text("a", "b", "c"));
    const ai = await clientOn([cut(complete, 1), complete]);
    const result = await createAgent({ tools: weather(), model: fromGoogleGenAI(ai, { model }) }).stream("go")
      .result;
    expect(result.text).toBe("abc");
  });

  it("closes its request when the run is aborted", async () => {
    const ai = await clientOn([answer("late", { delayMs: 5000 })]);
    const controller = new AbortController();
    setTimeout(() => controller.abort("enough"), 20);
    const result = await createAgent({ tools: weather(), model: fromGoogleGenAI(ai, { model }) }).run("go", {
      signal: controller.signal,
    });
    expect(result).toMatchObject({ status: "aborted", reason: "enough" });
  });
});

describe("asCallableTool", () => {
  it("lets the client's automatic calling use generated tools, with ids and validation", async () => {
    const tools = weather();
    const ai = await clientOn([
      [call("get_weather", { city: "Rome" }), call("get_weather", { city: 5 })],
      call("nope"),
      "Sunny.",
    ]);
    const response = await ai.models.generateContent({
      model,
      contents: "Rome?",
      config: { tools: [asCallableTool(tools)] },
    });
    expect(response.text).toBe("Sunny.");
    expect(tools.starts).toEqual([{ city: "Rome" }]);
    expect(responsesOf(sentContents(fake, 2)).map(({ response: given }) => given)).toMatchObject([
      { result: { celsius: 18 } },
      { error: { code: "INVALID_ARGUMENTS" } },
      { error: { code: "UNKNOWN_TOOL" } },
    ]);
    fake.assertDone();
  });

  it("serves the client's chats", async () => {
    const ai = await clientOn([call("get_weather", { city: "Rome" }), "Sunny.", "Yes."]);
    const chat = ai.chats.create({ model, config: { tools: [asCallableTool(weather())] } });
    expect((await chat.sendMessage({ message: "Rome?" })).text).toBe("Sunny.");
    expect((await chat.sendMessage({ message: "Sure?" })).text).toBe("Yes.");
    fake.assertDone();
  });

  it("shares a conversation with other callable tools if it answers only its own calls", async () => {
    const other = handMade([{ name: "other", run: () => "theirs" }], { name: "other" });
    const ai = await clientOn([[call("get_weather", { city: "Rome" }), call("other")], "ok"]);
    const options = { answerUnknown: false };
    await ai.models.generateContent({
      model,
      contents: "go",
      config: { tools: [asCallableTool(weather(), options), asCallableTool(other, options)] },
    });
    expect(responsesOf(sentContents(fake, 1)).map(({ name }) => name)).toEqual(["get_weather", "other"]);
    fake.assertDone();
  });

  it("declares only the allowed tools", async () => {
    const tools = handMade(["a", "b"].map((name) => ({ name, run: () => name })));
    expect(await asCallableTool(tools, { allowed: ["b"] }).tool()).toEqual({
      functionDeclarations: [{ name: "b", description: "The tool b." }],
    });
  });
});
