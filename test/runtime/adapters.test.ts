import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { dispatch } from "../../runtime/call/dispatch.js";
import { asCallableTool } from "../../runtime/adapters/google-genai.js";
import { answerToolCall } from "../../runtime/call/live.js";
import { otel } from "../../runtime/adapters/otel.js";
import type { FunctionResponse } from "../../runtime/wire.js";
import { wholeResponse } from "../../runtime/base/parts.js";
import { call, finish, scriptedModel } from "../../testing/index.js";
import { handMade, weather } from "./hand-made-tools.js";

describe("dispatch alone", () => {
  it("answers one call with one response and never rejects", async () => {
    const tools = weather();
    expect(await dispatch(tools, { id: "1", name: "get_weather", args: { city: "Rome" } })).toEqual({
      id: "1",
      name: "get_weather",
      response: { result: { city: "Rome", celsius: 18 } },
    });
    expect(await dispatch(tools, { name: "nope" })).toMatchObject({
      name: "nope",
      response: { error: { code: "UNKNOWN_TOOL" } },
    });
    expect(await dispatch(tools, {})).toMatchObject({
      name: "",
      response: { error: { code: "UNKNOWN_TOOL" } },
    });
    expect(await dispatch(tools, { name: "get_weather" }, { allowed: [] })).toMatchObject({
      response: { error: { code: "NOT_ALLOWED" } },
    });
    expect(await dispatch(tools, { name: "get_weather", args: [] as never })).toMatchObject({
      response: { error: { code: "INVALID_ARGUMENTS" } },
    });
    expect(
      await dispatch(tools, { name: "get_weather", args: { city: "x" } }, { signal: AbortSignal.abort() }),
    ).toMatchObject({ response: { error: { code: "CANCELLED" } } });
  });

  it("denies a tool that needs approval unless a policy allows it", async () => {
    const tools = handMade([{ name: "pay", policy: { approval: true }, run: () => "paid" }]);
    expect(await dispatch(tools, { name: "pay" })).toMatchObject({ response: { error: { code: "DENIED" } } });
    expect(await dispatch(tools, { name: "pay" }, { approve: () => "run" })).toMatchObject({
      response: { result: "paid" },
    });
  });

  it("returns the ticket of a long-running tool", async () => {
    const tools = handMade([{ name: "job", policy: { longRunning: true }, run: () => ({ job: 1 }) }]);
    expect(await dispatch(tools, { name: "job" }, { resultKey: "output" })).toEqual({
      name: "job",
      response: { output: { job: 1 } },
    });
  });
});

describe("answerToolCall, for the Live API", () => {
  it("answers every call in order, with ids and validation", async () => {
    const answered = await answerToolCall(weather(), {
      functionCalls: [
        { id: "1", name: "get_weather", args: { city: "Rome" } },
        { id: "2", name: "get_weather", args: {} },
        { id: "3", name: "nope" },
      ],
    });
    expect(answered.functionResponses).toMatchObject([
      { id: "1", name: "get_weather", response: { result: { celsius: 18 } } },
      { id: "2", response: { error: { code: "INVALID_ARGUMENTS" } } },
      { id: "3", name: "nope", response: { error: { code: "UNKNOWN_TOOL" } } },
    ]);
    expect(await answerToolCall(weather(), {})).toEqual({ functionResponses: [] });
  });

  it("adds scheduling to non-blocking tools only, and reports their progress", async () => {
    const partial: FunctionResponse[] = [];
    const tools = handMade([
      {
        name: "free",
        policy: { nonBlocking: true },
        run: (_args, { progress }) => (progress("half"), "done"),
      },
      {
        name: "own",
        policy: { nonBlocking: true },
        run: () => wholeResponse({ response: { result: 1 }, scheduling: "SILENT" }),
      },
      { name: "blocking", run: (_args, { progress }) => (progress("half"), "done") },
    ]);
    const { functionResponses } = await answerToolCall(
      tools,
      { functionCalls: ["free", "own", "blocking"].map((name) => ({ id: name, name })) },
      { scheduling: "WHEN_IDLE", onPartial: (response) => partial.push(response) },
    );
    expect(functionResponses.map(({ scheduling }) => scheduling)).toEqual(["WHEN_IDLE", "SILENT", undefined]);
    expect(partial).toEqual([{ id: "free", name: "free", response: { result: "half" }, willContinue: true }]);
  });
});

