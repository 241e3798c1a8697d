import { describe, expect, it } from "vitest";
import { interactions } from "../../runtime/interactions/interactions.js";
import { vertexAI } from "../../runtime/gemini/vertex-ai.js";
import { wholeResponse } from "../../runtime/base/parts.js";
import { createAgent, type AgentOptions } from "../../runtime/start/agent.js";
import { createToolset } from "../../runtime/start/toolset.js";
import type { FunctionDeclaration } from "../../runtime/wire.js";
import {
  answer,
  call,
  fakeInteractions,
  finish,
  overloaded,
  type FakeInteractions,
} from "../../testing/index.js";
import { instantRetries } from "../runtime/agent-on-fake.js";
import { handMade } from "../runtime/hand-made-tools.js";
import { agentOnInteractions, interactionsOn, model } from "./interactions-on-fake.js";

const ping = { name: "ping", run: () => "pong" };
const tools = handMade([ping, { name: "pong", run: () => "ping" }]);
const bodyOf = (fake: FakeInteractions, index = 0) => fake.requests[index]?.body ?? {};

async function sent(options: Partial<AgentOptions>): Promise<Readonly<Record<string, unknown>>> {
  const { agent, fake } = await agentOnInteractions(["Hello."], { tools, ...options });
  expect(await agent.run("Hi.")).toMatchObject({ status: "done" });
  return bodyOf(fake);
}

