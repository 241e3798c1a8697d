import { textOf } from "../../gemini-rules/interactions/check-replayed-steps.js";
import type { InteractionRules } from "../../gemini-rules/interactions/interaction-rules.js";
import type { Step } from "../../gemini-rules/interactions/step.js";
import { refused, type Refused } from "../../gemini-rules/interactions/texts.js";
import type { Opaque } from "../opaque.js";
import type { Answer } from "../script.js";
import { tokensOf } from "../usage.js";
import type { InteractionStreamStyle, ReceivedInteraction } from "./interaction-options.js";
import type { Hop, InteractionJson, InteractionStore, StoredInteraction } from "./interaction-store.js";
import { renderEvents } from "./render-events.js";
import { renderSteps, type RenderedStep } from "./render-steps.js";

export interface AnswerContext {
  readonly request: ReceivedInteraction;
  readonly rules: InteractionRules;
  readonly style: InteractionStreamStyle;
  readonly store: InteractionStore;
  readonly opaque: Opaque;
}

/** A scripted answer as an interaction, or the error that the service sends in its place. */
export type RenderedInteraction =
  | { readonly json: InteractionJson; readonly events: readonly InteractionJson[] }
  | { readonly refusal: Refused };

/** Renders an answer and stores what later requests can name. */
export function answerInteraction(answer: Answer, context: AnswerContext): RenderedInteraction {
  const { request, rules, style, store, opaque } = context;
  const { finishReason = "STOP" } = answer;
  if (finishReason.startsWith("MALFORMED_")) return { refusal: refused("malformedCall") };
  const rendered = renderSteps(answer, { opaque, signatures: rules.signatures });
  const steps = rendered.map(({ step }) => step);
  const stored = request.body.store !== false;
  const id = `v1_${opaque.signature().replace(/[^A-Za-z0-9]/g, "")}`;
  const previous = store.hops.get(String(request.body.continuation_token));
  const answered = [...(previous?.answered ?? []), ...steps];
  store.issue(answered);
  const token = finishReason === "CONTINUATION" ? tokenOf(answer, opaque) : undefined;
  const json: InteractionJson = {
    ...(stored && { id }),
    object: "interaction",
    status: statusOf(finishReason, steps, rules),
    model: request.model,
    created: "2026-01-01T00:00:00Z",
    updated: "2026-01-01T00:00:01Z",
    service_tier: "standard",
    steps,
    usage: usageOf(answer, request, rendered),
    ...(finishReason === "SAFETY" && { errors: [{ code: "blocked", message: "The answer was blocked." }] }),
    ...(token !== undefined && { continuation_token: token }),
  };
  const events = renderEvents(rendered, json, style).map((event, index) =>
    stored ? { ...event, event_id: `event_${index + 1}` } : event,
  );
  const before = previous?.before ?? request.steps;
  if (token !== undefined) store.hops.set(token, hopOf(request, { stored, id, before, answered }));
  if (stored) store.interactions.set(id, storedOf(json, events, [...before, ...answered], request));
  return { json, events };
}

function storedOf(
  json: InteractionJson,
  events: readonly InteractionJson[],
  steps: readonly Step[],
  { body }: ReceivedInteraction,
): StoredInteraction {
  return { json, events, steps, pendingPolls: body.background === true ? 1 : 0 };
}

function tokenOf(answer: Answer, opaque: Opaque): string {
  return (answer.candidate?.continuationToken as string | undefined) ?? opaque.signature();
}

interface HopParts extends Pick<Hop, "before" | "answered"> {
  readonly stored: boolean;
  readonly id: string;
}

function hopOf({ body }: ReceivedInteraction, { stored, id, before, answered }: HopParts): Hop {
  return { ...(stored && { owner: id }), request: requestText(body), before, answered };
}

/** The body without the fields that a continued request changes. */
function requestText({ continuation_token: _token, ...body }: ReceivedInteraction["body"]): string {
  return textOf(body);
}

/** Checks the token of a request. */
export function checkContinuation(
  body: ReceivedInteraction["body"],
  { hops }: InteractionStore,
): Refused | undefined {
  const { continuation_token: token, previous_interaction_id: previous } = body;
  if (token === undefined) return undefined;
  const hop = hops.get(String(token));
  if (!hop) return refused("continuationUnknown");
  if (hop.owner === undefined)
    return hop.request === requestText(body) ? undefined : refused("continuationOwner");
  if (previous !== hop.owner) return refused("continuationOwner");
  return body.input === undefined ? undefined : refused("continuationInput");
}

function statusOf(finishReason: string, steps: readonly Step[], rules: InteractionRules): string {
  if (finishReason === "MAX_TOKENS") return "incomplete";
  if (finishReason === "CONTINUATION") return "requires_continuation";
  if (finishReason !== "STOP") return "failed";
  const answered = new Set(
    steps.flatMap(({ type, call_id: id }) => (type === "function_result" ? [id] : [])),
  );
  const isOpen = steps.some(({ type, id }) => type === "function_call" && !answered.has(id));
  return isOpen ? rules.openCalls : "completed";
}

function usageOf(
  answer: Answer,
  request: ReceivedInteraction,
  steps: readonly RenderedStep[],
): Readonly<Record<string, unknown>> {
  if (answer.usage) return answer.usage;
  const ofType = (isThought: boolean): readonly Step[] =>
    steps.flatMap(({ step }) => ((step.type === "thought") === isThought ? [step] : []));
  const count = (list: readonly Step[]): number => (list.length > 0 ? tokensOf(list) : 0);
  const input = tokensOf([request.steps, request.body.tools ?? [], request.body.system_instruction ?? ""]);
  const output = count(ofType(false));
  const thought = count(ofType(true));
  return {
    total_input_tokens: input,
    total_output_tokens: output,
    total_thought_tokens: thought,
    total_cached_tokens: 0,
    total_tool_use_tokens: 0,
    total_tokens: input + output + thought,
    input_tokens_by_modality: [{ modality: "text", tokens: input }],
  };
}
