import { GoogleGenAI } from "@google/genai";
import { afterEach, describe, expect, it } from "vitest";
import {
  answer,
  assertReplayable,
  call,
  fakeGemini,
  text,
  type FakeGemini,
  type FakeGeminiOptions,
} from "toolpress/testing";

let fake: FakeGemini | undefined;

afterEach(async () => {
  await fake?.close();
  fake = undefined;
});

async function start(options: FakeGeminiOptions): Promise<GoogleGenAI> {
  fake = await fakeGemini(options);
  return new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: fake.url } });
}

const model = "gemini-3.5-flash";
const weather = {
  name: "get_weather",
  description: "Weather of a city.",
  parametersJsonSchema: { type: "object", properties: { city: { type: "string" } } },
};

describe("the untouched official client against the fake", () => {
  it("generates text", async () => {
    const ai = await start({ script: ["Hello."] });
    const response = await ai.models.generateContent({ model, contents: "Hi" });
    expect(response.text).toBe("Hello.");
    expect(response.modelVersion).toBe(model);
    expect(response.usageMetadata?.totalTokenCount).toBeGreaterThan(0);
    fake?.assertDone();
  });

  it("streams text in the script's chunks", async () => {
    const ai = await start({ script: [text("One ", "two ", "three.")] });
    const seen: string[] = [];
    for await (const chunk of await ai.models.generateContentStream({ model, contents: "Count" })) {
      seen.push(chunk.text ?? "");
    }
    expect(seen).toEqual(["One ", "two ", "three.", ""]);
  });

  it("receives a call with id and signature, and its history is accepted", async () => {
    const ai = await start({ script: [call("get_weather", { city: "Boston" }), "Sunny in Boston."] });
    const question = { role: "user", parts: [{ text: "Weather in Boston?" }] };
    const config = { tools: [{ functionDeclarations: [weather] }] };
    const first = await ai.models.generateContent({ model, contents: [question], config });
    const content = first.candidates?.[0]?.content;
    const part = content?.parts?.[0];
    expect(part?.functionCall).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{8}$/),
      name: "get_weather",
      args: { city: "Boston" },
    });
    expect(part?.thoughtSignature).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const result = {
      role: "user",
      parts: [
        {
          functionResponse: { id: part!.functionCall!.id!, name: "get_weather", response: { result: "sun" } },
        },
      ],
    };
    const second = await ai.models.generateContent({ model, contents: [question, content!, result], config });
    expect(second.text).toBe("Sunny in Boston.");
    assertReplayable([question, content, result] as never);
    fake?.assertDone();
  });

  it("streams calls, each in a separate event, and ends with an empty text", async () => {
    const ai = await start({
      script: [answer([call("get_weather", { city: "Rome" }), call("get_weather", { city: "Oslo" })])],
    });
    const parts: unknown[] = [];
    const config = { tools: [{ functionDeclarations: [weather] }] };
    for await (const chunk of await ai.models.generateContentStream({ model, contents: "Both?", config })) {
      parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
    }
    expect(parts).toEqual([
      {
        functionCall: expect.objectContaining({ args: { city: "Rome" } }),
        thoughtSignature: expect.any(String),
      },
      { functionCall: expect.objectContaining({ args: { city: "Oslo" } }) },
      { text: "" },
    ]);
  });

  it("keeps a chat over several messages", async () => {
    const ai = await start({ script: ["Hello Ada.", "Your name is Ada."] });
    const chat = ai.chats.create({ model });
    await chat.sendMessage({ message: "I am Ada." });
    const second = await chat.sendMessage({ message: "Who am I?" });
    expect(second.text).toBe("Your name is Ada.");
    expect(fake?.requests[1]?.body.contents.map((content) => content.role)).toEqual([
      "user",
      "model",
      "user",
    ]);
    fake?.assertDone();
  });
});
