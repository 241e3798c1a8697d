import { GoogleGenAI } from "@google/genai";
import { describe, expect, it } from "vitest";
import {
  createToolUses,
  toFunctionDeclaration,
  toolResultsOf,
  toolUsesOf,
  withToolRound,
  type ToolResult,
  type ToolUse,
} from "@toolpress/runtime/amazon-q";
import type { Content } from "@toolpress/runtime";
import { call, fakeGemini } from "toolpress/testing";

const question: Content = { role: "user", parts: [{ text: "Weather in Boston and Rome?" }] };
const model: Content = {
  role: "model",
  parts: [
    { text: "Let me look.", thought: true },
    { functionCall: { id: "c1", name: "get_weather", args: { city: "Boston" } }, thoughtSignature: "c2ln" },
    { functionCall: { id: "c2", name: "get_weather", args: { city: "Rome" } } },
  ],
};

function result(toolUseId: string, text: string): ToolResult {
  return { toolUseId, content: [{ text }], status: "success" };
}

describe("the history", () => {
  it("contains the unchanged turn of the model, then one user turn that answers every call in order", () => {
    const table = createToolUses();
    const uses = toolUsesOf(model, table);
    const contents = withToolRound(
      [question],
      { model, uses, results: [result("c2", "mild"), result("c1", "cold")] },
      table,
    );
    expect(contents).toEqual([
      question,
      model,
      {
        role: "user",
        parts: [
          { functionResponse: { id: "c1", name: "get_weather", response: { result: "cold" } } },
          { functionResponse: { id: "c2", name: "get_weather", response: { result: "mild" } } },
        ],
      },
    ]);
    expect(contents[1]).toBe(model);
  });

  it("answers two calls with the same id separately, each with that id and its own name", () => {
    const table = createToolUses();
    const parts = ["weather", "traffic"].map((name) => ({ functionCall: { id: "c1", name } }));
    const turn: Content = { role: "model", parts };
    const uses = toolUsesOf(turn, table);
    const results = uses.map(({ toolUseId, name }) => result(toolUseId, `about ${name}`)).reverse();
    expect(withToolRound([question], { model: turn, uses, results }, table)[2]?.parts).toEqual([
      { functionResponse: { id: "c1", name: "weather", response: { result: "about weather" } } },
      { functionResponse: { id: "c1", name: "traffic", response: { result: "about traffic" } } },
    ]);
    expect(table.unanswered).toEqual([]);
  });

  it("leaves the input history unchanged", () => {
    const before = [question];
    const table = createToolUses();
    withToolRound(before, { model, uses: toolUsesOf(model, table), results: [] }, table);
    expect(before).toEqual([question]);
  });

  it("answers a call without a result as cancelled, and adds a result without a call as text", () => {
    const table = createToolUses();
    const uses = toolUsesOf(model, table);
    const [, , turn] = withToolRound(
      [question],
      { model, uses, results: [result("c2", "mild"), result("old", "rain")] },
      table,
    );
    expect(turn?.parts).toEqual([
      {
        functionResponse: {
          id: "c1",
          name: "get_weather",
          response: { error: "The tool was cancelled before it gave a result." },
        },
      },
      { functionResponse: { id: "c2", name: "get_weather", response: { result: "mild" } } },
      { text: 'Result of a tool that was not called in this turn: {"result":"rain"}' },
    ]);
  });

  it("reads results that name the tool use like the Rust CLI, and adds one without an id as text", () => {
    const table = createToolUses();
    const uses = toolUsesOf(model, table);
    const results = [
      { tool_use_id: "c1", content: [{ Text: "cold" }], status: "Success" },
      { content: [{ Text: "lost" }], status: "Success" },
    ] as never;
    const [, , turn] = withToolRound([question], { model, uses, results }, table);
    expect(turn?.parts?.[0]?.functionResponse?.response).toEqual({ result: "cold" });
    expect(turn?.parts?.at(-1)).toEqual({
      text: 'Result of a tool that was not called in this turn: {"result":"lost"}',
    });
  });

  it("contains no user turn if the model called no tool", () => {
    const greeting: Content = { role: "model", parts: [{ text: "Hello." }] };
    expect(withToolRound([question], { model: greeting, uses: [], results: [] }, createToolUses())).toEqual([
      question,
      greeting,
    ]);
  });

  it("can be read back as tool results", () => {
    const table = createToolUses();
    const uses = toolUsesOf(model, table);
    const results = [result("c1", "cold"), result("c2", "mild")];
    const [, , turn] = withToolRound([question], { model, uses, results }, table);
    expect(toolResultsOf(turn!, table)).toEqual(results);
    expect(
      toolResultsOf(
        { parts: [{ text: "x" }, { functionResponse: { id: "?", name: "f", response: {} } }] },
        table,
      ),
    ).toEqual([]);
  });
});

describe("the complete flow", () => {
  const tools = [
    {
      toolSpecification: {
        name: "get_weather",
        description: "Tells the weather of a city.",
        inputSchema: {
          json: {
            $schema: "http://json-schema.org/draft-07/schema#",
            type: "object",
            properties: {
              city: { type: "string", description: "A city, e.g. Boston." },
              days: { type: "integer", default: 1 },
            },
            required: ["city"],
          },
        },
      },
    },
    {
      toolSpecification: {
        name: "delegate",
        description: "Starts a task.",
        inputSchema: {
          json: {
            type: "object",
            properties: { operation: { description: "What to do.", $ref: "#/$defs/Operation" } },
            $defs: {
              Operation: {
                oneOf: [
                  { type: "string", const: "launch" },
                  { type: "object", properties: {} },
                ],
              },
            },
          },
        },
      },
    },
  ];

  function execute({ toolUseId, name, input }: ToolUse): ToolResult {
    const { city } = input as { city?: string };
    if (name !== "get_weather") return { toolUseId, content: [{ text: "busy" }], status: "error" };
    return { toolUseId, content: [{ json: { city, temperature: 4 } }], status: "success" };
  }

  it("runs with the official client: declarations out, calls in, results out, text in", async () => {
    const fake = await fakeGemini({
      script: [
        [call("get_weather", { city: "Boston" }), call("get_weather", { city: "Rome" })],
        call("delegate", { operation: "launch" }),
        "Both are cold, and the task could not be started.",
      ],
    });
    try {
      const ai = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: fake.url } });
      const config = { tools: [{ functionDeclarations: tools.map(toFunctionDeclaration) }] };
      const table = createToolUses();
      let contents: Content[] = [question];
      let finalText: string | undefined;
      while (finalText === undefined) {
        const response = await ai.models.generateContent({
          model: "gemini-3.5-flash",
          contents,
          config,
        });
        const turn = response.candidates![0]!.content!;
        const uses = toolUsesOf(turn, table);
        if (uses.length === 0) finalText = response.text;
        contents = withToolRound(contents, { model: turn, uses, results: uses.map(execute) }, table);
      }
      expect(finalText).toBe("Both are cold, and the task could not be started.");
      expect(contents.map(({ role, parts }) => [role, parts?.length])).toEqual([
        ["user", 1],
        ["model", 2],
        ["user", 2],
        ["model", 1],
        ["user", 1],
        ["model", 1],
      ]);
      expect(table.unanswered).toEqual([]);
      fake.assertDone();
    } finally {
      await fake.close();
    }
  });
});
