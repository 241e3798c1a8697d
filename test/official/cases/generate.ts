import {
  blocked,
  degenerate,
  finish,
  internalError,
  overloaded,
  rateLimited,
  thought,
} from "toolpress/testing";
import { equal, holds, isRefused, matches, model, sent, type Case } from "../case.js";

const picture = { inlineData: { mimeType: "image/png", data: "aGVsbG8=" } };

export const generateCases: readonly Case[] = [
  {
    title: "a text, sent to the default version",
    fake: { script: ["Hello."] },
    run: async (ai, fake) => {
      const response = await ai.models.generateContent({ model, contents: "Hi" });
      equal(response.text, "Hello.");
      equal(fake.requests[0]?.path, `/v1/models/${model}:generateContent`);
    },
  },
  ...["v1beta", "v1alpha"].map(
    (apiVersion): Case => ({
      title: `a text, sent to ${apiVersion}`,
      fake: { script: ["Hello."] },
      client: { apiVersion },
      run: async (ai, fake) => {
        equal((await ai.models.generateContent({ model, contents: "Hi" })).text, "Hello.");
        equal(fake.requests[0]?.version, apiVersion);
      },
    }),
  ),
  {
    title: "parts with a picture",
    fake: { script: ["A cat."] },
    run: async (ai, fake) => {
      const contents = [{ role: "user", parts: [{ text: "What is it?" }, picture] }];
      equal((await ai.models.generateContent({ model, contents })).text, "A cat.");
      equal(sent(fake)["contents"], contents);
    },
  },
  {
    title: "thoughts beside the text",
    fake: { script: [[thought("Hm."), "Yes."]] },
    run: async (ai) => {
      const config = { thinkingConfig: { includeThoughts: true } };
      const response = await ai.models.generateContent({ model, contents: "Is it?", config });
      equal(response.text, "Yes.");
      equal(response.candidates?.[0]?.content?.parts?.[0]?.thought, true);
    },
  },
  {
    title: "a history of three turns",
    fake: { script: ["Three."] },
    run: async (ai) => {
      const contents = [
        { role: "user", parts: [{ text: "One?" }] },
        { role: "model", parts: [{ text: "Two." }] },
        { role: "user", parts: [{ text: "And?" }] },
      ];
      equal((await ai.models.generateContent({ model, contents })).text, "Three.");
    },
  },
  {
    title: "counts of tokens",
    fake: { script: ["Hello."] },
    run: async (ai) => {
      const { usageMetadata } = await ai.models.generateContent({ model, contents: "Hi" });
      holds((usageMetadata?.promptTokenCount ?? 0) > 0, "tokens of the prompt");
      holds((usageMetadata?.candidatesTokenCount ?? 0) > 0, "tokens of the answer");
    },
  },
  {
    title: "a blocked prompt",
    fake: { script: [blocked("SAFETY")] },
    run: async (ai) => {
      const response = await ai.models.generateContent({ model, contents: "Hi" });
      equal(response.promptFeedback?.blockReason, "SAFETY");
      equal(response.text, undefined);
    },
  },
  {
    title: "an answer that was cut off",
    fake: { script: [finish("MAX_TOKENS")] },
    run: async (ai) => {
      const response = await ai.models.generateContent({ model, contents: "Hi" });
      equal(response.candidates?.[0]?.finishReason, "MAX_TOKENS");
    },
  },
  {
    title: "an answer without candidates",
    fake: { script: [degenerate.noCandidates] },
    run: async (ai) => {
      equal((await ai.models.generateContent({ model, contents: "Hi" })).text, undefined);
    },
  },
  {
    title: "an empty prompt, refused",
    refuses: true,
    run: (ai) =>
      isRefused(
        ai.models.generateContent({ model, contents: [{ role: "user", parts: [{ text: "" }] }] }),
        400,
        /required oneof field 'data' must have one initialized field/,
      ),
  },
  {
    title: "an unknown model, refused",
    refuses: true,
    run: (ai) =>
      isRefused(
        ai.models.generateContent({ model: "palm-2", contents: "Hi" }),
        404,
        /models\/palm-2 is not found for API version v1,/,
      ),
  },
  {
    title: "a wrong key, refused",
    fake: { apiKey: "another" },
    refuses: true,
    run: (ai) => isRefused(ai.models.generateContent({ model, contents: "Hi" }), 400, /API_KEY_INVALID/),
  },
  {
    title: "429, 500 and 503 with the bodies of the service",
    fake: { script: [rateLimited({ retryDelay: "7s" }), internalError(), overloaded()] },
    run: async (ai) => {
      const ask = () => ai.models.generateContent({ model, contents: "Hi" });
      await isRefused(ask(), 429, /RetryInfo.*7s/s);
      await isRefused(ask(), 500, /An internal error has occurred/);
      await isRefused(ask(), 503, /experiencing high demand/);
    },
  },
  {
    title: "an id and a model version in the answer",
    fake: { script: ["Hello."] },
    run: async (ai) => {
      const { modelVersion, responseId } = await ai.models.generateContent({ model, contents: "Hi" });
      equal(modelVersion, model);
      matches(responseId ?? "", /\S/);
    },
  },
];
