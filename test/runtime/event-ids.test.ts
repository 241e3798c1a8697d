import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import type { RunEvent } from "../../runtime/events.js";
import type { State } from "../../runtime/loop/state.js";
import { call, scriptedModel } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

function bank() {
  const tools = handMade([{ name: "pay", policy: { approval: true }, run: () => "paid" }]);
  const ids = ["p1", "p2", "p3"];
  const events: RunEvent[] = [];
  const agent = createAgent({
    tools,
    model: scriptedModel([ids.map((id) => call("pay", {}, { id })), "done"]),
    onEvent: (event) => events.push(event),
  });
  return { agent, events };
}

async function pausedState(running: ReturnType<ReturnType<typeof bank>["agent"]["run"]>): Promise<State> {
  const result = await running;
  if (result.status !== "paused") throw new Error(result.status);
  return JSON.parse(JSON.stringify(result.state)) as State;
}

describe("ids of events", () => {
  it("are not used again in resumed runs, so that a listener that drops duplicates misses no pause", async () => {
    const { agent, events } = bank();
    let state = await pausedState(agent.run("go", { runId: "r" }));
    for (const callId of ["p1", "p2"]) {
      state = await pausedState(agent.resume(state, { decisions: { [callId]: "approve" } }));
    }
    expect(await agent.resume(state, { decisions: { p3: "approve" } })).toMatchObject({ status: "done" });
    const ids = events.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(events.filter(({ type }) => type === "waiting").map(({ id }) => id)).toEqual([
      "r:0:-:waiting:0",
      "r+1:0:-:waiting:0",
      "r+2:0:-:waiting:0",
    ]);
    expect(new Set(events.map(({ runId }) => runId))).toEqual(new Set(["r"]));
  });

  it("are the same when the same state is resumed in the same way", async () => {
    const seen = [];
    for (let time = 0; time < 2; time++) {
      const { agent, events } = bank();
      const state = await pausedState(agent.run("go", { runId: "r" }));
      await agent.resume(state, { decisions: { p1: "approve" } });
      seen.push(events.map(({ id }) => id));
    }
    expect(seen[1]).toEqual(seen[0]);
  });

  it("are derived for a state of an older version, which does not contain them", async () => {
    const { agent, events } = bank();
    const { progress, ...state } = await pausedState(agent.run("go", { runId: "r" }));
    const { resumed: _resumed, ...old } = progress;
    const again = await agent.resume({ ...state, progress: old }, { decisions: { p1: "approve" } });
    expect(again.status).toBe("paused");
    const ids = events.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([-1, 0.5, "1", {}])("refuse a state that was resumed %j times", async (resumed) => {
    const { agent } = bank();
    const state = await pausedState(agent.run("go"));
    const forged = { ...state, progress: { ...state.progress, resumed: resumed as number } };
    expect(await agent.resume(forged, { decisions: { p1: "approve" } })).toMatchObject({
      status: "error",
      error: { kind: "state" },
    });
  });
});
