import type { IncomingCall } from "../base/address-answer.js";
import { dispatch, type DispatchOptions } from "../call/dispatch.js";
import { isRunError, RunError, type CutStream } from "../errors.js";
import { findTool } from "../base/find-tool.js";
import { foldEscapedSurrogates } from "../base/fold-surrogates.js";
import { createSchedule } from "../base/limiter.js";
import type { Model, ModelCall } from "../model.js";
import { createPartialCall } from "../gemini/partial-call.js";
import { createByteLimit } from "../gemini/read-body.js";
import { whenCut, withRetries, type RetryOptions } from "../gemini/retry.js";
import { asCut, hideSecrets, readErrorBody } from "../gemini/service-error.js";
import type { OptionsFor, Toolset } from "../tool.js";
import type {
  FunctionDeclaration,
  FunctionResponse,
  GenerateContentRequest,
  GenerateContentResponse,
} from "../wire.js";

/** What is used of `new GoogleGenAI(...)`; given, so that nothing is imported here. */
export interface GoogleGenAILike {
  readonly vertexai?: boolean;
  readonly models: {
    generateContent(parameters: never): Promise<unknown>;
    generateContentStream(parameters: never): Promise<AsyncIterable<unknown>>;
  };
}

export interface GoogleGenAIOptions {
  readonly model: string;
  readonly retry?: Partial<RetryOptions>;
  /** Of an answer, streamed or not; 64 MiB. It counts for clients that take `httpOptions.fetch`. */
  readonly maxResponseBytes?: number;
}

/** Lets the official client make the requests. It drops `finishMessage`; its own automatic calling stays off. */
export function fromGoogleGenAI(ai: GoogleGenAILike, options: GoogleGenAIOptions): Model {
  // The client's own; its type hides it.
  const { apiKey } = ai as { apiKey?: string };
  const fetch = limitedFetch(ai, options.maxResponseBytes);
  const send = <T>(call: ModelCall, request: () => Promise<T>): Promise<T> =>
    withRetries(
      () => request().catch((error: unknown) => Promise.reject(hideSecrets(typed(error, call), apiKey))),
      options.retry,
      call,
    );
  const parameters = (request: GenerateContentRequest, call: ModelCall): never =>
    ({ model: call.model ?? options.model, ...toParameters(request, call, fetch) }) as never;
  return {
    id: options.model,
    flavor: ai.vertexai ? "vertex" : "gemini",
    ...(ai.vertexai && { partialCalls: createPartialCall }),
    generate: async (request, call = {}) =>
      plain(await send(call, () => ai.models.generateContent(parameters(request, call)))),
    async *stream(request, call = {}) {
      const chunks = await send(call, () => ai.models.generateContentStream(parameters(request, call)));
      try {
        for await (const chunk of chunks) yield plain(chunk);
      } catch (error) {
        throw await whenCut(hideSecrets(typed(error, call, "CUT_STREAM"), apiKey), options.retry, call);
      }
    },
  };
}

/**
 * The request goes as it is, as a body that replaces what the client would make of it: the client knows not every field, drops what it
 * does not know from the history, and changes declarations in place.
 */
function toParameters(
  request: GenerateContentRequest,
  call: ModelCall,
  fetch: Fetch,
): Record<string, unknown> {
  const extraBody = JSON.parse(foldEscapedSurrogates(JSON.stringify(request))) as GenerateContentRequest;
  return {
    contents: extraBody.contents,
    config: {
      httpOptions: { extraBody, fetch },
      automaticFunctionCalling: { disable: true },
      ...(call.signal && { abortSignal: call.signal }),
    },
  };
}

type Fetch = typeof globalThis.fetch;

/** The client's own way to send requests. An answer that is too long breaks off: the client itself reads without end. */
function limitedFetch(ai: GoogleGenAILike, maxBytes: number | undefined): Fetch {
  return async (url, init) => {
    const { apiClient } = ai as { apiClient?: { getFetch?(): Fetch | undefined } };
    const response = await (apiClient?.getFetch?.() ?? fetch)(url, init);
    if (!response.body) return response;
    const count = createByteLimit(maxBytes);
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        count(piece);
        controller.enqueue(piece);
      },
    });
    return new Response(response.body.pipeThrough(counted), response);
  };
}

/** The response as the JSON it came from. */
function plain(response: unknown): GenerateContentResponse {
  const {
    sdkHttpResponse: _http,
    automaticFunctionCallingHistory: _history,
    ...fields
  } = response as Record<string, unknown>;
  return fields;
}

/** The client keeps Google's body as a text in the message of its error, on streams inside another one. */
function typed(error: unknown, call: ModelCall, cut?: CutStream): RunError {
  if (isRunError(error)) return error;
  if (call.signal?.aborted) return new RunError({ kind: "aborted", message: "the request was aborted" });
  const { message = String(error), status } = error as { message?: string; status?: number };
  const body = parseBody(message);
  const inner = parseBody((body as { error?: { message?: string } } | undefined)?.error?.message ?? "");
  const info = readErrorBody(inner, status) ?? readErrorBody(body, status);
  // What fetch throws; anything else is the client's own refusal to send the request.
  const failed = status === undefined && (error instanceof TypeError || (error as Error).cause !== undefined);
  const described = info ?? { kind: "network" as const, message, retryable: failed };
  return new RunError(cut && described.retryable ? asCut(described, cut) : described, { cause: error });
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text.slice(Math.max(text.indexOf("{"), 0)));
  } catch {
    return undefined;
  }
}

/** A `CallableTool` of the official client: its automatic calling and its chats then use generated tools, validated. */
export interface CallableTool {
  tool(): Promise<{ functionDeclarations: FunctionDeclaration[] }>;
  callTool(calls: readonly IncomingCall[]): Promise<{ functionResponse: FunctionResponse }[]>;
}

export interface CallableToolOptions<Context = unknown> extends DispatchOptions<Context> {
  /** `false` leaves calls of other names to other callable tools; the client shows every call to each of them. */
  readonly answerUnknown?: boolean;
  /** Tools that run at the same time: 8. */
  readonly concurrency?: number;
}

export function asCallableTool<Context>(
  tools: Toolset<Context>,
  ...[options = {}]: OptionsFor<Context, CallableToolOptions<Context>>
): CallableTool {
  const { answerUnknown = true, concurrency = 8, ...rest } = options;
  const schedule = createSchedule(concurrency);
  const allowed = options.allowed && new Set(options.allowed);
  const entries = [...tools.tools.values()].filter(({ entry }) => allowed?.has(entry.name) ?? true);
  return {
    tool: () =>
      Promise.resolve({
        functionDeclarations: entries.map(({ entry }) => structuredClone(entry.declaration)),
      }),
    callTool: async (calls) => {
      const ours = calls.filter((call) => answerUnknown || tools.tools.has(call?.name ?? ""));
      const responses = await Promise.all(
        ours.map((call) => {
          const found = findTool(tools, call?.name);
          const { serial = false } = found.ok ? found.tool.entry.policy : {};
          const more = { ...rest, ...(allowed && { allowed }) };
          // The context is the caller's own, and was asked for above.
          return schedule(serial, () => dispatch(tools as Toolset, call, more as DispatchOptions));
        }),
      );
      return responses.map((response) => ({ functionResponse: response }));
    },
  };
}
