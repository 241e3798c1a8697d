import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { createEffects } from "../../runtime/start/effects.js";
import type { Decision, Host, PendingCall } from "../../runtime/host.js";
import { localHost } from "../../runtime/start/local-host.js";
import { runLoop } from "../../runtime/loop/loop.js";
import type { Toolset } from "../../runtime/tool.js";
import {
  assertReplayable,
  call,
  crashHost,
  scriptedModel,
  type ScriptEntry,
  type ScriptPart,
} from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

// A host may itself wait for the people who decide. Several people may decide, they may take long, and they
// may click twice.

type Wait = NonNullable<Host["wait"]>;

const contents = [{ role: "user", parts: [{ text: "go" }] }];
const never = (): Promise<never> => new Promise(() => {});

function bank(): { tools: Toolset; ran: string[] } {
  const ran: string[] = [];
  const tools = handMade([
    {
      name: "pay",
      args: { to: "string" },
      policy: { approval: true },
      run: ({ to }) => (ran.push(`pay ${String(to)}`), "paid"),
    },
    {
      name: "report",
      policy: { approval: true, longRunning: true },
      run: () => ({ job: ran.push("report") }),
    },
  ]);
  return { tools, ran };
}

const pay = (to: string, id: string): ScriptPart => call("pay", { to }, { id });
const report = call("report", {}, { id: "r1" });

/** Runs an agent whose host waits as configured. Returns the waits that the host received. */
function run(script: readonly ScriptEntry[], wait: Wait) {
  const { tools, ran } = bank();
  const waits: PendingCall[] = [];
  const agent = createAgent({
    tools,
    model: scriptedModel(script),
    host: (effects) => ({ ...localHost(effects), wait: (pending) => (waits.push(pending), wait(pending)) }),
  });
  return { agent, ran, waits };
}

