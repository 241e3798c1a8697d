import { context, type Context, type ContextManager, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { otel } from "../../runtime/adapters/otel.js";
import { createAgent } from "../../runtime/start/agent.js";
import { call, scriptedModel } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

// The real API and SDK of OpenTelemetry, with its context manager.

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const active = new AsyncLocalStorage<Context>();
const manager: ContextManager = {
  active: () => active.getStore() ?? ROOT_CONTEXT,
  with: (given, run, self, ...args) => active.run(given, () => run.apply(self as never, args)),
  bind: (_, target) => target,
  enable: () => manager,
  disable: () => manager,
};
beforeAll(() => void context.setGlobalContextManager(manager));
afterAll(() => context.disable());

const tracer = provider.getTracer("test");

const tools = handMade([
  {
    name: "query",
    args: { n: "number?" },
    run: async () => {
      await sleep(1);
      tracer.startSpan("db.query").end();
      return 1;
    },
  },
]);

async function traced(script: Parameters<typeof scriptedModel>[0], options = {}): Promise<ReadableSpan[]> {
  exporter.reset();
  const tracing = otel(tracer, {
    model: "gemini-3.5-flash",
    childOf: (span) => trace.setSpan(context.active(), span),
    within: (active, run) => context.with(active, run),
  });
  await createAgent({
    tools,
    model: scriptedModel(script),
    onEvent: tracing,
    aroundHandler: tracing.aroundHandler,
  }).run("go", options);
  return exporter.getFinishedSpans();
}

/** Returns each span of this name with the name of its parent. */
function parents(spans: readonly ReadableSpan[]): string[] {
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  return spans.map(
    ({ name, parentSpanContext }) => `${name} < ${names.get(parentSpanContext?.spanId ?? "") ?? "nothing"}`,
  );
}

describe("OpenTelemetry", () => {
  it("makes the spans of a handler children of its call, for calls at the same time too", async () => {
    const spans = await traced([[call("query"), call("query")], "done"]);
    const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
    const queries = spans.filter(({ name }) => name === "db.query");
    const above = queries.map(({ parentSpanContext }) => byId.get(parentSpanContext!.spanId));
    expect(above.map((span) => span?.name)).toEqual(["execute_tool query", "execute_tool query"]);
    expect(new Set(above).size).toBe(2);
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  it("has a span for each refused call", async () => {
    const spans = await traced([[call("query", { n: "x" }), call("nope"), call("query")], "done"]);
    expect(
      parents(spans)
        .filter((line) => line.startsWith("execute_tool"))
        .sort(),
    ).toEqual([
      "execute_tool nope < invoke_agent agent",
      "execute_tool query < invoke_agent agent",
      "execute_tool query < invoke_agent agent",
    ]);
    const errors = spans.flatMap(({ attributes }) => attributes["error.type"] ?? []);
    expect(errors.sort()).toEqual(["INVALID_ARGUMENTS", "UNKNOWN_TOOL"]);
  });

  it("has the tokens of the run on invoke_agent", async () => {
    const spans = await traced([[call("query")], "done"]);
    const total = (name: string, attribute: string): number =>
      spans
        .filter((span) => span.name.startsWith(name))
        .reduce((sum, { attributes }) => sum + Number(attributes[attribute] ?? 0), 0);
    for (const attribute of ["gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens"]) {
      expect(total("invoke_agent", attribute)).toBeGreaterThan(0);
      expect(total("invoke_agent", attribute)).toBe(total("generate_content", attribute));
    }
  });

  it("ends every span, also of calls that are no longer awaited", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    const spans = await traced([[call("query")], "done"], { signal: controller.signal });
    expect(parents(spans)).toContain("invoke_agent agent < nothing");
  });
});
