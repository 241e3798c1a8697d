import { describe, expect, it } from "vitest";
import type { GenerateContentResponse } from "../../runtime/wire.js";
import { streamResponse } from "../../runtime/gemini/merge-stream.js";
import { interactions } from "../../runtime/interactions/interactions.js";
import { isRunError } from "../../runtime/errors.js";

// Answers in the forms that captures of the service have. The values are our own.

const request = { contents: [{ role: "user", parts: [{ text: "Is it raining in Oslo?" }] }] };

function answering(body: string, status = 200, type = "application/json") {
  return interactions({
    apiKey: "key",
    model: "gemini-3.8-flash",
    retry: { attempts: 1 },
    fetch: () => Promise.resolve(new Response(body, { status, headers: { "content-type": type } })),
  });
}

const read = (json: object): Promise<GenerateContentResponse> =>
  answering(JSON.stringify(json)).generate(request, {});
const readStream = (body: string): Promise<GenerateContentResponse> =>
  streamResponse(answering(body, 200, "text/event-stream"), request, {}, () => {});
const partsOf = (response: GenerateContentResponse): unknown => response.candidates?.[0]?.content?.parts;

const rain = { id: "q7m2x0ab", name: "get_rain", args: { city: "Oslo" } };
const call = { type: "function_call", id: "q7m2x0ab", name: "get_rain", arguments: { city: "Oslo" } };

describe("captured forms of answers", () => {
  it.each([
    ["a signature on the thought", [{ type: "thought", signature: "EhkK" }, call]],
    ["a signature on the call", [{ ...call, signature: "EhkK" }]],
    [
      "an empty signature on the call",
      [
        { type: "thought", signature: "EhkK" },
        { ...call, signature: "" },
      ],
    ],
    ["a step of an unknown type", [{ type: "dream", depth: 3 }, call]],
  ])("with %s hold the call, and every step", async (_form, steps) => {
    for (const status of ["requires_action", "completed"]) {
      const response = await read({ id: "v1_Cg9", object: "interaction", status, steps });
      expect(partsOf(response)).toEqual([{ functionCall: rain }]);
      expect(response.candidates?.[0]?.content?.steps).toEqual(steps);
    }
  });

  it("have the sum of tokens that the service counts", async () => {
    const usage = {
      total_input_tokens: 70,
      total_output_tokens: 14,
      total_thought_tokens: 36,
      total_cached_tokens: 0,
      total_tool_use_tokens: 0,
      total_tokens: 120,
      input_tokens_by_modality: [{ modality: "text", tokens: 70 }],
    };
    const { usageMetadata } = await read({ status: "requires_action", steps: [call], usage });
    expect(usageMetadata).toEqual({
      promptTokenCount: 70,
      candidatesTokenCount: 14,
      thoughtsTokenCount: 36,
      totalTokenCount: 120,
    });
  });

  it("with calls that the service answered itself hold both, and no open call", async () => {
    const result = { type: "function_result", call_id: "q7m2x0ab", name: "get_rain", result: { mm: 0.4 } };
    const output = { type: "model_output", content: [{ type: "text", text: "A little." }] };
    const response = await read({ status: "completed", steps: [call, result, output] });
    expect(partsOf(response)).toEqual([
      { functionCall: rain },
      { functionResponse: { id: "q7m2x0ab", name: "get_rain", response: { mm: 0.4 } } },
      { text: "A little." },
    ]);
  });

  it("hold media and annotations", async () => {
    const annotations = [{ type: "url_citation", start_index: 0, end_index: 3, url: "https://example.com" }];
    const content = [
      { type: "text", text: "See:", annotations },
      { type: "image", mime_type: "image/png", data: "AA==" },
      { type: "image", mime_type: "image/png", uri: "https://example.com/a.png" },
    ];
    const response = await read({ status: "completed", steps: [{ type: "model_output", content }] });
    expect(partsOf(response)).toEqual([
      { text: "See:" },
      { inlineData: { mimeType: "image/png", data: "AA==" } },
      { fileData: { mimeType: "image/png", fileUri: "https://example.com/a.png" } },
    ]);
  });

  it("arrive as a stream with arguments in a delta", async () => {
    const response = await readStream(
      [
        'event: interaction.created\ndata: {"interaction":{"id":"","status":"in_progress","object":"interaction"},"event_type":"interaction.created"}',
        'event: step.start\ndata: {"index":0,"step":{"type":"thought","signature":""},"event_type":"step.start"}',
        'event: step.delta\ndata: {"index":0,"delta":{"type":"thought_signature","signature":"EhkK"},"event_type":"step.delta"}',
        'event: step.stop\ndata: {"index":0,"event_type":"step.stop"}',
        'event: step.start\ndata: {"index":1,"step":{"type":"function_call","id":"q7m2x0ab","name":"get_rain","arguments":{}},"event_type":"step.start"}',
        'event: step.delta\ndata: {"index":1,"delta":{"type":"arguments_delta","arguments":"{\\"city\\":\\"Oslo\\"}"},"event_type":"step.delta"}',
        'event: step.stop\ndata: {"index":1,"event_type":"step.stop"}',
        'event: interaction.completed\ndata: {"interaction":{"id":"","status":"requires_action","usage":{"total_tokens":9}},"event_type":"interaction.completed"}',
        "event: done\ndata: [DONE]\n\n",
      ].join("\n\n"),
    );
    expect(partsOf(response)).toEqual([{ functionCall: rain }]);
    expect(response.candidates?.[0]?.content?.steps).toEqual([{ type: "thought", signature: "EhkK" }, call]);
    expect(response.usageMetadata).toEqual({ totalTokenCount: 9 });
  });

  it("arrive as a stream of a built-in tool with the complete step in a delta", async () => {
    const step = {
      type: "google_search_call",
      id: "s1",
      arguments: { queries: ["rain oslo"] },
      signature: "Abc",
    };
    const events = [
      { event_type: "step.start", index: 0, step: { type: "google_search_call", id: "s1" } },
      { event_type: "step.delta", index: 0, delta: step },
      { event_type: "step.stop", index: 0 },
      { event_type: "step.start", index: 1, step: { type: "model_output" } },
      { event_type: "step.delta", index: 1, delta: { type: "text", text: "Yes." } },
      {
        event_type: "step.delta",
        index: 1,
        delta: { type: "text_annotation_delta", annotations: [{ url: "x" }] },
      },
      { event_type: "step.stop", index: 1 },
      { event_type: "interaction.completed", interaction: { status: "completed" } },
    ];
    const response = await readStream(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
    expect(response.candidates?.[0]?.content?.steps).toEqual([
      step,
      { type: "model_output", content: [{ type: "text", text: "Yes.", annotations: [{ url: "x" }] }] },
    ]);
  });

  it.each([
    [
      400,
      '{"error":{"message":"Unknown parameter \'tool_config\'","code":"invalid_request"}}',
      "invalid_request",
    ],
    [
      401,
      '[{"error":{"code":401,"message":"Bad key.","status":"UNAUTHENTICATED","details":[]}}]',
      "UNAUTHENTICATED",
    ],
    [400, 'event: error\ndata: {"error":{"message":"x","code":"invalid_request"}}\n\n', "invalid_request"],
  ])("are errors of status %i: %s", async (status, body, code) => {
    const error: unknown = await answering(body, status)
      .generate(request, {})
      .catch((problem: unknown) => problem);
    expect(isRunError(error) && error.info).toMatchObject({ kind: "http", status, code });
  });
});
