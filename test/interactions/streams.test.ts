import { describe, expect, it } from "vitest";
import type { EventBody } from "../../runtime/events.js";
import { streamResponse } from "../../runtime/gemini/merge-stream.js";
import { isRunError } from "../../runtime/errors.js";
import { interactions } from "../../runtime/interactions/interactions.js";
import type { GenerateContentResponse } from "../../runtime/wire.js";
import { answer, call, cut, fakeInteractions, failMidStream, text, thought } from "../../testing/index.js";
import type { FakeInteractionsOptions, InteractionStreamStyle } from "../../testing/index.js";
import { instantRetries } from "../runtime/agent-on-fake.js";
import { handMade } from "../runtime/hand-made-tools.js";
import { agentOnInteractions, interactionsOn, model } from "./interactions-on-fake.js";

const request = {
  contents: [{ role: "user", parts: [{ text: "Go." }] }],
  tools: [
    {
      functionDeclarations: [
        { name: "get_weather", description: "W." },
        { name: "ping", description: "P." },
      ],
    },
  ],
};
const script = [
  [
    thought("Let me ", "see 🌧."),
    text("Zürich", ", ", "Ça va."),
    call("get_weather", { city: "Zürich 🌧", deep: { list: [1, 2.5, null, "x\n"] } }),
    call("ping"),
  ],
];

async function responseOf(
  options: FakeInteractionsOptions,
  streaming: boolean,
): Promise<{ response: GenerateContentResponse; deltas: EventBody[] }> {
  const fake = await fakeInteractions({ script, ...options });
  const deltas: EventBody[] = [];
  try {
    const source = interactionsOn(fake);
    const response = streaming
      ? await streamResponse(source, request, {}, (delta) => deltas.push(delta))
      : await source.generate(request, {});
    return { response, deltas };
  } finally {
    await fake.close();
  }
}

const styles: readonly Partial<InteractionStreamStyle>[] = [
  {},
  { arguments: "torn" },
  { signatures: "start" },
  { texts: "start" },
  { stops: false },
  { statusUpdates: true },
  { unknownTypes: true },
  { wrongIndexes: true },
  { done: false },
  {
    arguments: "torn",
    signatures: "start",
    texts: "start",
    stops: false,
    statusUpdates: true,
    unknownTypes: true,
  },
];
const placements = ["thought", "call", "both", "call-empty", "none"] as const;

