import { describe, expect, it } from "vitest";
import { wholeResponse } from "../../runtime/base/parts.js";
import { assertReplayable, call, raw } from "../../testing/index.js";
import { agentOnFake } from "./agent-on-fake.js";
import { handMade, weather } from "./hand-made-tools.js";

// Responses that Gemini should never send. They must neither break the run nor enter the history, because the
// history is sent again.

const answer = (parts: unknown, more: object = {}) =>
  raw({ candidates: [{ content: { role: "model", parts }, finishReason: "STOP", ...more }] });

const unreadable: readonly [string, unknown][] = [
  ["a part that is null", [null]],
  ["parts that are a text", "abc"],
  ["a part that is a text", ["abc"]],
  ["a text that is a number", [{ text: 5 }]],
  ["a call that is a text", [{ functionCall: "get_weather" }]],
  ["a call whose name is a number", [{ functionCall: { name: 5, args: {} } }]],
  ["arguments that are a text", [{ functionCall: { name: "get_weather", args: "Boston" } }]],
  ["arguments that are a list", [{ functionCall: { name: "get_weather", args: ["Boston"] } }]],
  ["an id that is a number", [{ functionCall: { id: 7, name: "get_weather", args: { city: "Boston" } } }]],
  ["a signature that is a number", [{ text: "hi", thoughtSignature: 5 }]],
  ["two kinds of data in one part", [{ text: "hi", functionCall: { name: "get_weather" } }]],
  ["a call without a name beside text", [{ text: "hi" }, { functionCall: { args: {} } }]],
];

const unreadableCandidates: readonly [string, object][] = [
  ["a finish reason that is a number", { finishReason: 5 }],
  ["a finish reason that is an object", { finishReason: {} }],
  ["a finish message that is an object", { finishMessage: {} }],
  ["a token that is an object", { finishReason: "CONTINUATION", continuationToken: {} }],
];

describe.each([false, true])("an answer that cannot be read (streaming: %s)", (streaming) => {
  it.each(unreadable)("is requested again: %s", async (_what, parts) => {
    const tools = weather();
    const { agent, fake } = await agentOnFake([answer(parts), "fine"], { tools });
    const result = await agent.run("go", { streaming });
    expect(result).toMatchObject({ status: "done", text: "fine" });
    expect(tools.starts).toEqual([]);
    expect(fake.requests.map(({ error }) => error)).toEqual([undefined, undefined]);
    assertReplayable(result.contents);
  });

  it.each(unreadableCandidates)("is requested again: %s", async (_what, more) => {
    const { agent } = await agentOnFake([answer([{ text: "hi" }], more), "fine"], { tools: weather() });
    expect(await agent.run("go", { streaming })).toMatchObject({ status: "done", text: "fine" });
  });

  it("does not include an answer with null fields, which count as missing", async () => {
    const parts = [{ text: "hi", inlineData: null, thoughtSignature: null }, { inlineData: null }];
    const { agent } = await agentOnFake([answer(parts, { finishMessage: null })], { tools: weather() });
    const result = await agent.run("go", { streaming });
    expect(result).toMatchObject({ status: "done", text: "hi" });
    expect(result.contents.at(-1)?.parts).toHaveLength(1);
    assertReplayable(result.contents);
  });

  it("does not include an answer to an unknown call, which is left out", async () => {
    const parts = [{ text: "hi" }, { functionResponse: { name: "get_weather", response: {} } }];
    const { agent } = await agentOnFake([answer(parts)], { tools: weather() });
    const result = await agent.run("go", { streaming });
    expect(result.contents.at(-1)?.parts).toEqual([{ text: "hi" }]);
    assertReplayable(result.contents);
  });

  it("is an error if it persists", async () => {
    const { agent } = await agentOnFake(
      [1, 2, 3].map(() => answer([null])),
      { tools: weather() },
    );
    const result = await agent.run("go", { streaming });
    expect(result).toMatchObject({
      status: "error",
      error: { kind: "protocol", code: "MALFORMED_FUNCTION_CALL" },
    });
    assertReplayable(result.contents);
  });

  it.each(["MAX_TOKENS", "TOO_MANY_TOOL_CALLS"])(
    "leaves a call without a name out of the history after %s",
    async (finishReason) => {
      const parts = [{ text: "So" }, { functionCall: { args: {} } }];
      const { agent } = await agentOnFake([answer(parts, { finishReason })], { tools: weather() });
      const result = await agent.run("go", { streaming });
      expect(result.contents.at(-1)).toEqual({ role: "model", parts: [{ text: "So" }] });
      assertReplayable(result.contents);
    },
  );

  it.each([null, { totalTokenCount: "7" }])("may report no tokens: %j", async (usageMetadata) => {
    const candidate = { content: { role: "model", parts: [{ text: "fine" }] }, finishReason: "STOP" };
    const { agent } = await agentOnFake([raw({ candidates: [candidate], usageMetadata })], {
      tools: weather(),
    });
    const result = await agent.run("go", { streaming });
    expect(result).toMatchObject({ status: "done", usage: { totalTokens: 0 } });
  });
});

