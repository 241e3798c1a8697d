import { createBodyWriter } from "../base/body-writer.js";
import { RunError } from "../errors.js";
import type { Model, ModelCall } from "../model.js";
import { readJsonBody } from "./read-body.js";
import type { RetryOptions } from "./retry.js";
import type { GenerateContentRequest, GenerateContentResponse } from "../wire.js";

/** A key or token, or where to get it. */
export type Secret = string | (() => string | Promise<string>);

export interface GeminiOptions {
  /** For example `gemini-3.5-flash`. `tunedModels/x` and `endpoints/x` are used unchanged. Required. */
  readonly model: string;
  /** Sent in a header, never in a URL. A function is called before every request. */
  readonly apiKey?: Secret;
  /**
   * `vertexAI({ project, location, accessToken })` for Vertex AI.
   * @default the Gemini API
   */
  readonly vertex?: Endpoint;
  /** Replaces the address of the service. */
  readonly baseUrl?: string;
  /**
   * The version in the path.
   * @default `v1beta`; on Vertex AI `v1beta1`
   */
  readonly apiVersion?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Sends the requests. It gets the body as bytes.
   * @default the global `fetch`
   */
  readonly fetch?: typeof fetch;
  /** How failed requests are repeated. */
  readonly retry?: Partial<RetryOptions>;
  /**
   * Bytes of one answer, streamed or not. A longer one is an error of kind "protocol".
   * @default 64 MiB
   */
  readonly maxResponseBytes?: number;
}

/** Another service that answers the same requests. */
export interface Endpoint extends Pick<Model, "flavor" | "partialCalls"> {
  readonly origin: string;
  readonly apiVersion: string;
  /** The path before the model's name. */
  readonly parent: (model: string) => string;
  readonly accessToken?: Secret;
}

const GEMINI_API: Endpoint = {
  flavor: "gemini",
  origin: "https://generativelanguage.googleapis.com",
  apiVersion: "v1beta",
  parent: () => "",
};

const loadTheRest = () => import("./failures-and-streams.js");

/** Gemini over fetch. What only failures and streams need is loaded with the first of them. */
export function gemini(options: GeminiOptions): Model {
  const { apiKey, vertex, headers, baseUrl } = options;
  if (baseUrl !== undefined && !/^https?:\/\/./.test(baseUrl))
    throw new TypeError(`gemini(): "${baseUrl}" is no address to send requests to`);
  if (!apiKey && !vertex?.accessToken && !headers) throw new TypeError("gemini(): give `apiKey`");
  return {
    ...GEMINI_API,
    ...vertex,
    id: options.model,
    generate: (request, call = {}) =>
      send(options, request, call, "generateContent", (response) => readAnswer(response, options)),
    async *stream(request, call = {}) {
      const [{ hideSecrets, readStream, whenCut }, { response, secret }] = await Promise.all([
        loadTheRest(),
        send(options, request, call, "streamGenerateContent?alt=sse", (response, secret) => ({
          response,
          secret,
        })),
      ]);
      try {
        yield* readStream(response, call, options.maxResponseBytes);
      } catch (error) {
        throw await whenCut(hideSecrets(error as RunError, secret, headers), options.retry, call);
      }
    },
  };
}

/** Makes a request until it is answered or trying again is of no use. */
async function send<T>(
  options: GeminiOptions,
  request: GenerateContentRequest,
  call: ModelCall,
  method: string,
  read: (response: Response, secret: string | undefined) => T | Promise<T>,
): Promise<T> {
  const url = urlOf(options, call, method);
  for (let attempt = 1; ; attempt++) {
    const token = await reveal(options.vertex?.accessToken);
    const secret = token || (await reveal(options.apiKey));
    const bytes = (call.encode ?? createBodyWriter())(request) as Uint8Array<ArrayBuffer>;
    try {
      const response = await (options.fetch ?? fetch)(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token ? { authorization: `Bearer ${token}` } : secret && { "x-goog-api-key": secret }),
          ...options.headers,
        },
        // Whoever brings a fetch may look at the body later, when its bytes are those of another request.
        body: options.fetch ? bytes.slice() : bytes,
        // A redirect would carry the key along. Not "manual": fetch keeps a second copy of the body for that.
        redirect: "error",
        signal: call.signal ?? null,
      });
      if (!response.ok) throw await (await loadTheRest()).readRefusal(response, options.maxResponseBytes);
      return await read(response, secret);
    } catch (error) {
      const { broken, hideSecrets, retryLater } = await loadTheRest();
      await retryLater(
        hideSecrets(broken(error, call), secret, options.headers),
        attempt,
        options.retry,
        call,
      );
    }
  }
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

async function readAnswer(
  response: Response,
  { maxResponseBytes }: GeminiOptions,
): Promise<GenerateContentResponse> {
  const body = (await readJsonBody(response, maxResponseBytes)) as GenerateContentResponse | null;
  return body?.candidates ? body : (await loadTheRest()).checkResponse(body);
}
