import { expect, it } from "vitest";
import { call, overloaded } from "../../testing/index.js";
import { agentOnFake } from "./agent-on-fake.js";
import { createAgent } from "../../runtime/start/agent.js";
import { gemini } from "../../runtime/gemini/gemini.js";
import { handMade } from "./hand-made-tools.js";

// A program may pass `agent.run(prompt, { approve: settings.approve })` with an undefined setting. The option
// of the agent must then still apply.
it("an undefined `approve` does not lift the agent's policy", async () => {
  const ran: string[] = [];
  const tools = handMade([{ name: "drop", run: () => ran.push("drop") }]);
  const { agent } = await agentOnFake([call("drop"), "done"], { tools, approve: () => ({ deny: "never" }) });
  await agent.run("go", { approve: undefined } as never);
  expect(ran).toEqual([]);
});

it("an undefined `maxTurns` does not lift the agent's limit", async () => {
  const tools = handMade([{ name: "tool", run: () => 1 }]);
  const { agent, fake } = await agentOnFake(() => call("tool"), { tools, maxTurns: 2 });
  await agent.run("go", { maxTurns: undefined } as never);
  expect(fake.requests).toHaveLength(2);
});

it("an undefined number of attempts is the default", async () => {
  const tools = handMade([]);
  const { agent, fake } = await agentOnFake(
    () => overloaded(),
    { tools, turnTimeoutMs: 700 },
    { gemini: { retry: { attempts: undefined, sleep: () => Promise.resolve() } as never } },
  );
  await agent.run("go");
  expect(fake.requests.length).toBe(4);
});

it("an agent without tools or a model, and an invalid address, are reported at once", () => {
  const model = gemini({ apiKey: "k", model: "m" });
  expect(() => createAgent({ model } as never)).toThrow("createAgent() needs `tools` and `model`");
  expect(() => createAgent({ tools: handMade([]) } as never)).toThrow(
    "createAgent() needs `tools` and `model`",
  );
  expect(() => gemini({ apiKey: "k", model: "m", baseUrl: "localhost:80" })).toThrow(
    'gemini(): "localhost:80" is not an HTTP address',
  );
});
