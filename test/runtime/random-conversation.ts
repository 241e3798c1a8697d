import { expect } from "vitest";
import { ToolError } from "../../runtime/errors.js";
import type { RunEvent } from "../../runtime/events.js";
import type { Decision } from "../../runtime/host.js";
import type { Model } from "../../runtime/model.js";
import type { RunResult } from "../../runtime/run-result.js";
import { createAgent, type AgentOptions } from "../../runtime/start/agent.js";
import {
  answer,
  blocked,
  call,
  cut,
  degenerate,
  finish,
  text,
  thought,
  type Scripted,
  type ScriptPart,
} from "../../testing/index.js";
import { fc } from "../helpers/seeded.js";
import { handMade } from "./hand-made-tools.js";

// Random conversations with tools for every way a call can go, and the checks that hold for each.

/** Tools for every way a call can go; counts the starts of handlers by call. */
export function world(): { tools: ReturnType<typeof handMade>; starts: Map<string, number> } {
  const starts = new Map<string, number>();
  const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const behaviours: Record<string, () => unknown> = {
    fine: () => ({ ok: true }),
    slow: () => later(3),
    stuck: () => new Promise(() => {}),
    throws: () => {
      throw new Error("secret");
    },
    rejects: () => Promise.reject(new ToolError("FULL", "full")),
    cyclic: () => {
      const loop: unknown[] = [];
      loop.push(loop);
      return loop;
    },
    huge: () => "x".repeat(200_000),
    serial: () => later(1),
    approval: () => "approved",
    long: () => ({ job: 1 }),
  };
  const policies = {
    stuck: { timeoutMs: 2 },
    serial: { serial: true },
    approval: { approval: true },
    long: { longRunning: true },
  };
  const tools = handMade(
    Object.entries(behaviours).map(([name, run]) => ({
      name,
      args: { n: "number?" },
      policy: (policies as Record<string, object>)[name] ?? {},
      run: (args, { idempotencyKey }) => {
        starts.set(idempotencyKey, (starts.get(idempotencyKey) ?? 0) + 1);
        args.n = "changed";
        return run();
      },
    })),
  );
  return { tools, starts };
}

const toolName = fc.constantFrom(
  "fine",
  "fine",
  "slow",
  "stuck",
  "throws",
  "rejects",
  "cyclic",
  "huge",
  "serial",
  "approval",
  "long",
  "nope",
  "constructor",
  "default_api.fine",
);
const someCall: fc.Arbitrary<ScriptPart> = fc
  .tuple(
    toolName,
    fc.constantFrom({}, { n: 1 }, { n: "bad" }, { other: 1 }),
    fc.oneof(fc.constantFrom(undefined, false as const), fc.uuid()),
  )
  .map(([name, args, id]) => call(name, args, id === undefined ? {} : { id }));
export const someParts = fc.oneof(
  fc.array(someCall, { minLength: 1, maxLength: 5 }),
  fc
    .array(someCall, { minLength: 1, maxLength: 3 })
    .map((calls) => [thought("hm"), text("a", "b"), ...calls]),
);
const someTurn: fc.Arbitrary<Scripted> = fc.oneof(
  { weight: 24, arbitrary: someParts },
  { weight: 2, arbitrary: fc.constant("An answer.") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      finish("MALFORMED_FUNCTION_CALL"),
      finish("STOP"),
      finish("SAFETY"),
      finish("MAX_TOKENS"),
      finish("TOO_MANY_TOOL_CALLS"),
      blocked(),
      degenerate.signatureOnly,
      degenerate.noCandidates,
    ),
  },
  { weight: 1, arbitrary: someParts.map((parts) => answer(parts, { finishReason: "MAX_TOKENS" })) },
  { weight: 1, arbitrary: fc.constant(cut(answer(text("a", "b")), 1)) },
  { weight: 1, arbitrary: someParts.map((parts) => answer(parts, { finishReason: "SAFETY" })) },
);
const eachOption = {
  maxTurns: fc.integer({ min: 1, max: 6 }),
  maxToolCalls: fc.integer({ min: 0, max: 8 }),
  maxCallsPerTurn: fc.integer({ min: 0, max: 4 }),
  maxConsecutiveErrors: fc.integer({ min: 1, max: 3 }),
  maxTotalTokens: fc.integer({ min: 100, max: 2000 }),
  malformedRetries: fc.integer({ min: 0, max: 2 }),
  deadlineMs: fc.integer({ min: 0, max: 30 }),
  concurrency: fc.integer({ min: 1, max: 4 }),
  wrapUp: fc.boolean(),
  automatic: fc.boolean(),
  stopOnTool: fc.constant(["slow"]),
  toolConfig: fc.constantFrom(
    { functionCallingConfig: { mode: "ANY" as const } },
    { functionCallingConfig: { mode: "NONE" as const } },
  ),
  activeTools: fc.constant(["fine", "slow", "approval"]),
};
/** Few at a time: all of them together leave hardly a call to run. */
export const someOptions = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.oneof(
      ...Object.entries(eachOption).map(([name, value]) =>
        (value as fc.Arbitrary<unknown>).map((given) => ({ [name]: given })),
      ),
    ),
  },
  { weight: 2, arbitrary: fc.record(eachOption, { requiredKeys: [] }) },
);
export const someDecision = fc.constantFrom<Decision | "none">(
  "approve",
  { deny: "no" },
  { output: 1 },
  "none",
);