describe("otel", () => {
  it("creates spans of runs, requests and calls, without contents", async () => {
    const spans: {
      name: string;
      kind: number;
      attributes: Record<string, unknown>;
      parent: unknown;
      status: unknown;
      ended: boolean;
    }[] = [];
    const tracer = {
      startSpan: (
        name: string,
        { kind, attributes }: { kind: number; attributes: Record<string, unknown> },
        parent?: unknown,
      ) => {
        const span = {
          name,
          kind,
          attributes: { ...attributes },
          parent,
          status: undefined as unknown,
          ended: false,
        };
        spans.push(span);
        return {
          name,
          setAttributes: (more: object) => Object.assign(span.attributes, more),
          setStatus: (status: unknown) => (span.status = status),
          end: () => (span.ended = true),
        };
      },
    };
    const onEvent = otel(tracer, {
      model: "gemini-3.5-flash",
      agentName: "weather",
      childOf: (span) => (span as unknown as { name: string }).name,
    });
    const tools = weather(() => Promise.reject(new Error("hunter2")));
    const script = [
      finish("MALFORMED_FUNCTION_CALL"),
      call("get_weather", { city: "Rome" }, { id: "c1" }),
      "done",
    ];
    await createAgent({ tools, model: scriptedModel(script), onEvent }).run("secret question");
    expect(spans.map(({ name, kind, parent }) => [name, kind, parent])).toEqual([
      ["invoke_agent weather", 0, undefined],
      ["generate_content gemini-3.5-flash", 2, "invoke_agent weather"],
      ["generate_content gemini-3.5-flash", 2, "invoke_agent weather"],
      ["execute_tool get_weather", 0, "invoke_agent weather"],
      ["generate_content gemini-3.5-flash", 2, "invoke_agent weather"],
    ]);
    expect(spans.every(({ ended }) => ended)).toBe(true);
    expect(spans[3]).toMatchObject({
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.call.id": "c1",
        "error.type": "TOOL_FAILED",
      },
      status: { code: 2 },
    });
    expect(spans[4]?.attributes).toMatchObject({
      "gen_ai.provider.name": "gcp.gemini",
      "gen_ai.response.finish_reasons": ["STOP"],
      "gen_ai.usage.input_tokens": expect.any(Number) as number,
    });
    expect(JSON.stringify(spans)).not.toMatch(/hunter2|secret|Rome/);
  });
});

describe("calls from another loop", () => {
  const busy = () => {
    let running = 0;
    let most = 0;
    const run = async (): Promise<number> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      return running--;
    };
    const policy = { serial: true };
    const tools = handMade(["a", "b"].map((name) => ({ name, policy, run })));
    return { tools, most: () => most };
  };

  it("run one after the other if their tools are serial", async () => {
    const official = busy();
    await asCallableTool(official.tools).callTool([{ name: "a" }, { name: "b" }]);
    const live = busy();
    await answerToolCall(live.tools, { functionCalls: [{ name: "a" }, { name: "b" }] });
    expect([official.most(), live.most()]).toEqual([1, 1]);
  });

  it("without ids have different idempotency keys", async () => {
    const keys: string[] = [];
    const tools = handMade([{ name: "pay", run: (_args, call) => keys.push(call.idempotencyKey) }]);
    await asCallableTool(tools).callTool([{ name: "pay" }, { name: "pay" }]);
    await answerToolCall(tools, { functionCalls: [{ name: "pay" }, { name: "pay" }] });
    expect(new Set(keys).size).toBe(4);
  });

  it("may be limited by names from an iterator", async () => {
    const tools = handMade([{ name: "a", run: () => 1 }]);
    const names = (): Iterable<string> => new Set(["a"]).values();
    const twice = [{ name: "a" }, { name: "a" }];
    const official = await asCallableTool(tools, { allowed: names() }).callTool(twice);
    const live = await answerToolCall(tools, { functionCalls: twice }, { allowed: names() });
    expect(official).toEqual(
      [1, 2].map(() => ({ functionResponse: { name: "a", response: { result: 1 } } })),
    );
    expect(live.functionResponses).toEqual([1, 2].map(() => ({ name: "a", response: { result: 1 } })));
  });

  it("may have a name that is not a string", async () => {
    expect(await dispatch(handMade([]), { name: 5 as never })).toMatchObject({
      response: { error: { code: "UNKNOWN_TOOL" } },
    });
  });

  it("of the Live API accept listeners that throw, and report nothing after their end", async () => {
    const received: unknown[] = [];
    let late = (): void => {};
    const tools = handMade([
      {
        name: "watch",
        policy: { nonBlocking: true },
        run: (_args, call) => {
          call.progress(new Map());
          call.progress("half");
          late = () => call.progress("late");
          return "whole";
        },
      },
    ]);
    const onPartial = ({ response }: { response: unknown }): never => {
      received.push(response);
      throw new Error("nobody listens");
    };
    const functionCalls = [{ id: "1", name: "default_api.watch" }];
    const answered = await answerToolCall(tools, { functionCalls }, { onPartial, scheduling: "SILENT" });
    late();
    expect(received).toEqual([{ result: "half" }]);
    expect(answered.functionResponses).toMatchObject([
      { response: { result: "whole" }, scheduling: "SILENT" },
    ]);
  });
});
