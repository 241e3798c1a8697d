import { findCandidateFlaw } from "../base/content-shape.js";
import { isDeeper } from "../base/json-depth.js";
import { callsOf, replayable } from "./history.js";
import { failure } from "./run.js";
import type { Ending } from "../run-result.js";
import { textOf } from "./text-of.js";
import type { Content, GenerateContentResponse } from "../wire.js";

/** The loop's interpretation of a response. */
export type Interpretation = { readonly finishReason: string; readonly content: Content | undefined } & (
  | { readonly kind: "calls"; readonly content: Content }
  /**
   * The answer is unusable, so the request is repeated a few times. If `token` is set, the answer is partial
   * and can be continued.
   */
  | { readonly kind: "again"; readonly message: string; readonly token?: string | undefined }
  /** The response ends the run. */
  | { readonly kind: "end"; readonly ending: WithoutText<Ending> }
);

type WithoutText<T> = T extends Ending ? Omit<T, "text"> : never;

/**
 * The greatest depth of an answer that can be sent back. The service refuses requests with more than 100
 * levels.
 */
const MAX_CONTENT_DEPTH = 90;

const BLOCKED =
  /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|ESCALATION|NO_IMAGE|IMAGE_.*)$/;

const FAILED: ReadonlyMap<string, string> = new Map([
  ["TOO_MANY_TOOL_CALLS", "the model called too many tools in a row"],
  ["MISSING_THOUGHT_SIGNATURE", "a thought signature is missing; send the model's contents back unchanged"],
]);

/**
 * Interprets a response by its finish reason. Google may add finish reasons. An unknown finish reason with
 * usable content counts as a normal answer.
 */
export function readTurn(response: GenerateContentResponse): Interpretation {
  const candidate = response.candidates?.[0];
  const blockReason = response.promptFeedback?.blockReason;
  const flaw =
    findCandidateFlaw(candidate) ??
    (isDeeper(candidate?.content, MAX_CONTENT_DEPTH) && "the answer is nested too deeply to be sent back");
  if (flaw)
    return { kind: "again", finishReason: "MALFORMED_FUNCTION_CALL", content: undefined, message: flaw };
  const finishReason = candidate?.finishReason ?? (blockReason ? "BLOCKED_PROMPT" : "NONE");
  const content = replayable(candidate?.content);
  const message = candidate?.finishMessage;
  const read = { finishReason, content };
  const end = (ending: WithoutText<Ending>): Interpretation => ({ ...read, kind: "end", ending });
  const retry = (message: string, token?: string): Interpretation => ({
    ...read,
    kind: "again",
    message,
    token,
  });

  if (!candidate)
    return blockReason ? end({ status: "blocked", blockReason }) : retry("the response has no candidates");
  if (finishReason === "CONTINUATION" && candidate.continuationToken) {
    return retry("the answer never ended", candidate.continuationToken);
  }
  if (finishReason === "MAX_TOKENS" || finishReason === "CONTINUATION") return end({ status: "truncated" });
  if (BLOCKED.test(finishReason)) return end({ status: "blocked", finishReason });
  const failed = FAILED.get(finishReason);
  if (failed) return end(failure({ kind: "protocol", code: finishReason, message: failed }));
  if (finishReason.startsWith("MALFORMED_")) return retry(message ?? "the model's output was malformed");

  if (callsOf(candidate.content).some((call) => !call.name)) return retry("a function call has no name");
  const calls = callsOf(content);
  if (content && calls.length > 0) return { ...read, kind: "calls", content };
  const usable = content?.parts?.some((part) => !part.thought && part.text !== "");
  if (!usable) return retry(message ?? "the answer is empty");
  if (finishReason === "UNEXPECTED_TOOL_CALL" && !textOf(content))
    return retry(message ?? "an undeclared call");
  return end({ status: "done", finishReason });
}
