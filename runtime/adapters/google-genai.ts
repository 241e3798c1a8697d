import type { IncomingCall } from "../base/response-to.js";
import { dispatch, type DispatchOptions } from "../call/dispatch.js";
import { isRunError, RunError, type CutStream } from "../errors.js";
import { findTool } from "../base/find-tool.js";
import { foldEscapedSurrogates } from "../base/fold-surrogates.js";
import { createSchedule } from "../base/limiter.js";
import type { Model, ModelCall } from "../model.js";
import { createPartialCall } from "../gemini/partial-call.js";
import { createByteLimit } from "../gemini/read-body.js";
import { streamError, withRetries, type RetryOptions } from "../gemini/retry.js";
import { asCut, hideSecrets, readErrorBody } from "../gemini/service-error.js";
import type { OptionsFor, Toolset } from "../tool.js";
import type {
  FunctionDeclaration,
  FunctionResponse,
  GenerateContentRequest,
  GenerateContentResponse,
} from "../wire.js";

/**
 * The members of `new GoogleGenAI(...)` that the adapter uses. The application passes the client, so this
 * file does not import the client's package.
 */
export interface GoogleGenAILike {
  readonly vertexai?: boolean;
  readonly models: {
    generateContent(parameters: never): Promise<unknown>;
    generateContentStream(parameters: never): Promise<AsyncIterable<unknown>>;
  };
}

export interface GoogleGenAIOptions {
  /** The model, for example `gemini-3.5-flash`. Required. */
  readonly model: string;
  /** Settings for the repetition of failed requests. */
  readonly retry?: Partial<RetryOptions>;
  /**
   * The largest number of bytes in one response, streamed or not. The limit works only if the client supports
   * the option `httpOptions.fetch`.
   * @default 64 MiB
   */
  readonly maxResponseBytes?: number;
}

/**
 * Creates a model that sends its requests through the official client. The automatic function calling of the
 * client is switched off. The client removes `finishMessage` from responses.
 */
export function fromGoogleGenAI(ai: GoogleGenAILike, options: GoogleGenAIOptions): Model {
  // The client has this property, but its type does not declare it.
  const { apiKey } = ai as { apiKey?: string };
  const fetch = limitedFetch(ai, options.maxResponseBytes);
  const send = <T>(call: ModelCall, request: () => Promise<T>): Promise<T> =>
    withRetries(
      () => request().catch((error: unknown) => Promise.reject(hideSecrets(toRunError(error, call), apiKey))),
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
      withoutClientFields(await send(call, () => ai.models.generateContent(parameters(request, call)))),
    async *stream(request, call = {}) {
      const chunks = await send(call, () => ai.models.generateContentStream(parameters(request, call)));
      try {
        for await (const chunk of chunks) yield withoutClientFields(chunk);
      } catch (error) {
        throw await streamError(
          hideSecrets(toRunError(error, call, "CUT_STREAM"), apiKey),
          options.retry,
          call,
        );
      }
    },
  };
}

/**
 * Returns the parameters of the client. The request is sent as a body that replaces the client's own body.
 * The client itself does not know every field, removes unknown fields from the history, and changes
 * declarations in place.
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

/**
 * Wraps the fetch function of the client with a size limit. The client itself reads responses of any size.
 */
function limitedFetch(ai: GoogleGenAILike, maxBytes: number | undefined): Fetch {
  return async (url, init) => {
    const { apiClient } = ai as { apiClient?: { getFetch?(): Fetch | undefined } };
    const response = await (apiClient?.getFetch?.() ?? fetch)(url, init);
    if (!response.body) return response;
    const count = createByteLimit(maxBytes);
    const limited = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        count(piece);
        controller.enqueue(piece);
      },
    });
    return new Response(response.body.pipeThrough(limited), response);
  };
}

/** Removes the fields that the client adds to a response. */
function withoutClientFields(response: unknown): GenerateContentResponse {
  const {
    sdkHttpResponse: _http,
    automaticFunctionCallingHistory: _history,
    ...fields
  } = response as Record<string, unknown>;
  return fields;
}

/**
 * Converts an error of the client. The message of the client's error contains the error body of Google as
 * text. In a stream, the message in that error body contains a second error body.
 */
function toRunError(error: unknown, call: ModelCall, cut?: CutStream): RunError {
  if (isRunError(error)) return error;
  if (call.signal?.aborted) return new RunError({ kind: "aborted", message: "the request was aborted" });
  const { message = String(error), status } = error as { message?: string; status?: number };
  const body = parseBody(message);
  const inner = parseBody((body as { error?: { message?: string } } | undefined)?.error?.message ?? "");
  const info = readErrorBody(inner, status) ?? readErrorBody(body, status);
  // An error with these properties comes from fetch. For any other error, the client itself refused to send
  // the request.
  const isNetworkFailure =
    status === undefined && (error instanceof TypeError || (error as Error).cause !== undefined);
  const errorInfo = info ?? { kind: "network" as const, message, retryable: isNetworkFailure };
  return new RunError(cut && errorInfo.retryable ? asCut(errorInfo, cut) : errorInfo, { cause: error });
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text.slice(Math.max(text.indexOf("{"), 0)));
  } catch {
    return undefined;
  }
}

/**
 * A `CallableTool` of the official client. The automatic function calling and the chats of the client then
 * use generated tools.
 */
export interface CallableTool {
  tool(): Promise<{ functionDeclarations: FunctionDeclaration[] }>;
  callTool(calls: readonly IncomingCall[]): Promise<{ functionResponse: FunctionResponse }[]>;
}

export interface CallableToolOptions<Context = unknown> extends DispatchOptions<Context> {
  /**
   * `false` ignores calls of unknown functions. The client passes every call to each of its callable tools.
   * @default true
   */
  readonly answerUnknown?: boolean;
  /**
   * The largest number of tools that run at the same time.
   * @default 8
   */
  readonly concurrency?: number;
}

export function asCallableTool<Context>(
  tools: Toolset<Context>,
  ...[options = {}]: OptionsFor<Context, CallableToolOptions<Context>>
): CallableTool {
  const { answerUnknown = true, concurrency = 8, ...rest } = options;
  const schedule = createSchedule(concurrency);
  const names = options.allowed && new Set(options.allowed);
  const allowed = names && (tools.search?.reach(names) ?? names);
  const entries = [...tools.tools.values()].filter(({ entry }) => allowed?.has(entry.name) ?? true);
  return {
    tool: () =>
      Promise.resolve({
        functionDeclarations: entries.map(({ entry }) => structuredClone(entry.declaration)),
      }),
    callTool: async (calls) => {
      const ownCalls = calls.filter((call) => answerUnknown || tools.tools.has(call?.name ?? ""));
      const responses = await Promise.all(
        ownCalls.map((call) => {
          const found = findTool(tools, call?.name);
          const { serial = false } = found.ok ? found.tool.entry.policy : {};
          const dispatchOptions = { ...rest, ...(allowed && { allowed }) };
          // The parameters of `asCallableTool` already require the context if the handlers need one.
          return schedule(serial, () => dispatch(tools as Toolset, call, dispatchOptions as DispatchOptions));
        }),
      );
      return responses.map((response) => ({ functionResponse: response }));
    },
  };
}
