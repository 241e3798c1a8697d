import type { ReceivedRequest } from "./received-request.js";
import type { Answer } from "./script.js";

/**
 * Returns token counts in Gemini's form. Counts of zero are omitted. Only the last event of an answer has the count
 * of its candidates.
 */
export function usageOf(
  answer: Answer,
  request: ReceivedRequest,
  complete: boolean,
  cachedTokens = 0,
): Readonly<Record<string, unknown>> {
  const traffic = request.flavor === "vertex" ? { trafficType: "ON_DEMAND" } : {};
  if (!complete && request.flavor === "vertex") return traffic;
  if (complete && answer.usage) return { ...answer.usage, ...traffic };
  const prompt = tokensOf(request.body) + cachedTokens;
  const visible = answer.parts.filter(({ part }) => part.thought !== true).map(({ part }) => part);
  const thoughts = answer.parts.filter(({ part }) => part.thought === true).map(({ part }) => part);
  const candidates = complete && visible.length > 0 ? tokensOf(visible) : 0;
  const thinking = thoughts.length > 0 ? tokensOf(thoughts) : 0;
  return {
    promptTokenCount: prompt,
    ...(candidates > 0 && { candidatesTokenCount: candidates }),
    ...(cachedTokens > 0 && { cachedContentTokenCount: cachedTokens }),
    totalTokenCount: prompt + candidates + thinking,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: prompt }],
    ...(thinking > 0 && { thoughtsTokenCount: thinking }),
    ...traffic,
  };
}

/** Estimates the number of tokens: about four characters of JSON per token. */
export function tokensOf(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}
