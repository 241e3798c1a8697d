import { describe, expect, it } from "vitest";
import type { AgentOptions } from "../../runtime/start/agent.js";
import type { RunEvent } from "../../runtime/events.js";
import { orThrow, type RunResult } from "../../runtime/run-result.js";
import {
  answer,
  assertReplayable,
  blocked,
  call,
  callsOf,
  degenerate,
  finish,
  rateLimited,
  raw,
  responsesOf,
  text,
  thought,
  type FakeGemini,
  type ScriptEntry,
} from "../../testing/index.js";
import { agentOnFake, sentContents } from "./agent-on-fake.js";
import { handMade, weather } from "./hand-made-tools.js";

const rome = call("get_weather", { city: "Rome" });

async function outcome(
  script: readonly ScriptEntry[],
  options: Partial<AgentOptions> = {},
): Promise<{ result: RunResult; fake: FakeGemini; retries: string[]; starts: number }> {
  const tools = weather();
  const events: RunEvent[] = [];
  const { agent, fake } = await agentOnFake(script, {
    tools,
    ...options,
    onEvent: (event) => events.push(event),
  });
  const result = await agent.run("go");
  assertReplayable(result.contents);
  fake.assertDone();
  const retries = events.flatMap((event) => (event.type === "retry" ? [event.reason] : []));
  return { result, fake, retries, starts: tools.starts.length };
}

describe("an invalid answer", () => {
  it.each([
    [
      "MALFORMED_FUNCTION_CALL",
      finish("MALFORMED_FUNCTION_CALL", "Malformed function call: print(default_api.f(x="),
    ],
    ["MALFORMED_RESPONSE", finish("MALFORMED_RESPONSE")],
    ["EMPTY_RESPONSE", finish("STOP")],
    ["EMPTY_RESPONSE", degenerate.noCandidates],
    ["EMPTY_RESPONSE", degenerate.emptyCandidates],
    ["EMPTY_RESPONSE", degenerate.noContent],
    ["EMPTY_RESPONSE", degenerate.emptyContent],
    ["EMPTY_RESPONSE", degenerate.roleOnly],
    ["EMPTY_RESPONSE", degenerate.emptyParts],
    ["EMPTY_RESPONSE", degenerate.emptyText],
    ["EMPTY_RESPONSE", degenerate.signatureOnly],
    ["EMPTY_RESPONSE", answer(thought("Let me think."))],
    ["UNEXPECTED_TOOL_CALL", finish("UNEXPECTED_TOOL_CALL", "Unexpected tool call: undeclared")],
  ])("(%s) is requested again, with an event, and the run continues", async (reason, entry) => {
    const { result, retries } = await outcome([entry, rome, entry, "done"]);
    expect(result).toMatchObject({ status: "done", text: "done" });
    expect(retries).toEqual([reason, reason]);
    expect(result.usage.requests).toBe(4);
  });

  it.each([
    ["MALFORMED_FUNCTION_CALL", finish("MALFORMED_FUNCTION_CALL", "Malformed function call: f(")],
    ["EMPTY_RESPONSE", degenerate.emptyContent],
    ["EMPTY_RESPONSE", degenerate.noCandidates],
  ])("(%s) is requested three times at most, then the run ends with an error", async (code, entry) => {
    const { result, fake } = await outcome([rome, entry, entry, entry]);
    expect(result).toMatchObject({ status: "error", error: { kind: "protocol", code } });
    expect(fake.requests.length).toBe(4);
    expect(responsesOf(result.contents.at(-1) ?? {}).length).toBe(1);
  });

  it("is requested for the last time with schemas enforced for calls", async () => {
    const bad = finish("MALFORMED_FUNCTION_CALL");
    const { fake } = await outcome([bad, bad, "done"]);
    expect(fake.requests.map(({ body }) => body.toolConfig)).toEqual([
      undefined,
      undefined,
      { functionCallingConfig: { mode: "VALIDATED" } },
    ]);
  });

  it("keeps the message of the service in the error", async () => {
    const bad = finish("MALFORMED_FUNCTION_CALL", "Malformed function call: f(");
    const { result } = await outcome([bad], { malformedRetries: 0 });
    expect(result).toMatchObject({ error: { message: "Malformed function call: f(" } });
  });
});

