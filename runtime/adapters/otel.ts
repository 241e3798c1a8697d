import type { Listener, RunEvent } from "../events.js";

/** The part of an OpenTelemetry tracer that is used. Any object with these methods works. */
export interface TracerLike<Context = unknown> {
  startSpan(name: string, options: SpanOptions, context?: Context): SpanLike;
}

interface SpanOptions {
  /** 0 is internal, 2 is client. */
  readonly kind: number;
  readonly attributes: Attributes;
}

export interface SpanLike {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

type Attributes = Record<string, string | number | boolean | string[]>;

/** Names of the GenAI conventions, in one table because they change. */
const NAMES = {
  operation: "gen_ai.operation.name",
  provider: "gen_ai.provider.name",
  agent: "gen_ai.agent.name",
  conversation: "gen_ai.conversation.id",
  model: "gen_ai.request.model",
  finish: "gen_ai.response.finish_reasons",
  input: "gen_ai.usage.input_tokens",
  output: "gen_ai.usage.output_tokens",
  reasoning: "gen_ai.usage.reasoning.output_tokens",
  cached: "gen_ai.usage.cache_read.input_tokens",
  tool: "gen_ai.tool.name",
  toolType: "gen_ai.tool.type",
  call: "gen_ai.tool.call.id",
  error: "error.type",
  /** Our own attribute: how many values of a result do not match the spec. */
  mismatches: "toolpress.tool.result_mismatches",
} as const;

export interface OtelOptions<Context> {
  readonly model: string;
  readonly agentName?: string;
  readonly provider?: "gcp.gemini" | "gcp.vertex_ai";
  /** Makes a span the parent of others: `(span) => trace.setSpan(context.active(), span)`. */
  readonly childOf?: (span: SpanLike) => Context;
}

const ERROR = 2;

/**
 * A listener that turns runs, requests and tool calls into spans. It records no contents, arguments or results,
 * because they may be secret.
 */
export function otel<Context>(tracer: TracerLike<Context>, options: OtelOptions<Context>): Listener {
  const spans = new Map<string, SpanLike>();
  const start = (key: string, name: string, kind: number, attributes: Attributes, parent?: string): void => {
    const parentSpan = parent === undefined ? undefined : spans.get(parent);
    const context = parentSpan && options.childOf?.(parentSpan);
    spans.set(key, tracer.startSpan(name, { kind, attributes }, ...(context === undefined ? [] : [context])));
  };
  const end = (key: string, attributes: Attributes, error?: string): void => {
    const span = spans.get(key);
    spans.delete(key);
    span?.setAttributes({ ...attributes, ...(error && { [NAMES.error]: error }) });
    if (error) span?.setStatus({ code: ERROR, message: error });
    span?.end();
  };
  const provider = { [NAMES.provider]: options.provider ?? "gcp.gemini" };
  const agentName = options.agentName ?? "agent";

  return (event) => {
    const { runId, turn } = event;
    const request = `${runId}:${turn}`;
    switch (event.type) {
      case "run_start":
        return start(runId, `invoke_agent ${agentName}`, 0, {
          [NAMES.operation]: "invoke_agent",
          [NAMES.agent]: agentName,
          [NAMES.conversation]: runId,
        });
      case "model_start":
        return start(
          request,
          `generate_content ${options.model}`,
          2,
          { [NAMES.operation]: "generate_content", [NAMES.model]: options.model, ...provider },
          runId,
        );
      case "model_end":
        return end(request, requestAttributes(event), event.error);
      case "tool_start":
        return start(
          `${request}:${event.index}`,
          `execute_tool ${event.tool}`,
          0,
          callAttributes(event),
          runId,
        );
      case "result_mismatch":
        return void spans
          .get(`${request}:${event.index}`)
          ?.setAttributes({ [NAMES.mismatches]: event.issues.length });
      case "tool_end":
        return end(`${request}:${event.index}`, {}, event.code);
      case "run_end":
        // Tools that were started and are no longer awaited.
        for (const key of [...spans.keys()].filter((key) => key.startsWith(`${runId}:`))) end(key, {});
        return end(runId, {}, /done|stopped|paused/.test(event.status) ? undefined : event.status);
      default:
        return undefined;
    }
  };
}

function callAttributes({ tool, callId }: Extract<RunEvent, { type: "tool_start" }>): Attributes {
  return {
    [NAMES.operation]: "execute_tool",
    [NAMES.tool]: tool,
    [NAMES.toolType]: "function",
    [NAMES.call]: callId,
  };
}

function requestAttributes({
  finishReason,
  usage = {},
}: Extract<RunEvent, { type: "model_end" }>): Attributes {
  const counts: Record<string, number | undefined> = {
    [NAMES.input]: usage.promptTokenCount,
    [NAMES.output]: usage.candidatesTokenCount,
    [NAMES.reasoning]: usage.thoughtsTokenCount,
    [NAMES.cached]: usage.cachedContentTokenCount,
  };
  const attributes: Attributes = finishReason ? { [NAMES.finish]: [finishReason] } : {};
  for (const [name, value] of Object.entries(counts)) if (value !== undefined) attributes[name] = value;
  return attributes;
}
