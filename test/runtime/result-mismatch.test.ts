import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { dispatch } from "../../runtime/call/dispatch.js";
import { createEffects } from "../../runtime/start/effects.js";
import type { RunEvent } from "../../runtime/events.js";
import type { Host } from "../../runtime/host.js";
import type { Issue, Validated } from "../../runtime/issue.js";
import { localHost } from "../../runtime/start/local-host.js";
import { runLoop } from "../../runtime/loop/loop.js";
import { otel, type SpanLike } from "../../runtime/adapters/otel.js";
import type { CallContext, Toolset } from "../../runtime/tool.js";
import { call, crashHost, scriptedModel } from "../../testing/index.js";
import { handMade, type HandMade } from "./hand-made-tools.js";

// A service that answers has executed the call. An answer that does not match the spec is still a result.

const kindMissing: Issue = {
  pointer: "/3/kind",
  code: "required",
  expected: "string",
  received: "nothing",
};

function refusing(...issues: readonly Issue[]): () => Validated<unknown> {
  return () => ({ ok: false, issues });
}

function zones(more: Partial<HandMade> = {}): Toolset {
  return handMade([
    {
      name: "list_zones",
      checkResult: refusing(kindMissing),
      mismatch: "warn",
      run: () => [{ id: "a" }],
      ...more,
    },
  ]);
}

async function eventsOf(tools: Toolset, calls = 1): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  const turns = Array.from({ length: calls }, () => call("list_zones", {}, { id: "c1" }));
  const agent = createAgent({
    tools,
    model: scriptedModel([...turns, "done"]),
    onEvent: (event) => events.push(event),
  });
  await agent.run("go", { runId: "r" });
  return events;
}

const mismatches = (events: readonly RunEvent[]) => events.filter(({ type }) => type === "result_mismatch");

describe("a result that does not match the spec", () => {
  it("is sent to the model, and an event reports the expected type and the location to the developer", async () => {
    const events = await eventsOf(zones());
    expect(events.find(({ type }) => type === "tool_end")).toMatchObject({
      ok: true,
      response: { result: [{ id: "a" }] },
    });
    expect(mismatches(events)).toEqual([
      {
        type: "result_mismatch",
        id: "r:0:0:result_mismatch:0",
        runId: "r",
        turn: 0,
        index: 0,
        callId: "c1",
        tool: "list_zones",
        issues: [kindMissing],
      },
    ]);
    const order = events
      .map(({ type }) => type)
      .filter((type) => type.startsWith("tool_") || /mis/.test(type));
    expect(order).toEqual(["tool_call", "tool_start", "result_mismatch", "tool_end"]);
  });

  it("is projected and cut as usual", async () => {
    const tools = zones({
      run: () => [{ id: "a", secret: "s" }, { id: "b" }],
      policy: { result: { pick: ["id"], maxItems: 1 } },
    });
    const { response } = await dispatch(tools, { name: "list_zones", args: {} });
    expect(response).toEqual({ result: [{ id: "a" }], truncated: [{ at: "", kept: 1, of: 2 }] });
  });

  it("fails the call if the handler defines the result, and the model learns that the tool ran", async () => {
    const tools = handMade([
      { name: "list_zones", checkResult: refusing(kindMissing), run: () => [{ id: "a" }] },
    ]);
    const events = await eventsOf(tools);
    expect(mismatches(events)).toEqual([]);
    expect(events.find(({ type }) => type === "tool_error")).toBeDefined();
    expect(events.find(({ type }) => type === "tool_end")).toMatchObject({
      ok: false,
      code: "INVALID_RESULT",
      response: { error: { message: expect.stringMatching(/^The tool ran.*do not repeat/i) as string } },
    });
  });

  const circle: { self?: unknown } = {};
  circle.self = circle;

  it.each([
    ["RESULT_TOO_LARGE", () => ({ a: "x".repeat(100), b: "y".repeat(100) }), { maxResultChars: 10 }],
    ["UNSERIALIZABLE_RESULT", () => circle, {}],
  ])("reports that the tool ran, as %s does", async (code, run, options) => {
    const tools = handMade([{ name: "t", run }]);
    const { response } = await dispatch(tools, { name: "t", args: {} }, options);
    expect(response).toMatchObject({
      error: { code, message: expect.stringMatching(/^The tool ran/) as string },
    });
  });

  it("is not checked if the handler marks it as another kind of result", async () => {
    const events = await eventsOf(
      zones({
        run: (_args, { skipResultCheck }: CallContext) => {
          skipResultCheck?.();
          return { file: "f1" };
        },
      }),
    );
    expect(mismatches(events)).toEqual([]);
    expect(events.find(({ type }) => type === "tool_end")).toMatchObject({ ok: true });
  });
});

