import { GoogleGenAI } from "@google/genai";
import { afterEach, describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { asCallableTool, fromGoogleGenAI } from "../../runtime/adapters/google-genai.js";
import type { Toolset, ToolEntry } from "../../runtime/tool.js";
import { createToolset } from "../../runtime/start/toolset.js";
import type { State } from "../../runtime/loop/state.js";
import { call, fakeGemini, type FakeGemini } from "../../testing/index.js";

const fakes: FakeGemini[] = [];
afterEach(async () => {
  await Promise.all(fakes.splice(0).map((fake) => fake.close()));
});

/**
 * Returns the tools as a new process creates them. `default: null` is the output of the generator for a
 * nullable argument with that default.
 */
function freshTools(): Toolset {
  const entry: ToolEntry = {
    name: "pay",
    declaration: {
      name: "pay",
      description: "Pays.",
      parameters: { type: "OBJECT", properties: { note: { type: "STRING", nullable: true, default: null } } },
    },
    policy: { approval: true },
    checks: () => ({ parse: (value) => ({ ok: true, value }) }),
  };
  return createToolset({ name: "bank", tools: [{ entry, run: () => "paid" }] });
}

async function agentWith(tools: Toolset, script: Parameters<typeof fakeGemini>[0]) {
  const fake = await fakeGemini(script);
  fakes.push(fake);
  const ai = new GoogleGenAI({ apiKey: "k-123456", httpOptions: { baseUrl: fake.url } });
  return {
    agent: createAgent({ tools, model: fromGoogleGenAI(ai, { model: "gemini-3.5-flash" }) }),
    fake,
    ai,
  };
}

describe("the official client changes the declarations it is given", () => {
  it("but not those of the toolset", async () => {
    const tools = freshTools();
    const before = JSON.stringify([...tools.tools.values()].map(({ entry }) => entry.declaration));
    const { agent } = await agentWith(tools, { script: ["hi"] });
    await agent.run("go");
    expect(JSON.stringify([...tools.tools.values()].map(({ entry }) => entry.declaration))).toBe(before);
  });

  it("nor through asCallableTool", async () => {
    const tools = freshTools();
    const before = JSON.stringify([...tools.tools.values()].map(({ entry }) => entry.declaration));
    const { ai } = await agentWith(tools, { script: ["hi"] });
    await ai.models.generateContent({
      model: "gemini-3.5-flash",
      contents: "go",
      config: { tools: [asCallableTool(tools)] },
    });
    expect(JSON.stringify([...tools.tools.values()].map(({ entry }) => entry.declaration))).toBe(before);
  });

  it("and a paused run continues in another process", async () => {
    const one = await agentWith(freshTools(), { script: [call("pay", {}, { id: "p1" })] });
    const paused = await one.agent.run("go");
    if (paused.status !== "paused") throw new Error(paused.status);
    const state = JSON.parse(JSON.stringify(paused.state)) as State;
    const two = await agentWith(freshTools(), { script: ["done"], signatures: "any" });
    expect(await two.agent.resume(state, { decisions: { p1: "approve" } })).toMatchObject({ status: "done" });
  });

  it("a frozen set works with it", async () => {
    const tools = freshTools();
    for (const { entry } of tools.tools.values()) Object.freeze(entry.declaration);
    const { agent } = await agentWith(tools, { script: ["hi"] });
    expect(await agent.run("go")).toMatchObject({ status: "done" });
  });
});

describe("the official client", () => {
  it("gets no half characters either", async () => {
    const { agent, fake } = await agentWith(freshTools(), { script: ["hi"] });
    await agent.run("hi \uD800!");
    expect(JSON.stringify(fake.requests[0]?.body.contents)).not.toContain("\\ud800");
  });
});
