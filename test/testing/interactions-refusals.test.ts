import { describe, expect, it } from "vitest";
import { call, type FakeInteractionsOptions } from "../../testing/index.js";
import { key, minimal, onFake, request, type Json } from "./post-interaction.js";

const weather = {
  type: "function",
  name: "get_weather",
  description: "Weather.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const withParameters = (parameters: unknown): Json => ({ ...minimal, tools: [{ ...weather, parameters }] });
const user = { type: "user_input", content: [{ type: "text", text: "Hi." }] };

type Refusal = readonly [title: string, body: unknown, text: string, options?: FakeInteractionsOptions];

const refusals: readonly Refusal[] = [
  ["a body that is not JSON", "{", "syntax error in request body"],
  ["an unknown parameter", { ...minimal, tool_config: {} }, "Unknown parameter 'tool_config'"],
  ["a name in camelCase", { ...minimal, systemInstruction: "x" }, "Unknown parameter 'systemInstruction'"],
  ["tool_choice at the top", { ...minimal, tool_choice: "any" }, "Unknown parameter 'tool_choice'"],
  ["no model", { input: "Hi." }, "Exactly one of"],
  ["model and agent", { ...minimal, agent: "deep-research" }, "Exactly one of"],
  ["a configured agent", { agent: "deep-research-x", input: "x", generation_config: {} }, "agent"],
  ["an agent in the foreground", { agent: "deep-research-x", input: "x" }, "background=true is required"],
  ["no input", { model: minimal.model }, "Missing required parameter 'input'"],
  ["an empty input", { ...minimal, input: "" }, "must not be empty"],
  ["an empty list", { ...minimal, input: [] }, "must not be empty"],
  ["empty content", { ...minimal, input: [{ type: "user_input", content: [] }] }, "must not be empty"],
  ["steps beside content", { ...minimal, input: [user, { type: "text", text: "x" }] }, "must not mix"],
  ["an unknown step", { ...minimal, input: [{ type: "dream" }] }, "Invalid input at 'input[0].type'"],
  ["an unknown field of a step", { ...minimal, input: [{ ...user, role: "user" }] }, "Unknown parameter"],
  ["media without data", { ...minimal, input: [{ type: "image" }] }, "Invalid input at 'input[0]'"],
  [
    "a previous interaction without a store",
    { ...minimal, store: false, previous_interaction_id: "v1_x" },
    "store=true",
  ],
  ["a background without a store", { ...minimal, store: false, background: true }, "store=true"],
  [
    "an unknown level",
    { ...minimal, generation_config: { thinking_level: "minimal" } },
    "'low', 'medium', 'high'",
  ],
  ["an unknown setting", { ...minimal, generation_config: { topP: 1 } }, "generation_config.topP"],
  ["safety settings", { ...minimal, safety_settings: [] }, "not supported"],
  ["a cache", { ...minimal, cached_content: "x" }, "not supported"],
  ["no parameters", withParameters(undefined), "schema at top-level must be a boolean or an object"],
  ["parameters as text", withParameters("{}"), "schema at top-level must be a boolean or an object"],
  [
    "an unknown required name",
    withParameters({ type: "object", required: ["x"] }),
    "unspecified property 'x'",
  ],
  [
    "an unknown required name inside",
    withParameters({
      type: "object",
      properties: { a: { type: "object", properties: {}, required: ["b"] } },
    }),
    "schema at properties.a requires unspecified property 'b'",
  ],
  ["an empty required list", withParameters({ type: "object", required: [] }), "empty list 'required'"],
  ["a tuple", withParameters({ type: "object", properties: { a: { items: [{}] } } }), "syntax error"],
  ["an invalid name", { ...minimal, tools: [{ ...weather, name: "a b" }] }, "Invalid function name"],
  ["a name twice", { ...minimal, tools: [weather, weather] }, "Duplicate function"],
  [
    "too many functions",
    { ...minimal, tools: Array.from({ length: 513 }, (_, i) => ({ ...weather, name: `f${i}` })) },
    "At most 512",
  ],
  ["a field of generateContent", { ...minimal, tools: [{ ...weather, behavior: "BLOCKING" }] }, "behavior"],
  ["an unknown tool", { ...minimal, tools: [{ type: "telepathy" }] }, "tools[0].type"],
  [
    "an MCP server with a dash",
    { ...minimal, tools: [{ type: "mcp_server", name: "a-b", url: "https://x" }] },
    "'-'",
  ],
  [
    "a choice without functions",
    { ...minimal, generation_config: { tool_choice: "any" } },
    "without function_declarations",
  ],
  [
    "an unknown choice",
    { ...minimal, tools: [weather], generation_config: { tool_choice: "must" } },
    "tool_choice",
  ],
  [
    "a choice of an unknown function",
    {
      ...minimal,
      tools: [weather],
      generation_config: { tool_choice: { allowed_tools: { mode: "any", tools: ["x"] } } },
    },
    "'x' is not a declared function",
  ],
  [
    "functions beside built-in tools",
    { ...minimal, model: "gemini-3.6-flash", tools: [weather, { type: "google_search" }] },
    "include_server_side_tool_invocations",
  ],
  [
    "a marked error, by option",
    {
      ...minimal,
      input: [user, { type: "function_result", call_id: "x", name: "x", result: "x", is_error: true }],
    },
    "is_error",
    { rules: { refusesIsError: true } },
  ],
  [
    "a result without its call",
    { ...minimal, input: [user, { type: "function_result", call_id: "x", name: "x", result: "x" }] },
    "Please ensure that function response turn comes immediately after a function call turn. Got function response with name 'x'.",
  ],
  [
    "a result without an id",
    { ...minimal, input: [user, { type: "function_result", name: "x", result: "x" }] },
    "Missing call_id in content of type function_result",
  ],
  [
    "a result without a name",
    { ...minimal, input: [user, { type: "function_result", call_id: "x", result: "x" }] },
    "Invalid input received.",
  ],
  [
    "a call without a result",
    { ...minimal, input: [user, { type: "function_call", id: "x", name: "x", arguments: {} }, user] },
    "has none",
  ],
  [
    "a last step of the model",
    { ...minimal, input: [user, { type: "model_output", content: [] }] },
    "The last step",
  ],
];

describe("a request to the fake Interactions API is refused", () => {
  const rows = refusals.map(([title, body, text, options = {}]) => ({ title, body, text, options }));
  it.each(rows)("with $title", async ({ body, text, options }) => {
    await onFake({ script: ["Hello."], ...options }, async (fake, url) => {
      const { status, json } = await request(url, body);
      expect(status).toBe(400);
      const { error } = json as { readonly error: Json };
      expect(error).toEqual({ code: "invalid_request", message: expect.stringContaining(text) as string });
      expect(() => fake.assertDone()).toThrow(/refused request 1/);
    });
  });

  it("without a key, with a wrong key and without a token, as a list of the classic form", async () => {
    await onFake({ script: ["Hello."], apiKey: "key" }, async (fake, url) => {
      const none = await request(url, minimal, { headers: {} });
      expect(none).toMatchObject({
        status: 403,
        json: [{ error: { code: 403, status: "PERMISSION_DENIED" } }],
      });
      const wrong = await request(url, minimal, { headers: { "x-goog-api-key": "other" } });
      expect(wrong).toMatchObject({
        status: 400,
        json: [{ error: { code: 400, status: "INVALID_ARGUMENT" } }],
      });
      const vertex = `${fake.url}/v1beta1/projects/p/locations/global/interactions`;
      expect((await request(vertex, minimal, { headers: key })).status).toBe(401);
      expect((await request(vertex, minimal, { headers: { authorization: "Bearer t" } })).status).toBe(200);
    });
  });

  it("at an unknown path, for an unknown model and for an unknown interaction", async () => {
    await onFake({ models: ["gemini-3.8-flash"] }, async (fake, url) => {
      expect((await request(`${fake.url}/v1/interaction`, minimal)).status).toBe(404);
      expect((await request(`${fake.url}/v2/interactions`, minimal)).status).toBe(404);
      expect((await request(url, { ...minimal, model: "gemini-9" })).json).toMatchObject({
        error: { code: "not_found" },
      });
      expect((await request(`${url}/v1_none`)).status).toBe(404);
      const chained = await request(url, { ...minimal, previous_interaction_id: "v1_none" });
      expect(chained.json).toMatchObject({ error: { code: "not_found" } });
    });
  });

  it("with lost, damaged and changed steps of the current turn", async () => {
    await onFake({ script: [call("get_weather", { city: "Rome" }), "18."] }, async (_fake, url) => {
      const { json } = await request(url, { ...minimal, store: false, tools: [weather] });
      const [thought, called] = json.steps as [Json, Json];
      const result = { type: "function_result", call_id: called?.id, name: "get_weather", result: "18" };
      const send = async (...steps: (Json | undefined)[]): Promise<string> => {
        const answered = await request(url, {
          ...minimal,
          store: false,
          input: [user, ...steps, result],
          tools: [weather],
        });
        return String((answered.json.error as Json | undefined)?.message ?? answered.status);
      };
      expect(await send(called)).toBe("Request contains an invalid argument.");
      expect(await send({ ...thought, signature: "" }, called)).toBe("Request contains an invalid argument.");
      expect(await send({ ...thought, signature: "AAAA" }, called)).toBe("Corrupted thought signature.");
      expect(await send(thought, { ...called, arguments: { city: "Oslo" } })).toMatch(/function_call step/);
      expect(await send({ ...thought, summary: [{ type: "text", text: "x" }] }, called)).toMatch(
        /thought step/,
      );
      expect(await send({ ...thought, signature: "skip_thought_signature_validator" }, called)).toBe("200");
    });
  });
});
