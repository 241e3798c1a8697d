import { findCandidateFlaw } from "../base/content-shape.js";
import { isDeeper } from "../base/json-depth.js";
import { callsOf, replayable } from "./history.js";
import { failure } from "./run.js";
import type { Ending } from "../run-result.js";
import { textOf } from "./text-of.js";
import type { Content, GenerateContentResponse } from "../wire.js";

/** How the loop interprets an answer of the model. */
export type Interpretation = { readonly finishReason: string; readonly content: Content | undefined } & (
  | { readonly kind: "calls"; readonly content: Content }
  /** Unusable: the request is repeated a few times. With a token the answer is partial and can be continued. */
  | { readonly kind: "again"; readonly message: string; readonly token?: string | undefined }
  /** The run ends. */
  | { readonly kind: "end"; readonly ending: WithoutText<Ending> }
);

type WithoutText<T> = T extends Ending ? Omit<T, "text"> : never;

/** The service refuses requests that nest deeper than 100 levels. */
const MAX_CONTENT_DEPTH = 90;

const BLOCKED =
  /^(SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|ESCALATION|NO_IMAGE|IMAGE_.*)$/;

const FAILED: ReadonlyMap<string, string> = new Map([
  ["TOO_MANY_TOOL_CALLS", "the model called too many tools in a row"],
  ["MISSING_THOUGHT_SIGNATURE", "a thought signature is missing; send the model's contents back unchanged"],
]);

/**
 * Decides by the finish reason. The list of reasons is open: an unknown reason with usable content counts as an
 * answer.
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
