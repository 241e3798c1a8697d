import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { cloudflareHost, eventTypeOf } from "../../runtime/hosts/cloudflare.js";
import { dbosHost } from "../../runtime/hosts/dbos.js";
import { restateHost } from "../../runtime/hosts/restate.js";
import { inActivities, temporalHost } from "../../runtime/hosts/temporal.js";
import type { Decision, Host } from "../../runtime/host.js";
import { runLoop } from "../../runtime/loop/loop.js";
import type { RunEvent } from "../../runtime/events.js";
import { createAgent } from "../../runtime/start/agent.js";
import { createEffects, type Effects } from "../../runtime/start/effects.js";
import { localHost } from "../../runtime/start/local-host.js";
import { call, scriptedModel, type ScriptEntry } from "../../testing/index.js";
import { createMeetings } from "../../generated/meetings/index.js";
import type { ManualClock } from "./engine-stand-ins.js";
import { cloudflare, dbos, restate, temporal } from "./engine-stand-ins.js";
import { handMade } from "./hand-made-tools.js";

const contents = [{ role: "user", parts: [{ text: "go" }] }];
const never = (): Promise<never> => new Promise(() => {});
const pay = (to: string, id: string) => call("pay", { to }, { id });

function bank() {
  const ran: string[] = [];
  const keys: string[] = [];
  const tools = handMade([
    { name: "fine", run: (_args, { idempotencyKey }) => (keys.push(idempotencyKey), "ok") },
    {
      name: "pay",
      args: { to: "string" },
      policy: { approval: true },
      run: ({ to }) => (ran.push(String(to)), "paid"),
    },
    { name: "endless", run: never },
  ]);
  return { tools, ran, keys };
}

