import type { UsageMetadata } from "./wire.js";

/** Tokens of all requests of a run, repeated ones included. */
export interface Usage {
  readonly requests: number;
  readonly promptTokens: number;
  /** Part of `promptTokens`. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly thoughtsTokens: number;
  readonly toolUseTokens: number;
  readonly totalTokens: number;
}

export const NO_USAGE: Usage = {
  requests: 0,
  promptTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  thoughtsTokens: 0,
  toolUseTokens: 0,
  totalTokens: 0,
};

/** The sum so far and one more request. */
export function addUsage(sum: Usage, request: UsageMetadata = {}): Usage {
  return {
    requests: sum.requests + 1,
    promptTokens: sum.promptTokens + (request.promptTokenCount ?? 0),
    cachedTokens: sum.cachedTokens + (request.cachedContentTokenCount ?? 0),
    outputTokens: sum.outputTokens + (request.candidatesTokenCount ?? 0),
    thoughtsTokens: sum.thoughtsTokens + (request.thoughtsTokenCount ?? 0),
    toolUseTokens: sum.toolUseTokens + (request.toolUsePromptTokenCount ?? 0),
    totalTokens: sum.totalTokens + (request.totalTokenCount ?? 0),
  };
}
