import { describe, expect, it } from "vitest";
import {
  answer,
  call,
  cut,
  failMidStream,
  finish,
  interactionError,
  overloaded,
  rateLimited,
  raw,
  text,
  thought,
} from "../../testing/index.js";
import { eventsIn, key, minimal, onFake, request, type Json } from "./post-interaction.js";

const tools = [
  { type: "function", name: "ping", description: "Pings.", parameters: { type: "object", properties: {} } },
];
const stepsOf = (json: Json): readonly Json[] => json.steps as readonly Json[];

describe("the fake Interactions API", () => {
  it("answers in the captured form", async () => {
    await onFake({ script: [[thought("Hm."), call("ping", { a: 1 })], "Hello."] }, async (fake, url) => {
      const { json } = await request(url, { ...minimal, tools });
      expect(json).toMatchObject({
        id: expect.stringMatching(/^v1_/) as string,
        object: "interaction",
        status: "requires_action",
        model: "gemini-3.8-flash",
        service_tier: "standard",
        steps: [
          {
            type: "thought",
            summary: [{ type: "text", text: "Hm." }],
            signature: expect.any(String) as string,
          },
          {
            type: "function_call",
            id: expect.stringMatching(/^[a-z0-9]{8}$/) as string,
            name: "ping",
            arguments: { a: 1 },
          },
        ],
      });
      const { total_tokens, total_input_tokens, total_output_tokens, total_thought_tokens } =
        json.usage as Record<string, number>;
      expect(total_tokens).toBe(total_input_tokens! + total_output_tokens! + total_thought_tokens!);
      const unstored = await request(url, { ...minimal, store: false });
      expect(unstored.json).not.toHaveProperty("id");
      expect(unstored.json).toMatchObject({ status: "completed" });
      fake.assertDone();
    });
  });

  it.each([
    ["a text", "Hello."],
    ["a block", { type: "text", text: "Hello." }],
    [
      "blocks",
      [
        { type: "text", text: "Hello." },
        { type: "image", data: "AA==", mime_type: "image/png" },
      ],
    ],
    ["steps", [{ type: "user_input", content: [{ type: "text", text: "Hello." }] }]],
  ])("accepts %s as input", async (_form, input) => {
    await onFake({ script: ["Hi."] }, async (fake, url) => {
      expect((await request(url, { ...minimal, input })).status).toBe(200);
      expect(fake.requests[0]?.steps[0]?.type).toBe("user_input");
    });
  });

  it.each([["requires_action" as const], ["completed" as const]])(
    "reports open calls with the status %s",
    async (openCalls) => {
      await onFake({ script: [call("ping")], rules: { openCalls } }, async (_fake, url) => {
        expect((await request(url, { ...minimal, tools })).json.status).toBe(openCalls);
      });
    },
  );

  it.each([
    [
      "thought" as const,
      [
        ["thought", true],
        ["function_call", undefined],
      ],
    ],
    ["call" as const, [["function_call", true]]],
    [
      "both" as const,
      [
        ["thought", true],
        ["function_call", true],
      ],
    ],
    [
      "call-empty" as const,
      [
        ["thought", true],
        ["function_call", ""],
      ],
    ],
    ["none" as const, [["function_call", undefined]]],
  ])("puts signatures where the model does: %s", async (signatures, expected) => {
    await onFake({ script: [call("ping")], rules: { signatures } }, async (_fake, url) => {
      const { json } = await request(url, { ...minimal, tools });
      expect(stepsOf(json).map(({ type, signature }) => [type, signature ? true : signature])).toEqual(
        expected,
      );
    });
  });

  it("stores, returns, continues and deletes interactions", async () => {
    await onFake({ script: [call("ping"), "pong"] }, async (fake, url) => {
      const first = await request(url, { ...minimal, tools });
      const id = String(first.json.id);
      const plain = await request(`${url}/${id}`);
      expect(stepsOf(plain.json).map(({ type }) => type)).toEqual(["thought", "function_call"]);
      const full = await request(`${url}/${id}?include_input=true`);
      expect(stepsOf(full.json).map(({ type }) => type)).toEqual(["user_input", "thought", "function_call"]);
      const input = [
        { type: "function_result", call_id: stepsOf(first.json)[1]?.id, name: "ping", result: "pong" },
      ];
      const next = await request(url, { ...minimal, tools, previous_interaction_id: id, input });
      expect(next.status).toBe(200);
      expect(fake.requests.at(-1)?.steps).toHaveLength(4);
      expect(await request(`${url}/${id}`, undefined, { method: "DELETE" })).toMatchObject({
        status: 200,
        json: {},
      });
      expect((await request(`${url}/${id}`)).status).toBe(404);
    });
  });

  it("runs in the background, and can be cancelled", async () => {
    await onFake({ script: ["Done.", "Done."] }, async (_fake, url) => {
      const begin = async (): Promise<string> => {
        const { json } = await request(url, { ...minimal, background: true });
        expect(json).toMatchObject({ status: "in_progress", steps: [] });
        return `${url}/${String(json.id)}`;
      };
      const one = await begin();
      expect((await request(one)).json.status).toBe("in_progress");
      expect((await request(one)).json.status).toBe("completed");
      expect((await request(`${one}/cancel`, "")).status).toBe(400);
      const other = await begin();
      expect((await request(`${other}/cancel`, "")).json.status).toBe("cancelled");
      expect((await request(other)).json.status).toBe("cancelled");
    });
  });

  it("continues partial answers, stored or not, and checks the token", async () => {
    const partial = () => answer("The beg", { finishReason: "CONTINUATION" });
    await onFake({ script: [partial(), "inning.", partial(), "inning."] }, async (_fake, url) => {
      const first = (await request(url, { ...minimal, store: false })).json;
      expect(first).toMatchObject({ status: "requires_continuation" });
      const token = first.continuation_token;
      expect(
        (await request(url, { ...minimal, input: "Else.", store: false, continuation_token: token })).status,
      ).toBe(400);
      expect((await request(url, { ...minimal, store: false, continuation_token: "x" })).status).toBe(400);
      expect((await request(url, { ...minimal, store: false, continuation_token: token })).status).toBe(200);
      const stored = (await request(url, minimal)).json;
      const next = {
        model: minimal.model,
        continuation_token: stored.continuation_token,
        previous_interaction_id: stored.id,
      };
      expect((await request(url, { ...next, input: "x" })).status).toBe(400);
      expect((await request(url, next)).status).toBe(200);
    });
  });

  it("streams every event in order", async () => {
    await onFake(
      { script: [[thought("Hm."), text("He", "llo"), call("ping", { a: 1 })]] },
      async (_fake, url) => {
        const { text: body, type } = await request(url, { ...minimal, tools, stream: true });
        expect(type).toBe("text/event-stream");
        expect(body.endsWith("event: done\ndata: [DONE]\n\n")).toBe(true);
        const events = eventsIn(body);
        expect(
          events.map(({ event_type: name, index, delta }) => [
            name,
            index,
            (delta as Json | undefined)?.type,
          ]),
        ).toEqual([
          ["interaction.created", undefined, undefined],
          ["step.start", 0, undefined],
          ["step.delta", 0, "thought_summary"],
          ["step.delta", 0, "thought_signature"],
          ["step.stop", 0, undefined],
          ["step.start", 1, undefined],
          ["step.delta", 1, "text"],
          ["step.delta", 1, "text"],
          ["step.stop", 1, undefined],
          ["step.start", 2, undefined],
          ["step.delta", 2, "arguments_delta"],
          ["step.stop", 2, undefined],
          ["interaction.completed", undefined, undefined],
        ]);
        expect(events.every(({ event_id: id }) => typeof id === "string")).toBe(true);
      },
    );
  });

  it("resumes a stream after an event, of stored interactions only", async () => {
    await onFake({ script: [cut(answer(text("a", "b", "c")), 3), answer("x")] }, async (_fake, url) => {
      const broken = await fetch(url, {
        method: "POST",
        headers: key,
        body: JSON.stringify({ ...minimal, stream: true }),
      });
      const seen = eventsIn(await readUntilCut(broken));
      expect(seen).toHaveLength(3);
      const id = String((seen[0]?.interaction as Json).id);
      const rest = await request(`${url}/${id}?stream=true&last_event_id=${String(seen.at(-1)?.event_id)}`);
      expect(eventsIn(rest.text)[0]?.event_id).toBe("event_4");
      expect((await request(`${url}/${id}?stream=true&last_event_id=x`)).status).toBe(400);
      const unstored = await request(url, { ...minimal, store: false, stream: true });
      expect(eventsIn(unstored.text)[0]).toMatchObject({ interaction: { id: "" } });
      expect(unstored.text).not.toContain("event_id");
    });
  });

  it("fails as scripted", async () => {
    const script = [
      overloaded(),
      rateLimited(),
      interactionError(400, "malformed_tool_call", "x"),
      finish("MALFORMED_FUNCTION_CALL"),
      finish("SAFETY"),
      raw({ status: "budget_exceeded" }),
      failMidStream(answer(text("a", "b")), { afterEvents: 2 }),
    ];
    await onFake({ script }, async (_fake, url) => {
      expect((await request(url, minimal)).status).toBe(503);
      expect((await request(url, { ...minimal, stream: true })).text).toMatch(
        /^event: error\ndata: \{"error":/,
      );
      expect((await request(url, minimal)).json).toEqual({
        error: { code: "malformed_tool_call", message: "x" },
      });
      expect((await request(url, minimal)).json).toMatchObject({ error: { code: "malformed_tool_call" } });
      expect((await request(url, minimal)).json).toMatchObject({ status: "failed" });
      expect((await request(url, minimal)).json).toEqual({ status: "budget_exceeded" });
      const broken = eventsIn((await request(url, { ...minimal, stream: true })).text);
      expect(broken.at(-1)).toMatchObject({ event_type: "error", error: { code: "unavailable" } });
    });
  });
});

async function readUntilCut(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let body = "";
  try {
    for await (const piece of response.body ?? [])
      body += decoder.decode(piece as Uint8Array, { stream: true });
  } catch {
    // The connection broke.
  }
  return body;
}
