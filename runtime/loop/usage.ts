import type { UsageMetadata } from "../wire.js";

/** The token counts of a run. Repeated requests count too. */
export interface Usage {
  readonly requests: number;
  readonly promptTokens: number;
  /** `promptTokens` includes these tokens. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly thoughtsTokens: number;
  readonly toolUseTokens: number;
  readonly totalTokens: number;
}

/** The names of the counts: in `Usage` on the left, in the response of the service on the right. */
const COUNTS = {
  promptTokens: "promptTokenCount",
  cachedTokens: "cachedContentTokenCount",
  outputTokens: "candidatesTokenCount",
  thoughtsTokens: "thoughtsTokenCount",
  toolUseTokens: "toolUsePromptTokenCount",
  totalTokens: "totalTokenCount",
} as const satisfies Record<Exclude<keyof Usage, "requests">, keyof UsageMetadata>;

/** Adds the token counts of a response to a sum. */
export function addUsage(
  sum: Partial<Usage>,
  request: UsageMetadata | null | undefined,
  requests = 1,
): Usage {
  const counts = Object.entries(COUNTS).map(([name, serviceName]) => {
    const count: unknown = request?.[serviceName];
    return [name, (sum[name as keyof Usage] ?? 0) + (typeof count === "number" ? count : 0)];
  });
  return { requests: (sum.requests ?? 0) + requests, ...Object.fromEntries(counts) } as Usage;
}

export const NO_USAGE = addUsage({}, {}, 0);
