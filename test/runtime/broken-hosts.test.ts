import { describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { dispatch } from "../../runtime/call/dispatch.js";
import type { Host } from "../../runtime/host.js";
import { answerToolCall } from "../../runtime/call/live.js";
import { localHost } from "../../runtime/start/local-host.js";
import type { RunResult } from "../../runtime/run-result.js";
import { assertReplayable, call, scriptedModel } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

// Hosts, journals and clients may return arbitrary values.

const tools = handMade([
  { name: "tool", run: () => 1 },
  { name: "watch", policy: { nonBlocking: true }, run: (_args, { progress }) => (progress("half"), "whole") },
]);

async function runOn(broken: Partial<Record<keyof Host, unknown>>): Promise<RunResult> {
  const model = scriptedModel([[call("tool"), call("tool")], "done"]);
  const result = await createAgent({
    tools,
    model,
    host: (effects) => ({ ...localHost(effects), ...broken }) as Host,
  }).run("go", { runId: "r" });
  assertReplayable(result.contents);
  return result;
}

// An empty list is inside of another list, because `it.each` spreads lists as arguments.
const nothings = [null, undefined, {}, "done", 7, [[]]];

describe("a host without an outcome", () => {
  it.each([
    ...nothings,
    { ok: true },
    { ok: true, response: null },
    { ok: false },
    { ok: false, error: "no" },
  ])("of a request ends the run, with its results so far: %j", async (outcome) => {
    expect(await runOn({ model: () => Promise.resolve(outcome) })).toMatchObject({
      status: "error",
      error: { kind: "protocol", code: "NO_OUTCOME", message: 'the host returned no outcome of "model:0"' },
      contents: [{ role: "user" }],
    });
  });

  it.each([...nothings, { response: null }, { response: { name: "tool" } }, { response: { response: [] } }])(
    "of a call ends the run, with its answers so far: %j",
    async (outcome) => {
      const fine = { response: { name: "tool", response: { result: 1 } }, started: true, ms: 0 };
      const result = await runOn({ tools: () => Promise.resolve([fine, outcome]) });
      expect(result).toMatchObject({
        status: "error",
        error: {
          kind: "protocol",
          code: "NO_OUTCOME",
          message: 'the host returned no outcome of "tool:0:1:tool"',
        },
        // The loop does not know whether the tool ran. The record must not claim that the tool never started.
        turns: [{ calls: [{ response: { result: 1 } }, { code: "CANCELLED", started: true }] }],
      });
      expect(result.contents).toHaveLength(3);
    },
  );

  it.each(nothings)("of a complete turn ends the run: %j", async (outcomes) => {
    expect(await runOn({ tools: () => Promise.resolve(outcomes) })).toMatchObject({
      status: "error",
      error: { code: "NO_OUTCOME" },
    });
  });

  it("that requests the same approval again ends the run, instead of repeating it forever", async () => {
    let waits = 0;
    const result = await runOn({
      tools: (batch: readonly unknown[]) =>
        Promise.resolve(batch.map(() => ({ waiting: "approval", ms: 0 }))),
      wait: () => (waits++, Promise.resolve("approve")),
    });
    expect(result).toMatchObject({ status: "error", error: { code: "NO_OUTCOME" } });
    expect(waits).toBe(2);
  });
});

describe("a custom loop", () => {
  it.each([null, undefined, 7, "tool"])("gets an answer to an invalid call: %j", async (given) => {
    const error = { code: "UNKNOWN_TOOL", message: expect.stringContaining("tool") as string };
    expect(await dispatch(tools, given as never)).toEqual({ name: "", response: { error } });
    const { functionResponses } = await answerToolCall(tools, {
      functionCalls: [given as never, { id: "1", name: "tool" }],
    });
    expect(functionResponses).toEqual([
      { name: "", response: { error } },
      { id: "1", name: "tool", response: { result: 1 } },
    ]);
  });

  it.each([null, undefined, {}, { functionCalls: null }, { functionCalls: "all" }])(
    "gets no answers to a message without calls: %j",
    async (message) => {
      expect(await answerToolCall(tools, message as never)).toEqual({ functionResponses: [] });
    },
  );

  it.each([
    [
      "throws",
      () => {
        throw new Error("the log is full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the log is full"))],
  ])("may have listeners of which each %s, without an effect on the handler", async (_how, fail) => {
    const complete = { response: { result: "whole" } };
    const options = {
      onError: fail as () => void,
      onProgress: fail as () => void,
    };
    expect(await dispatch(tools, { name: "watch" }, options)).toMatchObject(complete);
    const { functionResponses } = await answerToolCall(
      tools,
      { functionCalls: [{ name: "watch" }] },
      { ...options, onPartial: fail as () => void },
    );
    expect(functionResponses).toMatchObject([complete]);
  });
});
