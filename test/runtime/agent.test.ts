import { describe, expect, it } from "vitest";
import { createAgent } from "@toolpress/runtime";
import { modelRules } from "../../gemini-rules/model-rules.js";
import { assertReplayable, call, callsOf, responsesOf, scriptedModel } from "../../testing/index.js";
import { agentOnFake, sentContents } from "./agent-on-fake.js";
import { handMade, weather } from "./hand-made-tools.js";

describe("a run over HTTP", () => {
  it("answers a call and returns the final text, without the steps between", async () => {
    const tools = weather();
    const { agent, fake } = await agentOnFake([call("get_weather", { city: "Boston" }), "It is 18 °C."], {
      tools,
    });
    const result = await agent.run("What's the weather in Boston?");
    expect(result).toMatchObject({ status: "done", text: "It is 18 °C.", finishReason: "STOP" });
    expect(tools.starts).toEqual([{ city: "Boston" }]);
    expect(fake.requests[0]?.body).toEqual({
      contents: [{ role: "user", parts: [{ text: "What's the weather in Boston?" }] }],
      tools: [{ functionDeclarations: [tools.tools.get("get_weather")?.entry.declaration] }],
    });
    const [user, model, responses] = sentContents(fake, 1);
    expect(user).toEqual(sentContents(fake, 0)[0]);
    const id = callsOf(model ?? {})[0]?.id;
    expect(id).toMatch(/^[a-z0-9]{8}$/);
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

  it("sends the key in a header, JSON as the type, and nothing in the query", async () => {
    const { agent, fake } = await agentOnFake(["Hello."], { tools: weather() });
    await agent.run("Hi");
    const [request] = fake.requests;
    expect(request?.path).toBe("/v1beta/models/gemini-3.5-flash:generateContent");
    expect([...(request?.query ?? [])]).toEqual([]);
    expect(request?.headers).toMatchObject({
      "x-goog-api-key": "test-key",
      "content-type": "application/json",
    });
  });

  it("answers several calls of one turn in their order, independent of which ends first", async () => {
    const tools = weather(async ({ city }) => {
      await new Promise((resolve) => setTimeout(resolve, city === "Paris" ? 30 : 1));
      return `sunny in ${String(city)}`;
    });
    const cities = ["Paris", "Rome", "Oslo"];
    const script = [cities.map((city) => call("get_weather", { city })), "Sunny everywhere."];
    const { agent, fake } = await agentOnFake(script, { tools });
    const result = await agent.run("Three cities?");
    expect(responsesOf(sentContents(fake, 1)).map(({ response }) => response)).toEqual(
      cities.map((city) => ({ result: `sunny in ${city}` })),
    );
    expect(result.turns[0]?.calls.map(({ tool }) => tool)).toEqual([
      "get_weather",
      "get_weather",
      "get_weather",
    ]);
    fake.assertDone();
  });

  it("continues over several rounds", async () => {
    const log: string[] = [];
    const tools = handMade([
      { name: "get_weather", args: { city: "string" }, run: () => (log.push("weather"), { celsius: 12 }) },
      { name: "set_thermostat", args: { celsius: "number" }, run: () => void log.push("thermostat") },
    ]);
    const script = [
      call("get_weather", { city: "Oslo" }),
      call("set_thermostat", { celsius: 21 }),
      "Set to 21 °C.",
    ];
    const { agent, fake } = await agentOnFake(script, { tools });
    const result = await agent.run("If it is below 15 in Oslo, heat to 21.");
    expect(result.text).toBe("Set to 21 °C.");
    expect(log).toEqual(["weather", "thermostat"]);
    expect(result.turns[1]?.calls[0]?.response).toEqual({ result: null });
    assertReplayable(result.contents);
    fake.assertDone();
  });

  it("returns no id if the model sent none", async () => {
    const { agent, fake } = await agentOnFake(
      [call("get_weather", { city: "Rome" }), "ok"],
      { tools: weather() },
      { fake: { ids: "none" } },
    );
    await agent.run("Rome?");
    expect(responsesOf(sentContents(fake, 1))[0]).toEqual({
      name: "get_weather",
      response: { result: { city: "Rome", celsius: 18 } },
    });
    fake.assertDone();
  });

  it("reads missing args as an empty object", async () => {
    const seen: unknown[] = [];
    const tools = handMade([{ name: "ping", run: (args) => void seen.push(args) }]);
    const { agent, fake } = await agentOnFake([call("ping"), "pong"], { tools });
    await agent.run("ping");
    expect(seen).toEqual([{}]);
    fake.assertDone();
  });

  it("continues a conversation from the contents of an earlier run", async () => {
    const tools = weather();
    const { agent, fake } = await agentOnFake([call("get_weather", { city: "Rome" }), "18 °C.", "Yes."], {
      tools,
    });
    const first = await agent.run("Rome?");
    const before = structuredClone(first.contents);
    const second = await agent.run("Warm?", { contents: first.contents });
    expect(first.contents).toEqual(before);
    expect(second.contents.slice(0, before.length)).toEqual(before);
    expect(second.text).toBe("Yes.");
    assertReplayable(second.contents);
    fake.assertDone();
  });

  it("converts the roles of older histories", async () => {
    const { agent, fake } = await agentOnFake(
      ["ok"],
      { tools: weather() },
      { fake: { signatures: "any", rules: { signatures: false } } },
    );
    await agent.run("And now?", {
      contents: [
        { role: "user", parts: [{ text: "Rome?" }] },
        { role: "model", parts: [{ functionCall: { name: "get_weather", args: { city: "Rome" } } }] },
        {
          role: "function",
          parts: [{ functionResponse: { name: "get_weather", response: { result: 18 } } }],
        },
        { role: "model", parts: [{ text: "18" }] },
      ],
    });
    expect(sentContents(fake, 0).map(({ role }) => role)).toEqual(["user", "model", "user", "model", "user"]);
    fake.assertDone();
  });

  it("passes other request fields through and does not modify the caller's input", async () => {
    const { agent, fake } = await agentOnFake(["ok"], { tools: weather(), system: "Be brief." });
    const request = { generationConfig: { temperature: 1 }, safetySettings: [] };
    await agent.run("Hi", { request });
    expect(fake.requests[0]?.body).toMatchObject({
      generationConfig: { temperature: 1 },
      systemInstruction: { parts: [{ text: "Be brief." }] },
    });
    expect(request).toEqual({ generationConfig: { temperature: 1 }, safetySettings: [] });
  });

  it("passes the caller's context, a signal, ids and the turn to handlers", async () => {
    const seen: unknown[] = [];
    const tools = handMade([
      {
        name: "whoami",
        run: (_args, { context, callId, idempotencyKey, turn, tool, signal }) => {
          seen.push({ context, turn, tool, idempotencyKey, aborted: signal.aborted, callId });
        },
      },
    ]);
    const { agent } = await agentOnFake([call("whoami", {}, { id: "abc" }), "you"], { tools });
    await agent.run("who?", { context: { user: 7 }, runId: "r1" });
    expect(seen).toEqual([
      {
        context: { user: 7 },
        turn: 0,
        tool: "whoami",
        idempotencyKey: "r1/0/0",
        aborted: false,
        callId: "abc",
      },
    ]);
  });

  it("sums usage over turns, thoughts and cached tokens too", async () => {
    const usage = (n: number) => ({
      promptTokenCount: n,
      cachedContentTokenCount: 2,
      candidatesTokenCount: 3,
      thoughtsTokenCount: 4,
      toolUsePromptTokenCount: 1,
      totalTokenCount: n + 8,
    });
    const { answer } = await import("../../testing/index.js");
    const { agent } = await agentOnFake(
      [
        answer(call("get_weather", { city: "Rome" }), { usage: usage(10) }),
        answer("ok", { usage: usage(20) }),
      ],
      { tools: weather() },
    );
    expect((await agent.run("Rome?")).usage).toEqual({
      requests: 2,
      promptTokens: 30,
      cachedTokens: 4,
      outputTokens: 6,
      thoughtsTokens: 8,
      toolUseTokens: 2,
      totalTokens: 46,
    });
  });

  it.each([
    ["no input at all", undefined, []],
    ["a history that ends with the model", undefined, [{ role: "model", parts: [{ text: "hi" }] }]],
    ["a call without an answer", "go on", [{ role: "model", parts: [{ functionCall: { name: "f" } }] }]],
    [
      "an answer without a call",
      undefined,
      [{ role: "user", parts: [{ functionResponse: { name: "f", response: {} } }] }],
    ],
    ["a turn without parts", "go on", [{ role: "user", parts: [] }]],
  ])("rejects %s, an error of the programmer", async (_what, input, contents) => {
    const { agent, fake } = await agentOnFake([], { tools: weather() });
    await expect(agent.run(input, { contents })).rejects.toThrow(TypeError);
    expect(fake.requests).toEqual([]);
  });

  it.each(["gemini-2.0-flash", "models/gemini-2.0-flash-001", "gemini-2.5-flash", "gemini-3.5-flash"])(
    "sends a history with an unanswered call to %s if that model takes it",
    async (id) => {
      const contents = [
        { role: "user", parts: [{ text: "Rome?" }] },
        { role: "model", parts: [{ functionCall: { name: "get_weather", args: { city: "Rome" } } }] },
      ];
      const model = scriptedModel(["Later."], { model: id });
      const run = createAgent({ tools: weather(), model }).run("Never mind.", { contents });
      if (modelRules(id).unansweredCalls) expect((await run).text).toBe("Later.");
      else await expect(run).rejects.toThrow("each of its calls needs one answer");
    },
  );

  it("runs one turn at a time if automatic mode is off", async () => {
    const tools = weather();
    const { agent, fake } = await agentOnFake(
      [call("get_weather", { city: "Rome" }, { id: "c1" }), "18 °C."],
      { tools },
    );
    const first = await agent.step("Rome?");
    if (first.status !== "paused") throw new Error(first.status);
    expect(first.pending).toEqual([
      {
        ...{ callId: "c1", tool: "get_weather", args: { city: "Rome" }, reason: "manual" },
        key: `${first.runId}/0/0/manual`,
        check: expect.any(String),
      },
    ]);
    expect(tools.starts).toEqual([]);
    const own = await agent.resume(first.state, {
      decisions: { c1: { output: { celsius: 3 } } },
      automatic: false,
    });
    expect(own).toMatchObject({ status: "done", text: "18 °C." });
    expect(tools.starts).toEqual([]);
    expect(responsesOf(sentContents(fake, 1))[0]?.response).toEqual({ result: { celsius: 3 } });
    fake.assertDone();
  });

  it("runs the returned calls if the caller allows it", async () => {
    const tools = weather();
    const { agent } = await agentOnFake([call("get_weather", { city: "Rome" }, { id: "c1" }), "18 °C."], {
      tools,
    });
    const first = await agent.step("Rome?");
    if (first.status !== "paused") throw new Error(first.status);
    await agent.resume(first.state, { decisions: { c1: "approve" } });
    expect(tools.starts).toEqual([{ city: "Rome" }]);
  });
});
