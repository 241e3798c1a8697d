import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { AgentOptions } from "../../runtime/start/agent.js";
import type { RunEvent } from "../../runtime/events.js";
import type { RunResult } from "../../runtime/run-result.js";
import { assertReplayable, call, finish, hang, type FakeGeminiOptions } from "../../testing/index.js";
import { agentOnFake } from "./agent-on-fake.js";
import { handMade, type HandMade } from "./hand-made-tools.js";

// A run can be stopped at any point: in a listener, in a user's hook, before a handler, in a queue.

const never = (): Promise<never> => new Promise(() => {});

/** Runs an agent. `stop` gets a function that aborts the run. */
async function stopped(
  script: FakeGeminiOptions["script"],
  tools: readonly HandMade[],
  stop: (abort: () => void) => Partial<Omit<AgentOptions, "tools" | "model">>,
): Promise<{ result: RunResult; requests: number }> {
  const controller = new AbortController();
  const options = stop(() => controller.abort("enough"));
  const { agent, fake } = await agentOnFake(script, { tools: handMade(tools), ...options });
  const result = await agent.run("go", { signal: controller.signal });
  assertReplayable(result.contents);
  return { result, requests: fake.requests.length };
}

const on =
  (type: RunEvent["type"], act: () => void) =>
  (event: RunEvent): void => {
    if (event.type === type) act();
  };
const tool: HandMade = { name: "tool", run: () => 1 };
const soon = (abort: () => void): void => void setTimeout(abort, 20);

describe("a run that is aborted", () => {
  it.each(["turn_start", "model_start"] as const)(
    "by a listener of %s sends no request to the model",
    async (type) => {
      const { result, requests } = await stopped([hang()], [tool], (abort) => ({ onEvent: on(type, abort) }));
      expect(result).toMatchObject({ status: "aborted", reason: "enough" });
      expect(requests).toBe(0);
    },
  );

  it("by a listener of a retry does not retry", async () => {
    const { result, requests } = await stopped(
      [finish("MALFORMED_FUNCTION_CALL"), hang()],
      [tool],
      (abort) => ({
        onEvent: on("retry", abort),
      }),
    );
    expect(result.status).toBe("aborted");
    expect(requests).toBe(1);
  });

  it("by a listener of tool_start aborts the handler, without waiting for it", async () => {
    let wasAborted = false;
    const endless: HandMade = {
      name: "tool",
      run: (_args, { signal }) => {
        wasAborted = signal.aborted;
        return never();
      },
    };
    const { result } = await stopped([call("tool")], [endless], (abort) => ({
      onEvent: on("tool_start", abort),
    }));
    expect(result.status).toBe("aborted");
    expect(wasAborted).toBe(true);
    expect(result.turns[0]?.calls).toMatchObject([{ code: "CANCELLED", started: true }]);
  });

  it.each<[string, (abort: () => void) => Partial<Omit<AgentOptions, "tools" | "model">>]>([
    ["prepareTurn", (abort) => ({ prepareTurn: () => (soon(abort), never()) })],
    ["stopWhen", (abort) => ({ stopWhen: () => (soon(abort), never()) })],
    ["approve", (abort) => ({ approve: () => (soon(abort), never()) })],
    ["repair", (abort) => ({ repair: () => (soon(abort), never()) })],
  ])("while %s never answers still ends", async (_hook, hook) => {
    const { result } = await stopped([call("tool", { surplus: true }), call("tool"), hang()], [tool], hook);
    expect(result.status).toBe("aborted");
  });

  it.each<[RunEvent["type"], "prepareTurn" | "stopWhen"]>([
    ["turn_start", "prepareTurn"],
    ["turn_end", "stopWhen"],
  ])("by a listener of %s does not begin to wait for %s", async (type, hook) => {
    const { result } = await stopped([call("tool"), hang()], [tool], (abort) => ({
      onEvent: on(type, abort),
      [hook]: never,
    }));
    expect(result).toMatchObject({ status: "aborted", reason: "enough" });
  });

  it("while the checks of a tool are loading still ends", async () => {
    const tools = handMade([tool]);
    const [bound] = tools.tools.values();
    const controller = new AbortController();
    Object.assign(bound!.entry, { checks: () => (soon(() => controller.abort()), never()) });
    const { agent } = await agentOnFake([call("tool")], { tools });
    expect(await agent.run("go", { signal: controller.signal })).toMatchObject({
      status: "aborted",
      turns: [{ calls: [{ code: "CANCELLED", started: false }] }],
    });
  });

  it("reports a long-running tool as started", async () => {
    // Handlers start in the order of their calls. If the second handler has started, the first one has
    // started too.
    let abortSoon = (): void => undefined;
    const { result } = await stopped(
      [[call("slow"), call("long")]],
      [
        { name: "slow", run: never },
        { name: "long", policy: { longRunning: true }, run: () => (abortSoon(), "job 7") },
      ],
      (abort) => ((abortSoon = () => soon(abort)), {}),
    );
    expect(result.turns[0]?.calls).toMatchObject([
      { tool: "slow", code: "CANCELLED", started: true },
      { tool: "long", code: "CANCELLED", started: true },
    ]);
  });
});