describe("the report of a mismatch", () => {
  it("is passed to a callback of `dispatch`, which may throw", async () => {
    const seen: unknown[] = [];
    const answer = await dispatch(
      zones(),
      { name: "list_zones", id: "c7", args: {} },
      {
        onResultMismatch: (issues, about) => {
          seen.push({ issues, about });
          throw new Error("the listener fails");
        },
        onError: (error) => seen.push(error),
      },
    );
    expect(answer.response).toEqual({ result: [{ id: "a" }] });
    expect(seen).toEqual([{ issues: [kindMissing], about: { tool: "list_zones", callId: "c7" } }]);
  });

  it("is sent once for a tool and a location of its result; the items of a list are one location", async () => {
    const at = (pointer: string): Issue => ({ ...kindMissing, pointer });
    const tools = zones({ checkResult: refusing(at("/0/kind"), at("/1/kind"), at("/1/rrsets/12/type")) });
    const first = mismatches(await eventsOf(tools, 3));
    expect(first).toMatchObject([{ issues: [{ pointer: "/0/kind" }, { pointer: "/1/rrsets/12/type" }] }]);
    expect(mismatches(await eventsOf(tools))).toEqual([]);
    expect(mismatches(await eventsOf(zones()))).toHaveLength(1);
  });

  it("is sent for at most twenty locations of a tool, so that names from a service fill neither log nor memory", async () => {
    let count = 0;
    const tools = zones({
      checkResult: () => refusing({ ...kindMissing, pointer: `/user-${(count += 1)}/kind` })(),
    });
    let reports = 0;
    const onResultMismatch = (): void => void (reports += 1);
    for (let time = 0; time < 50; time++) {
      await dispatch(tools, { name: "list_zones", args: {} }, { onResultMismatch });
    }
    expect(reports).toBe(20);
  });

  it("is plain JSON", async () => {
    const [event] = mismatches(await eventsOf(zones()));
    expect(JSON.parse(JSON.stringify(event))).toEqual(event);
  });

  it("marks the span of the call, without content of the result", async () => {
    const spans: Record<string, unknown>[] = [];
    const tracer = {
      startSpan: (name: string): SpanLike => {
        const span: Record<string, unknown> = { name };
        spans.push(span);
        return {
          setAttributes: (more) => Object.assign(span, more),
          setStatus: (status) => Object.assign(span, { status }),
          end: () => {},
        };
      },
    };
    const agent = createAgent({
      tools: zones({ checkResult: refusing({ ...kindMissing, received: "hunter2" }) }),
      model: scriptedModel([call("list_zones"), "done"]),
      onEvent: otel(tracer, { model: "m" }),
    });
    await agent.run("go");
    const span = spans.find(({ name }) => name === "execute_tool list_zones");
    expect(span).toMatchObject({ "toolpress.tool.result_mismatches": 1 });
    expect(span).not.toHaveProperty("status");
    expect(JSON.stringify(spans)).not.toContain("hunter2");
  });

  it("has no effect on an engine: after a crash at any point the journal and the result are the same", async () => {
    const worlds: string[][] = [];
    const contents = [{ role: "user" as const, parts: [{ text: "go" }] }];
    const same = zones();
    const world = (): Host => {
      const seen: string[] = [];
      worlds.push(seen);
      const model = scriptedModel([call("list_zones", {}, { id: "c1" }), "done"]);
      const emit = (_turn: number, { type }: { type: string }): void => void seen.push(type);
      return localHost(createEffects({ tools: zones(), model, emit, now: () => 0 }));
    };
    const { result } = await crashHost(world, (host) => runLoop(host, { runId: "r", tools: same, contents }));
    expect(result.status).toBe("done");
    // Effects in the journal do not run again, so each process has reported the mismatch once.
    expect(worlds.map((seen) => seen.filter((type) => type === "result_mismatch").length)).toEqual(
      worlds.map(() => 1),
    );
  });
});
