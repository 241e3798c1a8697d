import { afterEach, describe, expect, it } from "vitest";
import {
  answer,
  blocked,
  call,
  degenerate,
  fakeGemini,
  finish,
  text,
  thought,
  type FakeGemini,
  type FakeGeminiOptions,
} from "toolpress/testing";
import { bearer, functions, post, ssePath, unaryPath, user, vertexPath, type Posted } from "./post.js";

let fake: FakeGemini;

afterEach(() => fake.close());

async function first(options: FakeGeminiOptions, path = unaryPath, extra: object = {}): Promise<Posted> {
  fake = await fakeGemini(options);
  return post(
    fake,
    { contents: [user("hi")], tools: functions("f"), ...extra },
    { path, headers: path.includes("projects") ? bearer : { "x-goog-api-key": "k" } },
  );
}

/** Returns the JSON of each event. Also checks the bytes between events. */
function events(posted: Posted): readonly Posted["json"][] {
  expect(posted.type).toBe("text/event-stream");
  expect(posted.text.endsWith("\r\n\r\n")).toBe(true);
  return posted.text
    .split("\r\n\r\n")
    .slice(0, -1)
    .map((event) => {
      expect(event).toMatch(/^data: \{[^\r\n]*\}$/);
      return JSON.parse(event.slice("data: ".length));
    });
}

const partsOf = (responses: readonly Posted["json"][]) =>
  responses.map((response) => response.candidates[0]?.content.parts);