describe("a finish reason", () => {
  it.each(["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE", "IMAGE_SAFETY"])(
    "%s blocks the run, is not retried, and its calls are not executed",
    async (finishReason) => {
      const { result, starts } = await outcome([answer(["partly", rome], { finishReason })]);
      expect(result).toMatchObject({ status: "blocked", finishReason, text: "partly" });
      expect(starts).toBe(0);
      expect(result.contents.length).toBe(1);
    },
  );

  it("of a blocked prompt is missing, and the block reason is reported", async () => {
    const { result } = await outcome([blocked("PROHIBITED_CONTENT")]);
    expect(result).toMatchObject({ status: "blocked", blockReason: "PROHIBITED_CONTENT" });
  });

  it("MAX_TOKENS with a call truncates the run, and the call is answered but not executed", async () => {
    const { result, starts } = await outcome([answer([text("First"), rome], { finishReason: "MAX_TOKENS" })]);
    expect(result).toMatchObject({ status: "truncated", text: "First" });
    expect(starts).toBe(0);
    expect(result.turns[0]?.calls).toMatchObject([{ code: "CANCELLED", started: false }]);
  });

  it("MAX_TOKENS without a call truncates the run", async () => {
    const { result } = await outcome([answer("Once upon", { finishReason: "MAX_TOKENS" })]);
    expect(result).toMatchObject({ status: "truncated", text: "Once upon" });
  });

  it("MAX_TOKENS without anything leaves the history as it was", async () => {
    const { result } = await outcome([finish("MAX_TOKENS")]);
    expect(result).toMatchObject({ status: "truncated", text: "" });
    expect(result.contents.length).toBe(1);
  });

  it("UNEXPECTED_TOOL_CALL with its call is answered like any unknown tool", async () => {
    const { result } = await outcome([
      answer(call("undeclared"), {
        finishReason: "UNEXPECTED_TOOL_CALL",
        finishMessage: "Unexpected tool call",
      }),
      "done",
    ]);
    expect(result.status).toBe("done");
    expect(result.turns[0]?.calls[0]?.code).toBe("UNKNOWN_TOOL");
  });

  it.each(["TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE"])(
    "%s is an error with its name",
    async (finishReason) => {
      const { result, starts } = await outcome([answer(rome, { finishReason })]);
      expect(result).toMatchObject({ status: "error", error: { kind: "protocol", code: finishReason } });
      expect(starts).toBe(0);
    },
  );

  it("CONTINUATION sends the same request with the token and joins the answers", async () => {
    const first = answer(["Once upon ", thought("hm")], {
      finishReason: "CONTINUATION",
      candidate: { continuationToken: "dG9rZW4=" },
    });
    const { result, fake } = await outcome([first, "a time."]);
    expect(result).toMatchObject({ status: "done", text: "Once upon a time." });
    expect(fake.requests[1]?.body).toEqual({ ...fake.requests[0]?.body, continuationToken: "dG9rZW4=" });
    expect(result.contents.length).toBe(2);
  });

  it("CONTINUATION without an end is an error", async () => {
    const more = answer("and ", {
      finishReason: "CONTINUATION",
      candidate: { continuationToken: "dG9rZW4=" },
    });
    const { result } = await outcome(Array.from({ length: 19 }, () => more));
    expect(result).toMatchObject({ status: "error", error: { code: "CONTINUATION" } });
  });

  it("that is unknown is an answer if there is content", async () => {
    const { result } = await outcome([
      answer(rome, { finishReason: "OTHER" }),
      answer("done", { finishReason: "NEW_REASON" }),
    ]);
    expect(result).toMatchObject({ status: "done", finishReason: "NEW_REASON" });
  });

  it("is optional if the parts are complete", async () => {
    const { result } = await outcome([
      raw({ candidates: [{ content: { role: "model", parts: [{ text: "hi" }] } }] }),
    ]);
    expect(result).toMatchObject({ status: "done", text: "hi" });
  });
});

describe("parts", () => {
  it("that are neither calls nor text stay in the history and are not executed", async () => {
    const parts = [
      { executableCode: { language: "PYTHON", code: "print(1)" } },
      { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } },
      { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } },
      { text: "one" },
    ];
    const { result } = await outcome([answer(parts)]);
    expect(result.contents[1]?.parts).toEqual(parts);
    expect(result.text).toBe("one");
  });

  it("of thought are not part of the text", async () => {
    const { result } = await outcome([[thought("hmm"), text("Hello"), rome], "done"]);
    expect(result.turns[0]?.text).toBe("Hello");
  });

  it("are returned unchanged, including signatures", async () => {
    const { fake, result } = await outcome([
      [thought("hmm"), rome, call("get_weather", { city: "Oslo" })],
      "done",
    ]);
    const model = sentContents(fake, 1)[1];
    expect(model).toEqual(result.contents[1]);
    expect(model?.parts?.map((part) => typeof part.thoughtSignature)).toEqual([
      "undefined",
      "string",
      "undefined",
    ]);
  });

  it("that are empty and unsigned are left out of the history, since the service refuses them", async () => {
    const { result } = await outcome([
      raw({
        candidates: [
          { content: { role: "model", parts: [{ text: "hi" }, { text: "" }, {}] }, finishReason: "STOP" },
        ],
      }),
    ]);
    expect(result.contents[1]?.parts).toEqual([{ text: "hi" }]);
  });
});

