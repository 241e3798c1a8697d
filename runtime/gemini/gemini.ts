import { checkOptionNames, type OptionNames } from "../base/check-option-names.js";
import { createBodyWriter } from "../base/body-writer.js";
import type { Secret } from "../base/secret.js";
import type { RunError } from "../errors.js";
import type { Model, ModelCall } from "../model.js";
import { exchange, loadFailuresAndStreams } from "./exchange.js";
import { readJsonBody } from "./read-body.js";
import type { RetryOptions } from "./retry.js";
import type { GenerateContentRequest, GenerateContentResponse } from "../wire.js";

export interface GeminiOptions {
  /**
   * The model, for example `gemini-3.5-flash`. Names that contain a slash, such as `tunedModels/x`, are used
   * unchanged. Required.
   */
  readonly model: string;
  /** The API key. It is sent in a header and never in a URL. If a function is passed, it is called before every request. */
  readonly apiKey?: Secret;
  /**
   * The endpoint of Vertex AI, from `vertexAI({ project, location, accessToken })`.
   * @default the Gemini API
   */
  readonly vertex?: Endpoint;
  /** Another origin for the service, for example that of a proxy. */
  readonly baseUrl?: string;
  /**
   * The API version in the path of the URL.
   * @default `v1beta`; on Vertex AI `v1beta1`
   */
  readonly apiVersion?: string;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Sends the requests. The function gets the body as bytes.
   * @default the global `fetch`
   */
  readonly fetch?: typeof fetch;
  /** Settings for the repetition of failed requests. */
  readonly retry?: Partial<RetryOptions>;
  /**
   * The largest number of bytes in one response, streamed or not. A longer response is an error of the kind
   * "protocol".
   * @default 64 MiB
   */
  readonly maxResponseBytes?: number;
}

/** The address of a model service, and the fields that the service accepts. */
export interface Endpoint extends Pick<Model, "flavor" | "partialCalls"> {
  readonly origin: string;
  readonly apiVersion: string;
  /** Returns the part of the path that precedes the name of the model. */
  readonly parent: (model: string) => string;
  readonly accessToken?: Secret;
}

const GEMINI_API: Endpoint = {
  flavor: "gemini",
  origin: "https://generativelanguage.googleapis.com",
  apiVersion: "v1beta",
  parent: () => "",
};

const OPTIONS: OptionNames<GeminiOptions> = {
  model: true,
  apiKey: true,
  vertex: true,
  baseUrl: true,
  apiVersion: true,
  headers: true,
  fetch: true,
  retry: true,
  maxResponseBytes: true,
};
const RETRY: OptionNames<RetryOptions> = {
  attempts: true,
  baseMs: true,
  maxMs: true,
  random: true,
  sleep: true,
};

/** Connects to Gemini through `fetch`. The code that handles failures and streams loads on first use. */
export function gemini(options: GeminiOptions): Model {
  checkOptionNames("gemini()", options, OPTIONS);
  checkOptionNames("gemini(): retry", options.retry ?? {}, RETRY);
  const { apiKey, vertex, headers, baseUrl } = options;
  if (baseUrl !== undefined && !/^https?:\/\/./.test(baseUrl))
    throw new TypeError(`gemini(): "${baseUrl}" is not an HTTP address`);
  if (!apiKey && !vertex?.accessToken && !headers) throw new TypeError("gemini() needs `apiKey`");
  return {
    ...GEMINI_API,
    ...vertex,
    id: options.model,
    generate: (request, call = {}) =>
      send(options, request, call, "generateContent", (response) => readResponse(response, options)),
    async *stream(request, call = {}) {
      const [{ hideSecrets, readStream, streamError }, { response, secret }] = await Promise.all([
        loadFailuresAndStreams(),
        send(options, request, call, "streamGenerateContent?alt=sse", (response, secret) => ({
          response,
          secret,
        })),
      ]);
      try {
        yield* readStream(response, call, options.maxResponseBytes);
      } catch (error) {
        throw await streamError(hideSecrets(error as RunError, secret, headers), options.retry, call);
      }
    },
  };
}

/** Sends a request to a method of the model. */
function send<T>(
  options: GeminiOptions,
  request: GenerateContentRequest,
  call: ModelCall,
  method: string,
  read: (response: Response, secret: string | undefined) => T | Promise<T>,
): Promise<T> {
  const encode = call.encode ?? createBodyWriter();
  return exchange(options, urlOf(options, call, method), () => encode(request), call, read);
}

function urlOf(options: GeminiOptions, call: ModelCall, method: string): string {
  const model = call.model ?? options.model;
  if (!/^[\w@:-][\w@:.-]*(\/[\w@:-][\w@:.-]*)*$/.test(model))
    throw new TypeError(`"${model}" is not a model name`);
  const name = model.includes("/") ? model : `models/${model}`;
  const { origin, apiVersion, parent } = options.vertex ?? GEMINI_API;
  return `${(options.baseUrl ?? origin).replace(/\/+$/, "")}/${options.apiVersion ?? apiVersion}/${parent(name)}${name}:${method}`;
}

async function readResponse(
  response: Response,
  { maxResponseBytes }: GeminiOptions,
): Promise<GenerateContentResponse> {
  const body = (await readJsonBody(response, maxResponseBytes)) as GenerateContentResponse | null;
  return body?.candidates ? body : (await loadFailuresAndStreams()).checkResponse(body);
}
