import { afterEach } from "vitest";
import { gemini } from "../../runtime/gemini/gemini.js";
import { interactions } from "../../runtime/interactions/interactions.js";
import { createAgent, type AgentOptions } from "../../runtime/start/agent.js";
import type { RunEvent } from "../../runtime/events.js";
import type { Decision } from "../../runtime/host.js";
import type { Input } from "../../runtime/loop/history.js";
import type { Model } from "../../runtime/model.js";
import type { RunResult } from "../../runtime/run-result.js";
import { fakeGemini, fakeInteractions, type Scripted } from "../../testing/index.js";
import { handMade, type HandMade } from "../runtime/hand-made-tools.js";
import { instantRetries } from "../runtime/agent-on-fake.js";

/** One conversation, which must have the same outcome with every API. */
export interface Scenario {
  readonly title: string;
  readonly tools?: readonly HandMade[];
  readonly script: readonly Scripted[];
  readonly input?: Input;
  readonly options?: Partial<AgentOptions>;
  /** Decisions about the calls of each pause, by the name of the tool. */
  readonly decisions?: readonly Readonly<Record<string, Decision>>[];
  /** The streams of stored interactions are resumed, so that a broken connection has another outcome. */
  readonly isResumed?: true;
  /** The input of a second run, which continues the history of the first. */
  readonly then?: string;
}

/** An API with the way in which it is used. */
export interface Api {
  readonly name: string;
  readonly streaming: boolean;
  readonly open: (script: readonly Scripted[]) => Promise<OpenApi>;
}

interface OpenApi {
  readonly model: Model;
  readonly refused: () => readonly unknown[];
  readonly unused: () => number;
  readonly close: () => Promise<void>;
}

const name = "gemini-3.8-flash";
const opened: OpenApi[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((api) => api.close()));
});

async function openGemini(script: readonly Scripted[]): Promise<OpenApi> {
  const fake = await fakeGemini({ script });
  return {
    model: gemini({ apiKey: "key", model: name, baseUrl: fake.url, retry: instantRetries() }),
    refused: () => fake.requests.flatMap(({ error }) => error ?? []),
    unused: () => fake.remaining,
    close: fake.close,
  };
}

async function openInteractions(script: readonly Scripted[], store: boolean): Promise<OpenApi> {
  const fake = await fakeInteractions({ script });
  return {
    model: interactions({ apiKey: "key", model: name, baseUrl: fake.url, retry: instantRetries(), store }),
    refused: () => fake.requests.flatMap(({ error }) => error ?? []),
    unused: () => fake.remaining,
    close: fake.close,
  };
}

/** With each value of `streaming`, the first is the reference for the others. */
export const apis: readonly Api[] = [false, true].flatMap((streaming) => [
  { name: "generateContent", streaming, open: openGemini },
  { name: "interactions", streaming, open: (script) => openInteractions(script, false) },
  { name: "stored interactions", streaming, open: (script) => openInteractions(script, true) },
]);

/** Everything about a conversation that must not depend on the API. */
export interface Outcome {
  readonly status: string;
  readonly text: string;
  readonly error: unknown;
  readonly by: unknown;
  readonly turns: unknown;
  readonly starts: readonly unknown[];
  readonly events: readonly string[];
  readonly requests: number;
  readonly roles: readonly unknown[];
  readonly unused: number;
  readonly refused: readonly unknown[];
}

export async function playScenario(scenario: Scenario, api: Api): Promise<Outcome> {
  const open = await api.open(scenario.script);
  opened.push(open);
  const starts: unknown[] = [];
  const tools = handMade(
    (scenario.tools ?? []).map((tool) => ({
      ...tool,
      run: (args, call) => {
        starts.push([tool.name, structuredClone(args), call.idempotencyKey]);
        return tool.run(args, call);
      },
    })),
  );
  const events: RunEvent[] = [];
  const agent = createAgent({ tools, model: open.model, ...scenario.options });
  const options = {
    streaming: api.streaming,
    runId: "run",
    onEvent: (event: RunEvent) => void events.push(event),
  };
  let result = await agent.run(scenario.input ?? "Start.", options);
  for (const decisions of scenario.decisions ?? []) {
    if (result.status !== "paused") break;
    const byId = result.pending.flatMap(({ callId, tool }) => {
      const decision = decisions[tool];
      return decision ? [[callId, decision] as const] : [];
    });
    // A pause may outlive the process.
    const state = JSON.parse(JSON.stringify(result.state)) as typeof result.state;
    result = await agent.resume(state, { decisions: Object.fromEntries(byId), streaming: api.streaming });
  }
  if (scenario.then !== undefined)
    result = await agent.run(scenario.then, { ...options, contents: result.contents });
  return {
    ...outcomeOf(result),
    starts,
    events: eventsOf(events),
    unused: open.unused(),
    refused: open.refused(),
  };
}

function outcomeOf(result: RunResult): Omit<Outcome, "starts" | "events" | "unused" | "refused"> {
  const { status, text, turns, usage, contents } = result;
  const error = "error" in result ? result.error : undefined;
  return {
    status,
    text,
    // Texts, codes of refusals and statuses differ by service.
    error: error && { kind: error.kind },
    by: "by" in result ? [result.by, "output" in result && result.output] : undefined,
    turns: turns.map(({ calls, ...turn }) => ({
      ...turn,
      calls: calls.map(({ callId: _id, ms: _ms, ...call }) => call),
    })),
    requests: usage.requests,
    roles: contents.map(({ role, parts = [] }) => [role, parts.filter((part) => part.functionCall).length]),
  };
}

/** The order of events, without deltas, whose number depends on the stream. */
function eventsOf(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type.endsWith("_delta") || event.type === "retry"
      ? []
      : ["tool" in event ? `${event.type} ${event.tool}` : event.type],
  );
}
