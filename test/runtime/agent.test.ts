import { afterEach, describe, expect, it } from "vitest";
import { createAgent, type AgentOptions } from "../../runtime/agent.js";
import { gemini } from "../../runtime/gemini.js";
import {
  assertReplayable,
  call,
  callsOf,
  fakeGemini,
  type FakeGemini,
  type ScriptEntry,
} from "../../testing/index.js";
import { handMade, weather } from "./hand-made-tools.js";

let fake: FakeGemini;
afterEach(() => fake?.close());

async function agentOn(
  script: readonly ScriptEntry[],
  options: Omit<AgentOptions, "model">,
): Promise<ReturnType<typeof createAgent>> {
  fake = await fakeGemini({ script });
  return createAgent({
    model: gemini({ apiKey: "test-key", model: "gemini-3.5-flash", baseUrl: fake.url }),
    ...options,
  });
}

describe("a run over HTTP", () => {
  it("answers a call and returns the text that follows, hiding the middle (S0-24, S0-25, S0-31 to S0-36, S0-39 to S0-49, S1-31)", async () => {
    const tools = weather();
    const agent = await agentOn([call("get_weather", { city: "Boston" }), "It is 18 °C in Boston."], {
      tools,
    });
    const result = await agent.run("What's the weather in Boston?");
    expect(result).toMatchObject({ status: "done", text: "It is 18 °C in Boston.", finishReason: "STOP" });
    expect(tools.starts).toEqual([{ city: "Boston" }]);
    const [first, second] = fake.requests;
    expect(first?.body).toEqual({
      contents: [{ role: "user", parts: [{ text: "What's the weather in Boston?" }] }],
      tools: [{ functionDeclarations: [tools.tools.get("get_weather")?.entry.declaration] }],
    });
    const [user, model, responses] = second?.body.contents ?? [];
    expect(user).toEqual(first?.body.contents?.[0]);
    const id = callsOf(model ?? {})[0]?.id;
    expect(responses).toEqual({
      role: "user",
      parts: [
        {
          functionResponse: {
            id,
            name: "get_weather",
            response: { result: { city: "Boston", celsius: 18 } },
          },
        },
      ],
    });
    assertReplayable(result.contents);
    fake.assertDone();
  });

  it("answers several calls of one turn in their order, whichever ends first (S0-28, S3-33)", async () => {
    const tools = weather(async ({ city }) => {
      await new Promise((resolve) => setTimeout(resolve, city === "Paris" ? 30 : 1));
      return `sunny in ${String(city)}`;
    });
    const cities = ["Paris", "Rome", "Oslo"];
    const agent = await agentOn([cities.map((city) => call("get_weather", { city })), "Sunny everywhere."], {
      tools,
    });
    const result = await agent.run("Three cities?");
    expect(result.steps[0]?.calls.map(({ response }) => response)).toEqual(
      cities.map((city) => ({ result: `sunny in ${city}` })),
    );
    fake.assertDone();
  });

  it("goes on over several rounds (S3-23, S3-32)", async () => {
    const log: string[] = [];
    const tools = handMade([
      { name: "get_weather", args: { city: "string" }, run: () => (log.push("weather"), { celsius: 12 }) },
      { name: "set_thermostat", args: { celsius: "number" }, run: () => void log.push("thermostat") },
    ]);
    const agent = await agentOn(
      [call("get_weather", { city: "Oslo" }), call("set_thermostat", { celsius: 21 }), "Set to 21 °C."],
      { tools },
    );
    const result = await agent.run("If it is below 15 in Oslo, heat to 21.");
    expect(result.text).toBe("Set to 21 °C.");
    expect(log).toEqual(["weather", "thermostat"]);
    expect(result.steps[1]?.calls[0]?.response).toEqual({ result: null });
    assertReplayable(result.contents);
    fake.assertDone();
  });
});
