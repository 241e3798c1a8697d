import type { Secret } from "../base/secret.js";
import type { Endpoint } from "../gemini/gemini.js";
import type { RetryOptions } from "../gemini/retry.js";
import type { Model } from "../model.js";

export { plainTurns } from "./plain-turns.js";

export interface InteractionsOptions {
  /** The model, for example `gemini-3.8-flash`. Required. */
  readonly model: string;
  /** The API key. It is sent in a header and never in a URL. If a function is passed, it is called before every request. */
  readonly apiKey?: Secret;
  /**
   * The endpoint of Vertex AI, from `vertexAI({ project, location, accessToken })`.
   * @default the Gemini API
   */
  readonly vertex?: Endpoint;
  /** The address of the service, without a path. It replaces the default address. */
  readonly baseUrl?: string;
  /**
   * The version in the path.
   * @default `v1beta`; on Vertex AI `v1beta1`
   */
  readonly apiVersion?: string;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The function that sends the requests. It receives the body as bytes.
   * @default the global `fetch`
   */
  readonly fetch?: typeof fetch;
  /** The settings for repeating failed requests. */
  readonly retry?: Partial<RetryOptions>;
  /**
   * The largest number of bytes of one answer, streamed or not. A longer answer is an error of kind "protocol".
   * @default 64 MiB
   */
  readonly maxResponseBytes?: number;
  /**
   * `true` lets the service store the conversation, so that a request contains only the new turns. If the service has lost the
   * conversation, the complete history is sent again.
   * @default false
   */
  readonly store?: boolean;
  /**
   * Marks the result of a failed call with `is_error`. Reports differ about whether the service accepts the field.
   * @default false
   */
  readonly markErrors?: boolean;
}

/**
 * Connects to the Interactions API through `fetch`. All other code loads with the first request. The contents of the
 * model keep the steps of the service unchanged, so that a history can only continue with this API.
 */
export function interactions(options: InteractionsOptions): Model {
  const { apiKey, vertex, headers, baseUrl, model } = options;
  if (baseUrl !== undefined && !/^https?:\/\/./.test(baseUrl))
    throw new TypeError(`interactions(): "${baseUrl}" is not an HTTP address`);
  if (!apiKey && !vertex?.accessToken && !headers) throw new TypeError("interactions() needs `apiKey`");
  return {
    id: model,
    flavor: "interactions",
    generate: async (request, call = {}) => (await import("./converse.js")).generate(options, request, call),
    async *stream(request, call = {}) {
      yield* (await import("./converse.js")).stream(options, request, call);
    },
  };
}
