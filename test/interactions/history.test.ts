import { describe, expect, it } from "vitest";
import { plainTurns } from "../../runtime/interactions/interactions.js";
import { gemini } from "../../runtime/gemini/gemini.js";
import { createAgent } from "../../runtime/start/agent.js";
import type { Content } from "../../runtime/wire.js";
import { answer, call, text, thought } from "../../testing/index.js";
import { agentOnFake } from "../runtime/agent-on-fake.js";
import { handMade } from "../runtime/hand-made-tools.js";
import { agentOnInteractions, model } from "./interactions-on-fake.js";

const tools = handMade([{ name: "ping", run: () => "pong" }]);
const script = [[thought("Hm."), text("One moment."), call("ping")], "Done."];

const stepsOf = (content: Content | undefined): readonly { readonly type?: string }[] =>
  (content?.steps ?? []) as readonly { readonly type?: string }[];

describe("the history of the Interactions API", () => {
  it.each([false, true])("keeps the raw steps beside a view of them, streaming: %s", async (streaming) => {
    const { agent } = await agentOnInteractions(script, { tools });
    const { contents } = await agent.run("Go.", { streaming });
    expect(stepsOf(contents[1]).map(({ type }) => type)).toEqual([
      "thought",
      "model_output",
      "function_call",
    ]);
    expect(contents[1]?.parts).toEqual([
      { text: "Hm.", thought: true },
      { text: "One moment." },
      { functionCall: { id: expect.any(String) as string, name: "ping", args: {} } },
    ]);
  });

  it.each([false, true])("goes back exactly as it was received, streaming: %s", async (streaming) => {
    const { agent, fake } = await agentOnInteractions([...script, "More."], { tools });
    const first = await agent.run("Go.", { streaming });
    const stored = JSON.parse(JSON.stringify(first.contents)) as Content[];
    await agent.run("Again.", { contents: stored, streaming });
    const input = fake.requests[2]?.body.input as readonly unknown[];
    const received = first.contents.flatMap((content) => stepsOf(content));
    expect(
      input.filter((step) => received.some((one) => JSON.stringify(one) === JSON.stringify(step))),
    ).toHaveLength(received.length);
    fake.assertDone();
  });

  it("cannot continue with generateContent, and the reverse", async () => {
    const ours = await agentOnInteractions(script, { tools });
    const other = await agentOnFake(script, { tools });
    const { contents } = await ours.agent.run("Go.");
    const { contents: foreign } = await other.agent.run("Go.");
    const refusal = /contents\[1\] is of another API.*plainTurns\(\)/;
    await expect(other.agent.run("More.", { contents })).rejects.toThrow(refusal);
    await expect(ours.agent.run("More.", { contents: foreign })).rejects.toThrow(refusal);
  });

  it("of a paused run cannot be resumed with another API", async () => {
    const { agent } = await agentOnInteractions(script, { tools });
    const paused = await agent.step("Go.");
    if (paused.status !== "paused") throw new Error(paused.status);
    const other = createAgent({ tools, model: gemini({ apiKey: "key", model }) });
    const result = await other.resume(paused.state, { decisions: {} });
    expect(result).toMatchObject({ status: "error", error: { kind: "state" } });
    expect(JSON.stringify(result)).toContain("another API");
  });

  it("is converted to plain turns, which both APIs accept", async () => {
    const ours = await agentOnInteractions([...script, "Hello."], { tools });
    const other = await agentOnFake([...script, "Hello."], { tools });
    const { contents } = await ours.agent.run("Go.");
    const { contents: foreign } = await other.agent.run("Go.");
    const plain = plainTurns(contents);
    expect(plain).toEqual(plainTurns(foreign));
    expect(plain).toEqual([
      { role: "user", parts: [{ text: "Go." }] },
      { role: "model", parts: [{ text: "One moment." }, { text: "[called ping with {}]" }] },
      { role: "user", parts: [{ text: '[ping returned {"result":"pong"}]' }] },
      { role: "model", parts: [{ text: "Done." }] },
    ]);
    expect(await other.agent.run("More.", { contents: plain })).toMatchObject({
      status: "done",
      text: "Hello.",
    });
    expect(await ours.agent.run("More.", { contents: plain })).toMatchObject({
      status: "done",
      text: "Hello.",
    });
    ours.fake.assertDone();
    other.fake.assertDone();
  });

  it("that a program has edited is sent as text, or refused if it had calls", async () => {
    const { agent, fake } = await agentOnInteractions([answer(text("Hel", "lo.")), "Yes."], { tools });
    const { contents } = await agent.run("Hi.");
    const edited = contents.map((content) =>
      content.role === "model" ? { ...content, parts: [{ text: "Goodbye." }] } : content,
    );
    await agent.run("Sure?", { contents: edited });
    expect(fake.requests[1]?.steps[1]).toEqual({
      type: "model_output",
      content: [{ type: "text", text: "Goodbye." }],
    });
    const called = await agentOnInteractions([...script], { tools });
    const first = await called.agent.run("Go.");
    const changed = first.contents.map((content, index) =>
      index === 1 ? { ...content, parts: (content.parts ?? []).slice(1) } : content,
    );
    const refused = await called.agent.run("More.", { contents: changed });
    expect(refused).toMatchObject({ status: "error", error: { kind: "state", code: "FOREIGN_HISTORY" } });
  });
});