describe("a limit", () => {
  const endless = (count: number): ScriptEntry[] => Array.from({ length: count }, () => rome);

  it("of turns ends the run after so many requests, and the last calls are not executed", async () => {
    const { result, starts } = await outcome(endless(3), { maxTurns: 3 });
    expect(result.status).toBe("max_turns");
    expect(starts).toBe(2);
    expect(result.turns.at(-1)?.calls).toMatchObject([{ code: "CANCELLED", started: false }]);
  });

  it("of turns is 8 by default", async () => {
    expect((await outcome(endless(8))).result.status).toBe("max_turns");
  });

  it("of calls ends the run before a turn whose results could not be sent", async () => {
    const { result, starts } = await outcome(
      [
        [rome, rome],
        [rome, rome],
      ],
      { maxToolCalls: 3 },
    );
    expect(result.status).toBe("max_calls");
    expect(starts).toBe(2);
  });

  it("of calls is 64 by default", async () => {
    const flood = Array.from({ length: 32 }, () => rome);
    const { result, starts } = await outcome([flood, flood, rome]);
    expect(result.status).toBe("max_calls");
    expect(starts).toBe(64);
  });

  it("of failures in a row ends the run after three turns without one success", async () => {
    const bad = call("nope");
    const { result } = await outcome([bad, bad, [bad, rome], bad, bad, bad]);
    expect(result.status).toBe("max_errors");
    expect(result.turns.length).toBe(6);
  });

  it("of tokens ends the run when it is used up", async () => {
    const { result, starts } = await outcome([answer(rome, { usage: { totalTokenCount: 100 } })], {
      maxTotalTokens: 100,
    });
    expect(result.status).toBe("max_tokens_budget");
    expect(starts).toBe(0);
  });

  it.each([
    ["max_turns", { maxTurns: 1 }, [rome], 1],
    ["max_calls", { maxToolCalls: 1 }, [[rome, rome]], 1],
    ["max_errors", { maxConsecutiveErrors: 1 }, [call("nope")], 0],
    ["max_tokens_budget", { maxTotalTokens: 1 }, [rome], 0],
  ] as const)(
    "%s may be followed by a last request without tools",
    async (status, options, script, started) => {
      const { result, fake, starts } = await outcome([...script, "So far: 18 °C."], {
        ...options,
        wrapUp: true,
      });
      expect(result).toMatchObject({ status, text: "So far: 18 °C." });
      expect(fake.requests.at(-1)?.body.toolConfig).toEqual({ functionCallingConfig: { mode: "NONE" } });
      expect(starts).toBe(started);
    },
  );

  it("with a last request executes nothing more, even if the model requests it", async () => {
    const { result, starts } = await outcome([rome, rome], { maxTurns: 1, wrapUp: true });
    expect(result).toMatchObject({ status: "max_turns", text: "" });
    expect(starts).toBe(1);
  });

  it("stays the reason of the end if the last request fails, and its error is reported", async () => {
    const { result } = await outcome([rome, rateLimited({ perDay: true })], { maxTurns: 1, wrapUp: true });
    expect(result).toMatchObject({ status: "max_turns", text: "", error: { kind: "quota" } });
  });

  it("is not the reason of the end if the run is aborted during the last request", async () => {
    const controller = new AbortController();
    const { agent } = await agentOnFake([rome, "never read"], {
      tools: weather(),
      maxTurns: 1,
      wrapUp: true,
      onEvent: ({ type, turn }) => void (type === "model_start" && turn === 1 && controller.abort("enough")),
    });
    expect(await agent.run("go", { signal: controller.signal })).toMatchObject({ status: "aborted" });
  });

  it("of time ends the run with an answered history", async () => {
    const tools = handMade([{ name: "slow", run: () => new Promise(() => {}) }]);
    const { result } = await outcome([call("slow")], { tools, deadlineMs: 1500 });
    expect(result.status).toBe("deadline");
    expect(result.turns[0]?.calls).toMatchObject([{ code: "CANCELLED", started: true }]);
  });

  it("of a turn stops its tools", async () => {
    const tools = handMade([{ name: "slow", run: () => new Promise(() => {}) }]);
    const { result } = await outcome([call("slow"), "done"], { tools, turnTimeoutMs: 1500 });
    expect(result.turns[0]?.calls).toMatchObject([{ code: "TIMEOUT" }]);
  });
});

