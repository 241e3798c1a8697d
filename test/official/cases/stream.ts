import { answer, call, failMidStream, overloaded, text, thought } from "toolpress/testing";
import { collect, equal, holds, isRefused, model, weatherTools, type Case } from "../case.js";

export const streamCases: readonly Case[] = [
  {
    title: "text in pieces",
    fake: { script: [text("One ", "two ", "three.")] },
    run: async (ai, fake) => {
      const chunks = await collect(ai.models.generateContentStream({ model, contents: "Count" }));
      equal(chunks.map((chunk) => chunk.text ?? "").join(""), "One two three.");
      equal(fake.requests[0]?.query.get("alt"), "sse");
    },
  },
  {
    title: "pieces of three bytes",
    fake: { script: [answer([text("Grüße ", "aus Köln.")], { bytesPerWrite: 3 })] },
    run: async (ai) => {
      const chunks = await collect(ai.models.generateContentStream({ model, contents: "Hi" }));
      equal(chunks.map((chunk) => chunk.text ?? "").join(""), "Grüße aus Köln.");
    },
  },
  {
    title: "a call with id and signature",
    fake: { script: [call("get_weather", { city: "Rome" })] },
    run: async (ai) => {
      const config = { tools: weatherTools };
      const chunks = await collect(ai.models.generateContentStream({ model, contents: "Rome?", config }));
      const calls = chunks.flatMap((chunk) => chunk.functionCalls ?? []);
      equal(
        calls.map(({ name, args }) => [name, args]),
        [["get_weather", { city: "Rome" }]],
      );
      holds(typeof calls[0]?.id === "string", "an id");
      holds(JSON.stringify(chunks).includes("thoughtSignature"), "a signature");
    },
  },
  {
    title: "two calls at once",
    fake: { script: [[call("get_weather", { city: "Rome" }), call("get_weather", { city: "Oslo" })]] },
    run: async (ai) => {
      const config = { tools: weatherTools };
      const chunks = await collect(ai.models.generateContentStream({ model, contents: "Both?", config }));
      equal(chunks.flatMap((chunk) => chunk.functionCalls ?? []).length, 2);
    },
  },
  {
    title: "thoughts before the text",
    fake: { script: [[thought("Hm, ", "well."), "Yes."]] },
    run: async (ai) => {
      const config = { thinkingConfig: { includeThoughts: true } };
      const chunks = await collect(ai.models.generateContentStream({ model, contents: "Hi", config }));
      const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
      equal(
        parts.filter((part) => part.thought).map((part) => part.text),
        ["Hm, ", "well."],
      );
    },
  },
  {
    title: "the reason of the end in the last event, counts included",
    fake: { script: ["Done."] },
    run: async (ai) => {
      const chunks = await collect(ai.models.generateContentStream({ model, contents: "Hi" }));
      const last = chunks.at(-1);
      equal(last?.candidates?.[0]?.finishReason, "STOP");
      holds((last?.usageMetadata?.totalTokenCount ?? 0) > 0, "counts of tokens");
    },
  },
  {
    title: "503 before the first event",
    fake: { script: [overloaded()] },
    run: (ai) => isRefused(ai.models.generateContentStream({ model, contents: "Hi" }), 503, /high demand/),
  },
  {
    title: "503 in the middle",
    fake: { script: [failMidStream(text("One ", "two."))] },
    run: (ai) =>
      isRefused(collect(ai.models.generateContentStream({ model, contents: "Hi" })), 503, /high demand/),
  },
  {
    title: "its collected parts sent back, refused for the empty text at the end",
    fake: { script: [call("get_weather", { city: "Rome" })] },
    refuses: true,
    run: async (ai) => {
      const config = { tools: weatherTools };
      const user = { role: "user", parts: [{ text: "Rome?" }] };
      const chunks = await collect(ai.models.generateContentStream({ model, contents: [user], config }));
      const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
      const { id = "", name = "" } = chunks.flatMap((chunk) => chunk.functionCalls ?? [])[0] ?? {};
      const response = { functionResponse: { id, name, response: { result: 18 } } };
      const contents = [user, { role: "model", parts }, { role: "user", parts: [response] }];
      await isRefused(ai.models.generateContent({ model, contents, config }), 400, /required oneof field/);
    },
  },
];
