import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { dispatch } from "../../runtime/call/dispatch.js";
import type { RunEvent } from "../../runtime/events.js";
import type { Host } from "../../runtime/host.js";
import { otel } from "../../runtime/adapters/otel.js";
import { call, scriptedModel } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

// After a run, no timers, listeners or sockets may remain in the process.

/**
 * Returns the number of signals that depend on a signal. Node keeps a reference to each of them for as long
 * as the signal exists.
 */
function dependants(signal: AbortSignal): number {
  const kept = signal as unknown as Record<symbol, Set<unknown> | undefined>;
  const key = Object.getOwnPropertySymbols(signal).find((symbol) => /depend[ae]nt/i.test(String(symbol)));
  return (key && kept[key]?.size) ?? 0;
}

const tools = handMade([{ name: "tool", run: () => sleep(10, "done") }]);
const model = (): ReturnType<typeof scriptedModel> => scriptedModel([call("tool"), "done"]);

describe("a signal that outlives its runs", () => {
  it("keeps no reference to them", async () => {
    const { signal } = new AbortController();
    for (let run = 0; run < 5; run++) {
      await createAgent({ tools, model: model() }).run("go", { signal });
      await createAgent({ tools, model: model() }).stream("go", { signal }).result;
    }
    expect([dependants(signal), getEventListeners(signal, "abort").length]).toEqual([0, 0]);
  });

  it("still ends them, also a stream that is not read to its end", async () => {
    const endless = handMade([{ name: "tool", run: () => new Promise(() => {}) }]);
    const controller = new AbortController();
    const { signal } = controller;
    const start = () => createAgent({ tools: endless, model: model() });
    const left = start().stream("go", { signal });
    for await (const event of left) if (event.type === "tool_start") break;
    expect(await left.result).toMatchObject({
      status: "aborted",
      reason: "the stream was closed",
    });
    const runs = [start().run("go", { signal }), start().stream("go", { signal }).result];
    setTimeout(() => controller.abort("enough"), 20);
    for (const run of runs) expect(await run).toMatchObject({ status: "aborted", reason: "enough" });
    expect(await start().run("go", { signal })).toMatchObject({ status: "aborted", reason: "enough" });
  });
});

describe("warnings", () => {
  const warnings: string[] = [];
  const hear = ({ message }: Error): void => void warnings.push(message);
  beforeEach(() => void process.on("warning", hear));
  afterEach(() => void process.off("warning", hear));
  const many = Array.from({ length: 32 }, () => call("tool"));

  it("are not emitted for many parallel tools, runs and calls", async () => {
    const { signal } = new AbortController();
    const run = () =>
      createAgent({ tools, model: scriptedModel([many, "done"]), concurrency: 64, deadlineMs: 10_000 }).run(
        "go",
        { signal },
      );
    await Promise.all(many.map(run));
    await Promise.all(many.map(() => dispatch(tools, { name: "tool" }, { signal })));
    await sleep(10);
    expect(warnings).toEqual([]);
  });
});

describe("a host that fails", () => {
  it("to create an effect leaves no timer behind", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    const { signal } = new AbortController();
    const agent = createAgent({
      tools,
      model: model(),
      deadlineMs: 60_000,
      host: () => {
        throw new Error("no host");
      },
    });
    await expect(agent.run("go", { signal })).rejects.toThrow("no host");
    expect([timers(), getEventListeners(signal, "abort").length]).toEqual([before, 0]);
  });

  it.each<[string, Partial<Host>]>([
    ["the model is asked", { model: () => Promise.reject(new Error("engine")) }],
    ["tools run", { tools: () => Promise.reject(new Error("engine")) }],
  ])("when %s ends the run for its listeners, including spans", async (_when, broken) => {
    const events: RunEvent[] = [];
    let open = 0;
    const span = { setAttributes: () => {}, setStatus: () => {}, end: () => open-- };
    const spans = otel({ startSpan: () => (open++, span) }, { model: "m" });
    const agent = createAgent({
      tools,
      model: model(),
      onEvent: (event) => (events.push(event), spans(event)),
      host: (effects) => ({
        model: effects.model,
        tools: (batch) => Promise.all(batch.map(effects.tool)),
        ...broken,
      }),
    });
    await expect(agent.run("go", { runId: "r" })).rejects.toThrow("engine");
    expect(events.at(-1)).toMatchObject({ type: "run_end", status: "error" });
    expect(open).toBe(0);
  });
});