describe("a time limit", () => {
  it("ends a run whose `approve` never answers at its deadline", async () => {
    const { result } = await stopped([call("tool")], [tool], () => ({ approve: never, deadlineMs: 50 }));
    expect(result.status).toBe("deadline");
  });

  it.each([30 * 86_400_000, Infinity])(
    "of %d ms exceeds a timer, and does not expire at once",
    async (deadlineMs) => {
      const { result } = await stopped(["fine"], [tool], () => ({ deadlineMs }));
      expect(result).toMatchObject({ status: "done", text: "fine" });
    },
  );

  it("that has expired starts nothing more of the turn", async () => {
    const ran: string[] = [];
    const { result } = await stopped(
      [[call("slow"), call("queued")], "done"],
      [
        { name: "slow", run: () => sleep(300) },
        { name: "queued", run: () => ran.push("queued") },
      ],
      () => ({ turnTimeoutMs: 80, concurrency: 1 }),
    );
    expect(ran).toEqual([]);
    expect(result.turns[0]?.calls).toMatchObject([
      { code: "TIMEOUT", started: true },
      { code: "TIMEOUT", started: false },
    ]);
  });
});

describe("hooks", () => {
  const unprintable = (): never => {
    throw Object.create(null);
  };

  it.each(["prepareTurn", "stopWhen"] as const)(
    "that throw a value without a message end the run (%s)",
    async (hook) => {
      const { result } = await stopped([call("tool")], [tool], () => ({ [hook]: unprintable }));
      expect(result).toMatchObject({ status: "error", error: { kind: "policy" } });
    },
  );

  it.each([undefined, false, true, null, "no", {}])(
    "fail closed: a call is denied when `approve` answers %j",
    async (verdict) => {
      const errors: unknown[] = [];
      const { result } = await stopped([call("tool"), "done"], [tool], () => ({
        approve: () => verdict as never,
        onEvent: (event) => event.type === "tool_error" && errors.push(event.error),
      }));
      expect(result.turns[0]?.calls).toMatchObject([{ code: "DENIED", started: false }]);
      expect(String(errors[0])).toContain('expected "run", "ask" or { deny }');
    },
  );

  it("may refuse with any text", async () => {
    const { result } = await stopped([call("tool"), "done"], [tool], () => ({
      approve: () => ({ deny: "no \uD800!" }),
    }));
    expect(result.turns[0]?.calls[0]?.response).toEqual({ error: { code: "DENIED", message: "no \uFFFD!" } });
  });

  it("run tools one by one if the concurrency is zero", async () => {
    const { result } = await stopped([[call("tool"), call("tool")], "done"], [tool], () => ({
      concurrency: 0,
    }));
    expect(result.status).toBe("done");
  });
});

describe("a handler may throw any value", () => {
  const trap = (): never => {
    throw new Error("trap");
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["a symbol", Symbol("s")],
    ["a proxy", new Proxy({}, { getPrototypeOf: trap })],
    ["an error behind a proxy", new Proxy(new Error("a"), { get: trap })],
    ["a revoked proxy", revoked.proxy],
    ["a ToolError whose message is a trap", toolError({ get: trap })],
    ["a ToolError whose message is no text", toolError({ value: 5 })],
  ])("%s: the tool failed", async (_what, thrown) => {
    const { result } = await stopped(
      [call("tool"), "done"],
      [
        {
          name: "tool",
          run: () => {
            throw thrown;
          },
        },
      ],
      () => ({}),
    );
    expect(result.turns[0]?.calls).toMatchObject([{ code: "TOOL_FAILED", started: true }]);
  });

  function toolError(message: PropertyDescriptor): Error {
    const error = Object.assign(new Error(), { name: "ToolError", code: "BROKEN" });
    return Object.defineProperty(error, "message", message);
  }
});
