import type { Step } from "../../gemini-rules/interactions/step.js";
import type { InteractionStreamStyle } from "./interaction-options.js";
import type { InteractionJson } from "./interaction-store.js";
import type { RenderedStep } from "./render-steps.js";

/** The style of the streams that Google documents. */
export const documentedStyle: InteractionStreamStyle = {
  arguments: "whole",
  signatures: "delta",
  texts: "delta",
  stops: true,
  statusUpdates: false,
  unknownTypes: false,
  wrongIndexes: false,
  done: true,
};

/** The events of an interaction with these steps. `json` is the interaction at its end. */
export function renderEvents(
  steps: readonly RenderedStep[],
  json: InteractionJson,
  style: InteractionStreamStyle,
): readonly InteractionJson[] {
  const { steps: _steps, usage, id = "", ...head } = json;
  const { object, model, status } = json;
  const created = { id, status: "in_progress", object, model };
  const update = { event_type: "interaction.status_update", interaction_id: id, status: "in_progress" };
  return [
    { event_type: "interaction.created", interaction: created },
    ...(style.statusUpdates ? [update] : []),
    ...(style.unknownTypes ? [{ event_type: "interaction.new_kind_of_event", anything: { nested: 1 } }] : []),
    ...steps.flatMap((rendered, index) => stepEvents(rendered, index, style)),
    ...(style.statusUpdates ? [{ ...update, status }] : []),
    { event_type: "interaction.completed", interaction: { id, ...head, usage } },
  ];
}

function stepEvents(rendered: RenderedStep, index: number, style: InteractionStreamStyle): InteractionJson[] {
  const { start, deltas } = pieces(rendered, style);
  const isCall = rendered.step.type === "function_call";
  const deltaIndex = style.wrongIndexes && isCall ? Math.max(index - 1, 0) : index;
  const extra = style.unknownTypes ? [{ type: "new_kind_of_delta", anything: 1 }] : [];
  return [
    { index, step: start, event_type: "step.start" },
    ...[...deltas, ...extra].map((delta) => ({ index: deltaIndex, delta, event_type: "step.delta" })),
    ...(style.stops ? [{ index, event_type: "step.stop" }] : []),
  ];
}

interface Pieces {
  readonly start: InteractionJson;
  readonly deltas: readonly InteractionJson[];
}

/** Divides a step into its start and its deltas. */
function pieces({ step, chunks }: RenderedStep, style: InteractionStreamStyle): Pieces {
  const { type, signature } = step;
  const later = style.signatures === "delta" && typeof signature === "string" && signature !== "";
  const signed = signature === undefined ? {} : { signature: later && type === "thought" ? "" : signature };
  switch (type) {
    case "thought": {
      const summary = (step.summary ?? []) as readonly InteractionJson[];
      const signatureDelta = later ? [{ type: "thought_signature", signature }] : [];
      return {
        start: { type, ...signed },
        deltas: [...summary.map((content) => ({ type: "thought_summary", content })), ...signatureDelta],
      };
    }
    case "model_output":
      return style.texts === "start" ? { start: step, deltas: [] } : outputPieces(step, chunks);
    case "function_call":
      return {
        start: { type, id: step.id, name: step.name, arguments: {}, ...signed },
        deltas: argumentPieces(step.arguments, style).map((piece) => ({
          type: "arguments_delta",
          arguments: piece,
        })),
      };
    default: {
      const { id, call_id: callId } = step;
      const start = {
        type,
        ...(id !== undefined && { id }),
        ...(callId !== undefined && { call_id: callId }),
      };
      return { start, deltas: [step] };
    }
  }
}

function outputPieces({ content, ...rest }: Step, chunks: readonly string[] | undefined): Pieces {
  const deltas = ((content ?? []) as readonly InteractionJson[]).flatMap((block) => {
    if (block.type !== "text") return [block];
    const { annotations, text } = block;
    const texts = (chunks ?? [text]).map((piece) => ({ type: "text", text: piece }));
    return annotations === undefined ? texts : [...texts, { type: "text_annotation_delta", annotations }];
  });
  return { start: rest, deltas };
}

/** A call without arguments has no delta. */
function argumentPieces(args: unknown, style: InteractionStreamStyle): readonly string[] {
  const text = JSON.stringify(args);
  if (text === "{}") return [];
  return style.arguments === "whole" ? [text] : (text.match(/[^]{1,5}/g) ?? []);
}
