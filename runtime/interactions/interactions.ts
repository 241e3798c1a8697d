import type { Secret } from "../base/secret.js";
import type { Endpoint } from "../gemini/gemini.js";
import type { RetryOptions } from "../gemini/retry.js";
import type { Model } from "../model.js";

export { plainTurns } from "./plain-turns.js";

export interface InteractionsOptions {
  /** For example `gemini-3.8-flash`. Required. */
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
 * Connects to the Interactions API through fetch. Everything but this function is loaded with the first request. Contents of the model
 * keep its steps unchanged, so a history of this model can continue only with this API.
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
