import { describe, expect, it } from "vitest";
import type { AgentOptions, RunOptions } from "../../runtime/start/agent.js";
import type { Decision } from "../../runtime/host.js";
import type { RunResult } from "../../runtime/run-result.js";
import type { State } from "../../runtime/loop/state.js";
import type { Toolset } from "../../runtime/tool.js";
import { assertReplayable, call, responsesOf, type ScriptEntry } from "../../testing/index.js";
import { agentOnFake, sentContents, type OnFake } from "./agent-on-fake.js";
import { handMade } from "./hand-made-tools.js";

interface Bank extends Toolset {
  readonly log: string[];
}

function bank(parts: Partial<Toolset> = {}): Bank {
  const log: string[] = [];
  const tools = handMade(
    [
      { name: "balance", run: () => (log.push("balance"), 100) },
      {
        name: "pay",
        args: { amount: "number" },
        policy: { approval: true },
        run: ({ amount }) => (log.push(`pay ${String(amount)}`), { paid: amount }),
      },
      { name: "report", policy: { longRunning: true }, run: () => (log.push("report"), { job: 7 }) },
    ],
    parts,
  );
  return { ...tools, hash: tools.hash, log };
}

const pay = call("pay", { amount: 5 }, { id: "p1" });
const balance = call("balance", {}, { id: "b1" });

async function pausedAt(
  script: readonly ScriptEntry[],
  options: Partial<AgentOptions> = {},
): Promise<OnFake & { tools: Bank; paused: Extract<RunResult, { status: "paused" }>; state: State }> {
  const tools = (options.tools as Bank | undefined) ?? bank();
  const on = await agentOnFake(script, { ...options, tools });
  const paused = await on.agent.run("go");
  if (paused.status !== "paused") throw new Error(`${paused.status} instead of paused`);
  return { ...on, tools, paused, state: JSON.parse(JSON.stringify(paused.state)) as State };
}

describe("a tool that needs approval", () => {
  it("pauses the run, runs the others, and continues when approved", async () => {
    const { agent, fake, tools, paused, state } = await pausedAt([[balance, pay], "Paid."]);
    const key = `${paused.runId}/0/1/approval`;
    expect(paused.pending).toEqual([
      { callId: "p1", tool: "pay", args: { amount: 5 }, reason: "approval", key, check: expect.any(String) },
    ]);
    expect(tools.log).toEqual(["balance"]);
    const result = await agent.resume(state, { decisions: { p1: "approve" } });
    expect(result).toMatchObject({ status: "done", text: "Paid.", runId: paused.runId });
    expect(tools.log).toEqual(["balance", "pay 5"]);
    expect(responsesOf(sentContents(fake, 1)).map(({ response }) => response)).toEqual([
      { result: 100 },
      { result: { paid: 5 } },
    ]);
    expect(result.usage.requests).toBe(2);
    expect(result.turns.length).toBe(2);
    assertReplayable(result.contents);
    fake.assertDone();
  });

  it("is not run when denied, and the model reads the reason", async () => {
    const { agent, fake, tools, state } = await pausedAt([pay, "Then not."]);
    await agent.resume(state, { decisions: { p1: { deny: "Too much." } } });
    expect(tools.log).toEqual([]);
    expect(responsesOf(sentContents(fake, 1))[0]?.response).toEqual({
      error: { code: "DENIED", message: "Too much." },
    });
  });

  it("may be answered by the caller instead", async () => {
    const { agent, fake, tools, state } = await pausedAt([pay, "ok"]);
    await agent.resume(state, { decisions: { p1: { output: { paid: 0 } } } });
    expect(tools.log).toEqual([]);
    expect(responsesOf(sentContents(fake, 1))[0]?.response).toEqual({ result: { paid: 0 } });
  });

  it("keeps waiting without a decision about it", async () => {
    const { agent, fake, tools, state } = await pausedAt([
      [pay, call("pay", { amount: 6 }, { id: "p2" })],
      "done",
    ]);
    const again = await agent.resume(state, { decisions: { p2: "approve" } });
    if (again.status !== "paused") throw new Error(again.status);
    expect(again.pending.map(({ callId }) => callId)).toEqual(["p1"]);
    expect(tools.log).toEqual(["pay 6"]);
    expect(fake.requests.length).toBe(1);
    expect((await agent.resume(again.state, { decisions: { p1: "approve" } })).status).toBe("done");
    expect(tools.log).toEqual(["pay 6", "pay 5"]);
    fake.assertDone();
  });

  it("is not presented for approval if its arguments are invalid", async () => {
    const { agent } = await agentOnFake([call("pay", { amount: "five" }), "ok"], { tools: bank() });
    const result = await agent.run("go");
    expect(result.turns[0]?.calls[0]?.code).toBe("INVALID_ARGUMENTS");
  });

  it("is decided by the policy of the agent if there is one", async () => {
    const tools = bank();
    const { agent } = await agentOnFake([[pay, call("pay", { amount: 500 }), balance], "ok"], {
      tools,
      approve: ({ tool, args, context }) => {
        expect(context).toEqual({ user: 1 });
        return tool === "pay" && (args as { amount: number }).amount > 100
          ? { deny: "Over the limit." }
          : "run";
      },
    });
    const result = await agent.run("go", { context: { user: 1 } });
    expect(tools.log.sort()).toEqual(["balance", "pay 5"]);
    expect(result.turns[0]?.calls.map(({ code }) => code)).toEqual([undefined, "DENIED", undefined]);
  });

  it("is denied when the policy throws", async () => {
    const tools = bank();
    const { agent, fake } = await agentOnFake([balance, "ok"], {
      tools,
      approve: () => Promise.reject(new Error("hunter2")),
    });
    const result = await agent.run("go");
    expect(result.turns[0]?.calls[0]?.code).toBe("DENIED");
    expect(tools.log).toEqual([]);
    expect(JSON.stringify(fake.requests[1]?.body)).not.toContain("hunter2");
  });

  it("answers its calls when the run is aborted while it pauses elsewhere", async () => {
    const controller = new AbortController();
    const tools = handMade([
      { name: "pay", policy: { approval: true }, run: () => 1 },
      { name: "slow", run: () => (controller.abort("enough"), new Promise(() => {})) },
    ]);
    const { agent } = await agentOnFake([[call("pay"), call("slow")]], { tools });
    const result = await agent.run("go", { signal: controller.signal });
    expect(result.status).toBe("aborted");
    assertReplayable(result.contents);
  });
});

