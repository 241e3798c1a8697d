import { malformed } from "../base/content-shape.js";
import { isObject } from "../base/is-object.js";
import { RunError } from "../errors.js";
import type { GenerateContentResponse, UsageMetadata } from "../wire.js";
import type { Json, Step } from "./step.js";
import { viewSteps } from "./view-steps.js";

/** A complete interaction, from one response or from a stream. */
export interface Ended {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly status: string;
  readonly steps: readonly Step[];
  readonly usage: Json;
  readonly token?: string | undefined;
}

/** Reads the JSON of an interaction. Throws if the interaction failed. */
export function readInteraction(json: unknown): Ended {
  if (!isObject(json)) throw new SyntaxError();
  const { id, model, status, steps = [], usage, continuation_token: token, errors } = json;
  if (typeof status !== "string" || !Array.isArray(steps) || !steps.every(isObject))
    throw malformed("the answer does not have the shape of an interaction");
  const ended: Ended = {
    id: textOf(id),
    model: textOf(model),
    status,
    steps: steps as readonly Step[],
    usage: isObject(usage) ? usage : {},
    token: textOf(token),
  };
  checkEnd(ended, errors);
  return ended;
}

/** Returns a text that is not empty. The id in a stream is empty if the interaction is not stored. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The statuses of interactions that have no answer. An interaction with an unknown status has one. */
const FAILED = /^(failed|cancelled|budget_exceeded|in_progress|queued)$/;

function checkEnd({ status, steps }: Ended, errors: unknown): void {
  const output = steps.find(({ type, error }) => type === "model_output" && error);
  const hasNoCall = status === "requires_action" && !steps.some(({ type }) => type === "function_call");
  if (!FAILED.test(status) && !output && !hasNoCall) return;
  const { code, message = "" } = ((Array.isArray(errors) ? errors[0] : output?.error) ?? {}) as Json;
  throw new RunError({
    kind: "protocol",
    code: typeof code === "string" ? code : status.toUpperCase(),
    message: `the interaction ended with the status "${status}" ${String(message)}`.trim(),
    retryable: false,
  });
}

/** Returns the response for the loop. The parts are a view of the steps, and the steps are sent back. */
export function responseOf(ended: Ended, stored: Json | undefined): GenerateContentResponse {
  const { id, model, status, steps, usage } = ended;
  return {
    candidates: [
      {
        content: { role: "model", parts: viewSteps(steps), steps, ...(stored && { interaction: stored }) },
        finishReason: status === "incomplete" ? "MAX_TOKENS" : "STOP",
      },
    ],
    usageMetadata: usageOf(usage),
    ...(model !== undefined && { modelVersion: model }),
    ...(id !== undefined && { responseId: id }),
  };
}

/** Names of the counts in this API and in `generateContent`. */
const COUNTS = {
  total_input_tokens: "promptTokenCount",
  total_cached_tokens: "cachedContentTokenCount",
  total_output_tokens: "candidatesTokenCount",
  total_thought_tokens: "thoughtsTokenCount",
  total_tool_use_tokens: "toolUsePromptTokenCount",
  total_tokens: "totalTokenCount",
} as const;

function usageOf(usage: Json): UsageMetadata {
  const counts = Object.entries(COUNTS).flatMap(([name, ours]) => {
    const count = usage[name];
    return typeof count === "number" && count > 0 ? [[ours, count]] : [];
  });
  return Object.fromEntries(counts) as UsageMetadata;
}

/** Adds the counts of two requests for one answer. */
export function addCounts(one: Json, other: Json): Json {
  const sums = Object.keys(COUNTS).map((name) => [name, Number(one[name] ?? 0) + Number(other[name] ?? 0)]);
  return Object.fromEntries(sums) as Json;
}
