import { CUT_STREAM, RunError } from "./errors.js";
import type { EventBody } from "./events.js";
import type { Model, ModelCall } from "./model.js";
import type { PartialCall, PartialCalls } from "./partial-call.js";
import type {
  Candidate,
  Content,
  GenerateContentRequest,
  GenerateContentResponse,
  Part,
  UsageMetadata,
} from "./wire.js";

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
  const candidate: Candidate = {};
  const content: Content = {};
  const parts: Part[] = [];
  /** The last part, where it is text of our own that may still grow. */
  let growing: { text: string; thought?: unknown } | undefined;
  let open: PartialCall | undefined;

  const addText = (part: Part, text: string): void => {
    if (text) onDelta({ type: part.thought ? "thought_delta" : "text_delta", text });
    const plain = isPlainText(part);
    if (plain && growing && growing.thought === part.thought) growing.text += text;
    else if (text || part.thoughtSignature) {
      const own = { ...part, text };
      parts.push(own);
      growing = plain ? own : undefined;
    }
  };

  const addCall = (part: Part): void => {
    growing = undefined;
    const call = part.functionCall ?? {};
    if (open && !call.name) open.add(part, onDelta);
    else if (partialCalls && (call.willContinue || call.partialArgs)) {
      open = partialCalls(part, onDelta);
      parts.push(open.part);
    } else if (call.name) parts.push(part);
    if (!call.willContinue) open = undefined;
  };

  return {
    push(chunk) {
      Object.assign(usage, chunk.usageMetadata);
      Object.assign(whole, chunk);
      const next = chunk.candidates?.[0];
      if (!next) return;
      Object.assign(candidate, next);
      Object.assign(content, next.content);
      for (const part of next.content?.parts ?? []) {
        if (part.functionCall) addCall(part);
        else if (part.text !== undefined) addText(part, part.text);
        else {
          growing = undefined;
          parts.push(part);
        }
      }
    },
    end() {
      const { finishReason } = candidate;
      if (finishReason === undefined && !whole.promptFeedback) {
        const message = "the stream ended before the answer did";
        throw new RunError({ kind: "network", code: CUT_STREAM, message, retryable: true });
      }
      if (Object.keys(usage).length > 0) whole.usageMetadata = usage;
      if (Object.keys(candidate).length === 0) return whole;
      if (open && finishReason === "STOP") candidate.finishReason = "MALFORMED_FUNCTION_CALL";
      return { ...whole, candidates: [{ ...candidate, content: { ...content, parts } }] };
    },
  };
}

function isPlainText(part: Part): boolean {
  for (const key in part) if (key !== "text" && key !== "thought") return false;
  return true;
}
