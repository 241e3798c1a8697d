import type { BodyWriter } from "./base/body-writer.js";
import type { PartialCalls } from "./gemini/partial-call.js";
import type { GenerateContentRequest, GenerateContentResponse } from "./wire.js";

/**
 * The API that a model uses. The Gemini API and Vertex AI offer the same JSON API with different fields. They do not
 * accept a history of the Interactions API.
 */
export type Flavor = "gemini" | "vertex" | "interactions";

/** A model to which requests are sent, such as `gemini()`, `interactions()`, `fromGoogleGenAI()`, or a script in a test. */
export interface Model {
  /** The name of the model, such as `gemini-3.5-flash`. Telemetry reports it. */
  readonly id: string;
  /** The service that answers. Default: "gemini". */
  readonly flavor?: Flavor;
  /** Assembles calls whose arguments arrive in pieces. */
  readonly partialCalls?: PartialCalls;
  generate(request: GenerateContentRequest, call?: ModelCall): Promise<GenerateContentResponse>;
  /**
   * Returns chunks, each a response that contains only new data. The generator may yield chunks that arrived
   * together as one list. If this method is missing, `agent.stream` uses `generate`.
   */
  stream?(
    request: GenerateContentRequest,
    call?: ModelCall,
  ): AsyncIterable<GenerateContentResponse | readonly GenerateContentResponse[]>;
}

/** Options of one request. */
export interface ModelCall {
  readonly signal?: AbortSignal;
  /** The name of another model that handles this turn. */
  readonly model?: string | undefined;
  /**
   * An encoder for the body. The agent passes an encoder with a cache, because encoding a long history in
   * every turn would be slow.
   */
  readonly encode?: BodyWriter;
  /**
   * Returns the milliseconds that remain of the turn. A retry that would have to wait longer is not tried.
   */
  readonly leftMs?: () => number;
  readonly onRetry?: (retry: Retry) => void;
}

/** A report that a request is about to be repeated. */
export interface Retry {
  readonly attempt: number;
  readonly delayMs: number;
  readonly reason: string;
  readonly cause?: string;
}
