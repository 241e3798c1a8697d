import { findCandidateFlaw, malformed } from "../base/content-shape.js";
import { RunError, type CutStream } from "../errors.js";
import type { EventBody } from "../events.js";
import type { Model, ModelCall } from "../model.js";
import type { PartialCall, PartialCalls } from "./partial-call.js";
import type {
  Candidate,
  Content,
  GenerateContentRequest,
  GenerateContentResponse,
  Part,
  UsageMetadata,
} from "../wire.js";

/**
 * Requests a stream and merges it into one response. Emits the deltas as they arrive. If the model cannot
 * stream, all deltas are emitted when the response arrives.
 */
export async function streamResponse(
  model: Model,
  request: GenerateContentRequest,
  call: ModelCall,
  onDelta: (delta: EventBody) => void,
): Promise<GenerateContentResponse> {
  const merger = createMerger(onDelta, model.partialCalls);
  if (!model.stream) {
    const response = await model.generate(request, call);
    merger.push(response);
    return response;
  }
  for await (const chunks of model.stream(request, call))
    for (const chunk of [chunks].flat()) merger.push(chunk);
  return merger.end();
}

export interface Merger {
  push(chunk: GenerateContentResponse): void;
  /** Returns the merged response. Throws if the stream ended before the answer was complete. */
  end(): GenerateContentResponse;
}

/**
 * Merges the chunks of a stream into one response with one content. A thought signature stays on the part
 * that contained it.
 */
export function createMerger(onDelta: (delta: EventBody) => void, partialCalls?: PartialCalls): Merger {
  const merged: GenerateContentResponse = {};
  const usage: UsageMetadata = {};
  let candidate: Candidate | undefined;
  const content: Content = {};
  const parts: Part[] = [];
  let open: PartialCall | undefined;

  const addText = (part: Part, text: string): void => {
    if (text) onDelta({ type: part.thought ? "thought_delta" : "text_delta", text });
    const last = parts.at(-1);
    // Every text part in `parts` is a copy, so changing it does not change the chunk.
    if (last?.text !== undefined && last.thought === part.thought && isPlainText(last) && isPlainText(part))
      last.text += text;
    else if (text || part.thoughtSignature) parts.push({ ...part });
  };

  /** Removes the name of a call that never ended, because calls without a name are not executed. */
  const discardOpenCall = (): void => {
    if (open) delete open.part.functionCall?.name;
    open = undefined;
  };

  const addCall = (part: Part): void => {
    const call = part.functionCall ?? {};
    if (open && !call.name) open.add(part, onDelta);
    else if (call.willContinue || call.partialArgs) {
      // Only an endpoint with `partialCalls` sends the arguments of a call in pieces.
      if (!partialCalls) throw malformed("a call came in pieces");
      discardOpenCall();
      open = partialCalls(part, onDelta);
      parts.push(open.part);
    } else {
      discardOpenCall();
      parts.push(part);
    }
    if (!call.willContinue) open = undefined;
  };

  return {
    push(chunk) {
      Object.assign(usage, chunk.usageMetadata);
      Object.assign(merged, chunk);
      let next = chunk.candidates?.[0];
      // Only the candidate with index 0 is used. The chunks of several candidates arrive in any order.
      if (next?.index) next = chunk.candidates?.find((one) => !one.index);
      if (!next) return;
      const flaw = findCandidateFlaw(next);
      if (flaw) throw malformed(flaw);
      const finishReason = next.finishReason ?? candidate?.finishReason;
      candidate = Object.assign(candidate ?? {}, next, { finishReason });
      Object.assign(content, next.content);
      for (const part of next.content?.parts ?? []) {
        if (part.functionCall) addCall(part);
        else if (part.text !== undefined) addText(part, part.text);
        else parts.push(part);
      }
    },
    end() {
      if (!candidate?.finishReason && !merged.promptFeedback) throw cutStream();
      if (merged.usageMetadata) merged.usageMetadata = usage;
      if (!candidate) return merged;
      if (open && candidate.finishReason === "STOP") candidate.finishReason = "MALFORMED_FUNCTION_CALL";
      discardOpenCall();
      return { ...merged, candidates: [{ ...candidate, content: { ...content, parts } }] };
    },
  };
}

function cutStream(): RunError {
  const message = "the stream ended before the answer was complete";
  return new RunError({ kind: "network", code: "CUT_STREAM" satisfies CutStream, message, retryable: true });
}

function isPlainText(part: Part): boolean {
  for (const key in part) if (key !== "text" && key !== "thought") return false;
  return true;
}
