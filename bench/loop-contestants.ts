import { readFileSync } from "node:fs";
import { installPeers, peersFolder } from "./install-peers.js";

/** A library, or a hand-written loop, that lets a model call tools. */
export interface Contestant {
  /**
   * Sends a question, runs tools until the model stops calling them, and returns the text. `onText` is called whenever
   * a piece of streamed text arrives.
   */
  ask(model: string, options?: { streaming?: boolean; onText?: () => void }): Promise<string>;
}

type Handler = (args: unknown) => Promise<unknown>;
type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema };
export type Declaration = { name: string; description: string; parameters: Schema };

/** The folder into which `installSet` writes the tools. */
export const loopFolder = `${peersFolder}loop`;
export const turnsAtMost = 400;

/* eslint-disable @typescript-eslint/no-explicit-any -- packages of the cache folder have no types here */
type Maker = (url: string, handler: Handler) => Promise<Contestant>;

export const contestants: Readonly<Record<string, Maker>> = {
  toolpress: async (url, handler) => {
    const { createAgent, gemini } = (await import(
      `${loopFolder}/node_modules/@toolpress/runtime/dist/node/core.js`
    )) as any;
    const { createSet0 } = (await import(`${loopFolder}/compiled/index.js`)) as any;
    const handlers = Object.fromEntries(declarations().map(({ name }) => [name, handler]));
    const tools = createSet0({ handlers });
    return {
      async ask(model, { streaming = false, onText } = {}) {
        const limits = { maxTurns: turnsAtMost, maxToolCalls: turnsAtMost };
        const agent = createAgent({
          tools,
          model: gemini({ apiKey: "key", model, baseUrl: url }),
          ...limits,
        });
        if (!streaming) return textOf(await agent.run("Go."));
        const run = agent.stream("Go.");
        for await (const event of run) if (event.type === "text_delta") onText?.();
        return textOf(await run.result);
      },
    };
  },

  "@google/genai": async (url, handler) => {
    const { GoogleGenAI } = installPeers(["@google/genai"])("@google/genai") as any;
    const ai = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: url } });
    const functionDeclarations = declarations();
    const tool = {
      tool: () => Promise.resolve({ functionDeclarations }),
      callTool: (calls: { name: string; args: unknown }[]) =>
        Promise.all(
          calls.map(async ({ name, args }) => ({
            functionResponse: { name, response: await handler(args) },
          })),
        ),
    };
    return {
      async ask(model, { streaming = false, onText } = {}) {
        const automaticFunctionCalling = { maximumRemoteCalls: turnsAtMost };
        const request = { model, contents: "Go.", config: { tools: [tool], automaticFunctionCalling } };
        if (!streaming) return (await ai.models.generateContent(request)).text;
        let text = "";
        for await (const chunk of await ai.models.generateContentStream(request)) {
          if (!chunk.text) continue;
          text += chunk.text;
          onText?.();
        }
        return text;
      },
    };
  },

  "AI SDK": async (url, handler) => {
    const require = installPeers(["ai", "@ai-sdk/google"]);
    const { generateText, streamText, jsonSchema, stepCountIs } = require("ai") as any;
    const { createGoogleGenerativeAI } = require("@ai-sdk/google") as any;
    const google = createGoogleGenerativeAI({ apiKey: "key", baseURL: `${url}/v1beta` });
    const tools = Object.fromEntries(
      declarations().map(({ name, description, parameters }) => [
        name,
        { description, inputSchema: jsonSchema(lowerCase(parameters)), execute: handler },
      ]),
    );
    return {
      async ask(model, { streaming = false, onText } = {}) {
        const request = { model: google(model), prompt: "Go.", tools, stopWhen: stepCountIs(turnsAtMost) };
        if (!streaming) return (await generateText(request)).text;
        let text = "";
        for await (const delta of streamText(request).textStream) {
          text += delta;
          onText?.();
        }
        return text;
      },
    };
  },

  "bare fetch": (url, handler) => {
    const tools = [{ functionDeclarations: declarations() }];
    const post = (model: string, method: string, contents: unknown[]): Promise<Response> =>
      fetch(`${url}/v1beta/models/${model}:${method}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-goog-api-key": "key" },
        body: JSON.stringify({ contents, tools }),
      });
    return Promise.resolve({
      async ask(model, { streaming = false, onText } = {}) {
        const contents: unknown[] = [{ role: "user", parts: [{ text: "Go." }] }];
        for (;;) {
          const parts: any[] = streaming
            ? await readSse(await post(model, "streamGenerateContent?alt=sse", contents), onText)
            : ((await (await post(model, "generateContent", contents)).json()) as any).candidates[0].content
                .parts;
          const calls = parts.flatMap((part) => part.functionCall ?? []);
          if (calls.length === 0) return parts.map((part) => part.text).join("");
          const answers = calls.map(async ({ name, args }: any) => ({
            functionResponse: { name, response: await handler(args) },
          }));
          contents.push({ role: "model", parts }, { role: "user", parts: await Promise.all(answers) });
        }
      },
    });
  },
};

async function readSse(response: Response, onText?: () => void): Promise<any[]> {
  const parts: any[] = [];
  const decoder = new TextDecoder();
  let rest: string[] = [];
  for await (const bytes of response.body as any) {
    const lines = decoder.decode(bytes, { stream: true }).split("\n");
    for (const line of lines.slice(0, -1)) {
      const completeLine = rest.length === 0 ? line : rest.join("") + line;
      rest = [];
      if (!completeLine.startsWith("data: ")) continue;
      const found = JSON.parse(completeLine.slice(6)).candidates[0].content.parts;
      if (found.some((part: any) => part.text)) onText?.();
      parts.push(...found);
    }
    rest.push(lines.at(-1)!);
  }
  return parts;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

function textOf(result: { status: string; text: string }): string {
  if (result.status !== "done") throw new Error(`the run ended with ${JSON.stringify(result).slice(0, 300)}`);
  return result.text;
}

function declarations(): readonly Declaration[] {
  const text = readFileSync(`${loopFolder}/generated/set0/declarations.json`, "utf8");
  return (JSON.parse(text) as { functionDeclarations: Declaration[] }).functionDeclarations;
}

/** Converts a schema with Gemini's upper-case types to JSON Schema. */
function lowerCase(schema: Schema): object {
  const { properties, items, type, ...rest } = schema;
  return {
    ...rest,
    ...(type && { type: type.toLowerCase() }),
    ...(items && { items: lowerCase(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, lowerCase(inner)]),
      ),
    }),
  };
}
