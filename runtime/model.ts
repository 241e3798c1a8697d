import type { BodyWriter } from "./base/body-writer.js";
import type { PartialCalls } from "./gemini/partial-call.js";
import type { GenerateContentRequest, GenerateContentResponse } from "./wire.js";

/**
 * The API that a model talks to. The Gemini API and Vertex AI have the same `generateContent` with different fields; a history of the
 * Interactions API cannot be sent to them.
 */
export type Flavor = "gemini" | "vertex" | "interactions";

/** A source of responses: `gemini()`, `interactions()`, `fromGoogleGenAI()`, or a script in a test. */
export interface Model {
  /** The name of the model, such as `gemini-3.5-flash`; for telemetry. */
  readonly id: string;
  /** "gemini" by default. */
  readonly flavor?: Flavor;
  /** Joins calls whose arguments arrive in pieces. */
  readonly partialCalls?: PartialCalls;
  generate(request: GenerateContentRequest, call?: ModelCall): Promise<GenerateContentResponse>;
  /**
   * Each chunk is a response that contains only new data. Chunks that arrive together may be yielded as a list.
   * Without this method `agent.stream` uses `generate`.
   */
  stream?(
    request: GenerateContentRequest,
    call?: ModelCall,
  ): AsyncIterable<GenerateContentResponse | readonly GenerateContentResponse[]>;
}

/** Options of one request. */
export interface ModelCall {
  readonly signal?: AbortSignal;
  /** Replaces the model in this turn. */
  readonly model?: string | undefined;
  /** Encodes the body. The agent passes a writer with a cache, so that a long history is not encoded in every turn. */
  readonly encode?: BodyWriter;
  /** Remaining milliseconds of the turn. A longer delay before a retry would be useless. */
  readonly leftMs?: () => number;
  readonly onRetry?: (retry: Retry) => void;
}

/** Reported before a request is repeated. */
export interface Retry {
  readonly attempt: number;
  readonly delayMs: number;
  readonly reason: string;
  readonly cause?: string;
}
