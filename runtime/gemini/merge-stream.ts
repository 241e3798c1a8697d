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

/** One answer put together from a stream; a model that cannot stream gives its deltas at once. */
export async function streamAnswer(
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
  for await (const came of model.stream(request, call)) for (const chunk of [came].flat()) merger.push(chunk);
  return merger.end();
}

export interface Merger {
  push(chunk: GenerateContentResponse): void;
  /** The whole answer; throws when the stream stopped before its end. */
  end(): GenerateContentResponse;
}

/** Makes one response, with one Content, of the chunks of a stream. Signatures stay on the parts that brought them. */
export function createMerger(onDelta: (delta: EventBody) => void, partialCalls?: PartialCalls): Merger {
  const whole: GenerateContentResponse = {};
  const usage: UsageMetadata = {};
  let candidate: Candidate | undefined;
  const content: Content = {};
  const parts: Part[] = [];
  let open: PartialCall | undefined;

  const addText = (part: Part, text: string): void => {
    if (text) onDelta({ type: part.thought ? "thought_delta" : "text_delta", text });
    const last = parts.at(-1);
    // Every part with a text is a copy of ours, so it may grow.
    if (last?.text !== undefined && last.thought === part.thought && isPlainText(last) && isPlainText(part))
      last.text += text;
    else if (text || part.thoughtSignature) parts.push({ ...part });
  };

  /** A call that never ended is not executed: one without a name is none. */
  const leaveHalf = (): void => {
    if (open) delete open.part.functionCall?.name;
    open = undefined;
  };

  const addCall = (part: Part): void => {
    const call = part.functionCall ?? {};
    if (open && !call.name) open.add(part, onDelta);
    else if (call.willContinue || call.partialArgs) {
      // Who asked for pieces can put them together; otherwise this is no call.
      if (!partialCalls) throw malformed("a call came in pieces");
      leaveHalf();
      open = partialCalls(part, onDelta);
      parts.push(open.part);
    } else {
      leaveHalf();
      parts.push(part);
    }
    if (!call.willContinue) open = undefined;
  };

  return {
    push(chunk) {
      Object.assign(usage, chunk.usageMetadata);
      Object.assign(whole, chunk);
      let next = chunk.candidates?.[0];
      // Of several answers the first is read; their events come in any order.
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
      if (!candidate?.finishReason && !whole.promptFeedback) throw cutStream();
      if (whole.usageMetadata) whole.usageMetadata = usage;
      if (!candidate) return whole;
      if (open && candidate.finishReason === "STOP") candidate.finishReason = "MALFORMED_FUNCTION_CALL";
      leaveHalf();
      return { ...whole, candidates: [{ ...candidate, content: { ...content, parts } }] };
    },
  };
}

function cutStream(): RunError {
  const message = "the stream ended before the answer did";
  return new RunError({ kind: "network", code: "CUT_STREAM" satisfies CutStream, message, retryable: true });
}

function isPlainText(part: Part): boolean {
  for (const key in part) if (key !== "text" && key !== "thought") return false;
  return true;
}
