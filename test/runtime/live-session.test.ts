import type { GoogleGenAI } from "@google/genai";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  isNonBlocking,
  liveDeclarations,
  liveSession,
  type LiveClientLike,
  type LiveSessionOptions,
} from "../../runtime/adapters/live-session.js";
import type { RunEvent } from "../../runtime/events.js";
import { fakeLive } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

const model = "gemini-3.8-live";

/** Tools that end when the test lets them. */
function world() {
  const gates = new Map<string, () => void>();
  const aborted: string[] = [];
  const order: string[] = [];
  const wait = (name: string, signal: AbortSignal): Promise<string> => {
    order.push(`${name} starts`);
    return new Promise((resolve) => {
      gates.set(name, () => {
        order.push(`${name} ends`);
        resolve(`${name} done`);
      });
      signal.addEventListener("abort", () => {
        aborted.push(name);
        resolve("late");
      });
    });
  };
  const tool = (name: string, policy = {}) => ({
    name,
    policy,
    run: (_args: unknown, call: { signal: AbortSignal; progress(value: unknown): void }) => {
      if (name === "watch") call.progress("half");
      return wait(name, call.signal);
    },
  });
  const tools = handMade([
    tool("book"),
    tool("cook"),
    tool("watch", { nonBlocking: true }),
    tool("walk", { serial: true, nonBlocking: true }),
    { name: "fails", run: () => Promise.reject(new Error("x")) },
  ]);
  const release = async (...names: string[]): Promise<void> => {
    for (const name of names) {
      await expect.poll(() => gates.has(name)).toBe(true);
      gates.get(name)!();
      gates.delete(name);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { tools, release, aborted, order };
}

async function open(options: Partial<LiveSessionOptions> = {}) {
  const live = fakeLive();
  const events: RunEvent[] = [];
  const parts = world();
  const session = await liveSession(live.client, parts.tools, {
    model,
    onEvent: (event) => void events.push(event),
    ...options,
  });
  const ends = () =>
    events.flatMap((event) => (event.type === "tool_end" ? [[event.callId, event.code]] : []));
  return { live, session, events, ends, ...parts };
}

describe("the declarations of a Live session", () => {
  it("have a behavior that the model accepts", () => {
    const { tools } = world();
    const behaviors = (name: string) =>
      liveDeclarations(tools, name).map(({ behavior }) => behavior as string);
    expect(behaviors(model)).toEqual(["BLOCKING", "BLOCKING", "NON_BLOCKING", "NON_BLOCKING", "BLOCKING"]);
    expect(new Set(behaviors("gemini-3.8-live-extended-thinking"))).toEqual(new Set(["NON_BLOCKING"]));
    expect(new Set(behaviors("gemini-3.1-flash-live-preview"))).toEqual(new Set(["BLOCKING"]));
    expect(isNonBlocking("gemini-2.5-flash-live", {})).toBe(false);
  });

  it.each([model, "gemini-3.8-live-extended-thinking", "gemini-3.1-flash-live-preview"])(
    "are accepted in the setup of %s, without a tool config",
    async (name) => {
      const { live } = await open({ model: name });
      expect(live.refusals).toEqual([]);
      expect(live.setups[0]?.config).toMatchObject({ sessionResumption: {} });
    },
  );

  it("are refused by the fake without a behavior", async () => {
    const live = fakeLive();
    const config = { tools: [{ functionDeclarations: [{ name: "a", description: "A." }] }], toolConfig: {} };
    await live.client.live.connect({ model, config, callbacks: { onmessage: () => undefined } } as never);
    expect(live.refusals).toHaveLength(2);
    expect(() => live.assertDone()).toThrow(/tool_config/);
  });
});

describe("the calls of a Live session", () => {
  it("run at once; blocking ones are answered together, others when they are ready", async () => {
    const { live, release, ends } = await open({ scheduling: { watch: "SILENT" } });
    live.call({ id: "1", name: "book" }, { id: "2", name: "cook" }, { id: "3", name: "watch" });
    await release("watch", "cook", "book");
    expect(live.answers).toEqual([
      [{ id: "3", name: "watch", response: { result: "half" }, willContinue: true }],
      [{ id: "3", name: "watch", response: { result: "watch done" }, scheduling: "SILENT" }],
      [
        { id: "1", name: "book", response: { result: "book done" } },
        { id: "2", name: "cook", response: { result: "cook done" } },
      ],
    ]);
    expect(ends().map(([id]) => id)).toEqual(["3", "2", "1"]);
    live.assertDone();
  });

  it("have their scheduling inside of the response on demand, and none with extended thinking", async () => {
    const inside = await open({ scheduling: "INTERRUPT", schedulingPlace: "inside" });
    inside.live.call({ id: "1", name: "watch" });
    await inside.release("watch");
    expect(inside.live.answers.at(-1)?.[0]?.response).toEqual({
      result: "watch done",
      scheduling: "INTERRUPT",
    });
    const thinking = await open({ scheduling: "INTERRUPT", model: "gemini-3.8-live-extended-thinking" });
    thinking.live.call({ id: "1", name: "book" });
    await thinking.release("book");
    expect(thinking.live.answers.at(-1)?.[0]).not.toHaveProperty("scheduling");
  });

  it("are aborted when the service cancels them, and their late answers are dropped", async () => {
    const { live, aborted, ends, release } = await open();
    live.call({ id: "1", name: "book" }, { id: "2", name: "cook" });
    await expect.poll(() => live.answers.length + aborted.length).toBe(0);
    await release("cook");
    live.cancel("1", "unknown");
    await expect.poll(ends).toHaveLength(2);
    expect(aborted).toEqual(["book"]);
    expect(ends()).toEqual([
      ["2", undefined],
      ["1", "CANCELLED"],
    ]);
    await expect
      .poll(() => live.answers)
      .toEqual([[{ id: "2", name: "cook", response: { result: "cook done" } }]]);
    live.assertDone();
  });

  it("are not answered if the service cancels them while the others of their message still run", async () => {
    const { live, release } = await open();
    live.call({ id: "1", name: "book" }, { id: "2", name: "cook" });
    await release("book");
    live.cancel("1");
    await release("cook");
    expect(live.answers).toEqual([[{ id: "2", name: "cook", response: { result: "cook done" } }]]);
    live.assertDone();
  });

  it("are answered if they are unknown, invalid or fail", async () => {
    const { live, ends } = await open();
    live.call(
      { id: "1", name: "bok" },
      { id: "2", name: "book", args: { a: 1 } },
      { id: "3", name: "fails" },
    );
    await expect.poll(ends).toHaveLength(3);
    expect(new Map(ends() as [string, string][])).toEqual(
      new Map([
        ["1", "UNKNOWN_TOOL"],
        ["2", "INVALID_ARGUMENTS"],
        ["3", "TOOL_FAILED"],
      ]),
    );
    await expect.poll(() => live.answers).toHaveLength(1);
    live.assertDone();
  });

  it("of serial tools run one after the other, across messages", async () => {
    const { live, release, order } = await open();
    live.call({ id: "1", name: "walk" });
    live.call({ id: "2", name: "walk" });
    await release("walk", "walk");
    expect(order).toEqual(["walk starts", "walk ends", "walk starts", "walk ends"]);
    live.assertDone();
  });
});

describe("the connection of a Live session", () => {
  it("is opened again with the last handle after goAway, when no tool runs", async () => {
    const { live, release } = await open();
    live.resumable("one");
    live.resumable("two");
    live.resumable("never", false);
    live.call({ id: "1", name: "book" });
    live.goAway();
    expect(live.setups).toHaveLength(1);
    await release("book");
    await expect.poll(() => live.setups).toHaveLength(2);
    expect(live.setups[1]?.config.sessionResumption).toEqual({ handle: "two" });
    expect(live.setups[1]?.config.tools).toEqual(live.setups[0]?.config.tools);
    live.assertDone();
  });

  it("is opened again after it broke; running calls are answered there", async () => {
    const { live, release, session } = await open();
    live.resumable("one");
    live.call({ id: "1", name: "book" });
    live.refuseConnections(2);
    live.drop();
    await expect.poll(() => live.setups).toHaveLength(2);
    await release("book");
    expect(live.answers).toHaveLength(1);
    expect(session.handle).toBe("one");
    live.assertDone();
  });

  it("is over without a handle, after too many failures, or when it is closed", async () => {
    const without = await open();
    without.live.call({ id: "1", name: "book" });
    await expect.poll(() => without.order).toHaveLength(1);
    without.live.drop();
    await without.session.closed;
    expect(without.aborted).toEqual(["book"]);
    const failing = await open({ reconnects: 2 });
    failing.live.resumable("one");
    failing.live.refuseConnections(9);
    failing.live.drop();
    await failing.session.closed;
    const own = await open();
    own.session.close();
    await own.session.closed;
    own.live.drop();
    expect(own.live.setups).toHaveLength(1);
  });

  it("needs a model, and takes the official client", async () => {
    await expect(liveSession(fakeLive().client, handMade([]))).rejects.toThrow("needs `model`");
    expectTypeOf<GoogleGenAI>().toExtend<LiveClientLike>();
  });
});