describe("a host that waits", () => {
  it("starts a long-running tool once, even after several approvals", async () => {
    const { agent, ran } = run([report, "done"], () => Promise.resolve("approve"));
    const result = await agent.run("go", { runId: "r" });
    expect(ran).toEqual(["report"]);
    expect(result).toMatchObject({
      status: "done",
      turns: [{ calls: [{ code: "DENIED", started: true }] }, {}],
    });
    // The answer must not make the model believe that the tool never ran.
    expect(result.turns[0]?.calls[0]?.response).toEqual({
      error: { code: "DENIED", message: "The tool was started, but returned no output." },
    });
    assertReplayable(result.contents);
  });

  it("uses a separate key for each reason, turn and call, even if ids are repeated", async () => {
    const decide: Wait = ({ reason }) =>
      Promise.resolve(reason === "approval" ? "approve" : { output: "three pages" });
    const { agent, waits, ran } = run([[pay("Bob", "p1"), report], pay("Eve", "p1"), "done"], decide);
    const waiting: string[] = [];
    const result = await agent.run("go", {
      runId: "r",
      onEvent: (event) =>
        event.type === "waiting" && waiting.push(...event.pending.map(({ key = "none" }) => key)),
    });
    const keys = ["r/0/0/approval", "r/0/1/approval", "r/0/1/long_running", "r/1/0/approval"];
    expect(waits.map(({ key }) => key)).toEqual(keys);
    // The application finds the key in the event that reports the waiting call.
    expect(waiting).toEqual(keys);
    expect(ran).toEqual(["pay Bob", "report", "pay Eve"]);
    expect(result.turns[0]?.calls[1]?.response).toEqual({ result: "three pages" });
  });

  it("requests all approvals at once, and continues after the last decision", async () => {
    const decide = new Map<string, (decision: Decision) => void>();
    const { agent, ran } = run(
      [[pay("Bob", "p1"), pay("Eve", "p2")], "done"],
      ({ callId }) => new Promise((resolve) => decide.set(callId, resolve)),
    );
    const result = agent.run("go", { runId: "r" });
    await expect.poll(() => [...decide.keys()]).toEqual(["p1", "p2"]);
    decide.get("p2")?.({ deny: "Not her." });
    await sleep(5);
    expect(ran).toEqual([]);
    decide.get("p1")?.("approve");
    expect((await result).turns[0]?.calls).toMatchObject([{ started: true }, { code: "DENIED" }]);
    expect(ran).toEqual(["pay Bob"]);
  });

  it.each([
    ["aborted", { signal: () => AbortSignal.timeout(30), deadlineMs: 60_000 }],
    ["deadline", { signal: () => new AbortController().signal, deadlineMs: 30 }],
  ] as const)("does not delay a run that has ended: %s", async (status, { signal, deadlineMs }) => {
    const { agent, ran } = run([[pay("Bob", "p1"), pay("Eve", "p2")]], ({ callId }) =>
      callId === "p1" ? Promise.resolve("approve") : never(),
    );
    const result = await agent.run("go", { runId: "r", signal: signal(), deadlineMs });
    expect(result).toMatchObject({ status, turns: [{ calls: [{ code: "CANCELLED", started: false }, {}] }] });
    expect(ran).toEqual([]);
    assertReplayable(result.contents);
  });

  it("runs nothing that was approved after the deadline of its own clock", async () => {
    const { tools, ran } = bank();
    const effects = createEffects({ tools, model: scriptedModel([pay("Bob", "p1")]) });
    let time = 0;
    const host: Host = {
      ...localHost(effects),
      now: () => Promise.resolve(time),
      wait: () => ((time = 2000), Promise.resolve("approve")),
    };
    expect(await runLoop(host, { runId: "r", tools, contents, options: { deadlineMs: 1000 } })).toMatchObject(
      { status: "deadline" },
    );
    expect(ran).toEqual([]);
  });

  it("rejects completely when one wait does, without an unhandled rejection", async () => {
    const { agent } = run([[pay("Bob", "p1"), pay("Eve", "p2")]], ({ callId }) => {
      if (callId === "p1") throw new Error("engine");
      return Promise.reject(new Error("engine"));
    });
    await expect(agent.run("go", { runId: "r" })).rejects.toThrow("engine");
  });

  it("ends at the deadline of the engine's clock from every prefix of its journal", async () => {
    const { tools } = bank();
    const timeouts: unknown[] = [];
    const world = (): Host => {
      let time = 0;
      return {
        ...localHost(createEffects({ tools, model: scriptedModel([pay("Bob", "p1"), "done"]) })),
        now: () => Promise.resolve((time += 10)),
        wait: (_pending, timeoutMs) => Promise.resolve(void timeouts.push(timeoutMs)),
      };
    };
    const options = { deadlineMs: 1000 };
    const crashed = await crashHost(world, (host) => runLoop(host, { runId: "r", tools, contents, options }));
    expect(crashed.result).toMatchObject({ status: "deadline", turns: [{ calls: [{ code: "CANCELLED" }] }] });
    expect(timeouts[0]).toBe(960);
  });

  it("ends the same from every prefix of its journal", async () => {
    const logs: string[][] = [];
    const { tools: same } = bank();
    const world = (): Host => {
      const { tools, ran } = bank();
      logs.push(ran);
      const script = [[pay("Bob", "p1"), report, pay("Eve", "p2")], pay("Bob", "p1"), "done"];
      const decide: Wait = async ({ reason, callId }) => {
        // The decisions arrive in reverse order.
        await sleep(callId === "p1" ? 4 : 1);
        return reason === "long_running" ? { output: 3 } : "approve";
      };
      return { ...localHost(createEffects({ tools, model: scriptedModel(script) })), wait: decide };
    };
    const crashed = await crashHost(world, (host) => runLoop(host, { runId: "r", tools: same, contents }));
    expect(crashed.result.status).toBe("done");
    expect(crashed.journal.filter(({ name }) => name.startsWith("wait:")).map(({ name }) => name)).toEqual([
      "wait:r/0/0/approval",
      "wait:r/0/1/approval",
      "wait:r/0/2/approval",
      "wait:r/0/1/long_running",
      "wait:r/1/0/approval",
    ]);
    for (const ran of logs) expect(ran).toEqual(["pay Bob", "report", "pay Eve", "pay Bob"]);
  });
});
