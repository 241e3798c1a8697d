import { call, rateLimited, text } from "toolpress/testing";
import {
  collect,
  equal,
  holds,
  isRefused,
  matches,
  model,
  weather,
  weatherTools,
  type Case,
} from "../case.js";

const express = { vertexai: true };
/**
 * The credentials of requests with a project, which have a bearer token and no key. Without this object, the
 * client would search for credentials on this machine.
 */
const authClient = {
  getRequestHeaders: async () => new Headers({ Authorization: "Bearer token" }),
  quotaProjectId: undefined,
};
const project = {
  ...{ vertexai: true, apiKey: undefined, project: "p", location: "us-central1" },
  googleAuthOptions: { authClient },
};
const projectPath = "/v1beta1/projects/p/locations/us-central1/publishers/google/models";

const generating: readonly Case[] = [
  {
    title: "a text with an express key",
    fake: { script: ["Hello."] },
    client: express,
    run: async (ai, fake) => {
      equal((await ai.models.generateContent({ model, contents: "Hi" })).text, "Hello.");
      equal(fake.requests[0]?.path, `/v1beta1/publishers/google/models/${model}:generateContent`);
    },
  },
  {
    title: "a text in a project",
    fake: { script: ["Hello."] },
    client: project,
    run: async (ai, fake) => {
      const response = await ai.models.generateContent({ model, contents: "Hi" });
      equal(response.text, "Hello.");
      matches(response.createTime ?? "", /^\d{4}-/);
      equal(fake.requests[0]?.path, `${projectPath}/${model}:generateContent`);
    },
  },
  {
    title: "a stream in a project",
    fake: { script: [text("Hel", "lo.")] },
    client: project,
    run: async (ai) => {
      const chunks = await collect(ai.models.generateContentStream({ model, contents: "Hi" }));
      equal(chunks.map((chunk) => chunk.text ?? "").join(""), "Hello.");
    },
  },
  {
    title: "a call whose arguments are streamed",
    fake: { script: [call("get_weather", { city: "Rome" })] },
    client: project,
    run: async (ai) => {
      const toolConfig = { functionCallingConfig: { streamFunctionCallArguments: true } };
      const config = { tools: weatherTools, toolConfig };
      const chunks = await collect(ai.models.generateContentStream({ model, contents: "Rome?", config }));
      holds(JSON.stringify(chunks).includes("partialArgs"), "parts of arguments");
    },
  },
  {
    title: "a call, and its response sent back",
    fake: { script: [call("get_weather", { city: "Rome" }), "Sunny."] },
    client: project,
    run: async (ai) => {
      const chat = ai.chats.create({ model, config: { tools: weatherTools } });
      const { functionCalls = [] } = await chat.sendMessage({ message: "Rome?" });
      const { id = "", name = "" } = functionCalls[0] ?? {};
      const message = { functionResponse: { id, name, response: { result: "sunny" } } };
      equal((await chat.sendMessage({ message })).text, "Sunny.");
    },
  },
];

const others: readonly Case[] = [
  {
    title: "tokens counted and listed",
    client: project,
    run: async (ai) => {
      const counted = await ai.models.countTokens({ model, contents: "Hi there" });
      holds((counted.totalTokens ?? 0) > 0, "tokens");
      const { tokensInfo = [] } = await ai.models.computeTokens({ model, contents: "Hi there" });
      equal(tokensInfo[0]?.tokenIds?.length, 2);
    },
  },
  {
    title: "embeddings by predict",
    client: project,
    run: async (ai) => {
      const config = { outputDimensionality: 8 };
      const request = { model: "text-embedding-005", contents: ["a", "b"], config };
      const { embeddings = [] } = await ai.models.embedContent(request);
      equal(
        embeddings.map(({ values }) => values?.length),
        [8, 8],
      );
    },
  },
  {
    title: "a cache from its creation to its end",
    fake: { script: ["Short."] },
    client: project,
    run: async (ai) => {
      const { name = "" } = await ai.caches.create({ model, config: { contents: "Long.", ttl: "60s" } });
      matches(name, /^projects\/p\/locations\/us-central1\/cachedContents\/\d+$/);
      const config = { cachedContent: name };
      equal((await ai.models.generateContent({ model, contents: "Hi", config })).text, "Short.");
      equal((await collect(await ai.caches.list())).length, 1);
      await ai.caches.delete({ name });
    },
  },
  {
    title: "models described and listed",
    client: project,
    run: async (ai) => {
      equal((await ai.models.get({ model })).name, `publishers/google/models/${model}`);
      holds((await collect(await ai.models.list())).length > 0, "models");
    },
  },
  {
    title: "refusals in its own words",
    fake: { script: [rateLimited({ flavor: "vertex" })] },
    client: project,
    refuses: true,
    run: async (ai) => {
      await isRefused(ai.models.generateContent({ model, contents: "Hi" }), 429, /Resource exhausted/);
      const tools = [{ functionDeclarations: [{ ...weather, name: "1st" }] }];
      await isRefused(
        ai.models.generateContent({ model, contents: "Hi", config: { tools } }),
        400,
        /The GenerateContentRequest proto is invalid/,
      );
    },
  },
];

export const vertexCases: readonly Case[] = [...generating, ...others];