describe("a long-running tool", () => {
  it("is started, pauses the run, and its output comes later", async () => {
    const { agent, fake, tools, paused, state } = await pausedAt([call("report", {}, { id: "r1" }), "Here."]);
    expect(paused.pending).toEqual([
      {
        ...{ callId: "r1", tool: "report", args: {}, reason: "long_running", ticket: { job: 7 } },
        key: `${paused.runId}/0/0/long_running`,
        check: expect.any(String),
      },
    ]);
    const result = await agent.resume(state, { decisions: { r1: { output: { pages: 3 } } } });
    expect(result.text).toBe("Here.");
    expect(tools.log).toEqual(["report"]);
    expect(responsesOf(sentContents(fake, 1))[0]?.response).toEqual({ result: { pages: 3 } });
  });

  it("is never started twice", async () => {
    const { agent, tools, state } = await pausedAt([call("report", {}, { id: "r1" })]);
    expect(await agent.resume(state, { decisions: { r1: "approve" } })).toMatchObject({
      status: "error",
      error: { kind: "state" },
    });
    expect(tools.log).toEqual(["report"]);
  });

  it("has its output checked like any result", async () => {
    const tools = handMade([
      {
        name: "report",
        policy: { longRunning: true },
        checkResult: () => {
          throw new Error("broken check");
        },
        run: () => 1,
      },
    ]);
    const { agent, state } = await pausedAt([call("report", {}, { id: "r1" }), "ok"], {
      tools: { ...tools, log: [] } as Bank,
    });
    const result = await agent.resume(state, { decisions: { r1: { output: { pages: 3 } } } });
    expect(result.turns[0]?.calls[0]).toMatchObject({ code: "TOOL_FAILED" });
  });

  it("may be abandoned", async () => {
    const { agent, state } = await pausedAt([call("report", {}, { id: "r1" }), "ok"]);
    const result = await agent.resume(state, { decisions: { r1: { deny: "The job died." } } });
    expect(result.turns[0]?.calls[0]).toMatchObject({ code: "DENIED" });
  });
});

