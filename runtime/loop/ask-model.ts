import { isContent } from "../base/content-shape.js";
import type { CutStream, ErrorInfo } from "../errors.js";
import type { EventBody } from "../events.js";
import type { ModelOutcome } from "../host.js";
import { isModelOutcome } from "./outcome-shape.js";
import { readTurn, type Reading } from "./read-turn.js";
import { buildRequest, type TurnChoice } from "./request.js";
import { broken, failure, interruption, type Run } from "./run.js";
import type { Ending } from "../run-result.js";
import { addUsage } from "./usage.js";
import type { GenerateContentRequest, GenerateContentResponse, Part } from "../wire.js";

/** What asking came to: something to act on, or the end of the run. */
export type Asked =
  | {
      readonly ok: true;
      readonly reading: Exclude<Reading, { kind: "again" }>;
      readonly allowed: ReadonlySet<string>;
    }
  | { readonly ok: false; readonly ending: Ending };

const MAX_CONTINUATIONS = 16;

/** One turn's request, repeated a few times when the answer is empty, malformed or cut, and continued when it is only a first part. */
export async function askModel(run: Run, choice: TurnChoice, model?: string): Promise<Asked> {
  const { request, allowed } = buildRequest(run.frame, run.contents, choice);
  const retries = run.options.malformedRetries ?? 2;
  let held: readonly Part[] = [];
  let current = request;
  let failures = 0;
  let continued = 0;
  for (let attempt = 0; ; attempt++) {
    const name = `model:${run.turn}${attempt > 0 ? `:${attempt}` : ""}`;
    run.emit(run.turn, { type: "model_start", attempt });
    const step = { name, turn: run.turn, attempt, request: current, ...(model && { model }) };
    const outcome: unknown = await run.host.model(step);
    if (!isModelOutcome(outcome)) return { ok: false, ending: broken(name) };
    run.emit(run.turn, { type: "model_end", ms: outcome.ms, ...ended(outcome) });
    let problem: ErrorInfo;
    if (outcome.ok) {
      run.usage = addUsage(run.usage, outcome.response.usageMetadata);
      const reading = readTurn(prepend(held, outcome.response));
      if (reading.kind !== "again") return { ok: true, reading, allowed };
      const { finishReason, content, message, token } = reading;
      if (token && continued++ < MAX_CONTINUATIONS) {
        held = content?.parts ?? [];
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
      const useless = problem.kind !== "protocol" || problem.retryable === false;
      if (!cut && useless) return { ok: false, ending: failure(problem) };
    }
    if (failures++ === retries) return { ok: false, ending: failure(problem) };
    const reason = problem.code ?? problem.message;
    run.emit(run.turn, { type: "retry", attempt: attempt + 1, delayMs: 0, reason, discard: true });
    if (failures === retries) current = constrained(current);
  }
}

function ended(outcome: ModelOutcome): Partial<Extract<EventBody, { type: "model_end" }>> {
  if (!outcome.ok) return { error: outcome.error.code ?? outcome.error.kind };
  const { response } = outcome;
  return { finishReason: response.candidates?.[0]?.finishReason, usage: response.usageMetadata };
}

/** The answer so far is part of what comes now. */
function prepend(held: readonly Part[], response: GenerateContentResponse): GenerateContentResponse {
  const candidate = response.candidates?.[0];
  if (held.length === 0 || !candidate || !isContent(candidate.content)) return response;
  const content = { ...candidate.content, parts: [...held, ...(candidate.content?.parts ?? [])] };
  return { ...response, candidates: [{ ...candidate, content }] };
}

/** The same request again may fail the same way; VALIDATED makes the service hold calls to their schemas. */
function constrained(request: GenerateContentRequest): GenerateContentRequest {
  const config = request.toolConfig?.functionCallingConfig;
  if ((config?.mode ?? "AUTO") !== "AUTO" || !request.tools?.some((tool) => tool.functionDeclarations))
    return request;
  const functionCallingConfig = { ...config, mode: "VALIDATED" as const };
  return { ...request, toolConfig: { ...request.toolConfig, functionCallingConfig } };
}
