import { callsOf, replayable, textOf } from "./history.js";
import type { Content, FunctionCall, GenerateContentResponse } from "./wire.js";

/** What an answer of the model means for the loop. */
export type Reading = { readonly finishReason: string; readonly content: Content | undefined } & (
  | { readonly kind: "calls"; readonly content: Content; readonly calls: readonly FunctionCall[] }
  | { readonly kind: "answer"; readonly content: Content }
  /** Nothing usable: worth asking again a few times. */
  | { readonly kind: "again"; readonly message: string }
  | { readonly kind: "continue"; readonly token: string }
  | { readonly kind: "truncated" }
  | { readonly kind: "blocked"; readonly blockReason?: string }
  | { readonly kind: "failed"; readonly message: string }
);

const BLOCKED =
  /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|ESCALATION|NO_IMAGE|IMAGE_.*)$/;

const FAILED: ReadonlyMap<string, string> = new Map([
  ["TOO_MANY_TOOL_CALLS", "the model called too many tools in a row"],
  [
    "MISSING_THOUGHT_SIGNATURE",
    "a thought signature is missing from the contents; send the model's contents back unchanged",
  ],
]);

/** Keyed on the finish reason. It is an open list: an unknown one with something usable is an answer. */
export function readTurn(response: GenerateContentResponse): Reading {
  const candidate = response.candidates?.[0];
  const blockReason = response.promptFeedback?.blockReason;
  const finishReason = candidate?.finishReason ?? (blockReason ? "BLOCKED_PROMPT" : "NONE");
  const content = replayable(candidate?.content);
  const message = candidate?.finishMessage;
  const read = { finishReason, content };

  if (!candidate)
    return blockReason
      ? { ...read, kind: "blocked", blockReason }
      : again(read, "the response has no candidates");
  if (finishReason === "CONTINUATION" && candidate.continuationToken) {
    return { ...read, kind: "continue", token: candidate.continuationToken };
  }
  if (finishReason === "MAX_TOKENS") return { ...read, kind: "truncated" };
  if (BLOCKED.test(finishReason)) return { ...read, kind: "blocked" };
  const failure = FAILED.get(finishReason);
  if (failure) return { ...read, kind: "failed", message: failure };
  if (finishReason.startsWith("MALFORMED_"))
    return again(read, message ?? "the model's output was malformed");

  const calls = callsOf(content);
  if (calls.some((call) => !call.name)) return again(read, "a function call has no name");
  if (content && calls.length > 0) return { ...read, kind: "calls", content, calls };
  const usable = content?.parts?.some((part) => !part.thought && part.text !== "") ?? false;
  if (!content || !usable) return again(read, message ?? "the answer is empty");
  if (finishReason === "UNEXPECTED_TOOL_CALL" && !textOf(content))
    return again(read, message ?? "an undeclared call");
  return { ...read, kind: "answer", content };
}

function again(read: { finishReason: string; content: Content | undefined }, message: string): Reading {
  return { ...read, kind: "again", message };
}
