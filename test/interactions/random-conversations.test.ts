import { describe, expect, it } from "vitest";
import { gemini } from "../../runtime/gemini/gemini.js";
import { interactions } from "../../runtime/interactions/interactions.js";
import {
  answer,
  cut,
  fakeGemini,
  fakeInteractions,
  finish,
  overloaded,
  text,
  type Scripted,
} from "../../testing/index.js";
import { createAgent } from "../../runtime/start/agent.js";
import { fc } from "../helpers/seeded.js";
import { instantRetries } from "../runtime/agent-on-fake.js";
import { handMade } from "../runtime/hand-made-tools.js";
import {
  checkEnds,
  checkStarts,
  entriesOf,
  play,
  someDecision,
  someParts,
  type Plan,
  type Played,
} from "../runtime/random-conversation.js";

const RUNS = 1000;
const AT_ONCE = 8;
const model = "gemini-3.8-flash";

/** Turns that both APIs can have. */
const someTurn: fc.Arbitrary<Scripted> = fc.oneof(
  { weight: 24, arbitrary: someParts },
  { weight: 2, arbitrary: fc.constant("An answer.") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(finish("MALFORMED_FUNCTION_CALL"), finish("STOP"), finish("MAX_TOKENS")),
  },
  { weight: 1, arbitrary: someParts.map((parts) => answer(parts, { finishReason: "MAX_TOKENS" })) },
  { weight: 1, arbitrary: fc.constantFrom(overloaded(), cut(answer(text("a", "b")), 1)) },
);

/** Options whose effect does not depend on time or on the size of requests. */
const someOptions = fc.record(
  {
    maxTurns: fc.integer({ min: 1, max: 6 }),
    maxToolCalls: fc.integer({ min: 0, max: 8 }),
    maxCallsPerTurn: fc.integer({ min: 1, max: 4 }),
    maxConsecutiveErrors: fc.integer({ min: 2, max: 4 }),
    malformedRetries: fc.integer({ min: 0, max: 2 }),
    wrapUp: fc.boolean(),
    stopOnTool: fc.constant(["slow"]),
    toolConfig: fc.constant({ functionCallingConfig: { mode: "ANY" as const } }),
    activeTools: fc.constant(["fine", "slow", "approval"]),
  },
  { requiredKeys: [] },
);

interface HttpPlan extends Plan {
  readonly store: boolean;
  readonly torn: boolean;
}

const somePlan: fc.Arbitrary<HttpPlan> = fc
  .record({
    script: fc.array(someTurn, { minLength: 2, maxLength: 10 }),
    options: fc.oneof(fc.constant({}), someOptions),
    streaming: fc.boolean(),
    abortAfter: fc.constant(undefined),
    decisions: fc.array(someDecision, { minLength: 1, maxLength: 6 }),
    store: fc.boolean(),
    torn: fc.boolean(),
  })
  // The stream of a stored interaction is resumed after a cut, so a cut means something else there.
  .map((plan) => (plan.store && plan.streaming && hasCut(plan.script) ? { ...plan, store: false } : plan));

function hasCut(script: readonly Scripted[]): boolean {
  return script.some((entry) => typeof entry === "object" && "fault" in entry && entry.fault === "cut");
}

const signatures = ["thought", "call", "both", "call-empty"] as const;

async function onInteractions(plan: HttpPlan): Promise<Played> {
  const placement = signatures[plan.script.length % signatures.length] ?? "thought";
  const fake = await fakeInteractions({
    script: entriesOf(plan),
    rules: { signatures: placement, openCalls: plan.torn ? "completed" : "requires_action" },
    stream: { arguments: plan.torn ? "torn" : "whole", signatures: plan.torn ? "start" : "delta" },
  });
  const source = interactions({
    apiKey: "key",
    model,
    baseUrl: fake.url,
    retry: instantRetries(),
    store: plan.store,
  });
  const refused = () => fake.requests.flatMap(({ error }) => (error ? [error] : []));
  const played = await play(plan, { model: source, refused });
  // The history is accepted in a new request.
  if (played.result.status !== "paused") {
    const { contents } = played.result;
    const again = createAgent({ tools: handMade([]), model: source });
    const last = contents.at(-1)?.role === "user" ? undefined : "Go on.";
    await again.run(last, { contents });
    expect(refused()).toEqual([]);
  }
  await fake.close();
  return played;
}

async function onGemini(plan: Plan): Promise<Played> {
  const fake = await fakeGemini({ script: entriesOf(plan) });
  const source = gemini({ apiKey: "key", model, baseUrl: fake.url, retry: instantRetries() });
  const refused = () => fake.requests.flatMap(({ error }) => (error ? [error] : []));
  const played = await play(plan, { model: source, refused });
  await fake.close();
  return played;
}

describe(`${RUNS} random conversations through HTTP`, () => {
  it(
    "pass every check, stay replayable, and start handlers exactly as with generateContent",
    { timeout: 600_000 },
    async () => {
      const statuses = new Map<string, number>();
      let starts = 0;
      const runOne = async (plan: HttpPlan): Promise<void> => {
        const [ours, other] = await Promise.all([onInteractions(plan), onGemini(plan)]);
        checkStarts(ours);
        checkEnds(ours);
        expect(ours.starts).toEqual(other.starts);
        expect([ours.result.status, ours.result.text]).toEqual([other.result.status, other.result.text]);
        statuses.set(ours.result.status, (statuses.get(ours.result.status) ?? 0) + 1);
        starts += ours.starts.size;
      };
      // Conversations wait most of the time, so several run at once.
      const somePlans = fc.array(somePlan, { minLength: AT_ONCE, maxLength: AT_ONCE });
      await fc.assert(
        fc.asyncProperty(somePlans, async (plans) => void (await Promise.all(plans.map(runOne)))),
        { numRuns: RUNS / AT_ONCE },
      );
      console.log(
        `${starts} handlers started; by status: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`,
      );
      expect(starts).toBeGreaterThan(RUNS);
      expect([...statuses.keys()]).toEqual(
        expect.arrayContaining(["done", "error", "max_turns", "truncated"]),
      );
    },
  );
});