describe("stopping", () => {
  const tools = () =>
    handMade([
      { name: "look", run: () => "seen" },
      { name: "finish", args: { answer: "string" }, run: ({ answer: given }) => ({ given }) },
    ]);

  it("happens after a call of a given tool, with its result as output", async () => {
    const { result } = await outcome([call("look"), call("finish", { answer: "42" })], {
      tools: tools(),
      stopOnTool: ["finish"],
    });
    expect(result).toMatchObject({ status: "stopped", by: "finish", output: { given: "42" } });
  });

  it("happens in the last turn too, because its result need not be sent", async () => {
    const { result } = await outcome([[call("finish", { answer: "42" }), call("look")]], {
      tools: tools(),
      stopOnTool: ["finish"],
      maxTurns: 1,
    });
    expect(result).toMatchObject({ status: "stopped", output: { given: "42" } });
    expect(result.turns[0]?.calls.map(({ started }) => started)).toEqual([true, false]);
  });

  it("does not happen when the call failed", async () => {
    const { result } = await outcome([call("finish", { answer: 42 }), call("finish", { answer: "42" })], {
      tools: tools(),
      stopOnTool: ["finish"],
    });
    expect(result).toMatchObject({ status: "stopped" });
    expect(result.turns.length).toBe(2);
  });

  it("happens when stopWhen returns true", async () => {
    const { result } = await outcome([rome, rome], {
      stopWhen: (step, turns) => turns.length === 2 && `after ${step.turn}`,
    });
    expect(result).toMatchObject({ status: "stopped", by: "after 1" });
  });

  it("happens when stopWhen throws, as an error", async () => {
    const { result } = await outcome([rome], {
      stopWhen: () => {
        throw new Error("broken");
      },
    });
    expect(result).toMatchObject({ status: "error", error: { kind: "policy" } });
  });
});

describe("orThrow", () => {
  it("returns the text of a finished run and throws otherwise", async () => {
    expect(orThrow((await outcome(["done"])).result)).toBe("done");
    const { result } = await outcome([finish("SAFETY")]);
    expect(() => orThrow(result)).toThrow('the run ended with status "blocked"');
    const failed = await outcome([finish("TOO_MANY_TOOL_CALLS")]);
    expect(() => orThrow(failed.result)).toThrow("too many tools");
  });
});

describe("an abort", () => {
  it("before the start sends nothing", async () => {
    const { agent, fake } = await agentOnFake(["never"], { tools: weather() });
    const result = await agent.run("go", { signal: AbortSignal.abort("no") });
    expect(result).toMatchObject({ status: "aborted", reason: "no" });
    expect(fake.requests).toEqual([]);
    assertReplayable(result.contents);
  });

  it("during a request closes the connection", async () => {
    const controller = new AbortController();
    const { agent, fake } = await agentOnFake(
      () => {
        setTimeout(() => controller.abort("enough"), 10);
        return answer("late", { delayMs: 5000 });
      },
      { tools: weather() },
    );
    const result = await agent.run("go", { signal: controller.signal });
    expect(result).toMatchObject({ status: "aborted", reason: "enough" });
    await expect.poll(() => fake.requests[0]?.aborted).toBe(true);
    assertReplayable(result.contents);
  });

  it("during tools answers every call, started or not", async () => {
    const controller = new AbortController();
    const tools = handMade([
      {
        name: "slow",
        run: (_args, { signal }) => {
          setTimeout(() => controller.abort("enough"), 10);
          return new Promise((resolve) => signal.addEventListener("abort", () => setTimeout(resolve, 20)));
        },
      },
    ]);
    const { agent } = await agentOnFake([[call("slow"), call("slow"), call("slow")]], {
      tools,
      concurrency: 2,
    });
    const result = await agent.run("go", { signal: controller.signal });
    expect(result.status).toBe("aborted");
    expect(result.turns[0]?.calls.map(({ code, started }) => [code, started])).toEqual([
      ["CANCELLED", true],
      ["CANCELLED", true],
      ["CANCELLED", false],
    ]);
    expect(callsOf(result.contents).length).toBe(responsesOf(result.contents).length);
    assertReplayable(result.contents);
  });
});