describe("a plain answer", () => {
  it("is formatted JSON with all fields that Gemini sends", async () => {
    const { type, text: body, json } = await first({ script: ["Hello."] });
    expect(type).toBe("application/json; charset=UTF-8");
    expect(body.startsWith('{\n  "candidates": [\n    {\n')).toBe(true);
    expect(json).toEqual({
      candidates: [
        {
          content: { parts: [{ text: "Hello.", thoughtSignature: expect.any(String) }], role: "model" },
          finishReason: "STOP",
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: expect.any(Number),
        candidatesTokenCount: expect.any(Number),
        totalTokenCount: expect.any(Number),
        promptTokensDetails: [{ modality: "TEXT", tokenCount: expect.any(Number) }],
      },
      modelVersion: "gemini-3.5-flash",
      responseId: expect.any(String),
    });
  });

  it("signs only the first of several calls, names each, and omits empty arguments", async () => {
    const { json } = await first({ script: [[call("f"), call("f", { n: 1 })]] });
    const candidate = json.candidates[0];
    expect(candidate?.content.parts).toEqual([
      {
        functionCall: { id: expect.stringMatching(/^[a-z0-9]{8}$/), name: "f" },
        thoughtSignature: expect.any(String),
      },
      { functionCall: { id: expect.stringMatching(/^[a-z0-9]{8}$/), name: "f", args: { n: 1 } } },
    ]);
    expect([candidate?.["finishReason"], candidate?.["finishMessage"]]).toEqual([
      "STOP",
      "Model generated function call(s).",
    ]);
  });

  it("takes ids and signatures from the script, or omits them", async () => {
    const { json } = await first({
      script: [[call("f", {}, { id: "mine", signature: "c2ln" }), call("f", {}, { id: false })]],
    });
    expect(json.candidates[0]?.content.parts).toEqual([
      { functionCall: { id: "mine", name: "f" }, thoughtSignature: "c2ln" },
      { functionCall: { name: "f" } },
    ]);
  });

  it("names calls by the option", async () => {
    const numbered = await first({ script: [call("f")], ids: "numbered" });
    expect(numbered.json.candidates[0]?.content.parts[0]?.functionCall?.id).toMatch(/^call_\d{7}$/);
    await fake.close();
    const none = await first({ script: [call("f")], ids: "none" });
    expect(none.json.candidates[0]?.content.parts[0]?.functionCall).toEqual({ name: "f" });
  });

  it("has neither ids nor signatures before the third generation", async () => {
    const { json } = await first({ script: [call("f")] }, "/v1beta/models/gemini-2.5-flash:generateContent");
    expect(json.candidates[0]?.content.parts).toEqual([{ functionCall: { name: "f" } }]);
  });

  it("signs every part when server-side tools are on", async () => {
    const { json } = await first({ script: [[call("f"), text("and so")]] }, unaryPath, {
      toolConfig: { includeServerSideToolInvocations: true },
    });
    expect(json.candidates[0]?.content.parts.map((part) => typeof part.thoughtSignature)).toEqual([
      "string",
      "string",
    ]);
  });

  it("ends for any reason, with a message and without content", async () => {
    const { json } = await first({
      script: [finish("MALFORMED_FUNCTION_CALL", "Malformed function call: print(default_api.f(")],
    });
    expect(json.candidates).toEqual([
      {
        content: {},
        finishReason: "MALFORMED_FUNCTION_CALL",
        index: 0,
        finishMessage: "Malformed function call: print(default_api.f(",
      },
    ]);
    expect(json.usageMetadata["candidatesTokenCount"]).toBeUndefined();
  });

  it("may be a blocked prompt or any malformed answer", async () => {
    expect((await first({ script: [blocked("PROHIBITED_CONTENT")] })).json["promptFeedback"]).toEqual({
      blockReason: "PROHIBITED_CONTENT",
    });
    for (const shape of Object.values(degenerate)) {
      await fake.close();
      expect((await first({ script: [shape] })).json).toEqual(shape.events[0]);
    }
  });

  it("may be computed from the request", async () => {
    const { json } = await first({
      script: [(request) => `You said ${request.body.contents.length} thing.`],
    });
    expect(json.candidates[0]?.content.parts[0]?.text).toBe("You said 1 thing.");
  });

  it("is the same in every run, and different with another seed", async () => {
    const bodies: string[] = [];
    for (const seed of [7, 7, 8]) {
      bodies.push((await first({ script: [call("f")], seed })).text);
      await fake.close();
    }
    expect(bodies[0]).toBe(bodies[1]);
    expect(bodies[0]).not.toBe(bodies[2]);
  });

  it("has the usage of the script, and Vertex's own fields on Vertex", async () => {
    const usage = {
      promptTokenCount: 3,
      cachedContentTokenCount: 2,
      thoughtsTokenCount: 5,
      totalTokenCount: 8,
    };
    const { json } = await first({ script: [answer("x", { usage })] }, vertexPath);
    expect(json.usageMetadata).toEqual({ ...usage, trafficType: "ON_DEMAND" });
    expect(json["createTime"]).toBe("2026-01-01T00:00:00.000000Z");
  });
});

describe("a streamed answer", () => {
  it("is one line per event, a blank after each colon, no end mark", async () => {
    const posted = await first({ script: [thought("Hm.")] }, ssePath);
    expect(posted.text).toMatch(
      /^data: \{"candidates": \[\{"content": \{"parts": \[\{"text": "Hm.","thought": true\}\],"role": "model"\},"finishReason": "STOP"/,
    );
    expect(posted.text).not.toContain("[DONE]");
  });

  it("closes chunked text with a signed empty part, and finishes on the last event only", async () => {
    const responses = events(await first({ script: [text("One ", "two.")] }, ssePath));
    expect(partsOf(responses)).toEqual([
      [{ text: "One " }],
      [{ text: "two." }],
      [{ text: "", thoughtSignature: expect.any(String) }],
    ]);
    expect(responses.map((response) => response.candidates[0]?.["finishReason"])).toEqual([
      undefined,
      undefined,
      "STOP",
    ]);
    expect(new Set(responses.map((response) => response["responseId"])).size).toBe(1);
  });

  it("sends calls each alone, all together, or with everything at once", async () => {
    const script = [thought("Both."), call("f", { n: 1 }), call("f", { n: 2 })];
    const shape = async (layout: "each" | "together" | "calls-together"): Promise<readonly number[]> => {
      const responses = events(await first({ script: [answer(script, { layout })] }, ssePath));
      await fake.close();
      return responses.map((response) => response.candidates[0]?.content.parts.length ?? 0);
    };
    expect(await shape("each")).toEqual([1, 1, 1, 1]);
    expect(await shape("calls-together")).toEqual([1, 2, 1]);
    expect(await shape("together")).toEqual([3]);
  });

  it("contains the same parts as the plain answer of the same script", async () => {
    const script = [answer([thought("Let ", "me see."), text("Looking."), call("f", { n: 1 })])];
    const plain = (await first({ script })).json.candidates[0]?.content.parts;
    await fake.close();
    const streamed = partsOf(events(await first({ script }, ssePath))).flat();
    expect(plain).toEqual([
      { text: "Let me see.", thought: true },
      { text: "Looking." },
      { functionCall: expect.anything(), thoughtSignature: expect.any(String) },
    ]);
    expect(streamed.at(3)).toEqual(plain?.[2]);
  });

  it("is a JSON array without `alt=sse`", async () => {
    const posted = await first({ script: [text("One ", "two.")] }, ssePath.replace("?alt=sse", ""));
    expect(posted.type).toBe("application/json; charset=UTF-8");
    expect(posted.text).toMatch(/^\[\{\n/);
    expect(posted.text).toContain("\n,\r\n{");
    expect(
      (posted.json as unknown as Posted["json"][]).map(
        (response) => response.candidates[0]?.content.parts[0]?.text,
      ),
    ).toEqual(["One ", "two.", ""]);
  });

  it("splits events and characters on demand", async () => {
    const posted = await first({ script: [answer("Grüße, 世界 🌍", { bytesPerWrite: 1 })] }, ssePath);
    expect(events(posted)[0]?.candidates[0]?.content.parts[0]?.text).toBe("Grüße, 世界 🌍");
  });

  it("streams arguments piece by piece on Vertex", async () => {
    const args = { id: "AB", operations: [{ price: 0.5 }, { price: null }], "odd key": true };
    const path = vertexPath.replace(":generateContent", ":streamGenerateContent?alt=sse");
    const toolConfig = { functionCallingConfig: { streamFunctionCallArguments: true } };
    const parts = partsOf(
      events(await first({ script: [[call("f", args), call("f")]] }, path, { toolConfig })),
    ).flat();
    expect(parts).toEqual([
      {
        functionCall: { id: expect.any(String), name: "f", willContinue: true },
        thoughtSignature: expect.any(String),
      },
      {
        functionCall: {
          partialArgs: [{ jsonPath: "$.id", stringValue: "A", willContinue: true }],
          willContinue: true,
        },
      },
      {
        functionCall: {
          partialArgs: [{ jsonPath: "$.id", stringValue: "B", willContinue: true }],
          willContinue: true,
        },
      },
      { functionCall: { partialArgs: [{ jsonPath: "$.id", stringValue: "" }], willContinue: true } },
      {
        functionCall: {
          partialArgs: [{ jsonPath: "$.operations[0].price", numberValue: 0.5 }],
          willContinue: true,
        },
      },
      { functionCall: { willContinue: true } },
      {
        functionCall: {
          partialArgs: [{ jsonPath: "$.operations[1].price", nullValue: "NULL_VALUE" }],
          willContinue: true,
        },
      },
      { functionCall: { partialArgs: [{ jsonPath: "$['odd key']", boolValue: true }], willContinue: true } },
      { functionCall: {} },
      { functionCall: { id: expect.any(String), name: "f" } },
      { text: "" },
    ]);
  });

  it("omits the end of a call on demand", async () => {
    const path = vertexPath.replace(":generateContent", ":streamGenerateContent?alt=sse");
    const toolConfig = { functionCallingConfig: { streamFunctionCallArguments: true } };
    const script = [answer(call("f", { n: 1 }), { unterminated: true })];
    const parts = partsOf(events(await first({ script }, path, { toolConfig }))).flat();
    expect(parts[1]).toEqual({ functionCall: { partialArgs: [{ jsonPath: "$.n", numberValue: 1 }] } });
  });
});
