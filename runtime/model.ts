import type { BodyWriter } from "./base/body-writer.js";
import type { PartialCalls } from "./gemini/partial-call.js";
import type { GenerateContentRequest, GenerateContentResponse } from "./wire.js";

/** The two services that speak this JSON, with different field sets. */
export type Flavor = "gemini" | "vertex";

/** Whatever answers requests: `gemini()`, `fromGoogleGenAI()`, a script in a test. */
export interface Model {
  /** E.g. `gemini-3.5-flash`; for telemetry. */
  readonly id: string;
  /** "gemini" where left out. */
  readonly flavor?: Flavor;
  /** Puts calls together that come argument by argument. */
  readonly partialCalls?: PartialCalls;
  generate(request: GenerateContentRequest, call?: ModelCall): Promise<GenerateContentResponse>;
  /** Each chunk is a whole response holding what is new; chunks that came together may be given as a list. Without it `agent.stream` asks `generate`. */
  stream?(
    request: GenerateContentRequest,
    call?: ModelCall,
  ): AsyncIterable<GenerateContentResponse | readonly GenerateContentResponse[]>;
}

/** What one request may need beside its body. */
export interface ModelCall {
  readonly signal?: AbortSignal;
  /** Another model for this turn. */
  readonly model?: string | undefined;
  /** Makes the body; the agent passes one that remembers, so that a long history is not encoded again every turn. */
  readonly encode?: BodyWriter;
  /** What is left of the turn: a wait that takes longer is of no use. */
  readonly leftMs?: () => number;
  readonly onRetry?: (retry: Retry) => void;
}

/** A request is about to be made again. */
export interface Retry {
  readonly attempt: number;
  readonly delayMs: number;
  readonly reason: string;
  readonly cause?: string;
}
