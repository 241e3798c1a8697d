import { GoogleGenAI } from "@google/genai";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { vertexAI } from "../../runtime/gemini/vertex-ai.js";
import type { RunEvent } from "../../runtime/events.js";
import { gemini } from "../../runtime/gemini/gemini.js";
import { fromGoogleGenAI } from "../../runtime/adapters/google-genai.js";
import type { Model } from "../../runtime/model.js";
import { createPartialCall } from "../../runtime/gemini/partial-call.js";
import type { Content, GenerateContentResponse } from "../../runtime/wire.js";
import {
  answer,
  assertReplayable,
  call,
  cut,
  failMidStream,
  fakeGemini,
  overloaded,
  text,
  thought,
  type Answer,
  type ScriptEntry,
} from "../../testing/index.js";
import { agentOnFake, type OnFake } from "./agent-on-fake.js";
import { handMade, weather } from "./hand-made-tools.js";

async function eventsOf(stream: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

async function streamed(
  script: readonly ScriptEntry[],
  tools = weather(),
): Promise<{
  events: RunEvent[];
  result: Awaited<ReturnType<OnFake["agent"]["run"]>>;
  fake: OnFake["fake"];
}> {
  const { agent, fake } = await agentOnFake(script, { tools });
  const stream = agent.stream("go");
  const events = await eventsOf(stream);
  const result = await stream.result;
  assertReplayable(result.contents);
  expect(fake.remaining).toBe(0);
  return { events, result, fake };
}

const deltas = (events: readonly RunEvent[], type: "text_delta" | "thought_delta"): string[] =>
  events.flatMap((event) => (event.type === type ? [event.text] : []));

describe("a streamed run", () => {
  it("reports deltas, tool events and progress over several rounds, and ends like run", async () => {
    const tools = weather((_args, { progress }) => {
      progress({ percent: 50 });
      return "sunny";
    });
    const { events, result } = await streamed(
      [
        [thought("I ", "look."), text("One ", "moment."), call("get_weather", { city: "Rome" })],
        call("get_weather", { city: "Oslo" }),
        text("Sunny ", "in ", "both."),
      ],
      tools,
    );
    expect(result).toMatchObject({ status: "done", text: "Sunny in both." });
    expect(deltas(events, "text_delta")).toEqual(["One ", "moment.", "Sunny ", "in ", "both."]);
    expect(deltas(events, "thought_delta")).toEqual(["I ", "look."]);
    const types = events.map(({ type }) => type);
    expect(types[0]).toBe("run_start");
    expect(types.at(-1)).toBe("run_end");
    expect(types.filter((type) => type.startsWith("tool_"))).toEqual(
      Array.from({ length: 2 }, () => ["tool_call", "tool_start", "tool_progress", "tool_end"]).flat(),
    );
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it("may be read with several calls of next() at once", async () => {
    const { agent } = await agentOnFake([text("One ", "two.")], { tools: weather() });
    const events = agent.stream("go")[Symbol.asyncIterator]();
    const first = await Promise.all(Array.from({ length: 5 }, () => events.next()));
    expect(first.map(({ value }) => (value as RunEvent).type)).toEqual([
      "run_start",
      "turn_start",
      "model_start",
      "text_delta",
      "text_delta",
    ]);
    await events.return?.();
  });

  it("may continue after a pause, with deltas for the listener", async () => {
    const tools = handMade([{ name: "pay", policy: { approval: true }, run: () => "paid" }]);
    const { agent, fake } = await agentOnFake([call("pay", {}, { id: "p1" }), text("Paid ", "it.")], {
      tools,
    });
    const paused = await agent.stream("go").result;
    if (paused.status !== "paused") throw new Error(paused.status);
    const events: RunEvent[] = [];
    const onEvent = (event: RunEvent) => events.push(event);
    await agent.resume(paused.state, { decisions: { p1: "approve" }, streaming: true, onEvent });
    expect(deltas(events, "text_delta")).toEqual(["Paid ", "it."]);
    fake.assertDone();
  });

  it("is aborted when its reader leaves", async () => {
    const { agent } = await agentOnFake([answer(text("a", "b", "c"), { delayMs: 30 })], { tools: weather() });
    const stream = agent.stream("go");
    for await (const event of stream) if (event.type === "text_delta") break;
    expect(await stream.result).toMatchObject({ status: "aborted" });
  });

  it("that cannot start rejects for the reader", async () => {
    const { agent } = await agentOnFake([], { tools: weather() });
    const stream = agent.stream(undefined);
    await expect(stream.result).rejects.toThrow(TypeError);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow(TypeError);
  });

  it("voids deltas of an answer that broke off, and requests it again", async () => {
    const complete = answer(text("Sunny ", "in ", "Rome."));
    for (const [fault, reason] of [
      [cut(complete, 2), "CUT_STREAM"],
      [failMidStream(complete, { as: "event" }), "UNAVAILABLE"],
      [failMidStream(complete, { as: "raw" }), "UNAVAILABLE"],
    ] as const) {
      const { events, result } = await streamed([fault, complete]);
      expect(result).toMatchObject({ status: "done", text: "Sunny in Rome." });
      expect(events.findLast(({ type }) => type === "retry")).toMatchObject({ discard: true, reason });
    }
  });

  it("that breaks off every time ends with an error", async () => {
    const fault = cut(answer(text("a", "b")), 1);
    const { result } = await streamed([fault, fault, fault]);
    expect(result).toMatchObject({ status: "error", error: { kind: "network", code: "CUT_STREAM" } });
  });

  it.each(["application/json", "text/event-stream"])(
    "is retried after an HTTP error in %s",
    async (contentType) => {
      const { result } = await streamed([overloaded({ contentType }), "ok"]);
      expect(result.text).toBe("ok");
    },
  );

  it("joins the parts of calls that arrive argument by argument (Vertex)", async () => {
    const seen: unknown[] = [];
    const tools = handMade(
      [{ name: "draw", args: { title: "string", items: "array?" }, run: (args) => void seen.push(args) }],
      {
        toolConfig: { functionCallingConfig: { streamFunctionCallArguments: true } },
      },
    );
    const args = { title: "a b\nc", items: ["x", "y"] };
    for (const unterminated of [false, true]) {
      const { agent, fake } = await agentOnFake(
        [answer([call("draw", args), call("draw", { title: "" })], { unterminated }), "done"],
        { tools },
        { gemini: { apiKey: "", vertex: vertexAI({ project: "p", location: "global", accessToken: "t" }) } },
      );
      const stream = agent.stream("go");
      const events = await eventsOf(stream);
      const result = await stream.result;
      expect(result.status).toBe("done");
      expect(seen.splice(0)).toEqual([args, { title: "" }]);
      expect(result.contents[1]?.parts?.map((part) => part.functionCall?.args)).toEqual([
        args,
        { title: "" },
      ]);
      expect(JSON.stringify(result.contents)).not.toMatch(/partialArgs|willContinue/);
      expect(events.some(({ type }) => type === "tool_args_delta")).toBe(true);
      assertReplayable(result.contents, { flavor: "vertex" });
      fake.assertDone();
    }
  });
});

describe("streamed and unary runs of one script", () => {
  const rome = call("get_weather", { city: "Rome" });
  const oslo = call("get_weather", { city: "Oslo 😀" });
  const scripts: Record<
    string,
    readonly (readonly [Parameters<typeof answer>[0], Omit<Answer, "kind" | "parts">])[]
  > = {
    "one event per call": [
      [[rome, oslo], { layout: "each" }],
      ["done", {}],
    ],
    "all calls in one event": [
      [[text("One ", "moment"), rome, oslo], { layout: "calls-together" }],
      ["done", {}],
    ],
    "everything in one event": [
      [[rome, oslo], { layout: "together" }],
      ["done", { layout: "together" }],
    ],
    "a closing empty text": [
      [[rome], { closing: "empty-text" }],
      [text("do", "ne"), { closing: "empty-text" }],
    ],
    "no closing event": [
      [[rome], { closing: "none" }],
      [text("do", "ne"), { closing: "none" }],
    ],
    "a signed empty closing part": [
      [[thought("hm"), rome], {}],
      [text("do", "ne"), { signedClosing: true }],
    ],
  };

  it.each(Object.entries(scripts))("end with equal contents: %s", async (_what, turns) => {
    const script = turns.map(([parts, options]) => answer(parts, options));
    const { result } = await streamed(script);
    const unary = await agentOnFake(script, { tools: weather() });
    const plain = await unary.agent.run("go");
    expect(result.contents).toEqual(plain.contents);
    expect(result.text).toBe(plain.text);
    expect(result.usage).toEqual(plain.usage);
    expect(result.turns.map(({ calls }) => calls.length)).toEqual(
      plain.turns.map(({ calls }) => calls.length),
    );
  });
});

describe("a stream that arrives in fragments", () => {
  it.each([1, 2, 3, 7])("into pieces of %i bytes is read the same, over HTTP", async (bytesPerWrite) => {
    const parts = [thought("Grüße ", "😀"), call("get_weather", { city: "Köln 🌧" })];
    const script = (torn: object) => [answer(parts, torn), answer(text("Es ", "regnet 🌧."), torn)];
    const torn = await streamed(script({ bytesPerWrite }));
    const whole = await streamed(script({}));
    expect(torn.result.contents).toEqual(whole.result.contents);
    expect(torn.result.text).toBe("Es regnet 🌧.");
  });
});

describe("a stream cut into pieces", () => {
  const chunks: GenerateContentResponse[] = [
    { candidates: [{ content: { role: "model", parts: [{ text: "Grüße 😀 ", thought: true }] } }] },
    {
      candidates: [{ content: { role: "model", parts: [{ text: "öffne " }] } }],
      usageMetadata: { promptTokenCount: 3 },
    },
    { candidates: [{ content: { role: "model", parts: [{ text: "die Tür 🚪" }] } }] },
    {
      candidates: [
        { content: { role: "model", parts: [{ text: "", thoughtSignature: "c2ln" }] }, finishReason: "STOP" },
      ],
      usageMetadata: { totalTokenCount: 9 },
    },
  ];
  const expected: Content = {
    role: "model",
    parts: [
      { text: "Grüße 😀 ", thought: true },
      { text: "öffne die Tür 🚪" },
      { text: "", thoughtSignature: "c2ln" },
    ],
  };

  async function contentsOf(pieces: readonly Uint8Array[]): Promise<Content | undefined> {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    const model = gemini({
      apiKey: "k",
      model: "m",
      fetch: () => Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } })),
    });
    const stream = createAgent({ tools: handMade([]), model, malformedRetries: 0 }).stream("go");
    return (await stream.result).contents[1];
  }

  it.each([
    ["\r\n", true],
    ["\n", true],
    ["\r\n", false],
    ["\n", false],
  ])("at any byte is read the same (line ends %j, terminated: %s)", async (end, terminated) => {
    const sse =
      chunks.map((chunk) => `data: ${JSON.stringify(chunk)}`).join(end + end) + (terminated ? end + end : "");
    const bytes = new TextEncoder().encode(sse);
    for (let at = 0; at <= bytes.length; at++) {
      expect(await contentsOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(expected);
    }
    expect(await contentsOf(Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)))).toEqual(
      expected,
    );
  });

  it("that stops before the last event is never read as an answer", async () => {
    const sse = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`);
    const bytes = new TextEncoder().encode(sse.join(""));
    const last =
      new TextEncoder().encode(sse.slice(0, -1).join("")).length + (sse.at(-1)?.trimEnd().length ?? 0);
    for (let at = 0; at < last; at++) expect(await contentsOf([bytes.subarray(0, at)])).toBeUndefined();
  });

  it("without a finish reason in its events is not an answer when it stops", async () => {
    const events = (finishReason: string | null) =>
      chunks
        .map(({ candidates: [candidate] = [], ...rest }, index) => ({
          ...rest,
          candidates: [{ ...candidate, finishReason: index === 2 ? finishReason : null }],
        }))
        .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
        .join("");
    expect(await contentsOf([new TextEncoder().encode(events(null))])).toBeUndefined();
    expect(await contentsOf([new TextEncoder().encode(events("STOP"))])).toEqual(expected);
  });

  it("with a second answer is read without it", async () => {
    const second = {
      candidates: [{ index: 1, content: { parts: [{ text: "No." }] }, finishReason: "STOP" }],
    };
    const [first, ...rest] = chunks;
    const sse = [first, second, ...rest, second].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    expect(await contentsOf([new TextEncoder().encode(sse.join(""))])).toEqual(expected);
  });

  it("may be a list, as without alt=sse, or contain comments and other fields", async () => {
    const encode = (body: string): Uint8Array[] => [new TextEncoder().encode(body)];
    expect(await contentsOf(encode(JSON.stringify(chunks, null, 1)))).toEqual(expected);
    const noisy = chunks
      .map((chunk) => `: hi\nevent: message\nid: 1\ndata:${JSON.stringify(chunk)}\n\n`)
      .join("");
    expect(await contentsOf(encode(noisy))).toEqual(expected);
  });

  it("with one event of 20 MB in small pieces is read in linear time", async () => {
    const big = {
      candidates: [
        { content: { role: "model", parts: [{ text: "x".repeat(20_000_000) }] }, finishReason: "STOP" },
      ],
    };
    const bytes = new TextEncoder().encode(`data: ${JSON.stringify(big)}\r\n\r\n`);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += 4096) pieces.push(bytes.subarray(at, at + 4096));
    expect((await contentsOf(pieces))?.parts?.[0]?.text?.length).toBe(20_000_000);
  });
});

describe("a call that arrives in parts", () => {
  const piece = (value: string) => ({
    partialArgs: [{ jsonPath: "$.x", stringValue: value }],
    willContinue: true,
  });
  const half = { functionCall: { name: "draw", ...piece("ha") } };

  /** Returns the arguments that the handler received from these parts, and the result of the run. */
  async function draw(parts: readonly object[], finishReason: string) {
    const seen: unknown[] = [];
    const chunks = [
      ...parts.map((part) => ({ content: { role: "model", parts: [part] } })),
      { finishReason },
    ];
    const model: Model = {
      id: "m",
      flavor: "vertex",
      partialCalls: createPartialCall,
      generate: () => Promise.reject(new Error("only streams")),
      async *stream() {
        for (const candidate of chunks) yield { candidates: [candidate] } as never;
      },
    };
    const tools = handMade([{ name: "draw", args: { x: "string?" }, run: (args) => void seen.push(args) }]);
    const { status } = await createAgent({
      tools,
      model,
      malformedRetries: 0,
      maxTurns: 1,
      stopOnTool: ["draw"],
    }).stream("go").result;
    return { seen, status };
  }

  it.each(["OTHER", "STOP", "SOMETHING_NEW"])("and never ends is not executed (%s)", async (finishReason) => {
    expect(await draw([half], finishReason)).toEqual({ seen: [], status: "error" });
  });

  it("and is followed by another is not executed, nor is the other", async () => {
    const whole = { functionCall: { name: "draw", args: { x: "whole" } } };
    expect(await draw([half, whole], "STOP")).toEqual({ seen: [], status: "error" });
  });

  it.each(['$.m["a\\"b"].c', "$.a..b", "x", "$", "$.a]"])(
    "ignores a path that it cannot read: %s",
    async (jsonPath) => {
      const odd = { functionCall: { name: "draw", partialArgs: [{ jsonPath, stringValue: "x" }] } };
      expect(await draw([odd], "STOP")).toEqual({ seen: [], status: "error" });
    },
  );

  it("is joined by the official client's flavor of Vertex, too", async () => {
    const fake = await fakeGemini({ script: [call("draw", { x: "hello" }), "done"] });
    const ai = new GoogleGenAI({ vertexai: true, apiKey: "k", httpOptions: { baseUrl: fake.url } });
    const seen: unknown[] = [];
    const tools = handMade([{ name: "draw", args: { x: "string" }, run: (args) => void seen.push(args) }]);
    const toolConfig = {
      functionCallingConfig: { mode: "AUTO" as const, streamFunctionCallArguments: true },
    };
    const model = fromGoogleGenAI(ai, { model: "gemini-3.5-flash" });
    const result = await createAgent({ tools, model, toolConfig }).stream("go").result;
    await fake.close();
    expect(result).toMatchObject({ status: "done", text: "done" });
    expect(seen).toEqual([{ x: "hello" }]);
  });
});

describe("hostile partial arguments", () => {
  async function run(
    paths: readonly string[],
    finish = "STOP",
  ): Promise<Awaited<ReturnType<OnFake["agent"]["run"]>>> {
    const parts = [
      { functionCall: { name: "draw", willContinue: true } },
      ...paths.map((jsonPath) => ({
        functionCall: { partialArgs: [{ jsonPath, stringValue: "x" }], willContinue: true },
      })),
      { functionCall: {} },
    ].slice(0, finish === "STOP" ? undefined : -1);
    const events = parts.map((part) => ({ candidates: [{ content: { role: "model", parts: [part] } }] }));
    const server = createServer((_request, out) => {
      out.setHeader("content-type", "text/event-stream");
      for (const event of [...events, { candidates: [{ finishReason: "STOP" }] }])
        out.write(`data: ${JSON.stringify(event)}\r\n\r\n`);
      out.end();
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const vertex = vertexAI({ accessToken: "t" });
    const model = gemini({ model: "m", vertex, baseUrl: `http://127.0.0.1:${port}` });
    const seen: unknown[] = [];
    const tools = handMade([{ name: "draw", run: (args) => void seen.push(args) }]);
    const result = await createAgent({ tools, model, malformedRetries: 0, maxTurns: 1 }).stream("go").result;
    server.close();
    server.closeAllConnections();
    return result;
  }

  it.each(["$", "", "$.a[999999999]"])("(%j) end in an error, not in unbounded memory", async (path) => {
    expect(await run([path])).toMatchObject({ status: "error", error: { code: "MALFORMED_FUNCTION_CALL" } });
  });

  it("cannot reach a prototype", async () => {
    const result = await run([
      "$.__proto__.polluted",
      "$.constructor.prototype.polluted",
      "$['__proto__']['x']",
    ]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(result.turns[0]?.calls.length).toBe(1);
  });

  it("that never end are not a call", async () => {
    expect(await run(["$.a"], "none")).toMatchObject({
      status: "error",
      error: { code: "MALFORMED_FUNCTION_CALL" },
    });
  });
});
