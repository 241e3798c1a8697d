import { CUT_STREAM, RunError } from "./errors.js";
import type { EventBody } from "./events.js";
import type { PartialCall, PartialCalls } from "./partial-call.js";
import type { Candidate, Content, GenerateContentResponse, Part } from "./wire.js";

type OnDelta = (delta: EventBody) => void;

export interface Merger {
  push(chunk: GenerateContentResponse): void;
  /** The whole answer; throws when the stream stopped before its end. */
  end(): GenerateContentResponse;
}

/** Makes one response, with one Content, of the chunks of a stream. Signatures stay on the parts that brought them. */
export function createMerger(onDelta: OnDelta, partialCalls?: PartialCalls): Merger {
  const list = createPartList(onDelta, partialCalls);
  let whole: GenerateContentResponse = {};
  let candidate: Candidate = {};
  let content: Content = {};
  return {
    push(chunk) {
      const usageMetadata = chunk.usageMetadata && { ...whole.usageMetadata, ...chunk.usageMetadata };
      whole = { ...whole, ...chunk, ...(usageMetadata && { usageMetadata }) };
      const next = chunk.candidates?.[0];
      if (!next) return;
      content = { ...content, ...next.content };
      candidate = { ...candidate, ...next };
      for (const part of next.content?.parts ?? []) list.add(part);
    },
    end() {
      if (candidate.finishReason === undefined && !whole.promptFeedback) {
        const message = "the stream ended before the answer did";
        throw new RunError({ kind: "network", code: CUT_STREAM, message, retryable: true });
      }
      if (Object.keys(candidate).length === 0) return whole;
      if (list.unfinished() && candidate.finishReason === "STOP") {
        candidate = { ...candidate, finishReason: "MALFORMED_FUNCTION_CALL" };
      }
      return { ...whole, candidates: [{ ...candidate, content: { ...content, parts: list.parts } }] };
    },
  };
}

function createPartList(
  onDelta: OnDelta,
  partialCalls?: PartialCalls,
): {
  parts: Part[];
  add: (part: Part) => void;
  unfinished: () => boolean;
} {
  const parts: Part[] = [];
  let open: PartialCall | undefined;

  const addText = (part: Part): void => {
    if (part.text) onDelta({ type: part.thought ? "thought_delta" : "text_delta", text: part.text });
    const last = parts.at(-1);
    if (last && isPlainText(last) && isPlainText(part) && last.thought === part.thought) {
      parts[parts.length - 1] = { ...last, text: `${last.text}${part.text}` };
    } else if (part.text !== "" || part.thoughtSignature) parts.push(part);
  };

  const addCall = (part: Part): void => {
    const call = part.functionCall ?? {};
    if (open && !call.name) open.add(part, onDelta);
    else if (partialCalls && (call.willContinue || call.partialArgs)) {
      open = partialCalls(part, onDelta);
      parts.push(open.part);
    } else if (call.name) parts.push(part);
    if (!call.willContinue) open = undefined;
  };

  return {
    parts,
    add: (part) => {
      if (part.functionCall) addCall(part);
      else if (part.text !== undefined) addText(part);
      else parts.push(part);
    },
    unfinished: () => open !== undefined,
  };
}

function isPlainText(part: Part): boolean {
  return Object.keys(part).every((key) => key === "text" || key === "thought") && part.text !== undefined;
}
