import { createBodyWriter } from "./body-writer.js";
import { CUT_STREAM, isRunError, RunError, type ErrorInfo } from "./errors.js";
import type { Model, ModelCall } from "./model.js";
import { isRetryable, readErrorBody, withRetries, type RetryOptions } from "./retry.js";
import { createSseParser } from "./sse.js";
import type { GenerateContentRequest, GenerateContentResponse } from "./wire.js";

/** A key or token, or where to get it. */
export type Secret = string | (() => string | Promise<string>);

export interface GeminiOptions {
  /** E.g. `gemini-3.5-flash`; `tunedModels/x` and `endpoints/x` are taken as they stand. */
  readonly model: string;
  /** Travels in a header, never in a URL. A function is asked before every request. */
  readonly apiKey?: Secret;
  /** `vertexAI({ project, location, accessToken })`: Vertex AI instead of the Gemini API. */
  readonly vertex?: Place;
  readonly baseUrl?: string;
  /** `v1beta` or, on Vertex, `v1beta1`. */
  readonly apiVersion?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly retry?: Partial<RetryOptions>;
}

/** Another service that answers the same requests. */
export interface Place extends Pick<Model, "face" | "partialCalls"> {
  readonly origin: string;
  readonly apiVersion: string;
  /** The path before the model's name. */
  readonly parent: (model: string) => string;
  readonly accessToken?: Secret;
}

const GEMINI_API: Place = {
  face: "gemini",
  origin: "https://generativelanguage.googleapis.com",
  apiVersion: "v1beta",
  parent: () => "",
};

/** Gemini over fetch. */
export function gemini(options: GeminiOptions): Model {
  const { apiKey, vertex, headers, retry } = options;
  if (!apiKey && !vertex?.accessToken && !headers) throw new TypeError("gemini(): give `apiKey`");
  const send = <T>(
    request: GenerateContentRequest,
    call: ModelCall,
    method: string,
    read: (response: Response, call: ModelCall) => T | Promise<T>,
  ): Promise<T> =>
    withRetries(async () => read(await post(options, request, call, method), call), retry, call);
  return {
    ...GEMINI_API,
    ...vertex,
    id: options.model,
    generate: (request, call = {}) => send(request, call, "generateContent", readJson),
    stream: (request, call = {}) =>
      readStream(() => send(request, call, "streamGenerateContent?alt=sse", (response) => response), call),
  };
}

/** Where a model is asked. */
function urlOf(options: GeminiOptions, call: ModelCall, method: string): string {
  const model = call.model ?? options.model;
  if (!/^[\w@:-][\w@:.-]*(\/[\w@:-][\w@:.-]*)*$/.test(model))
    throw new TypeError(`"${model}" is no name of a model`);
  const name = model.includes("/") ? model : `models/${model}`;
  const { origin, apiVersion, parent } = options.vertex ?? GEMINI_API;
  return `${(options.baseUrl ?? origin).replace(/\/+$/, "")}/${options.apiVersion ?? apiVersion}/${parent(name)}${name}:${method}`;
}

async function post(
  options: GeminiOptions,
  request: GenerateContentRequest,
  call: ModelCall,
  method: string,
): Promise<Response> {
  const token = await reveal(options.vertex?.accessToken);
  const key = token ? undefined : await reveal(options.apiKey);
  const url = urlOf(options, call, method);
  const body = (call.encode ?? createBodyWriter())(request) as Uint8Array<ArrayBuffer>;
  let response: Response;
  try {
    response = await (options.fetch ?? fetch)(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key && { "x-goog-api-key": key }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...options.headers,
      },
      body,
      // A redirect would carry the key along. Not "manual": fetch keeps a second copy of the body for that.
      redirect: "error",
      ...(call.signal && { signal: call.signal }),
    });
  } catch (error) {
    throw broken(error, call);
  }
  if (response.ok) return response;
  const text = await response.text().catch(() => "");
  const info = readErrorBody(parse(text), response.status, response.headers.get("retry-after")) ?? {
    kind: "http",
    status: response.status,
    message: `${response.status} ${response.statusText}`,
    retryable: isRetryable(response.status),
  };
  const secret = key ?? token;
  throw new RunError({ ...info, message: secret ? info.message.replaceAll(secret, "[key]") : info.message });
}

/** A key that a header cannot carry would be repeated in the error of fetch. */
async function reveal(secret: Secret | undefined): Promise<string | undefined> {
  const value = typeof secret === "function" ? await secret() : secret;
  if (value && /[^\x21-\x7e]/.test(value)) {
    throw new RunError({
      kind: "http",
      message: "the key or token holds characters that a header cannot carry",
    });
  }
  return value;
}

/** The connection failed, or was closed by us. */
function broken(error: unknown, call: ModelCall, code?: string): RunError {
  if (isRunError(error)) return code && error.info.retryable ? new RunError({ ...error.info, code }) : error;
  if (call.signal?.aborted) return new RunError({ kind: "aborted", message: "the request was aborted" });
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } };
  const redirect = cause?.message === "unexpected redirect";
  const reason = redirect ? "the service redirects" : cause?.code;
  const info: ErrorInfo = {
    kind: "network",
    message: `the connection failed${typeof reason === "string" ? `: ${reason}` : ""}`,
    retryable: !redirect,
    ...(code && { code }),
  };
  return new RunError(info, { cause: error });
}

async function readJson(response: Response, call: ModelCall): Promise<GenerateContentResponse> {
  const text = await response.text().catch((error: unknown) => {
    throw broken(error, call);
  });
  return checked(parse(text));
}

/** The chunks that came together are given together: a promise for each would cost more than to parse it. */
async function* readStream(
  open: () => Promise<Response>,
  call: ModelCall,
): AsyncGenerator<readonly GenerateContentResponse[]> {
  const reader = (await open()).body?.getReader();
  const decoder = new TextDecoder();
  const parser = createSseParser();
  try {
    for (let ended = !reader; !ended; ) {
      const { done, value } = await reader!.read();
      ended = done;
      const chunks: GenerateContentResponse[] = [];
      try {
        for (const event of parser.push(decoder.decode(value, { stream: !done })))
          chunks.push(checked(parse(event)));
      } finally {
        // What came before an error was said.
        yield chunks;
      }
    }
    const { events, rest } = parser.end();
    // A body without events: an error, or the list that comes without `alt=sse`.
    const bodies = [...events.map(parse), ...(rest ? [parse(rest)].flat() : [])];
    for (const body of bodies) yield [checked(body, CUT_STREAM)];
  } catch (error) {
    throw broken(error, call, CUT_STREAM);
  } finally {
    // Frees the connection when the consumer leaves early.
    await reader?.cancel().catch(() => {});
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A chunk that is a response. In the middle of a stream an error may come as an event. */
function checked(body: unknown, code?: string): GenerateContentResponse {
  const info = readErrorBody(body);
  if (info) throw new RunError(info);
  if (typeof body === "object" && body !== null) return body as GenerateContentResponse;
  throw new RunError({
    kind: "protocol",
    message: "the service sent something that is not JSON",
    ...(code && { code }),
  });
}
