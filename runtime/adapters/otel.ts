import type { RunEvent } from "../events.js";
import type { Usage } from "../loop/usage.js";
import type { CallContext } from "../tool.js";

/** The methods of an OpenTelemetry tracer that `otel` calls. Any object with these methods works. */
export interface TracerLike<Span extends SpanLike = SpanLike, Context = unknown> {
  startSpan(name: string, options: SpanOptions, context?: Context): Span;
}

interface SpanOptions {
  /** The kind of a span in OpenTelemetry: 0 is internal, 2 is client. */
  readonly kind: number;
  readonly attributes: Attributes;
}

export interface SpanLike {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(): void;
}

type Attributes = Record<string, string | number | boolean | string[]>;

/**
 * The attribute names of OpenTelemetry's GenAI conventions. They are in one table, because the conventions
 * still change.
 */
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
  /** An attribute of toolpress: the number of values in a result that do not match the spec. */
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
   * The service that offers the model.
   * @default "gcp.gemini"
   */
  readonly provider?: "gcp.gemini" | "gcp.vertex_ai";
  /**
   * Returns a context in which a span is the parent of new spans: `(span) => trace.setSpan(context.active(),
   * span)`.
   */
  readonly childOf?: (span: Span) => Context;
  /**
   * Runs a function in a context, so that the spans of a handler become children of the span of its call:
   * `(active, run) => context.with(active, run)`. Also requires `childOf` and the agent's option
   * `aroundHandler`.
   */
  readonly within?: <T>(active: Context, run: () => T) => T;
}

/**
 * A listener for the agent's option `onEvent`. Its field `aroundHandler` is the function for the agent's
 * option of the same name.
 */
export interface OtelListener {
  (event: RunEvent): void;
  /** Runs a handler in the context of the span of its call. */
  readonly aroundHandler: <T>(call: Pick<CallContext, "idempotencyKey">, run: () => T) => T;
}

const ERROR = 2;

/** Creates the map of open spans, and the functions that start and end a span by its key. */
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
 * Creates a listener that records runs, requests and tool calls as spans. Contents, arguments and results are
 * not recorded, because they may be secret.
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
        // A refused call has no `tool_start` event. Its span starts here, so that the trace shows the call.
        if (!spans.has(key)) startCall(event);
        return end(key, {}, event.code);
      }
      case "run_end":
        // Ends the spans of tools whose results are no longer awaited.
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

/**
 * Returns the key of the span of a call. It equals the idempotency key, by which `aroundHandler` finds the
 * span.
 */
function keyOf({ runId, turn, index }: CallEvent): string {
  return `${runId}/${turn}/${index}`;
}

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
