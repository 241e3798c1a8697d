import { describe, expect, it } from "vitest";
import { createKitchenSink } from "../../generated/kitchen-sink/index.js";
import type { AgentOptions } from "../../runtime/start/agent.js";
import { createAgent } from "../../runtime/start/agent.js";
import type { Decision, PendingCall } from "../../runtime/host.js";
import { localHost } from "../../runtime/start/local-host.js";
import type { State } from "../../runtime/loop/state.js";
import type { Toolset } from "../../runtime/tool.js";
import { createToolset } from "../../runtime/start/toolset.js";
import { call, responsesOf, scriptedModel, type ScriptEntry } from "../../testing/index.js";
import { agentOnFake, sentContents } from "./agent-on-fake.js";
import { handMade } from "./hand-made-tools.js";

// Exactly the arguments that a person approved must run. Changes by a hook or in the stored state must have
// no effect.

interface Bank extends Toolset {
  readonly ran: unknown[];
}

function bank(): Bank {
  const ran: unknown[] = [];
  const tools = handMade([
    {
      name: "pay",
      args: { to: "string", amount: "number", key: "string" },
      policy: { approval: true, bind: { key: { from: "value", value: "bank-secret" } } },
      run: (args) => (ran.push(args), "paid"),
    },
  ]);
  return { ...tools, hash: tools.hash, ran };
}

async function paused(script: readonly ScriptEntry[], options: Partial<AgentOptions> = {}) {
  const tools = bank();
  const on = await agentOnFake([...script, "done"], { ...options, tools });
  const result = await on.agent.run("go");
  if (result.status !== "paused") throw new Error(`not paused but ${result.status}`);
  // Returns the state as a database does: with another order of keys and with plain objects.
  const state = reordered(JSON.parse(JSON.stringify(result.state))) as State;
  return { ...on, tools, ran: tools.ran, state, pending: result.pending };
}

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reordered(item)]),
  );
}

const good = call("pay", { to: "bob", amount: 10 }, { id: "p1" });
const bad = call("pay", { to: "bob", amount: "ten" }, { id: "p1" });

/** A hook that returns another value each time. A hook that asks a model behaves in this way. */
function fickle(): NonNullable<AgentOptions["repair"]> {
  let hookCalls = 0;
  return () => ((hookCalls += 1) === 1 ? { to: "bob", amount: 10 } : { to: "mallory", amount: 9999 });
}

