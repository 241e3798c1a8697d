import type { CachedContent, GoogleGenAI } from "@google/genai";
import { collect, equal, holds, isRefused, matches, model, weatherTools, type Case } from "../case.js";

const create = (ai: GoogleGenAI, config = {}): Promise<CachedContent> =>
  ai.caches.create({
    model,
    config: { contents: "A long text.", systemInstruction: "Be brief.", ttl: "600s", ...config },
  });

export const cacheCases: readonly Case[] = [
  {
    title: "created, with its name, model, size and end",
    run: async (ai) => {
      const cache = await create(ai, { displayName: "book", tools: weatherTools });
      matches(cache.name ?? "", /^cachedContents\/\w+$/);
      equal([cache.model, cache.displayName], [`models/${model}`, "book"]);
      holds((cache.usageMetadata?.totalTokenCount ?? 0) > 0, "tokens");
      equal(Date.parse(cache.expireTime ?? "") - Date.parse(cache.createTime ?? ""), 600_000);
    },
  },
  {
    title: "read again",
    run: async (ai) => {
      const cache = await create(ai);
      equal((await ai.caches.get({ name: cache.name ?? "" })).expireTime, cache.expireTime);
    },
  },
  {
    title: "listed, over two pages",
    run: async (ai) => {
      for (const displayName of ["a", "b", "c"]) await create(ai, { displayName });
      const all = await collect(ai.caches.list({ config: { pageSize: 2 } }));
      equal(
        all.map(({ displayName }) => displayName),
        ["a", "b", "c"],
      );
    },
  },
  {
    title: "given another end",
    run: async (ai) => {
      const { name = "" } = await create(ai);
      const expireTime = "2030-01-01T00:00:00Z";
      equal((await ai.caches.update({ name, config: { expireTime } })).expireTime, expireTime);
      equal((await ai.caches.get({ name })).expireTime, expireTime);
    },
  },
  {
    title: "deleted, and then unknown",
    refuses: true,
    run: async (ai) => {
      const { name = "" } = await create(ai);
      await ai.caches.delete({ name });
      await isRefused(ai.caches.get({ name }), 403, /CachedContent not found/);
      const config = { cachedContent: name };
      await isRefused(ai.models.generateContent({ model, contents: "Hi", config }), 403, /not found/);
    },
  },
  {
    title: "used by a request, whose counts name it",
    fake: { script: ["Short."] },
    run: async (ai) => {
      const cache = await create(ai);
      const config = { cachedContent: cache.name ?? "" };
      const response = await ai.models.generateContent({ model, contents: "Hi", config });
      equal(response.text, "Short.");
      equal(response.usageMetadata?.cachedContentTokenCount, cache.usageMetadata?.totalTokenCount);
    },
  },
  {
    title: "used beside a system instruction, refused",
    refuses: true,
    run: async (ai) => {
      const { name = "" } = await create(ai);
      const config = { cachedContent: name, systemInstruction: "Be long." };
      await isRefused(
        ai.models.generateContent({ model, contents: "Hi", config }),
        400,
        /CachedContent can not be used with GenerateContent request setting system_instruction/,
      );
    },
  },
  {
    title: "used by another model, refused",
    refuses: true,
    run: async (ai) => {
      const { name = "" } = await create(ai);
      const request = { model: "gemini-3.8-flash", contents: "Hi", config: { cachedContent: name } };
      await isRefused(ai.models.generateContent(request), 400, /has to be the same/);
    },
  },
];
