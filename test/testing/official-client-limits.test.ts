import { ApiError, GoogleGenAI, type CallableTool, type FunctionCall, type Part } from "@google/genai";
import { afterEach, describe, expect, it } from "vitest";
import type { Content } from "@toolpress/runtime";
import {
  answer,
  call,
  fakeGemini,
  overloaded,
  rateLimited,
  text,
  textOf,
  type FakeGemini,
  type FakeGeminiOptions,
} from "toolpress/testing";

let fake: FakeGemini;

afterEach(() => fake.close());

const model = "gemini-3.5-flash";
const declaration = {
  name: "f",
  description: "Does f.",
  parametersJsonSchema: { type: "object", properties: { n: { type: "number" } } },
};

async function start(options: FakeGeminiOptions): Promise<GoogleGenAI> {
  fake = await fakeGemini(options);
  return new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: fake.url } });
}

/** A tool in the form that the automatic calling of the official client requires. */
function callable(answerCall: (call: FunctionCall) => Part): CallableTool {
  return {
    tool: async () => ({ functionDeclarations: [declaration] }),
    callTool: async (calls) => calls.map(answerCall),
  };
}

const echoing = callable(({ id, name }) => ({
  functionResponse: { ...(id && { id }), name: name!, response: { result: "ok" } },
}));
const losingIds = callable(({ name }) => ({ functionResponse: { name: name!, response: { result: "ok" } } }));

async function failureOf(promise: Promise<unknown>): Promise<{ status: number; message: string }> {
  const error = await promise.catch((problem: unknown) => problem);
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return { status: error.status, message: error.message };
}

describe("automatic calling of the official client against the fake", () => {
  it("continues until there is text", async () => {
    const ai = await start({
      script: [[call("f", { n: 1 }), call("f", { n: 2 })], call("f", { n: 3 }), "Done."],
    });
    const response = await ai.models.generateContent({ model, contents: "go", config: { tools: [echoing] } });
    expect(response.text).toBe("Done.");
    expect(fake.requests.map((request) => request.body.contents.length)).toEqual([1, 3, 5]);
    fake.assertDone();
  });

  it("is refused when its answers lose the ids", async () => {
    const ai = await start({ script: [call("f")] });
    const failure = await failureOf(
      ai.models.generateContent({ model, contents: "go", config: { tools: [losingIds] } }),
    );
    expect(failure.status).toBe(400);
    expect(failure.message).toContain("functionResponse.id does not match functionCall.id");
  });

  it("is refused if the model calls an unknown function: the client then sends a turn without parts", async () => {
    const ai = await start({ script: [call("nope")] });
    const deaf: CallableTool = { ...echoing, callTool: async () => [] };
    const failure = await failureOf(
      ai.models.generateContent({ model, contents: "go", config: { tools: [deaf] } }),
    );
    expect(failure.message).toContain("contents[2].parts: contents.parts must not be empty.");
  });

  it("streams over rounds if call and end are in one event, and is refused otherwise, because it splits the turn", async () => {
    const run = async (layout: "together" | "each"): Promise<string> => {
      const ai = await start({ script: [answer([call("f", { n: 1 })], { layout }), text("Do", "ne.")] });
      let seen = "";
      const stream = await ai.models.generateContentStream({
        model,
        contents: "go",
        config: { tools: [echoing] },
      });
      for await (const chunk of stream) seen += textOf((chunk.candidates?.[0]?.content ?? {}) as Content);
      return seen;
    };
    expect(await run("together")).toBe("Done.");
    await fake.close();
    const failure = await failureOf(run("each"));
    expect(failure.status).toBe(400);
  });
});

describe("the error of the official client for a refusal of the fake", () => {
  it("contains the status and the message of Google", async () => {
    const ai = await start({ script: [overloaded(), rateLimited()] });
    expect((await failureOf(ai.models.generateContent({ model, contents: "x" }))).status).toBe(503);
    const limited = await failureOf(ai.models.generateContent({ model, contents: "x" }));
    expect(limited.status).toBe(429);
    expect(limited.message).toContain("RetryInfo");
    const parameters = { type: "OBJECT", properties: {}, oneOf: [] } as never;
    const refused = await failureOf(
      ai.models.generateContent({
        model,
        contents: "x",
        config: { tools: [{ functionDeclarations: [{ name: "f", description: "F.", parameters }] }] },
      }),
    );
    expect(refused.message).toContain(
      `Unknown name \\"oneOf\\" at 'tools[0].function_declarations[0].parameters': Cannot find field.`,
    );
  });

  it("is the same for a bad key and an unknown model", async () => {
    const ai = await start({ apiKey: "another" });
    expect((await failureOf(ai.models.generateContent({ model, contents: "x" }))).message).toContain(
      "API_KEY_INVALID",
    );
    expect((await failureOf(ai.models.generateContent({ model: "palm-2", contents: "x" }))).status).toBe(404);
  });

  it("is wrapped on the SSE route, because the error is sent as an event stream", async () => {
    const ai = await start({ script: [overloaded(), overloaded({ contentType: "application/json" })] });
    for (const _ of [1, 2]) {
      const failure = await failureOf(ai.models.generateContentStream({ model, contents: "x" }));
      expect(failure.status).toBe(503);
      expect(failure.message).toContain("experiencing high demand");
    }
  });
});

describe("the official client on the Vertex flavor", () => {
  it("generates, and streams arguments piece by piece", async () => {
    fake = await fakeGemini({ script: ["Hello.", call("f", { n: 1 })] });
    const ai = new GoogleGenAI({ vertexai: true, apiKey: "express", httpOptions: { baseUrl: fake.url } });
    expect((await ai.models.generateContent({ model, contents: "x" })).text).toBe("Hello.");
    expect(fake.requests[0]?.path).toBe("/v1beta1/publishers/google/models/gemini-3.5-flash:generateContent");
    const pieces: unknown[] = [];
    const stream = await ai.models.generateContentStream({
      model,
      contents: "x",
      config: {
        tools: [{ functionDeclarations: [declaration] }],
        toolConfig: { functionCallingConfig: { streamFunctionCallArguments: true } },
      },
    });
    for await (const chunk of stream) pieces.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
    expect(pieces).toEqual([
      {
        functionCall: { id: expect.any(String), name: "f", willContinue: true },
        thoughtSignature: expect.any(String),
      },
      { functionCall: { partialArgs: [{ jsonPath: "$.n", numberValue: 1 }], willContinue: true } },
      { functionCall: {} },
      { text: "" },
    ]);
    fake.assertDone();
  });
});