export interface Plan {
  readonly script: readonly Scripted[];
  readonly options: Partial<AgentOptions>;
  readonly streaming: boolean;
  readonly abortAfter: number | undefined;
  readonly decisions: readonly (Decision | "none")[];
}
export const somePlan: fc.Arbitrary<Plan> = fc.record({
  script: fc.array(someTurn, { minLength: 2, maxLength: 10 }),
  options: someOptions as fc.Arbitrary<Partial<AgentOptions>>,
  streaming: fc.boolean(),
  abortAfter: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined, freq: 2 }),
  decisions: fc.array(someDecision, { minLength: 1, maxLength: 6 }),
});

/** A source of answers, with the requests that it refused. */
export interface Source {
  readonly model: Model;
  readonly refused: () => readonly unknown[];
}

export interface Played {
  readonly result: RunResult;
  readonly refused: readonly unknown[];
  readonly starts: ReadonlyMap<string, number>;
  readonly events: readonly RunEvent[];
}

/** A script without more turns answers with text, so every run ends. */
export function entriesOf(plan: Plan): Scripted[] {
  return Array.from({ length: 60 }, (_, index) => plan.script[index] ?? "The end.");
}

export async function play(plan: Plan, { model, refused }: Source): Promise<Played> {
  const { tools, starts } = world();
  const controller = new AbortController();
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): void => {
    if (events.push(event) - 1 === plan.abortAfter) controller.abort("chance");
  };
  const agent = createAgent({ tools, model, ...plan.options });
  const options = { signal: controller.signal, onEvent, runId: "r" };
  let result = await (plan.streaming ? agent.stream("go", options).result : agent.run("go", options));
  for (let round = 0; result.status === "paused" && round < 20; round++) {
    const paused = result;
    const decisions = Object.fromEntries(
      paused.pending.flatMap(({ callId, reason }, index) => {
        const decision = plan.decisions[(round + index) % plan.decisions.length] ?? "none";
        const final = round > 8 ? { deny: "enough" } : decision;
        return final === "none"
          ? []
          : [[callId, final === "approve" && reason === "long_running" ? { output: 2 } : final]];
      }),
    );
    result = await agent.resume(JSON.parse(JSON.stringify(paused.state)) as typeof paused.state, {
      decisions,
      ...options,
    });
  }
  return { result, starts, events, refused: refused() };
}

const NEVER_STARTED = new Set(["UNKNOWN_TOOL", "NOT_ALLOWED", "INVALID_ARGUMENTS", "TOO_MANY_CALLS"]);
const ALWAYS_STARTED = new Set(["TOOL_FAILED", "TIMEOUT", "UNSERIALIZABLE_RESULT", "FULL"]);

/** Checks which handlers were started. */
export function checkStarts({ result, refused, starts }: Played): void {
  expect(refused).toEqual([]);
  expect(JSON.stringify(result)).not.toMatch(/secret|changed/);
  const counted = new Map<string, number>();
  for (const step of result.turns) {
    for (const [index, record] of step.calls.entries()) {
      const key = `r/${step.turn}/${index}`;
      const wasStarted = starts.get(key) ?? 0;
      counted.set(key, wasStarted);
      expect({ ...record, starts: wasStarted }).toMatchObject({ starts: record.started ? 1 : 0 });
      if (NEVER_STARTED.has(record.code ?? "")) expect(record.started).toBe(false);
      if (ALWAYS_STARTED.has(record.code ?? "")) expect(record.started).toBe(true);
    }
  }
  if (result.status !== "paused") for (const key of starts.keys()) expect(counted.has(key)).toBe(true);
}

/** Each call is reported once and ends once, in this order; only a call that still waits has no end. */
export function checkEnds({ result, events }: Played): void {
  const open = new Set(result.status === "paused" ? result.pending.map(({ callId }) => callId) : []);
  const seen = new Map<string, string[]>();
  for (const event of events) {
    if (event.type !== "tool_call" && event.type !== "tool_end") continue;
    const key = `${event.turn}/${event.index}/${event.callId}`;
    seen.set(key, [...(seen.get(key) ?? []), event.type]);
  }
  for (const [key, types] of seen) {
    const waits = open.has(key.split("/").slice(2).join("/"));
    expect([key, ...types]).toEqual(waits ? [key, "tool_call"] : [key, "tool_call", "tool_end"]);
  }
  const records = result.turns.flatMap(({ turn, calls }) =>
    calls.map(({ callId, response }, index) => [`${turn}/${index}/${callId}`, response]),
  );
  const reported = events.flatMap((event) =>
    event.type === "tool_end" ? [[`${event.turn}/${event.index}/${event.callId}`, event.response]] : [],
  );
  expect(new Map(reported as [string, unknown][])).toEqual(new Map(records as [string, unknown][]));
}
