import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { dispatch } from "../../runtime/call/dispatch.js";
import { answerToolCall } from "../../runtime/call/live.js";
import type { ToolPolicy, Toolset } from "../../runtime/tool.js";
import { call, scriptedModel, type ScriptEntry } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

// A serial tool never runs at the same time as another serial tool of its set, even if another agent calls
// that tool.

/** Creates two serial tools and counts how many of their handlers ran at the same time. */
function busy(
  ms: number,
  policy: ToolPolicy = {},
): { tools: Toolset; most: () => number; runs: () => number } {
  let running = 0;
  let most = 0;
  let runs = 0;
  const run = async (): Promise<void> => {
    runs++;
    most = Math.max(most, ++running);
    await sleep(ms);
    running--;
  };
  const tools = handMade(["a", "b"].map((name) => ({ name, policy: { serial: true, ...policy }, run })));
  return { tools, most: () => most, runs: () => runs };
}

const agent = (tools: Toolset, script: readonly ScriptEntry[]) =>
  createAgent({ tools, model: scriptedModel(script) });

describe("serial tools run alone", () => {
  it("in two runs at a time", async () => {
    const { tools, most, runs } = busy(20);
    const results = await Promise.all(
      [1, 2].map(() => agent(tools, [[call("a"), call("b")], "done"]).run("go")),
    );
    expect(results.map(({ status }) => status)).toEqual(["done", "done"]);
    expect([most(), runs()]).toEqual([1, 4]);
  });

  it("in two messages of a Live session, and in calls of another loop", async () => {
    const { tools, most, runs } = busy(20);
    const message = { functionCalls: [{ name: "a" }] };
    // Programs often copy a set to add a field to it.
    const answered = await Promise.all([
      answerToolCall(tools, message),
      answerToolCall({ ...tools }, message),
      dispatch(tools, { name: "b" }),
    ]);
    expect(JSON.stringify(answered)).not.toContain("error");
    expect([most(), runs()]).toEqual([1, 3]);
  });

  it("after a call that exceeded its timeout has really ended", async () => {
    const { tools, most } = busy(60, { timeoutMs: 40 });
    const result = await agent(tools, [[call("a"), call("b")], "done"]).run("go");
    expect(result.turns[0]?.calls).toMatchObject([
      { code: "TIMEOUT", started: true },
      { code: "TIMEOUT", started: true },
    ]);
    await sleep(80);
    expect(most()).toBe(1);
  });

  it("even if they wait for others longer than their timeout", async () => {
    const { tools, most } = busy(30, { timeoutMs: 60 });
    const names = Array.from({ length: 5 }, () => ({ name: "a" }));
    const answers = await Promise.all(names.map((one) => dispatch(tools, one)));
    expect(JSON.stringify(answers)).not.toContain("error");
    expect(most()).toBe(1);
  });
});

describe("a serial tool whose handler never ends", () => {
  const stuck = () => {
    const ran: string[] = [];
    const tools = handMade([
      {
        name: "stuck",
        policy: { serial: true, timeoutMs: 20 },
        run: () => (ran.push("stuck"), new Promise(() => {})),
      },
      { name: "next", policy: { serial: true, timeoutMs: 30 }, run: () => ran.push("next") },
      { name: "other", run: () => ran.push("other") },
    ]);
    return { tools, ran };
  };

  it("prevents the next one, which is reported to the model", async () => {
    const { tools, ran } = stuck();
    const result = await agent(tools, [[call("stuck"), call("next"), call("other")], "done"]).run("go");
    expect(result).toMatchObject({
      status: "done",
      turns: [
        {
          calls: [{ code: "TIMEOUT", started: true }, { code: "TIMEOUT", started: false }, { started: true }],
        },
        {},
      ],
    });
    // The queued handler does not start after its time is over either.
    await sleep(40);
    expect(ran.sort()).toEqual(["other", "stuck"]);
  });

  it("does not delay a run that is aborted", async () => {
    const { tools } = stuck();
    await dispatch(tools, { name: "stuck" });
    const waiting = dispatch(tools, { name: "next" }, { signal: AbortSignal.timeout(10) });
    expect(await waiting).toMatchObject({ response: { error: { code: "CANCELLED" } } });
  });
});

describe("waiting in the queue", () => {
  it("ends with the turn, and with the run", async () => {
    const { tools, runs } = busy(150);
    const long = dispatch(tools, { name: "a" });
    const start = () => agent(tools, [call("b"), "done"]);
    const [late, aborted] = await Promise.all([
      start().run("go", { turnTimeoutMs: 50 }),
      start().run("go", { signal: AbortSignal.timeout(50) }),
    ]);
    expect(late.turns[0]?.calls).toMatchObject([{ code: "TIMEOUT", started: false }]);
    expect(aborted).toMatchObject({
      status: "aborted",
      turns: [{ calls: [{ code: "CANCELLED", started: false }] }],
    });
    await long;
    expect(await dispatch(tools, { name: "b" })).not.toHaveProperty("response.error");
    expect(runs()).toBe(2);
  });

  it("ends finally with the turn: nothing starts in a later turn", async () => {
    const ran: string[] = [];
    const tools = handMade([
      { name: "long", policy: { serial: true }, run: () => sleep(150) },
      { name: "late", policy: { serial: true }, run: () => ran.push("late") },
      { name: "slow", run: () => sleep(90) },
    ]);
    const long = dispatch(tools, { name: "long" });
    const result = await agent(tools, [call("late"), call("slow"), "done"]).run("go", { turnTimeoutMs: 100 });
    await long;
    expect(result.turns[0]?.calls).toMatchObject([{ code: "TIMEOUT", started: false }]);
    expect(ran).toEqual([]);
  });

  it("does not begin before the decision of a person, which may take any time", async () => {
    const { tools } = busy(5);
    const undecided = dispatch(
      tools,
      { name: "a" },
      { approve: () => new Promise(() => {}), signal: AbortSignal.timeout(100) },
    );
    expect(await dispatch(tools, { name: "b" })).not.toHaveProperty("response.error");
    expect(await undecided).toMatchObject({ response: { error: { code: "CANCELLED" } } });
  });
});