describe("a stream of the Interactions API", () => {
  it.each(styles)("has the content of the answer without a stream: %j", async (stream) => {
    for (const signatures of placements) {
      const rules = { signatures };
      const { response: expected } = await responseOf({ rules }, false);
      const { response } = await responseOf({ rules, stream }, true);
      expect(response).toEqual(expected);
    }
  });

  it("reports its deltas as they arrive", async () => {
    const { deltas } = await responseOf({}, true);
    expect(deltas).toEqual([
      { type: "thought_delta", text: "Let me " },
      { type: "thought_delta", text: "see 🌧." },
      { type: "text_delta", text: "Zürich" },
      { type: "text_delta", text: ", " },
      { type: "text_delta", text: "Ça va." },
    ]);
  });

  it("has parts in the order of its steps, although their events are mixed", async () => {
    const events = [
      { event_type: "interaction.created", interaction: { id: "", status: "in_progress" } },
      {
        event_type: "step.start",
        index: 0,
        step: { type: "function_call", id: "a", name: "a", arguments: {} },
      },
      {
        event_type: "step.start",
        index: 1,
        step: { type: "function_call", id: "b", name: "b", arguments: {} },
      },
      { event_type: "step.start", index: 2, step: { type: "model_output" } },
      { event_type: "step.delta", index: 2, delta: { type: "text", text: "Hi" } },
      { event_type: "step.delta", index: 1, delta: { type: "arguments_delta", arguments: '{"x":' } },
      { event_type: "step.delta", index: 0, delta: { type: "arguments_delta", arguments: '{"y":2}' } },
      { event_type: "step.delta", index: 1, delta: { type: "arguments_delta", arguments: "1}" } },
      { event_type: "step.stop", index: 1 },
      { event_type: "step.stop", index: 0 },
      { event_type: "interaction.completed", interaction: { id: "", status: "requires_action" } },
    ];
    const response = await streamed(sse(events));
    expect(response.candidates?.[0]?.content?.parts).toEqual([
      { functionCall: { id: "a", name: "a", args: { y: 2 } } },
      { functionCall: { id: "b", name: "b", args: { x: 1 } } },
      { text: "Hi" },
    ]);
    expect(response.candidates?.[0]?.content?.steps).toHaveLength(3);
  });

  it("may be divided at every byte", async () => {
    const { body, expected } = await recorded();
    expect(body.length).toBeGreaterThan(2_000);
    for (let at = 0; at <= body.length; at++)
      expect(await streamed([body.subarray(0, at), body.subarray(at)])).toEqual(expected);
    expect(await streamed([...body].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  it("that ends at any byte is never read as another answer", async () => {
    const { body, expected } = await recorded();
    let complete = 0;
    for (let at = 0; at <= body.length; at++) {
      const outcome = await streamed([body.subarray(0, at)]).catch((error: unknown) => error);
      if (isRunError(outcome)) expect(outcome.info).toMatchObject({ code: "CUT_STREAM", retryable: true });
      else {
        expect(outcome).toEqual(expected);
        complete += 1;
      }
    }
    expect(complete).toBeGreaterThan(0);
    expect(complete).toBeLessThan(100);
  });

  it.each([1, 2, 3, 5, 8, 12, 16])(
    "of a stored interaction is resumed after %d events",
    async (afterEvents) => {
      const whole = await responseOf({}, false);
      const fake = await fakeInteractions({ script: [cut(answer(script[0]!), afterEvents)] });
      const deltas: EventBody[] = [];
      const source = interactionsOn(fake, { store: true });
      const response = await streamResponse(source, request, {}, (delta) => deltas.push(delta));
      const { interaction: _link, ...content } = response.candidates?.[0]?.content ?? {};
      expect(content).toEqual(whole.response.candidates?.[0]?.content);
      expect(deltas.filter(({ type }) => type === "text_delta")).toHaveLength(3);
      expect(fake.requests.map(({ method }) => method)).toEqual(["create", "get"]);
      await fake.close();
    },
  );

  it("that breaks with an error is requested again, and its deltas are void", async () => {
    const tools = handMade([{ name: "ping", run: () => "pong" }]);
    const failing = failMidStream(answer(text("a", "b")), { afterEvents: 4 });
    const { agent, fake } = await agentOnInteractions([failing, "Hello."], { tools });
    const events: string[] = [];
    const result = await agent.run("Hi.", { streaming: true, onEvent: ({ type }) => void events.push(type) });
    expect(result).toMatchObject({ status: "done", text: "Hello." });
    expect(events).toContain("retry");
    expect(fake.requests).toHaveLength(2);
  });

  it("ends when its reader leaves", async () => {
    const fake = await fakeInteractions({ script: [answer(text("a", "b", "c"), { delayMs: 20 })] });
    const source = interactionsOn(fake);
    for await (const chunk of source.stream!(request, {})) if ([chunk].flat().length > 0) break;
    await expect.poll(() => fake.requests[0]?.aborted).toBe(true);
    await fake.close();
  });
});

function sse(events: readonly object[]): Uint8Array[] {
  const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return [new TextEncoder().encode(lines.join(""))];
}

/** Reads a stream whose body arrives in these pieces. */
async function streamed(pieces: readonly Uint8Array[]): Promise<GenerateContentResponse> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece);
      controller.close();
    },
  });
  const source = interactions({
    model,
    apiKey: "key",
    retry: { ...instantRetries(), attempts: 1 },
    fetch: () => Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } })),
  });
  return streamResponse(source, request, {}, () => {});
}

/** The bytes of one stream of the fake, with the response that they contain. */
async function recorded(): Promise<{ body: Uint8Array; expected: GenerateContentResponse }> {
  const fake = await fakeInteractions({ script, stream: { arguments: "torn" } });
  const response = await fetch(`${fake.url}/v1/interactions`, {
    method: "POST",
    headers: { "x-goog-api-key": "key" },
    body: JSON.stringify({ model, input: "Go.", store: false, stream: true }),
  });
  const body = new Uint8Array(await response.arrayBuffer());
  await fake.close();
  return { body, expected: await streamed([body]) };
}
