import { describe, expect, it } from "vitest";
import { finish, httpError, interactionError, raw, type Scripted } from "../../testing/index.js";
import { agentOnFake, instantRetries } from "../runtime/agent-on-fake.js";
import { handMade } from "../runtime/hand-made-tools.js";
import { agentOnInteractions } from "./interactions-on-fake.js";

const tools = handMade([{ name: "ping", run: () => "pong" }]);
const own = JSON.stringify({ error: { message: "Invalid input received.", code: "invalid_request" } });
const listed = JSON.stringify([{ error: { code: 401, message: "Bad key.", status: "UNAUTHENTICATED" } }]);
const framed = `event: error\ndata: ${own}\n\n`;

async function errorOf(script: readonly Scripted[], streaming: boolean): Promise<unknown> {
  const { agent } = await agentOnInteractions(
    script,
    { tools, malformedRetries: 0 },
    { interactions: { retry: { ...instantRetries(), attempts: 1 } } },
  );
  const result = await agent.run("Hi.", { streaming });
  expect(result.status).toBe("error");
  return result.status === "error" ? result.error : undefined;
}

describe.each([false, true])("a failure of the Interactions API, streaming: %s", (streaming) => {
  it.each([
    ["its own form", httpError(400, own), { kind: "http", status: 400, code: "invalid_request" }],
    [
      "a list of the classic form",
      httpError(401, listed),
      { kind: "http", status: 401, code: "UNAUTHENTICATED" },
    ],
    ["an event as a body", httpError(400, framed), { kind: "http", status: 400, code: "invalid_request" }],
    [
      "an event of a stream",
      raw({
        event_type: "error",
        error: { message: "Deadline expired.", code: "gateway_timeout" },
        status: "failed",
      }),
      streaming ? { code: "gateway_timeout", retryable: true } : { kind: "protocol" },
    ],
    ["a page of a proxy", httpError(502, "<html>"), { kind: "http", status: 502, retryable: true }],
    ["a quota", interactionError(429, "resource_exhausted", "Slow down."), { kind: "quota", status: 429 }],
    [
      "a service that lacks something",
      interactionError(501, "not_implemented", "x"),
      { status: 501, retryable: false },
    ],
  ])("is read in the form of %s", async (_form, fault, expected) => {
    expect(await errorOf([fault], streaming)).toMatchObject(expected);
  });

  it.each([
    ["failed", { errors: [{ code: "internal", message: "It broke." }] }, { code: "internal" }],
    ["cancelled", {}, { code: "CANCELLED" }],
    ["budget_exceeded", {}, { code: "BUDGET_EXCEEDED" }],
    ["in_progress", {}, { code: "IN_PROGRESS" }],
    ["requires_action", {}, { code: "REQUIRES_ACTION" }],
    [
      "completed",
      { steps: [{ type: "model_output", error: { code: 3, message: "No." } }] },
      { kind: "protocol" },
    ],
  ])("is the status %s", async (status, fields, expected) => {
    const json = { status, steps: [], ...fields };
    const events = [
      ...json.steps.map((step, index) => ({ event_type: "step.start", index, step })),
      { event_type: "interaction.completed", interaction: { ...json, steps: undefined } },
    ];
    const script = streaming ? raw(...events) : raw(json);
    expect(await errorOf([script], streaming)).toMatchObject({ retryable: false, ...expected });
  });

  it("is an answer without the shape of an interaction", async () => {
    for (const json of [
      {},
      { status: 5 },
      { status: "completed", steps: 1 },
      { status: "completed", steps: [1] },
    ])
      expect(await errorOf([raw(json)], false)).toMatchObject({ kind: "protocol" });
  });

  it("is arguments that are not a JSON object", async () => {
    const start = {
      event_type: "step.start",
      index: 0,
      step: { type: "function_call", id: "a", name: "ping" },
    };
    const delta = { event_type: "step.delta", index: 0, delta: { type: "arguments_delta", arguments: "[1" } };
    const end = { event_type: "interaction.completed", interaction: { status: "requires_action" } };
    expect(await errorOf([raw(start, delta, end)], true)).toMatchObject({ code: "MALFORMED_FUNCTION_CALL" });
  });

  it("reports no key", async () => {
    const leaking = interactionError(400, "invalid_request", "The key test-key is wrong.");
    expect(JSON.stringify(await errorOf([leaking], streaming))).not.toContain("test-key");
  });

  it("by a malformed call is like that of generateContent", async () => {
    const script = [finish("MALFORMED_FUNCTION_CALL"), finish("MALFORMED_FUNCTION_CALL"), "Hi."];
    const ours = await agentOnInteractions(script, { tools });
    const other = await agentOnFake(script, { tools });
    const [one, two] = await Promise.all([
      ours.agent.run("Hi.", { streaming }),
      other.agent.run("Hi.", { streaming }),
    ]);
    expect([one.status, one.text, one.usage.requests]).toEqual([two.status, two.text, two.usage.requests]);
    expect(ours.fake.requests.map(({ body }) => body.generation_config)).toEqual([
      undefined,
      undefined,
      { tool_choice: "validated" },
    ]);
  });
});