describe("a request to the Interactions API", () => {
  it("has the key in a header, and every field of the conversation each time", async () => {
    const { agent, fake } = await agentOnInteractions([call("ping"), "Done."], {
      tools,
      system: "Be brief.",
    });
    await agent.run("Hi.");
    for (const request of fake.requests) {
      expect(request.path).toBe("/v1beta/interactions");
      expect(request.headers).toMatchObject({ "x-goog-api-key": "test-key", accept: "application/json" });
      expect(request.headers).not.toHaveProperty("api-revision");
      expect(request.body).toMatchObject({ model, store: false, system_instruction: "Be brief." });
      expect(request.body.tools).toHaveLength(2);
    }
    expect(fake.requests[1]?.steps.map(({ type }) => type)).toEqual([
      "user_input",
      "thought",
      "function_call",
      "function_result",
    ]);
  });

  it.each([
    ["v1" as const, "/v1/interactions"],
    ["v1beta" as const, "/v1beta/interactions"],
  ])("goes to the version %s", async (apiVersion, path) => {
    const { agent, fake } = await agentOnInteractions(["Hi."], { tools }, { interactions: { apiVersion } });
    await agent.run("Hi.");
    expect(fake.requests[0]?.path).toBe(path);
  });

  it("goes to Vertex AI with a bearer token, requested each time", async () => {
    const tokens = ["one", "two"];
    const vertex = vertexAI({ project: "p", location: "eu", accessToken: () => tokens.shift() ?? "" });
    const { agent, fake } = await agentOnInteractions(
      [call("ping"), "Hi."],
      { tools },
      { interactions: { vertex, apiKey: "unused" } },
    );
    expect(await agent.run("Hi.")).toMatchObject({ status: "done" });
    expect(
      fake.requests.map(({ path, headers }) => [path, headers.authorization, headers["x-goog-api-key"]]),
    ).toEqual([
      ["/v1beta1/projects/p/locations/eu/interactions", "Bearer one", undefined],
      ["/v1beta1/projects/p/locations/eu/interactions", "Bearer two", undefined],
    ]);
    expect(vertex.origin).toBe("https://aiplatform.eu.rep.googleapis.com");
  });

  it("needs a key or a token, and an HTTP address", () => {
    expect(() => interactions({ model })).toThrow("interactions() needs `apiKey`");
    expect(() => interactions({ model, apiKey: "key", baseUrl: "ftp://x" })).toThrow("not an HTTP address");
  });

  it.each([
    [undefined, undefined],
    [{ mode: "AUTO" as const }, "auto"],
    [{ mode: "NONE" as const }, "none"],
    [{ mode: "VALIDATED" as const }, "validated"],
    [{ mode: "ANY" as const }, "any"],
    [
      { mode: "ANY" as const, allowedFunctionNames: ["ping"] },
      { allowed_tools: { mode: "any", tools: ["ping"] } },
    ],
    [{ allowedFunctionNames: ["ping"] }, { allowed_tools: { mode: "validated", tools: ["ping"] } }],
  ])("translates the mode %j", async (functionCallingConfig, choice) => {
    const body = await sent(functionCallingConfig ? { toolConfig: { functionCallingConfig } } : {});
    expect(body.generation_config).toEqual(choice === undefined ? undefined : { tool_choice: choice });
  });

  it("translates generationConfig, and passes fields of this API unchanged", async () => {
    const body = await sent({
      request: {
        generationConfig: {
          maxOutputTokens: 9,
          temperature: 1,
          topP: 0.5,
          seed: 1,
          stopSequences: ["x"],
          thinkingConfig: { thinkingLevel: "HIGH", includeThoughts: true },
          responseMimeType: "application/json",
          responseSchema: { type: "OBJECT", properties: { a: { type: "STRING", nullable: true } } },
        },
        serviceTier: "flex",
        labels: { team: "x" },
        generation_config: { thinking_summaries: "none" },
      },
    });
    expect(body).toMatchObject({
      service_tier: "flex",
      labels: { team: "x" },
      generation_config: {
        max_output_tokens: 9,
        temperature: 1,
        top_p: 0.5,
        seed: 1,
        stop_sequences: ["x"],
        thinking_level: "high",
        thinking_summaries: "none",
      },
      response_format: {
        type: "text",
        mime_type: "application/json",
        schema: { type: "object", properties: { a: { type: ["string", "null"] } } },
      },
    });
  });

  it.each([
    [{ cachedContent: "cachedContents/x" }, "`cachedContent`"],
    [{ safetySettings: [{}] }, "`safetySettings`"],
    [{ generationConfig: { candidateCount: 2 } }, "candidateCount"],
    [{ generationConfig: { topK: 2 } }, "topK"],
    [{ generationConfig: { thinkingConfig: { thinkingBudget: 2 } } }, "thinkingBudget"],
  ])("is not sent with settings that this API does not have: %j", async (request, name) => {
    const { agent, fake } = await agentOnInteractions(["Hi."], { tools, request });
    const result = await agent.run("Hi.");
    expect(result).toMatchObject({ status: "error", error: { code: "NOT_SUPPORTED" } });
    expect(JSON.stringify(result)).toContain(`has no equivalent of`);
    expect(JSON.stringify(result)).toContain(name.replaceAll("`", ""));
    expect(fake.requests).toHaveLength(0);
  });

  it("has built-in tools, MCP servers and tools of this API", async () => {
    const builtins = [
      { googleSearch: {} },
      { fileSearch: { fileSearchStoreNames: ["a"], topK: 3 } },
      { mcpServers: [{ name: "docs", streamableHttpTransport: { url: "https://example.com/mcp" } }] },
      { type: "google_maps", latitude: 1, longitude: 2 },
    ];
    const body = await sent({ tools: handMade([ping], { builtins }) });
    expect((body.tools as readonly unknown[]).slice(1)).toEqual([
      { type: "google_search" },
      { type: "file_search", file_search_store_names: ["a"], top_k: 3 },
      { type: "mcp_server", name: "docs", url: "https://example.com/mcp" },
      { type: "google_maps", latitude: 1, longitude: 2 },
    ]);
    expect(body.generation_config).toBeUndefined();
  });

  it("declares schemas in plain JSON Schema, always with parameters", async () => {
    const declarations: FunctionDeclaration[] = [
      { name: "a", description: "A." },
      {
        name: "b",
        description: "B.",
        parameters: {
          type: "OBJECT",
          properties: {
            required: { type: "STRING", enum: ["x"], nullable: true },
            list: { type: "ARRAY", items: { type: "INTEGER", nullable: true } },
            either: { anyOf: [{ type: "STRING" }, { type: "NUMBER" }], nullable: true },
          },
          required: [],
          propertyOrdering: ["required", "list", "either"],
        },
        response: { type: "STRING" },
        behavior: "BLOCKING",
      },
      {
        name: "c",
        description: "C.",
        parametersJsonSchema: {
          type: "object",
          properties: { a: { type: "object", properties: {}, required: [] } },
          additionalProperties: false,
        },
      },
    ];
    const set = createToolset({
      name: "set",
      tools: declarations.map((declaration) => ({
        entry: { ...tools.tools.get("ping")!.entry, name: declaration.name, declaration },
        run: () => 1,
      })),
    });
    const body = await sent({ tools: set });
    expect(body.tools).toEqual([
      { type: "function", name: "a", description: "A.", parameters: { type: "object", properties: {} } },
      {
        type: "function",
        name: "b",
        description: "B.",
        parameters: {
          type: "object",
          properties: {
            required: { type: ["string", "null"], enum: ["x", null] },
            list: { type: "array", items: { type: ["integer", "null"] } },
            either: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] },
          },
          propertyOrdering: ["required", "list", "either"],
        },
      },
      {
        type: "function",
        name: "c",
        description: "C.",
        parameters: {
          type: "object",
          properties: { a: { type: "object", properties: {} } },
          additionalProperties: false,
        },
      },
    ]);
  });

  it("returns results as text, with their media, and marks errors on demand only", async () => {
    const image = { inlineData: { mimeType: "image/png", data: "AA==" } };
    const set = handMade([
      {
        name: "photo",
        run: () => wholeResponse({ response: { result: "see" }, parts: [image] }),
      },
      { name: "fails", run: () => Promise.reject(new Error("x")) },
    ]);
    for (const markErrors of [false, true]) {
      const script = [[call("photo"), call("fails")], "Done."];
      const { agent, fake } = await agentOnInteractions(
        script,
        { tools: set },
        { interactions: { markErrors } },
      );
      await agent.run("Go.");
      const [photo, failed] = fake.requests[1]?.steps.slice(-2) ?? [];
      expect(photo).toMatchObject({
        type: "function_result",
        name: "photo",
        result: [
          { type: "text", text: '{"result":"see"}' },
          { type: "image", mime_type: "image/png", data: "AA==" },
        ],
      });
      expect(failed?.is_error).toBe(markErrors || undefined);
    }
  });

  it("continues partial answers, stored or not, streaming or not, and sums their usage", async () => {
    const part = (text: string, usage: number) =>
      answer(text, {
        finishReason: "CONTINUATION",
        usage: { total_output_tokens: usage, total_tokens: usage },
      });
    for (const store of [false, true])
      for (const streaming of [false, true]) {
        const script = [part("One, ", 1), part("two, ", 2), answer(["three.", call("ping")]), "Done."];
        const { agent, fake } = await agentOnInteractions(script, { tools }, { interactions: { store } });
        const result = await agent.run("Count.", { streaming });
        expect(result).toMatchObject({ status: "done", text: "Done." });
        expect(result.turns[0]?.text).toBe("One, two, three.");
        expect(fake.requests[1]?.body.input === undefined).toBe(store);
        expect(result.contents[1]?.steps).toHaveLength(7);
        fake.assertDone();
      }
  });

  it("stops after a limited number of partial answers, and at a token that repeats", async () => {
    const endless = () => answer("x", { finishReason: "CONTINUATION" });
    const { agent, fake } = await agentOnInteractions(endless, { tools, malformedRetries: 0 });
    expect(await agent.run("Go.")).toMatchObject({ status: "error", error: { code: "CONTINUATION" } });
    expect(fake.requests).toHaveLength(17);
    const same = () =>
      answer("x", { finishReason: "CONTINUATION", candidate: { continuationToken: "same" } });
    const repeated = await agentOnInteractions(same, { tools, malformedRetries: 0 });
    expect(await repeated.agent.run("Go.")).toMatchObject({ status: "error" });
    expect(repeated.fake.requests.length).toBeLessThanOrEqual(2);
  });

  it("is repeated after temporary failures only", async () => {
    const slept: number[] = [];
    const { agent, fake } = await agentOnInteractions(
      [overloaded(), overloaded(), "Hi."],
      { tools },
      { interactions: { retry: instantRetries(slept) } },
    );
    expect(await agent.run("Hi.")).toMatchObject({ status: "done" });
    expect(slept).toEqual([500, 1000]);
    expect(fake.requests).toHaveLength(3);
  });

  it("of a stored conversation has only new turns, and all of them if the service lost it", async () => {
    const script = [call("ping"), "One.", "Two.", "Three.", finish("STOP"), "Four."];
    const { agent, fake } = await agentOnInteractions(script, { tools }, { interactions: { store: true } });
    const first = await agent.run("1");
    const second = await agent.run("2", { contents: JSON.parse(JSON.stringify(first.contents)) as never });
    const inputs = fake.requests.map(({ body }) =>
      (body.input as readonly { type: string }[]).map(({ type }) => type),
    );
    expect(inputs).toEqual([["user_input"], ["function_result"], ["user_input"]]);
    expect(fake.requests.every(({ body }) => body.store === true)).toBe(true);
    fake.forget();
    const third = await agent.run("3", { contents: second.contents });
    expect(third).toMatchObject({ status: "done", text: "Three." });
    expect(fake.requests.slice(3).map(({ status, steps }) => [status, steps.length])).toEqual([
      [404, 0],
      [200, 10],
    ]);
    // The chain starts again.
    const fourth = await agent.run("4", { contents: third.contents });
    expect(fourth).toMatchObject({ status: "done", text: "Four." });
    expect(fake.requests.slice(5).every(({ body }) => (body.input as unknown[]).length === 1)).toBe(true);
  });

  it("of a stored conversation with changed turns has all turns", async () => {
    const { agent, fake } = await agentOnInteractions(
      ["One.", "Two."],
      { tools },
      { interactions: { store: true } },
    );
    const { contents } = await agent.run("1");
    const changed = contents.map((content, index) =>
      index === 0 ? { role: "user", parts: [{ text: "x" }] } : content,
    );
    await agent.run("2", { contents: changed });
    expect(bodyOf(fake, 1)).not.toHaveProperty("previous_interaction_id");
    expect(fake.requests[1]?.steps).toHaveLength(4);
    fake.assertDone();
  });

  it("of a stored conversation is sent in full after each fault of the chain", async () => {
    for (const rules of [{ losesStoredCalls: true }, { refusesStoredBuiltins: true }]) {
      const code = [{ executableCode: { language: "PYTHON", code: "1" } }, call("ping")];
      const { agent } = await agentOnInteractions(
        [code, "Done."],
        { tools },
        { fake: { rules }, interactions: { store: true } },
      );
      expect(await agent.run("Go.")).toMatchObject({ status: "done", text: "Done." });
    }
  });

  it("uses the model of prepareTurn", async () => {
    const { agent, fake } = await agentOnInteractions(["Hi."], {
      tools,
      prepareTurn: () => ({ model: "gemini-3.7-flash" }),
    });
    await agent.run("Hi.");
    expect(bodyOf(fake).model).toBe("gemini-3.7-flash");
  });

  it("uses a fetch of the application, which gets the body as bytes", async () => {
    const fake = await fakeInteractions({ script: ["Hi."] });
    const bodies: unknown[] = [];
    const own: typeof fetch = (url, init) => {
      bodies.push(init?.body);
      return fetch(url, init);
    };
    const agent = createAgent({ tools, model: interactionsOn(fake, { fetch: own }) });
    expect(await agent.run("Hi.")).toMatchObject({ status: "done" });
    expect(bodies[0]).toBeInstanceOf(Uint8Array);
    await fake.close();
  });
});
