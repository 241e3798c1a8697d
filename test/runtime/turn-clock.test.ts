import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentOptions } from "../../runtime/start/agent.js";
import { localHost } from "../../runtime/start/local-host.js";
import type { RunResult } from "../../runtime/run-result.js";
import { call, scriptedModel, type ScriptEntry } from "../../testing/index.js";
import { handMade, type HandMade } from "./hand-made-tools.js";

// The timeout of a turn is short in these tests, and people take longer than that.

const TURN = 300;
const THOUGHT = 450;

async function turn(
  script: ScriptEntry,
  tools: readonly HandMade[],
  options: Partial<AgentOptions>,
): Promise<{ result: RunResult; codes: (string | undefined)[] }> {
  const result = await createAgent({
    tools: handMade(tools),
    model: scriptedModel([script, "done"]),
    turnTimeoutMs: TURN,
    ...options,
  }).run("go", { runId: "r" });
  return { result, codes: result.turns[0]?.calls.map(({ code }) => code) ?? [] };
}

const slowly = async (): Promise<"run"> => {
  await sleep(THOUGHT);
  return "run";
};

describe("the time of a turn", () => {
  it("is paused while the host waits for people: approved calls run", async () => {
    const { codes } = await turn(call("pay"), [{ name: "pay", policy: { approval: true }, run: () => 1 }], {
      host: (effects) => ({ ...localHost(effects), wait: () => sleep(THOUGHT, "approve" as const) }),
    });
    expect(codes).toEqual([undefined]);
  });

  it.each([
    ["side by side", {}],
    ["one after the other", { concurrency: 1 }],
  ])("is paused while `approve` runs: all allowed calls run (%s)", async (_how, options) => {
    for (const serial of [false, true]) {
      const pay: HandMade = { name: "pay", policy: { serial }, run: () => sleep(5) };
      const { codes } = await turn([call("pay"), call("pay"), call("pay")], [pay], {
        approve: slowly,
        ...options,
      });
      expect(codes).toEqual([undefined, undefined, undefined]);
    }
  });

  it("is not charged to queued calls behind one that waits for `approve", async () => {
    const { codes } = await turn(
      [call("pay"), call("look")],
      [
        { name: "pay", run: () => 1 },
        { name: "look", run: () => sleep(TURN / 2) },
      ],
      { concurrency: 1, approve: ({ tool }) => (tool === "pay" ? slowly() : "run") },
    );
    expect(codes).toEqual([undefined, undefined]);
  });

  it("continues after the decision: handlers do not get more of it", async () => {
    const { codes } = await turn(
      [call("slow"), call("quick")],
      [
        { name: "slow", run: () => sleep(5 * TURN) },
        { name: "quick", run: () => sleep(TURN / 2) },
      ],
      { concurrency: 1, approve: slowly },
    );
    expect(codes).toEqual(["TIMEOUT", "TIMEOUT"]);
  });

  it("starts anew for decided calls, and still has an end", async () => {
    const { codes } = await turn(
      call("slow"),
      [{ name: "slow", policy: { approval: true }, run: () => sleep(5 * TURN) }],
      { host: (effects) => ({ ...localHost(effects), wait: () => Promise.resolve("approve") }) },
    );
    expect(codes).toEqual(["TIMEOUT"]);
  });
});
