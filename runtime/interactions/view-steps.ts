import { isObject } from "../base/is-object.js";
import type { Blob, FunctionCall, FunctionResponse, Part } from "../wire.js";
import type { Block, Step } from "./step.js";

/** Returns the parts that the loop reads. A step without an equivalent has no part. */
export function viewSteps(steps: readonly Step[]): Part[] {
  const parts: Part[] = [];
  for (const part of steps.flatMap(viewStep)) appendPart(parts, part);
  return parts;
}

/** Appends a part. Adjacent texts become one part, as in a merged stream. */
function appendPart(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (last?.text !== undefined && part.text !== undefined && last.thought === part.thought)
    last.text += part.text;
  else parts.push({ ...part });
}

export function viewStep(step: Step): Part[] {
  const { type, name, id, call_id: callId, result } = step;
  switch (type) {
    case "model_output":
      return blocksOf(step.content).flatMap((block) => viewBlock(block));
    case "thought":
      return blocksOf(step.summary).flatMap((block) => viewBlock(block, true));
    case "function_call":
      return [{ functionCall: { id, name, args: step.arguments ?? {} } as FunctionCall }];
    case "function_result": {
      const response = isObject(result) ? result : { result };
      return [{ functionResponse: { id: callId, name, response } as FunctionResponse }];
    }
    default:
      return [];
  }
}

export function viewBlock(block: Block, thought?: boolean): Part[] {
  const { type, text, data, uri, mime_type: mimeType } = block;
  if (type === "text") return text ? [{ text: text as string, ...(thought && { thought }) }] : [];
  if (data !== undefined) return [{ inlineData: { mimeType, data } as Blob }];
  return uri === undefined ? [] : [{ fileData: { mimeType, fileUri: uri } }];
}

/** Returns the blocks of a content or a summary. Returns an empty list if the field is missing. */
export function blocksOf(value: unknown): readonly Block[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