describe("arguments that a person approves", () => {
  it("cannot be replaced by a `repair` that returns others the second time", async () => {
    const { agent, state, pending, ran } = await paused([bad], { repair: fickle() });
    expect(pending[0]?.args).toEqual({ to: "bob", amount: 10 });
    const result = await agent.resume(state, { decisions: { p1: "approve" } });
    expect(result.status).toBe("done");
    expect(ran).toEqual([{ to: "bob", amount: 10, key: "bank-secret" }]);
  });

  it("cannot be replaced so if the host waits in place either", async () => {
    const tools = bank();
    const shown: unknown[] = [];
    const wait = ({ args }: PendingCall): Promise<Decision> => (shown.push(args), Promise.resolve("approve"));
    const agent = createAgent({
      tools,
      model: scriptedModel([bad, "done"]),
      repair: fickle(),
      host: (effects) => ({ ...localHost(effects), wait }),
    });
    expect((await agent.run("go", { runId: "r" })).status).toBe("done");
    expect(shown).toEqual([{ to: "bob", amount: 10 }]);
    expect(tools.ran).toEqual([{ to: "bob", amount: 10, key: "bank-secret" }]);
  });

  it("are not repaired after `automatic: false` either, because the caller saw those of the model", async () => {
    const { agent, state, pending, ran } = await paused([bad], { automatic: false, repair: fickle() });
    expect(pending[0]?.args).toEqual({ to: "bob", amount: "ten" });
    const result = await agent.resume(state, { decisions: { p1: "approve" }, automatic: true });
    expect(result.turns[0]?.calls[0]?.code).toBe("INVALID_ARGUMENTS");
    expect(ran).toEqual([]);
  });

  it("never show or store a bound secret", async () => {
    const { state, pending } = await paused([good]);
    expect(JSON.stringify([state, pending])).not.toContain("bank-secret");
  });

  it("are shown as the handler receives them: decoded, with defaults, without bound arguments", async () => {
    const ran: unknown[] = [];
    const place = (args: unknown): unknown => (ran.push(args), { order_id: "o1" });
    const tools = createKitchenSink({ handlers: new Proxy({} as never, { get: () => place }) });
    const order = {
      items: [{ sku: "ABC-1234", options: [{ key: "colour", value: "red" }] }],
      ship_to: { street: "1 Main St", city: "Boston", country: "US" },
      priority: "2",
      loyalty_number: "42",
    };
    const agent = createAgent({
      tools,
      approve: () => "ask",
      env: () => "web",
      model: scriptedModel([call("place_order", order, { id: "o1" }), "done"]),
    });
    const context = { session: { tenant: "acme" } };
    const result = await agent.run("go", { context });
    if (result.status !== "paused") throw new Error(JSON.stringify(result.turns));
    expect(result.pending[0]?.args).toEqual({
      items: [{ sku: "ABC-1234", quantity: 1, options: { colour: "red" } }],
      ship_to: { street: "1 Main St", city: "Boston", country: "US" },
      priority: 2,
      gift: false,
      loyalty_number: 42,
    });
    const state = reordered(JSON.parse(JSON.stringify(result.state))) as State;
    const after = await agent.resume(state, { decisions: { o1: "approve" }, context });
    expect(after.turns[0]?.calls[0]).toMatchObject({ started: true });
    expect(ran).toMatchObject([{ tenant: "acme", channel: "web", priority: 2 }]);
  });

  it("show an integer that a number cannot represent as text, and run with every digit", async () => {
    const ran: unknown[] = [];
    const made = handMade([{ name: "pay", policy: { approval: true }, run: (args) => ran.push(args) }]);
    const plain = made.tools.get("pay")!;
    const parse = (wire: unknown) => ({
      ok: true as const,
      value: { account: BigInt((wire as { account: string }).account) },
    });
    const tool = { ...plain, entry: { ...plain.entry, checks: () => ({ parse }) } };
    const model = scriptedModel([call("pay", { account: "9007199254740993" }, { id: "p1" }), "done"]);
    const agent = createAgent({ tools: createToolset({ name: "bank", tools: [tool] }), model });
    const result = await agent.run("go");
    if (result.status !== "paused") throw new Error(result.status);
    expect(result.pending[0]?.args).toEqual({ account: "9007199254740993" });
    await agent.resume(JSON.parse(JSON.stringify(result.state)) as State, { decisions: { p1: "approve" } });
    expect(ran).toEqual([{ account: 9007199254740993n }]);
  });

  it.each([
    [
      "the shown arguments of the pending call",
      (state: State) => ((state.pending[0]!.args as Record<string, unknown>)["amount"] = 9999),
    ],
    [
      "the model's call in the history",
      (state: State) =>
        (state.progress.contents.at(-1)!.parts![0]!.functionCall!.args = { to: "mallory", amount: 10 }),
    ],
    [
      "both of them",
      (state: State) => {
        state.progress.contents.at(-1)!.parts![0]!.functionCall!.args = { to: "mallory", amount: 10 };
        (state.pending[0] as { args: unknown }).args = { to: "mallory", amount: 10 };
      },
    ],
    [
      "the tool of the pending call",
      (state: State) => ((state.pending[0] as { tool: string }).tool = "balance"),
    ],
    ["the check", (state: State) => ((state.pending[0] as { check: string }).check = "00000000")],
    ["the check to none", (state: State) => delete (state.pending[0] as { check?: unknown }).check],
  ])("cannot be replaced in the stored state by a change of %s", async (_what, change) => {
    const { agent, state, ran } = await paused([good]);
    change(state);
    const result = await agent.resume(state, { decisions: { p1: "approve" } });
    expect(result).toMatchObject({ status: "error", error: { kind: "state" } });
    if (result.status === "error") expect(result.error.message).toContain('"p1"');
    expect(ran).toEqual([]);
  });

  it("cannot be replaced in the stored state by a change of the result of `repair", async () => {
    const { agent, state, ran } = await paused([bad], { repair: fickle() });
    (state.pending[0] as { repaired: unknown }).repaired = { to: "mallory", amount: 10 };
    const result = await agent.resume(state, { decisions: { p1: "approve" } });
    expect(result).toMatchObject({ status: "error", error: { kind: "state" } });
    expect(ran).toEqual([]);
  });

  it("are refused if their meaning in this program has changed", async () => {
    const { state } = await paused([good]);
    const changed = bank();
    const { entry } = changed.tools.get("pay")!;
    const other = {
      ...entry,
      checks: () => ({ parse: () => ({ ok: true as const, value: { to: "eve" } }) }),
    };
    const tools = { ...changed, tools: new Map([["pay", { ...changed.tools.get("pay")!, entry: other }]]) };
    const errors: unknown[] = [];
    const { agent } = await agentOnFake(["done"], {
      tools,
      onEvent: (event) => event.type === "tool_error" && errors.push(event.error),
    });
    const result = await agent.resume(state, { decisions: { p1: "approve" } });
    expect(result.turns[0]?.calls[0]).toMatchObject({ code: "DENIED" });
    expect(String(errors[0])).toContain("not those that were approved");
    expect(changed.ran).toEqual([]);
  });

  it("stay the same while other calls of the turn are decided first", async () => {
    const second = call("pay", { to: "eve", amount: 1 }, { id: "p2" });
    const { agent, state, ran } = await paused([[bad, second]], { repair: fickle() });
    const again = await agent.resume(state, { decisions: { p2: "approve" } });
    if (again.status !== "paused") throw new Error(again.status);
    expect(again.pending[0]?.args).toEqual({ to: "bob", amount: 10 });
    const twice = JSON.parse(JSON.stringify(again.state)) as State;
    expect((await agent.resume(twice, { decisions: { p1: "approve" } })).status).toBe("done");
    expect(ran).toMatchObject([{ to: "eve" }, { to: "bob", amount: 10 }]);
  });
});

