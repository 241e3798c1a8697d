import type { RunEvent } from "../events.js";
import type { Usage } from "../loop/usage.js";
import type { CallContext } from "../tool.js";

/** The part of an OpenTelemetry tracer that is used. Any object with these methods works. */
export interface TracerLike<Span extends SpanLike = SpanLike, Context = unknown> {
  startSpan(name: string, options: SpanOptions, context?: Context): Span;
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

export interface OtelOptions<Span extends SpanLike = SpanLike, Context = unknown> {
  /** The name of the model. */
  readonly model: string;
  /**
   * The name of the agent.
   * @default "agent"
   */
  readonly agentName?: string;
  /**
   * The service of the model.
   * @default "gcp.gemini"
   */
  readonly provider?: "gcp.gemini" | "gcp.vertex_ai";
  /** Makes a span the parent of others: `(span) => trace.setSpan(context.active(), span)`. */
  readonly childOf?: (span: Span) => Context;
  /**
   * Runs a function in a context, so that the spans of a handler are children of its call: `context.with`, as
   * `(active, run) => context.with(active, run)`. Needs `childOf`, and `aroundHandler` of the agent.
   */
  readonly within?: <T>(active: Context, run: () => T) => T;
}

/** A listener for `onEvent`, and the function for `aroundHandler`. */
export interface OtelListener {
  (event: RunEvent): void;
  /** Runs a handler within the span of its call. */
  readonly aroundHandler: <T>(call: Pick<CallContext, "idempotencyKey">, run: () => T) => T;
}

const ERROR = 2;

/** The open spans by key, and the functions that start and end one. */
function createSpans<Span extends SpanLike, Context>(
  tracer: TracerLike<Span, Context>,
  options: OtelOptions<Span, Context>,
) {
  const spans = new Map<string, Span>();
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
  return { spans, start, end };
}

/**
 * A listener that turns runs, requests and tool calls into spans. It records no contents, arguments or results,
 * because they may be secret.
 */
export function otel<Span extends SpanLike, Context>(
  tracer: TracerLike<Span, Context>,
  options: OtelOptions<Span, Context>,
): OtelListener {
  const { spans, start, end } = createSpans(tracer, options);
  const provider = { [NAMES.provider]: options.provider ?? "gcp.gemini" };
  const agentName = options.agentName ?? "agent";

  const startCall = (event: CallEvent): void =>
    start(keyOf(event), `execute_tool ${event.tool}`, 0, callAttributes(event), event.runId);

  const listen = (event: RunEvent): void => {
    const { runId, turn } = event;
    const request = `${runId}/${turn}`;
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
        return startCall(event);
      case "result_mismatch":
        return void spans.get(keyOf(event))?.setAttributes({ [NAMES.mismatches]: event.issues.length });
      case "tool_end": {
        const key = keyOf(event);
        // A call that was refused has not started, but its trace shows it.
        if (!spans.has(key)) startCall(event);
        return end(key, {}, event.code);
      }
      case "run_end":
        // Tools that were started and are no longer awaited.
        for (const key of [...spans.keys()].filter((key) => key.startsWith(`${runId}/`))) end(key, {});
        return end(
          runId,
          usageAttributes(event.usage),
          /done|stopped|paused/.test(event.status) ? undefined : event.status,
        );
      default:
        return undefined;
    }
  };
  const aroundHandler: OtelListener["aroundHandler"] = ({ idempotencyKey }, run) => {
    const span = spans.get(idempotencyKey);
    const active = span && options.childOf?.(span);
    return active === undefined || !options.within ? run() : options.within(active, run);
  };
  return Object.assign(listen, { aroundHandler });
}

type CallEvent = Extract<RunEvent, { readonly index: number }>;

/** Equal to the idempotency key of the call, by which its handler finds the span. */
function keyOf({ runId, turn, index }: CallEvent): string {
  return `${runId}/${turn}/${index}`;
}

/** The tokens of all requests of a run. */
function usageAttributes(usage: Usage): Attributes {
  return {
    [NAMES.input]: usage.promptTokens,
    [NAMES.output]: usage.outputTokens,
    [NAMES.reasoning]: usage.thoughtsTokens,
    [NAMES.cached]: usage.cachedTokens,
  };
}

function callAttributes({ tool, callId }: { readonly tool: string; readonly callId: string }): Attributes {
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
