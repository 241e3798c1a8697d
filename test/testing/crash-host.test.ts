import { describe, expect, it } from "vitest";
import type { Host, ToolEffect } from "@toolpress/runtime";
import { crashHost } from "toolpress/testing";

/** An external state that counts its changes. */
function countingWorld(done: string[]): Host {
  return {
    model: async (step) => {
      done.push(step.name);
      return { ok: true, response: { responseId: step.name }, ms: Math.random() };
    },
    tools: async (batch) =>
      batch.map((step) => {
        done.push(step.name);
        return {
          response: { name: step.tool, response: { result: step.index } },
          started: true,
          ms: Math.random(),
        };
      }),
  };
}

const step = (index: number): ToolEffect => ({
  name: `tool:0:${index}:f`,
  turn: 0,
  index,
  tool: "f",
  callId: `c${index}`,
  args: {},
  idempotencyKey: `run/0/${index}`,
});

const ask = (host: Host, turn: number, contents: unknown[] = []) =>
  host.model({ name: `model:${turn}`, turn, attempt: 0, request: { contents: contents as never } });

async function faithful(host: Host): Promise<unknown> {
  const first = await ask(host, 0);
  const answers = await host.tools([step(0), step(1), step(2)]);
  const last = await ask(host, 1, [...answers]);
  return { first, answers, last };
}

describe("crashHost", () => {
  it("crashes after each effect, continues from the journal, and does nothing twice", async () => {
    const worlds: string[][] = [];
    const report = await crashHost(() => countingWorld((worlds[worlds.length] = [])), faithful);
    expect(report.crashes).toBe(6);
    expect(report.journal.map((entry) => entry.name)).toEqual([
      "model:0",
      "tool:0:0:f",
      "tool:0:1:f",
      "tool:0:2:f",
      "model:1",
    ]);
    expect(worlds).toHaveLength(7);
    for (const done of worlds) expect(done).toEqual(report.journal.map((entry) => entry.name));
  });

  it("detects a run that has another effect on replay", async () => {
    let run = 0;
    const forgetful = async (host: Host) => ask(host, 0, [run++]);
    await expect(crashHost(() => countingWorld([]), forgetful)).rejects.toThrow(
      /"model:0" was asked for with another input|journal .* differs/,
    );
  });

  it("detects a run with another end on replay", async () => {
    let run = 0;
    const moody = async (host: Host) => [await ask(host, 0), run++];
    await expect(crashHost(() => countingWorld([]), moody)).rejects.toThrow(
      "the result after a crash with 0 of 1 effects journalled differs",
    );
  });

  it("detects names that are not unique", async () => {
    const careless = async (host: Host) => [await ask(host, 0), await ask(host, 0)];
    await expect(crashHost(() => countingWorld([]), careless)).rejects.toThrow(
      'the effect "model:0" was requested twice',
    );
  });

  it("journals plain JSON only, waits and clock included", async () => {
    const world = (): Host => ({
      ...countingWorld([]),
      wait: async () => "approve",
      now: async () => 5,
    });
    const waiting = async (host: Host) => [
      await host.now?.(),
      await host.wait?.({ key: "k", callId: "c", tool: "f", args: {}, reason: "approval", check: "" }),
      await host.now?.(),
    ];
    const report = await crashHost(world, waiting);
    expect(report.result).toEqual([5, "approve", 5]);
    expect(report.journal.map((entry) => entry.name)).toEqual(["now:0", "wait:k", "now:1"]);
  });
});