describe("resume", () => {
  const decisions: Record<string, Decision> = { p1: "approve" };

  it.each([
    ["another version", (state: State) => ({ ...state, v: 1 })],
    ["nothing", () => null],
    ["a text", () => "state"],
    ["other tools", (state: State) => ({ ...state, toolset: { ...state.toolset, hash: "changed" } })],
    [
      "a missing history",
      (state: State) => ({ ...state, progress: { ...state.progress, contents: undefined } }),
    ],
    [
      "a history without open calls",
      (state: State) => ({
        ...state,
        progress: { ...state.progress, contents: state.progress.contents.slice(0, 1) },
      }),
    ],
    [
      "a hostile history",
      (state: State) => ({ ...state, progress: { ...state.progress, contents: [{ parts: { length: 1 } }] } }),
    ],
    ["answers that do not match", (state: State) => ({ ...state, answers: [] })],
    ["answers that are none", (state: State) => ({ ...state, answers: ["x"] })],
    ["no pending list", (state: State) => ({ ...state, pending: undefined })],
  ])("refuses a state with %s", async (_what, change) => {
    const { agent, tools, state } = await pausedAt([pay]);
    const result = await agent.resume(change(state) as State, { decisions });
    expect(result).toMatchObject({ status: "error", error: { kind: "state" }, contents: [] });
    expect(tools.log).toEqual([]);
  });

  it("refuses a decision about a call that does not wait, so nothing is answered twice", async () => {
    const { agent, tools, state } = await pausedAt([[balance, pay]]);
    for (const callId of ["b1", "nope", "constructor", "__proto__"]) {
      const forged = JSON.parse(`{"${callId}":"approve"}`) as Record<string, Decision>;
      expect(await agent.resume(state, { decisions: forged })).toMatchObject({
        status: "error",
        error: { kind: "state" },
      });
    }
    expect(tools.log).toEqual(["balance"]);
  });

  it("applies the policy again", async () => {
    const { agent, tools, state } = await pausedAt([pay, "ok"], {
      approve: ({ context }) =>
        (context as { frozen?: boolean } | undefined)?.frozen ? { deny: "Frozen." } : "ask",
    });
    const result = await agent.resume(state, { decisions, context: { frozen: true } });
    expect(result.turns[0]?.calls[0]?.code).toBe("DENIED");
    expect(tools.log).toEqual([]);
  });

  it("respects the tools that are active now", async () => {
    const { agent, tools, state } = await pausedAt([pay, "ok"]);
    const result = await agent.resume(state, { decisions, activeTools: ["balance"] });
    expect(result.turns[0]?.calls[0]?.code).toBe("UNKNOWN_TOOL");
    expect(tools.log).toEqual([]);
  });

  it("does not run a call that was refused before the pause", async () => {
    const tools = bank();
    const { agent, state } = await pausedAt([[balance, pay, call("balance", {}, { id: "b2" })], "ok"], {
      tools,
      maxToolCalls: 2,
      wrapUp: true,
    });
    const result = await agent.resume(state, { decisions });
    expect(result.turns[0]?.calls.map(({ code }) => code)).toEqual([undefined, undefined, "CANCELLED"]);
    expect(tools.log).toEqual(["balance", "pay 5"]);
  });

  it("names calls without ids, and distinguishes equal ids", async () => {
    const tools = bank();
    const twice = await agentOnFake([[pay, pay], "ok"], { tools }, { fake: { rules: {} } });
    const paused = await twice.agent.run("go");
    if (paused.status !== "paused") throw new Error(paused.status);
    expect(paused.pending.map(({ callId }) => callId)).toEqual(["p1", "call_0_1"]);
    const result = await twice.agent.resume(paused.state, {
      decisions: { p1: "approve", call_0_1: { deny: "once is enough" } },
    });
    expect(result.turns[0]?.calls.map(({ code }) => code)).toEqual([undefined, "DENIED"]);
    expect(tools.log).toEqual(["pay 5"]);
  });
});

describe("a limit on the tools of a run", () => {
  const balanceThenReport = [pay, balance, call("report"), "done"] as const;
  const approve = { decisions: { p1: "approve" as const } };

  const allowedFunctionNames = ["balance", "pay"];

  it.each<[string, RunOptions, sent: unknown]>([
    [
      "allowedFunctionNames",
      { toolConfig: { functionCallingConfig: { allowedFunctionNames } } },
      { functionCallingConfig: { mode: "VALIDATED", allowedFunctionNames } },
    ],
    ["activeTools", { activeTools: allowedFunctionNames }, undefined],
  ])("given by %s stays in force when the run is resumed without it", async (_what, limit, sent) => {
    const tools = bank();
    const { agent, fake } = await agentOnFake([...balanceThenReport], { tools });
    const paused = await agent.run("go", limit);
    if (paused.status !== "paused") throw new Error(paused.status);
    await agent.resume(JSON.parse(JSON.stringify(paused.state)) as State, approve);
    expect(tools.log).toEqual(["pay 5", "balance"]);
    expect(fake.requests.map(({ body }) => body.toolConfig)).toEqual(Array(4).fill(sent));
  });

  it("cannot be widened by an edited state if the agent has its own limit", async () => {
    const { agent, tools, state } = await pausedAt([...balanceThenReport], {
      activeTools: ["pay", "balance"],
    });
    const active = ["pay", "balance", "report"];
    const wider = { ...state, progress: { ...state.progress, scope: { active, allowed: active } } };
    await agent.resume(wider, approve);
    expect(tools.log).toEqual(["pay 5", "balance"]);
  });

  it.each([5, "pay", { active: "pay", allowed: ["pay"] }, { active: [1], allowed: [] }, { active: ["pay"] }])(
    "that is damaged (%j) is a state error",
    async (scope) => {
      const { agent, tools, state } = await pausedAt([pay]);
      const damaged = { ...state, progress: { ...state.progress, scope } } as never;
      expect(await agent.resume(damaged, approve)).toMatchObject({
        status: "error",
        error: { kind: "state" },
      });
      expect(tools.log).toEqual([]);
    },
  );
});
