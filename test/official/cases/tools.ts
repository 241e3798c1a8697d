import type { FunctionCallingConfigMode } from "@google/genai";
import { Type, type CallableTool, type FunctionCall, type Part } from "@google/genai";
import { answer, call } from "toolpress/testing";
import { collect, equal, holds, isRefused, model, sent, weather, weatherTools, type Case } from "../case.js";

const ask = { model, contents: "Weather in Rome?" };
const user = { role: "user", parts: [{ text: "Weather in Rome?" }] };

/** A tool in the form that the automatic calling of the client requires. */
function callable(respond: (call: FunctionCall) => Part): CallableTool {
  return {
    tool: async () => ({ functionDeclarations: [weather] }),
    callTool: async (calls) => calls.map(respond),
  };
}

const answering = callable(({ id, name = "" }) => ({
  functionResponse: { ...(id && { id }), name, response: { result: "sunny" } },
}));

const mode = (chosen: string, allowedFunctionNames?: string[]) => ({
  functionCallingConfig: {
    mode: chosen as FunctionCallingConfigMode,
    ...(allowedFunctionNames && { allowedFunctionNames }),
  },
});

const modes: readonly Case[] = ["AUTO", "ANY", "NONE", "VALIDATED"].map((name) => ({
  title: `mode ${name}`,
  fake: { script: ["Sunny."] },
  run: async (ai, fake) => {
    const config = { tools: weatherTools, toolConfig: mode(name) };
    equal((await ai.models.generateContent({ ...ask, config })).text, "Sunny.");
    equal(sent(fake)["toolConfig"], mode(name));
  },
}));

const calling: readonly Case[] = [
  {
    title: "a call, and its response sent back",
    fake: { script: [call("get_weather", { city: "Rome" }), "Sunny."] },
    run: async (ai) => {
      const config = { tools: weatherTools };
      const first = await ai.models.generateContent({ ...ask, config });
      const { id = "", name = "", args } = first.functionCalls?.[0] ?? {};
      equal(args, { city: "Rome" });
      const response = { functionResponse: { id, name, response: { result: "sunny" } } };
      const content = first.candidates?.[0]?.content;
      const contents = [user, content!, { role: "user", parts: [response] }];
      equal((await ai.models.generateContent({ model, contents, config })).text, "Sunny.");
    },
  },
  {
    title: "a response without its id, refused",
    fake: { script: [call("get_weather", { city: "Rome" })] },
    refuses: true,
    run: async (ai) => {
      const config = { tools: weatherTools };
      const first = await ai.models.generateContent({ ...ask, config });
      const response = { functionResponse: { name: "get_weather", response: { result: "sunny" } } };
      const contents = [user, first.candidates![0]!.content!, { role: "user", parts: [response] }];
      await isRefused(
        ai.models.generateContent({ model, contents, config }),
        400,
        /functionResponse.id does not match functionCall.id/,
      );
    },
  },
  {
    title: "a lost signature, refused",
    fake: { script: [call("get_weather", { city: "Rome" })] },
    refuses: true,
    run: async (ai) => {
      const config = { tools: weatherTools };
      const { functionCalls = [] } = await ai.models.generateContent({ ...ask, config });
      const { id = "", name = "" } = functionCalls[0] ?? {};
      const response = { functionResponse: { id, name, response: {} } };
      const contents = [
        user,
        { role: "model", parts: [{ functionCall: functionCalls[0]! }] },
        { role: "user", parts: [response] },
      ];
      await isRefused(
        ai.models.generateContent({ model, contents, config }),
        400,
        /missing a thought_signature/,
      );
    },
  },
  {
    title: "automatic calling",
    fake: {
      script: [[call("get_weather", { city: "Rome" }), call("get_weather", { city: "Oslo" })], "Sunny."],
    },
    run: async (ai, fake) => {
      const response = await ai.models.generateContent({ ...ask, config: { tools: [answering] } });
      equal(response.text, "Sunny.");
      equal(fake.requests.length, 2);
    },
  },
  {
    title: "automatic calling with a stream",
    fake: { script: [answer([call("get_weather", { city: "Rome" })], { layout: "together" }), "Sunny."] },
    run: async (ai) => {
      const config = { tools: [answering] };
      const chunks = await collect(ai.models.generateContentStream({ ...ask, config }));
      equal(chunks.map((chunk) => chunk.text ?? "").join(""), "Sunny.");
    },
  },
];

const declaring: readonly Case[] = [
  {
    title: "parameters as a schema of Google's",
    fake: { script: ["Sunny."] },
    run: async (ai, fake) => {
      const parameters = {
        type: Type.OBJECT,
        properties: { city: { type: Type.STRING } },
        required: ["city"],
      };
      const tools = [{ functionDeclarations: [{ name: "f", description: "F.", parameters }] }];
      await ai.models.generateContent({ ...ask, config: { tools } });
      equal(sent(fake)["tools"], tools);
    },
  },
  {
    title: "a keyword that schemas do not have, refused",
    refuses: true,
    run: (ai) => {
      const parameters = { type: "OBJECT", properties: { a: { type: "STRING" } }, oneOf: [] } as never;
      const tools = [{ functionDeclarations: [{ name: "f", description: "F.", parameters }] }];
      return isRefused(ai.models.generateContent({ ...ask, config: { tools } }), 400, /Unknown name .*oneOf/);
    },
  },
  {
    title: "one name twice, refused",
    refuses: true,
    run: (ai) =>
      isRefused(
        ai.models.generateContent({
          ...ask,
          config: { tools: [{ functionDeclarations: [weather, weather] }] },
        }),
        400,
        /Duplicate function declaration found: get_weather/,
      ),
  },
  {
    title: "allowed names that are not declared, refused",
    refuses: true,
    run: (ai) =>
      isRefused(
        ai.models.generateContent({
          ...ask,
          config: { tools: weatherTools, toolConfig: mode("ANY", ["g"]) },
        }),
        400,
        /should be a subset of the provided function_declarations/,
      ),
  },
  ...(["googleSearch", "codeExecution", "urlContext"] as const).map(
    (name): Case => ({
      title: `the built-in tool ${name}`,
      fake: { script: ["Found."] },
      run: async (ai, fake) => {
        await ai.models.generateContent({ ...ask, config: { tools: [{ [name]: {} }] } });
        equal(sent(fake)["tools"], [{ [name]: {} }]);
      },
    }),
  ),
  {
    title: "built-in tools beside functions, with the flag that they need",
    fake: { script: ["Found."] },
    run: async (ai, fake) => {
      const tools = [{ googleSearch: {} }, ...weatherTools];
      const toolConfig = { includeServerSideToolInvocations: true };
      await ai.models.generateContent({ ...ask, config: { tools, toolConfig } });
      holds(fake.requests[0]?.error === undefined, "an accepted request");
    },
  },
];

export const toolCases: readonly Case[] = [...calling, ...modes, ...declaring];