describe("a result", () => {
  it("of a tool that stops the run is complete, not followed by a page", async () => {
    const tools = handMade([
      {
        name: "list",
        run: (_args, call) => {
          call.nextPage?.({ cursor: "c2" });
          return { rows: 3 };
        },
      },
    ]);
    const { agent } = await agentOnFake([call("list")], { tools, stopOnTool: ["list"] });
    expect(await agent.run("go")).toMatchObject({ status: "stopped", output: { rows: 3 } });
  });

  it("that is too large is not a complete response, but its media may be", async () => {
    const big = "x".repeat(100_000);
    const part = { inlineData: { mimeType: "image/png", data: btoa(big) } };
    const tools = handMade([
      { name: "text", run: () => wholeResponse({ response: { big } }) },
      { name: "media", run: () => wholeResponse({ response: { seen: true }, parts: [part] }) },
    ]);
    const { agent } = await agentOnFake([[call("text"), call("media")], "done"], { tools });
    const result = await agent.run("go");
    expect(result.turns[0]?.calls.map(({ code }) => code)).toEqual(["RESULT_TOO_LARGE", undefined]);
  });
});

describe.each([false, true])("a call that the service answered itself (streaming: %s)", (streaming) => {
  // This response was recorded with an MCP server that the service called.
  const servers = {
    mcpServers: [{ name: "maps", streamableHttpTransport: { url: "https://maps.example" } }],
  };
  const parts = [
    { functionCall: { name: "maps_find", args: { city: "Boston" } }, thoughtSignature: "c2ln" },
    { functionResponse: { name: "maps_find", response: { result: "42.4, -71.1" } } },
  ];

  it("is not run, and is returned unchanged", async () => {
    const tools = { ...weather(), builtins: [servers] };
    const script = [answer([...parts, { text: "42.4, -71.1" }]), "You are welcome."];
    const { agent, fake } = await agentOnFake(script, { tools }, { fake: { signatures: "any" } });
    const result = await agent.run("Where is Boston?", { streaming });
    expect(result).toMatchObject({ status: "done", text: "42.4, -71.1" });
    expect(result.contents[1]?.parts).toEqual([...parts, { text: "42.4, -71.1" }]);
    const next = await agent.run("Thanks.", { contents: result.contents, streaming });
    expect(next).toMatchObject({ status: "done", text: "You are welcome." });
    expect(fake.requests.map(({ error }) => error)).toEqual([undefined, undefined]);
  });

  it("may be one of two equal calls, each with its answer", async () => {
    const twice = [...parts, ...parts, { text: "Twice the same." }];
    const { agent } = await agentOnFake(
      [answer(twice)],
      { tools: { ...weather(), builtins: [servers] } },
      { fake: { signatures: "any" } },
    );
    const result = await agent.run("Where is Boston?", { streaming });
    expect(result).toMatchObject({ status: "done", text: "Twice the same." });
    expect(result.contents[1]?.parts).toEqual(twice);
  });

  it("does not affect the other calls", async () => {
    const tools = weather();
    const ours = {
      functionCall: { name: "get_weather", args: { city: "Boston" } },
      thoughtSignature: "c2ln",
    };
    const { agent } = await agentOnFake(
      [answer([...parts, ours]), "Rain."],
      { tools: { ...tools, builtins: [servers] } },
      { fake: { signatures: "any" } },
    );
    const result = await agent.run("Weather at 42.4, -71.1?", { streaming });
    expect(result).toMatchObject({ status: "done", text: "Rain." });
    expect(tools.starts).toHaveLength(1);
  });
});
