import { describe, expect, it } from "vitest";
import type { Decision } from "../../runtime/host.js";
import type { RunResult } from "../../runtime/run-result.js";
import type { State } from "../../runtime/loop/state.js";
import { call, type ScriptPart } from "../../testing/index.js";
import { agentOnFake } from "./agent-on-fake.js";
import { handMade } from "./hand-made-tools.js";

// The decisions about a waiting call, and the state of the run, come from outside of the program.

async function paused(
  calls: readonly ScriptPart[],
  options: { automatic?: boolean; approval?: boolean } = {},
) {
  const ran: unknown[] = [];
  const policy = { approval: options.approval ?? true };
  const tools = handMade([
    { name: "pay", args: { to: "string" }, policy, run: ({ to }) => (ran.push(to), "paid") },
  ]);
  const { agent, fake } = await agentOnFake([calls, "done"], { tools, automatic: options.automatic ?? true });
  const result = await agent.run("go");
  if (result.status !== "paused") throw new Error(`not paused but ${result.status}`);
  const state = JSON.parse(JSON.stringify(result.state)) as State;
  return { ran, agent, fake, state, pending: result.pending };
}

const one = [call("pay", { to: "Bob" })];

describe("a decision", () => {
  it.each(["deny", "Approve", 7, true, null, {}, { denied: "no" }, { deny: 5 }, []])(
    "with an invalid value runs nothing: %j",
    async (decision) => {
      for (const manual of [false, true]) {
        const { agent, state, pending, ran } = await paused(one, { automatic: !manual, approval: !manual });
        const decisions = { [pending[0]!.callId]: decision as Decision };
        const result: RunResult = await agent.resume(state, { decisions });
        expect(result).toMatchObject({
          status: "error",
          error: {
            kind: "state",
            message: expect.stringContaining(
              'expected "approve", { approve: { args } }, { deny } or { output }',
            ),
          },
        });
        expect(ran).toEqual([]);
      }
    },
  );

  it("about one call does not apply to another, even if the model repeats ids", async () => {
    const { agent, state, pending, ran } = await paused([
      call("pay", { to: "Bob" }, { id: "call_0_1" }),
      call("pay", { to: "Mallory" }, { id: false }),
    ]);
    expect(pending.map(({ callId }) => callId)).toEqual(["call_0_1", "call_0_1_"]);
    const result = await agent.resume(state, { decisions: { call_0_1: "approve" } });
    expect(result.status).toBe("paused");
    expect(ran).toEqual(["Bob"]);
  });

  it("is not needed for a turn whose calls were all refused, and no second request is sent for them", async () => {
    const tools = handMade([{ name: "pay", run: () => 1 }]);
    const { agent, fake } = await agentOnFake([call("nope"), "done"], { tools });
    const result = await agent.step("go");
    expect(result).toMatchObject({ status: "paused", pending: [] });
    expect(fake.requests).toHaveLength(1);
    if (result.status !== "paused") return;
    expect(await agent.resume(result.state, { decisions: {} })).toMatchObject({
      status: "done",
      text: "done",
    });
  });
});

describe("a modified state", () => {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- wrong on purpose
  const changes: Readonly<Record<string, (state: any) => void>> = {
    "a pending call that is null": (state) => (state.pending = [null]),
    "a step that is null": (state) => (state.progress.turns = [null]),
    "a content that is null": (state) => state.progress.contents.unshift(null),
    "a call whose name is a number": (state) => (state.progress.contents[1].parts[0].functionCall.name = 5),
    "an answer without a response": (state) => (state.answers = [{ response: { response: null } }]),
    "a turn before the first": (state) => (state.progress.turn = -1000),
    "half a turn": (state) => (state.progress.turn = 0.5),
    "calls below none": (state) => (state.progress.toolCalls = -1e9),
    "no id of the run": (state) => delete state.runId,
  };

  it.each(Object.entries(changes))("is refused: %s", async (_what, change) => {
    const { agent, state, pending, ran } = await paused(one);
    change(state);
    const result = await agent.resume(state, { decisions: { [pending[0]!.callId]: "approve" } });
    expect(result).toMatchObject({ status: "error", error: { kind: "state" } });
    expect(ran).toEqual([]);
  });
});
