import { describe, expect, it } from "vitest";
import {
  createAgent,
  createToolset,
  gemini,
  vertexAI,
  type Content,
  type FunctionCall,
  type GenerateContentResponse,
  type Model,
  type Toolset,
} from "@toolpress/runtime";
import { callsOf, fakeGemini, raw, responsesOf, textOf, type FakeGemini } from "toolpress/testing";
import { createMerger } from "../../runtime/gemini/merge-stream.js";
import { createPartialCall } from "../../runtime/gemini/partial-call.js";
import { recordings, type Exchange, type Recording } from "./recordings.js";

const all = recordings();
const streams = (exchange: Exchange) => exchange.path.includes("streamGenerateContent");
const contentOf = (response: GenerateContentResponse): Content => response.candidates?.[0]?.content ?? {};

async function playing(exchanges: readonly Exchange[]): Promise<FakeGemini> {
  return fakeGemini({ script: exchanges.map((exchange) => raw(...exchange.responses)), signatures: "any" });
}

function modelOf(fake: FakeGemini, { flavor, model }: Exchange) {
  return flavor === "vertex"
    ? gemini({
        model,
        baseUrl: fake.url,
        vertex: vertexAI({ project: "REDACTED", location: "REDACTED", accessToken: "token" }),
      })
    : gemini({ model, baseUrl: fake.url, apiKey: "key" });
}

/** Creates the tools that a recorded request declares. Each call gets its recorded response. */
function recordedTools(exchanges: readonly Exchange[]): Toolset {
  const declarations = (exchanges[0]?.request.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
  const outputs = exchanges
    .slice(1)
    .flatMap(({ request }) => responsesOf(request.contents))
    .map((answer) => answer.response["output"]);
  return createToolset({
    name: "recorded",
    tools: declarations.map((declaration) => ({
      entry: {
        name: declaration.name,
        declaration,
        policy: {},
        checks: () => ({ parse: (wire) => ({ ok: true, value: wire }) }),
      },
      run: () => outputs.shift(),
    })),
  });
}

/** One request and one of its answers. */
async function answerOf(model: Model, { request, path }: Exchange): Promise<GenerateContentResponse> {
  if (!path.includes("streamGenerateContent")) return model.generate(request);
  const merger = createMerger(() => undefined, createPartialCall);
  for await (const came of model.stream?.(request) ?? [])
    for (const chunk of [came].flat()) merger.push(chunk);
  return merger.end();
}

/** The calls whose arguments arrived in pieces, assembled by hand. */
const assembled: Readonly<Record<string, FunctionCall>> = {
  getCurrentWeather: {
    name: "getCurrentWeather",
    args: { country: "USA", location: "NewYorkCity", purpose: "to know what to wear today", unit: "C" },
  },
  greet: { name: "greet", args: { greeting: "Hello", name: "jone smith" } },
};

function expectedCalls(exchange: Exchange): readonly FunctionCall[] {
  const calls = exchange.responses.flatMap((response) => callsOf(contentOf(response)));
  return calls.some((call) => call.willContinue) ? [assembled[calls[0]?.name ?? ""]!] : calls;
}

const answers = all.flatMap(({ name, exchanges }) =>
  exchanges.map((exchange, index) => ({ name: `${name} #${index + 1}`, exchange })),
);

describe.runIf(all.length > 0)("recorded responses", () => {
  it.each(answers)(
    "$name: returns the calls, the text and the signatures of the recording",
    async ({ exchange }) => {
      const fake = await playing([exchange]);
      const answer = contentOf(await answerOf(modelOf(fake, exchange), exchange));
      await fake.close();
      expect(callsOf(answer)).toEqual(expectedCalls(exchange));
      expect(textOf(answer)).toBe(textOf(exchange.responses.map(contentOf)));
      expect(signaturesOf([answer])).toEqual(signaturesOf(exchange.responses.map(contentOf)));
      expect(answer.role).toBe("model");
    },
  );
});

/** The recordings of loops: their next request contains responses to the calls before it. */
const loops = all.filter(
  ({ exchanges }) =>
    exchanges.length > 1 && responsesOf(exchanges[1]?.request.contents.at(-1) ?? {}).length > 0,
);
console.log(`recordings: ${answers.length} responses, ${loops.length} loops`);

describe.runIf(all.length > 0)("recorded loops", () => {
  it("are three", () => {
    expect(loops.map((loop: Recording) => loop.exchanges.length)).toEqual([2, 2, 2]);
  });

  it.each(loops)(
    "$name: our loop sends the same requests, except the empty `generationConfig",
    async ({ exchanges }) => {
      const fake = await playing(exchanges);
      const [first] = exchanges as [Exchange];
      const agent = createAgent({
        tools: recordedTools(exchanges),
        model: modelOf(fake, first),
        resultKey: "output",
        toolConfig: first.request.toolConfig ?? {},
      });
      const options = { contents: first.request.contents };
      const result = await (streams(first)
        ? agent.stream(undefined, options).result
        : agent.run(undefined, options));
      await fake.close();
      fake.assertDone();
      expect(result.status).toBe("done");
      expect(fake.requests.map((request) => request.body)).toEqual(
        exchanges.map(({ request: { generationConfig, ...request } }) => {
          expect(generationConfig).toEqual({});
          return request;
        }),
      );
      expect(fake.requests.map((request) => request.path)).toEqual(
        exchanges.map(({ path }) => path.replace(/\?.*/, "")),
      );
    },
  );
});

function signaturesOf(contents: readonly Content[]): readonly string[] {
  return contents.flatMap((content) => content.parts ?? []).flatMap((part) => part.thoughtSignature ?? []);
}