describe("{ approve: { args } }", () => {
  it("runs with the arguments that a person changed, and reports them to the model", async () => {
    const { agent, fake, state, ran } = await paused([good]);
    const decision: Decision = { approve: { args: { to: "bob", amount: 5 } } };
    const result = await agent.resume(state, { decisions: { p1: decision } });
    expect(result.status).toBe("done");
    expect(ran).toEqual([{ to: "bob", amount: 5, key: "bank-secret" }]);
    expect(responsesOf(sentContents(fake, 1))[0]?.response).toEqual({
      result: "paid",
      approvedArgs: { to: "bob", amount: 5 },
    });
  });

  it.each([
    ["of the wrong type", { to: "bob", amount: "five" }],
    ["with a bound name", { to: "bob", amount: 5, key: "mine" }],
    ["that are incomplete", { to: "bob" }],
  ])("validates arguments again: those %s are neither run nor repaired", async (_what, args) => {
    const { agent, state, ran } = await paused([good], { repair: fickle() });
    const result = await agent.resume(state, { decisions: { p1: { approve: { args } } as Decision } });
    expect(result.turns[0]?.calls[0]).toMatchObject({ code: "INVALID_ARGUMENTS", started: false });
    expect(ran).toEqual([]);
  });

  it.each([
    { approve: null },
    { approve: {} },
    { approve: { args: null } },
    { approve: { args: [] } },
    { approve: true },
  ])("is refused as %j", async (decision) => {
    const { agent, state, ran } = await paused([good]);
    const result = await agent.resume(state, { decisions: { p1: decision as never } });
    expect(result).toMatchObject({ status: "error", error: { kind: "state" } });
    expect(ran).toEqual([]);
  });

  it("is checked by the policy with the changed arguments", async () => {
    const { agent, state, ran } = await paused([good], {
      approve: ({ args }) => ((args as { amount: number }).amount > 100 ? { deny: "Too much." } : "ask"),
    });
    const result = await agent.resume(state, {
      decisions: { p1: { approve: { args: { to: "bob", amount: 500 } } } },
    });
    expect(result.turns[0]?.calls[0]).toMatchObject({ code: "DENIED" });
    expect(ran).toEqual([]);
  });

  it("does not start a long-running tool again", async () => {
    let started = 0;
    const tools = handMade([{ name: "report", policy: { longRunning: true }, run: () => ++started }]);
    const { agent } = await agentOnFake([call("report", {}, { id: "r1" })], { tools });
    const result = await agent.run("go");
    if (result.status !== "paused") throw new Error(result.status);
    const again = await agent.resume(result.state, { decisions: { r1: { approve: { args: {} } } } });
    expect(again).toMatchObject({ status: "error", error: { kind: "state" } });
    expect(started).toBe(1);
  });
});