/** An agent on a host, with the keys of its tools, the payments and the events. */
function agentOn(
  host: (effects: Effects) => Host,
  script: readonly ScriptEntry[] = [[call("fine"), pay("Bob", "p1")], "done"],
  deadlineMs?: number,
) {
  const { tools, ran, keys } = bank();
  const events: RunEvent[] = [];
  const agent = createAgent({
    tools,
    model: scriptedModel(script),
    host,
    onEvent: (event) => events.push(event),
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  return { agent, ran, keys, events };
}

describe("the id of a run", () => {
  it("is the one of the engine", async () => {
    const { ctx, combinators } = restate("inv_7");
    const { engine } = dbos("wf_7");
    const { workflow } = temporal("run_7");
    const { step } = cloudflare();
    const hosts: [string, (effects: Effects) => Host][] = [
      ["inv_7", (effects) => restateHost(ctx, combinators, effects)],
      ["wf_7", (effects) => dbosHost(engine, effects)],
      ["run_7", (effects) => temporalHost(workflow, effects)],
      ["instance_7", (effects) => cloudflareHost(step, "instance_7", effects)],
    ];
    for (const [id, host] of hosts) {
      const { agent, keys, events } = agentOn(host, [call("fine"), "done"]);
      const { runId } = await agent.run("go");
      expect([runId, ...keys]).toEqual([id, `${id}/0/0`]);
      expect(events.every(({ runId: found, id: event }) => found === id && event.startsWith(id))).toBe(true);
    }
  });

  it("can be chosen, for a second run of the same workflow", async () => {
    const { engine } = dbos("wf_1");
    const { agent } = agentOn((effects) => dbosHost(engine, effects), ["done"]);
    expect((await agent.run("go", { runId: "wf_1/second" })).runId).toBe("wf_1/second");
  });

  it("differs for each run of an invocation of Restate, and is the same in each attempt", async () => {
    const runIds = async () => {
      const { ctx, combinators } = restate("inv_1");
      const { agent } = agentOn((effects) => restateHost(ctx, combinators, effects), ["done", "done"]);
      return [(await agent.run("one")).runId, (await agent.run("two")).runId];
    };
    expect(await runIds()).toEqual(["inv_1", "inv_1:2"]);
    expect(await runIds()).toEqual(["inv_1", "inv_1:2"]);
  });

  it("is never random with a host: without an id the run rejects before its first effect", async () => {
    const { engine } = dbos("");
    for (const host of [
      localHost,
      (effects: Effects) => dbosHost({ ...engine, workflowID: undefined }, effects),
    ]) {
      const { agent, events } = agentOn(host);
      await expect(agent.run("go")).rejects.toThrow(
        new TypeError(
          "the run needs a `runId` that is the same in every replay, such as the engine's id of the workflow",
        ),
      );
      await expect(agent.stream("go").result).rejects.toThrow(TypeError);
      expect(events).toEqual([]);
    }
    const { tools } = bank();
    const host = localHost(createEffects({ tools, model: scriptedModel(["done"]) }));
    await expect(runLoop(host, { tools, contents })).rejects.toThrow(TypeError);
  });
});

describe("the steps of a run", () => {
  const names = ["model:0", "tool:0:0:fine", "tool:0:1:pay", "tool:0:1:pay:approve", "model:1"];
  const effectsOnly = (journal: readonly string[]) =>
    journal.filter((name) => !/^(waiting:|now$)/.test(name));

  it("of Restate have the names of the effects, and awakeables take decisions", async () => {
    const { ctx, combinators, decide, journal } = restate();
    const { agent } = agentOn((effects) =>
      restateHost(ctx, combinators, effects, (callId, id) => {
        expect([callId, id]).toEqual(["p1", "awakeable_1"]);
        setTimeout(() => decide[0]?.("approve"));
        return Promise.resolve();
      }),
    );
    expect(await agent.run("go")).toMatchObject({ status: "done" });
    expect(effectsOnly(journal)).toEqual(names);
  });

  it("of Restate announce all awakeables at once, and never await two promises at a time", async () => {
    const { ctx, combinators, decide, journal } = restate("r");
    const announced: string[] = [];
    const { agent, ran } = agentOn(
      (effects) =>
        restateHost(ctx, combinators, effects, (callId, awakeableId, { key, args }) => {
          announced.push(`${callId} ${awakeableId} ${key} ${String(args.to)}`);
          return Promise.resolve();
        }),
      [[pay("Bob", "p1"), pay("Eve", "p2")], "done"],
    );
    const result = agent.run("go");
    await expect
      .poll(() => announced)
      .toEqual(["p1 awakeable_1 r/0/0/approval Bob", "p2 awakeable_2 r/0/1/approval Eve"]);
    decide[1]?.("approve");
    decide[0]?.("approve");
    expect((await result).status).toBe("done");
    expect(ran).toEqual(["Bob", "Eve"]);
    expect(journal.filter((name) => name.startsWith("waiting:"))).toEqual([
      "waiting:r/0/0/approval",
      "waiting:r/0/1/approval",
    ]);
  });

  it("of DBOS have the names of the effects, and messages take decisions", async () => {
    const messages = new Map<string, Decision[]>([["decision:wf_1/0/1/approval", ["approve"]]]);
    const { engine, journal } = dbos("wf_1", messages);
    const waiting: string[] = [];
    const { agent } = agentOn((effects) =>
      dbosHost(engine, effects, {
        waitSeconds: 60,
        onWaiting: ({ key }) => Promise.resolve(void waiting.push(key)),
      }),
    );
    expect(await agent.run("go")).toMatchObject({ status: "done" });
    expect(effectsOnly(journal)).toEqual(names);
    expect(waiting).toEqual(["wf_1/0/1/approval"]);
    expect(journal).toContain("waiting:wf_1/0/1/approval");
  });

  it("of DBOS take each decision from its own topic: one about Bob does not apply to Mallory", async () => {
    // A second click on the button for Bob.
    const messages = new Map<string, Decision[]>([["decision:wf_1/0/0/approval", ["approve", "approve"]]]);
    const { engine, clock } = dbos("wf_1", messages);
    const { agent, ran } = agentOn(
      (effects) => dbosHost(engine, effects, { waitSeconds: 60 }),
      [pay("Bob", "p1"), pay("Mallory", "p1"), "done"],
    );
    const result = agent.run("go");
    await expect.poll(() => clock.waiting).toBe(1);
    clock.advance();
    expect((await result).turns[1]?.calls[0]?.response).toMatchObject({
      error: { message: "No decision was made in time." },
    });
    expect(ran).toEqual(["Bob"]);
  });

  it("of Temporal are activities, and a signal takes decisions", async () => {
    const { workflow, decide } = temporal();
    const { agent, ran, events } = agentOn((effects) =>
      temporalHost(workflow, effects, { waitMs: Infinity }),
    );
    const result = agent.run("go");
    await expect.poll(() => events.some(({ type }) => type === "waiting")).toBe(true);
    decide("run_1/0/9/approval", "approve");
    decide("run_1/0/1/approval", { deny: "Not him." });
    decide("run_1/0/1/approval", "approve");
    expect((await result).turns[0]?.calls[1]).toMatchObject({ code: "DENIED" });
    expect(ran).toEqual([]);
  });

  it("of Cloudflare have the names of the effects, and events take decisions", async () => {
    const type = eventTypeOf({ key: "instance_1/0/1/approval" });
    expect(type).toMatch(/^[a-zA-Z0-9_-]{1,100}$/);
    expect(type).not.toBe(eventTypeOf({ key: "instance_1/second/0/1/approval" }));
    const { step, journal, announced, options } = cloudflare(new Map([[type, "approve" as const]]));
    const { agent, ran } = agentOn((effects) => cloudflareHost(step, "instance_1", effects, options));
    expect(await agent.run("go")).toMatchObject({ status: "done" });
    expect(effectsOnly(journal)).toEqual(names);
    expect([announced, ran]).toEqual([[`p1 ${type}`], ["Bob"]]);
  });

  it("need no handlers in a workflow of Temporal, where a handler fails", async () => {
    const tools = createMeetings({ handlers: inActivities });
    const { tools: map } = tools;
    expect([...map.keys()]).toEqual(["schedule_meeting"]);
    expect(() => map.get("schedule_meeting")?.run({} as never, {} as never)).toThrow("run in activities");
  });
});

describe("the deadline of a run on an engine", () => {
  const script = [[pay("Bob", "p1"), pay("Eve", "p2")], "done"];

  /** Each engine with its clock, without a decision. */
  const engines: Readonly<Record<string, () => [ManualClock, (effects: Effects) => Host]>> = {
    Restate: () => {
      const { ctx, combinators, clock } = restate();
      return [clock, (effects) => restateHost(ctx, combinators, effects, () => Promise.resolve())];
    },
    DBOS: () => {
      const { engine, clock } = dbos();
      return [clock, (effects) => dbosHost(engine, effects, { waitSeconds: Infinity })];
    },
    Temporal: () => {
      const { workflow, clock } = temporal();
      const now = () => Promise.resolve(clock.time);
      return [clock, (effects) => ({ ...temporalHost(workflow, effects, { waitMs: Infinity }), now })];
    },
    Cloudflare: () => {
      const { step, clock, options } = cloudflare();
      return [clock, (effects) => cloudflareHost(step, "i", effects, options)];
    },
  };

  it.each(Object.entries(engines))("ends a wait by the clock of %s, without a timer", async (_, start) => {
    const [clock, host] = start();
    const { agent, ran, events } = agentOn(host, script, 3000);
    const timers = vi.spyOn(globalThis, "setTimeout");
    const result = agent.run("go");
    while (clock.waiting < 2) await new Promise((later) => setImmediate(later));
    const delays = timers.mock.calls.map(([, delay]) => delay);
    timers.mockRestore();
    expect(delays).not.toContain(3000);
    clock.advance();
    clock.advance();
    expect(clock.time).toBe(3000);
    expect(await result).toMatchObject({
      status: "deadline",
      turns: [{ calls: [{ code: "CANCELLED", started: false }, { code: "CANCELLED" }] }],
    });
    expect(ran).toEqual([]);
    expect(events.filter(({ type }) => type === "run_end")).toMatchObject([{ status: "deadline" }]);
  });

  const limited: Readonly<Record<string, () => [ManualClock, (effects: Effects) => Host]>> = {
    DBOS: () => {
      const { engine, clock } = dbos();
      return [clock, (effects) => dbosHost(engine, effects, { waitSeconds: 2 })];
    },
    Temporal: () => {
      const { workflow, clock } = temporal();
      const now = () => Promise.resolve(clock.time);
      return [clock, (effects) => ({ ...temporalHost(workflow, effects, { waitMs: 2000 }), now })];
    },
    Cloudflare: () => {
      const { step, clock, options } = cloudflare();
      return [clock, (effects) => cloudflareHost(step, "i", effects, { ...options, waitMs: 2000 })];
    },
  };

  it.each(Object.entries(limited))(
    "is not the limit of a wait of %s: the call is denied",
    async (_, start) => {
      const [clock, host] = start();
      const { agent } = agentOn(host, [pay("Bob", "p1"), "done"], 60_000);
      const result = agent.run("go");
      while (clock.waiting < 1) await new Promise((later) => setImmediate(later));
      clock.advance();
      expect(clock.time).toBe(2000);
      expect(await result).toMatchObject({
        status: "done",
        turns: [
          { calls: [{ code: "DENIED", response: { error: { message: "No decision was made in time." } } }] },
          {},
        ],
      });
    },
  );

  it("limits a tool and a request by the time that is left", async () => {
    const { engine, clock } = dbos();
    const effects: { timeoutMs?: number }[] = [];
    const host = (inner: Effects): Host => {
      const built = dbosHost(engine, inner);
      return {
        ...built,
        model: (effect) => (effects.push(effect), (clock.time += 900), built.model(effect)),
        tools: (batch) => (effects.push(...batch), (clock.time = 1001), built.tools(batch)),
      };
    };
    const { agent } = agentOn(host, [call("endless")], 1000);
    expect(await agent.run("go")).toMatchObject({
      status: "deadline",
      turns: [{ calls: [{ code: "TIMEOUT" }] }],
    });
    expect(effects.map(({ timeoutMs }) => timeoutMs)).toEqual([1005, 105]);
  });
});

describe("an attempt that the engine ends", () => {
  it("stops its tools, reports nothing more, and records no outcome", async () => {
    const { ctx, combinators, attempt } = restate();
    const outcomes: unknown[] = [];
    const recording = {
      ...ctx,
      run: <T>(name: string, action: () => Promise<T>) =>
        ctx.run(name, async () => {
          const outcome = await action().catch((error: unknown) => outcomes.push(error) && never());
          outcomes.push(name);
          return outcome as T;
        }),
    };
    const signals: AbortSignal[] = [];
    const tools = handMade([{ name: "slow", run: (_args, { signal }) => (signals.push(signal), never()) }]);
    const events: string[] = [];
    const agent = createAgent({
      tools,
      model: scriptedModel([call("slow"), "done"]),
      host: (effects) => restateHost(recording, combinators, effects),
      onEvent: ({ type }) => events.push(type),
      deadlineMs: 60_000,
    });
    let settled = false;
    void agent.run("go").finally(() => (settled = true));
    await expect.poll(() => signals.length).toBe(1);
    const before = [...events];
    attempt.abort();
    await sleep(20);
    expect(signals[0]?.aborted).toBe(true);
    expect(events).toEqual(before);
    // The engine continues the run elsewhere, so this execution has neither a result nor an outcome to record.
    expect(settled).toBe(false);
    expect(outcomes).toEqual(["model:0", expect.any(DOMException)]);
  });

  it("has no run_end if the engine rejects, because the engine repeats the run", async () => {
    const { engine } = dbos();
    const host = (effects: Effects): Host => ({
      ...dbosHost(engine, effects),
      model: () => Promise.reject(new Error("the database is gone")),
    });
    const { agent, events } = agentOn(host);
    await expect(agent.run("go")).rejects.toThrow("the database is gone");
    expect(events.map(({ type }) => type)).toEqual(["run_start", "turn_start", "model_start"]);
  });
});
