import { isContent } from "../base/content-shape.js";
import type { CutStream, ErrorInfo } from "../errors.js";
import type { EventBody } from "../events.js";
import type { ModelOutcome } from "../host.js";
import { isModelOutcome } from "./outcome-shape.js";
import { readTurn, type Interpretation } from "./read-turn.js";
import { buildRequest, type TurnChoice } from "./request.js";
import { effectTimeout, failure, interruption, missingOutcome, type Run } from "./run.js";
import type { Ending } from "../run-result.js";
import { addUsage } from "./usage.js";
import type { GenerateContentRequest, GenerateContentResponse, Part } from "../wire.js";

/** The answer of the model, interpreted by the loop, or the end of the run. */
export type AskResult =
  | {
      readonly ok: true;
      readonly interpretation: Exclude<Interpretation, { kind: "again" }>;
      readonly allowed: ReadonlySet<string>;
    }
  | { readonly ok: false; readonly ending: Ending };

const MAX_CONTINUATIONS = 16;

/**
 * Sends the request of one turn. The request is repeated if the answer is empty, malformed or interrupted. If
 * the answer is partial, another request continues it.
 */
export async function askModel(run: Run, choice: TurnChoice, model?: string): Promise<AskResult> {
  const { request, allowed } = buildRequest(run.frame, run.contents, choice);
  const retries = run.options.malformedRetries ?? 2;
  let earlierParts: readonly Part[] = [];
  let current = request;
  let failures = 0;
  let continued = 0;
  for (let attempt = 0; ; attempt++) {
    const name = `model:${run.turn}${attempt > 0 ? `:${attempt}` : ""}`;
    run.emit(run.turn, { type: "model_start", attempt });
    const effect = {
      ...{ name, turn: run.turn, attempt, request: current },
      ...effectTimeout(run),
      ...(model && { model }),
    };
    const outcome: unknown = await run.host.model(effect);
    if (!isModelOutcome(outcome)) return { ok: false, ending: missingOutcome(name) };
    run.emit(run.turn, { type: "model_end", ms: outcome.ms, ...modelEndFields(outcome) });
    let problem: ErrorInfo;
    if (outcome.ok) {
      run.usage = addUsage(run.usage, outcome.response.usageMetadata);
      const interpretation = readTurn(prepend(earlierParts, outcome.response));
      if (interpretation.kind !== "again") return { ok: true, interpretation, allowed };
      const { finishReason, content, message, token } = interpretation;
      if (token && continued++ < MAX_CONTINUATIONS) {
        earlierParts = content?.parts ?? [];
        current = { ...request, continuationToken: token };
        continue;
      }
      const code = /^(STOP|NONE)$/.test(finishReason) ? "EMPTY_RESPONSE" : finishReason;
      problem = { kind: "protocol", code, message };
    } else {
      const ending = await interruption(run);
      if (ending) return { ok: false, ending };
      problem = outcome.error;
      const cut = problem.cut || problem.code === ("CUT_STREAM" satisfies CutStream);
      const isFinal = problem.kind !== "protocol" || problem.retryable === false;
      if (!cut && isFinal) return { ok: false, ending: failure(problem) };
    }
    if (failures++ === retries) return { ok: false, ending: failure(problem) };
    const reason = problem.code ?? problem.message;
    run.emit(run.turn, { type: "retry", attempt: attempt + 1, delayMs: 0, reason, discard: true });
    if (failures === retries) current = withValidatedMode(current);
  }
}

function modelEndFields(outcome: ModelOutcome): Partial<Extract<EventBody, { type: "model_end" }>> {
  if (!outcome.ok) {
    const { code, kind, cause } = outcome.error;
    return { error: code ?? kind, ...(cause && { cause }) };
  }
  const { response } = outcome;
  return { finishReason: response.candidates?.[0]?.finishReason, usage: response.usageMetadata };
}

/** Puts the parts of the earlier, partial answers in front of the parts of this response. */
function prepend(earlierParts: readonly Part[], response: GenerateContentResponse): GenerateContentResponse {
  const candidate = response.candidates?.[0];
  if (earlierParts.length === 0 || !candidate || !isContent(candidate.content)) return response;
  const content = { ...candidate.content, parts: [...earlierParts, ...(candidate.content?.parts ?? [])] };
  return { ...response, candidates: [{ ...candidate, content }] };
}

/**
 * Sets the mode VALIDATED, in which the service enforces the schemas of calls. Without this change, the last
 * retry would probably fail in the same way.
 */
function withValidatedMode(request: GenerateContentRequest): GenerateContentRequest {
  const config = request.toolConfig?.functionCallingConfig;
  if ((config?.mode ?? "AUTO") !== "AUTO" || !request.tools?.some((tool) => tool.functionDeclarations))
    return request;
  const functionCallingConfig = { ...config, mode: "VALIDATED" as const };
  return { ...request, toolConfig: { ...request.toolConfig, functionCallingConfig } };
}
