import { collect, equal, holds, isRefused, model, type Case } from "../case.js";

const embedding = "gemini-embedding-001";

export const tokenCases: readonly Case[] = [
  {
    title: "counted",
    run: async (ai) => {
      const few = await ai.models.countTokens({ model, contents: "Hi" });
      const many = await ai.models.countTokens({ model, contents: "Hi ".repeat(100) });
      holds((few.totalTokens ?? 0) > 0 && (many.totalTokens ?? 0) > (few.totalTokens ?? 0), "more for more");
    },
  },
  {
    title: "of nothing, refused",
    refuses: true,
    run: (ai) =>
      isRefused(
        ai.models.countTokens({ model, contents: [{ role: "user", parts: [] }] }),
        400,
        /CountTokensRequest.contents\[0\].parts: contents.parts must not be empty/,
      ),
  },
  {
    title: "an embedding",
    run: async (ai) => {
      const { embeddings = [] } = await ai.models.embedContent({ model: embedding, contents: "Hi" });
      equal(
        embeddings.map(({ values }) => values?.length),
        [3072],
      );
    },
  },
  {
    title: "three embeddings of 64 numbers, equal for equal texts",
    run: async (ai) => {
      const config = { outputDimensionality: 64, taskType: "RETRIEVAL_QUERY" };
      const contents = ["a", "b", "a"];
      const { embeddings = [] } = await ai.models.embedContent({ model: embedding, contents, config });
      const [first, second, third] = embeddings.map(({ values }) => values);
      equal(first?.length, 64);
      equal(first, third);
      holds(JSON.stringify(first) !== JSON.stringify(second), "another vector for another text");
    },
  },
  {
    title: "an embedding by a model that has none, refused",
    refuses: true,
    run: (ai) =>
      isRefused(
        ai.models.embedContent({ model, contents: "Hi" }),
        404,
        /is not supported for batchEmbedContents/,
      ),
  },
  {
    title: "a model described",
    run: async (ai) => {
      const found = await ai.models.get({ model });
      equal(found.name, `models/${model}`);
      holds((found.inputTokenLimit ?? 0) > 0, "a limit of tokens");
      holds(found.supportedActions?.includes("generateContent") === true, "what it can do");
    },
  },
  {
    title: "an unknown model, not described",
    refuses: true,
    run: (ai) => isRefused(ai.models.get({ model: "palm-2" }), 404, /Model is not found: models\/palm-2/),
  },
  {
    title: "the models of the fake, over pages",
    fake: { models: ["gemini-a", "gemini-b", "gemini-c"] },
    run: async (ai) => {
      const models = await collect(await ai.models.list({ config: { pageSize: 2 } }));
      equal(
        models.map(({ name }) => name),
        ["models/gemini-a", "models/gemini-b", "models/gemini-c"],
      );
    },
  },
];
