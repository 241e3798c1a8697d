import { afterEach, describe, expect, it, vi } from "vitest";
import type { RunEvent } from "../../runtime/events.js";
import { createAgent, type AgentOptions } from "../../runtime/start/agent.js";
import { createEffects } from "../../runtime/start/effects.js";
import { localHost } from "../../runtime/start/local-host.js";
import { answer, call, scriptedModel, type ScriptEntry } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

const tools = handMade([
  { name: "fine", run: () => 1 },
  { name: "other", run: () => 1 },
  { name: "pay", policy: { approval: true }, run: () => "paid" },
]);

/** Returns the events about calls as `type:index:code`. */
function callEvents(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === "tool_call"
      ? [`tool_call:${event.index}`]
      : event.type === "tool_end"
        ? [`tool_end:${event.index}:${event.code ?? "ok"}`]
        : [],
  );
}

async function report(
  script: readonly ScriptEntry[],
  options: Partial<AgentOptions> = {},
): Promise<{ events: RunEvent[]; seen: string[] }> {
  const events: RunEvent[] = [];
  await createAgent({
    tools,
    model: scriptedModel([...script, "done"]),
    onEvent: (event) => events.push(event),
    ...options,
  }).run("go", { runId: "r" });
  return { events, seen: callEvents(events) };
}

describe("every call that is reported ends", () => {
  it.each<[string, string, Partial<AgentOptions>, readonly ScriptEntry[]]>([
    ["an unknown tool", "UNKNOWN_TOOL", {}, [[call("nope")]]],
    ["a tool outside of the active ones", "UNKNOWN_TOOL", { activeTools: ["other"] }, [[call("fine")]]],
    [
      "a tool that is not allowed",
      "NOT_ALLOWED",
      { prepareTurn: () => ({ allowed: ["other"] }) },
      [[call("fine")]],
    ],
    ["too many calls", "TOO_MANY_CALLS", { maxCallsPerTurn: 0 }, [[call("fine")]]],
    ["the budget of calls", "CANCELLED", { maxToolCalls: 0 }, [[call("fine")]]],
    ["the budget of tokens", "CANCELLED", { maxTotalTokens: 1 }, [[call("fine")]]],
    ["the last turn", "CANCELLED", { maxTurns: 1 }, [[call("fine")]]],
    ["an answer that was cut", "CANCELLED", {}, [answer([call("fine")], { finishReason: "MAX_TOKENS" })]],
    ["a call that runs", "ok", {}, [[call("fine")]]],
  ])("after %s: %s", async (_, code, options, script) => {
    expect((await report(script, options)).seen).toEqual(["tool_call:0", `tool_end:0:${code}`]);
  });

  it("with the response that the model reads", async () => {
    const { events } = await report([[call("nope", {}, { id: "c1" })]]);
    expect(events.find(({ type }) => type === "tool_end")).toMatchObject({
      callId: "c1",
      tool: "nope",
      ok: false,
      ms: 0,
      response: { error: { code: "UNKNOWN_TOOL" } },
    });
  });

  it("if the run is aborted before its tools start", async () => {
    const controller = new AbortController();
    const events: RunEvent[] = [];
    const onEvent = (event: RunEvent): void => {
      events.push(event);
      if (event.type === "tool_call") controller.abort();
    };
    const agent = createAgent({ tools, model: scriptedModel([[call("fine"), call("nope")]]) });
    await agent.run("go", { signal: controller.signal, onEvent });
    expect(callEvents(events)).toEqual([
      "tool_call:0",
      "tool_call:1",
      "tool_end:1:UNKNOWN_TOOL",
      "tool_end:0:CANCELLED",
    ]);
  });

  it("if the host returns nothing for it", async () => {
    const host: AgentOptions["host"] = (effects) => ({
      ...localHost(effects),
      tools: () => Promise.resolve([]),
    });
    expect((await report([[call("fine")]], { host })).seen).toEqual(["tool_call:0", "tool_end:0:CANCELLED"]);
  });

  it("if this process has another version of the tools", async () => {
    const newer = handMade([{ name: "renamed", run: () => 1 }]);
    const host: AgentOptions["host"] = () =>
      localHost(createEffects({ tools: newer, model: scriptedModel([[call("fine")], "done"]) }));
    const { events, seen } = await report([[call("fine")]], { host });
    expect(seen).toEqual(["tool_call:0", "tool_end:0:UNKNOWN_TOOL"]);
    expect(JSON.stringify(events)).not.toContain("unreported");
  });

  it("once, also over a pause: refused calls before it, the others in the resumed run", async () => {
    const events: RunEvent[] = [];
    const options = { onEvent: (event: RunEvent): void => void events.push(event) };
    const model = scriptedModel([[call("nope"), call("pay"), call("fine")], "done"]);
    const agent = createAgent({ tools, model });
    const paused = await agent.run("go", options);
    if (paused.status !== "paused") throw new Error(paused.status);
    const before = callEvents(events.splice(0));
    expect(before.filter((text) => text.startsWith("tool_end")).sort()).toEqual([
      "tool_end:0:UNKNOWN_TOOL",
      "tool_end:2:ok",
    ]);
    const decisions = { [paused.pending[0]!.callId]: "approve" as const };
    const aborted = new AbortController();
    aborted.abort();
    await agent.resume(paused.state, { decisions, ...options, signal: aborted.signal });
    expect(callEvents(events.splice(0))).toEqual(["tool_end:1:CANCELLED"]);
    await agent.resume(paused.state, { decisions, ...options });
    expect(callEvents(events)).toEqual(["tool_end:1:ok"]);
  });
});

describe("a step of the system's clock", () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each([3_600_000, -3_600_000])("of %d ms neither stops a call nor shows in its time", async (step) => {
    const real = Date.now;
    const model = scriptedModel([[call("fine")], "done"]);
    const ends: RunEvent[] = [];
    const onEvent = (event: RunEvent): void => {
      if (event.type === "model_end") vi.spyOn(Date, "now").mockImplementation(() => real() + step);
      if (event.type === "tool_end" || event.type === "model_end") ends.push(event);
    };
    await createAgent({ tools, model, onEvent }).run("go");
    expect(ends.map((event) => ("ms" in event ? event.ms >= 0 && event.ms < 60_000 : false))).not.toContain(
      false,
    );
    expect(ends).toMatchObject([
      { type: "model_end" },
      { type: "tool_end", ok: true },
      { type: "model_end" },
    ]);
  });
});
