import { call, text } from "toolpress/testing";
import { collect, equal, isRefused, model, sent, weatherTools, type Case } from "../case.js";

export const chatCases: readonly Case[] = [
  {
    title: "two messages, the second with the history",
    fake: { script: ["Hello.", "Bye."] },
    run: async (ai, fake) => {
      const chat = ai.chats.create({ model });
      equal((await chat.sendMessage({ message: "Hi" })).text, "Hello.");
      equal((await chat.sendMessage({ message: "Bye" })).text, "Bye.");
      equal((sent(fake, 1)["contents"] as unknown[]).length, 3);
    },
  },
  {
    title: "a streamed message, and one after it",
    fake: { script: [text("Hel", "lo."), "Bye."] },
    run: async (ai) => {
      const chat = ai.chats.create({ model });
      const chunks = await collect(chat.sendMessageStream({ message: "Hi" }));
      equal(chunks.map((chunk) => chunk.text ?? "").join(""), "Hello.");
      equal((await chat.sendMessage({ message: "Bye" })).text, "Bye.");
    },
  },
  {
    title: "a history of its own",
    fake: { script: ["Ada."] },
    run: async (ai) => {
      const history = [
        { role: "user", parts: [{ text: "I am Ada." }] },
        { role: "model", parts: [{ text: "Hello Ada." }] },
      ];
      equal((await ai.chats.create({ model, history }).sendMessage({ message: "Who?" })).text, "Ada.");
    },
  },
  {
    title: "a call and its response",
    fake: { script: [call("get_weather", { city: "Rome" }), "Sunny."] },
    run: async (ai) => {
      const chat = ai.chats.create({ model, config: { tools: weatherTools } });
      const first = await chat.sendMessage({ message: "Rome?" });
      const { id = "", name = "" } = first.functionCalls?.[0] ?? {};
      const message = { functionResponse: { id, name, response: { result: "sunny" } } };
      equal((await chat.sendMessage({ message })).text, "Sunny.");
    },
  },
  {
    title: "a system instruction in every request",
    fake: { script: ["Oui.", "Non."] },
    run: async (ai, fake) => {
      const chat = ai.chats.create({ model, config: { systemInstruction: "Speak French." } });
      await chat.sendMessage({ message: "Yes" });
      await chat.sendMessage({ message: "No" });
      const { systemInstruction } = fake.requests[1]?.parsed ?? {};
      equal(systemInstruction?.parts, [{ text: "Speak French." }]);
    },
  },
  {
    title: "text after an unanswered call, refused",
    fake: { script: [call("get_weather", { city: "Rome" })] },
    refuses: true,
    run: async (ai) => {
      const chat = ai.chats.create({ model, config: { tools: weatherTools } });
      await chat.sendMessage({ message: "Rome?" });
      await isRefused(chat.sendMessage({ message: "Never mind." }), 400, /number of function response parts/);
    },
  },
  {
    title: "text after an unanswered call, accepted by gemini-2.0-flash",
    fake: { script: [call("get_weather", { city: "Rome" }), "As you like."] },
    run: async (ai) => {
      const chat = ai.chats.create({ model: "gemini-2.0-flash", config: { tools: weatherTools } });
      await chat.sendMessage({ message: "Rome?" });
      equal((await chat.sendMessage({ message: "Never mind." })).text, "As you like.");
    },
  },
];
