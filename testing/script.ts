import type { Part } from "@toolpress/runtime";
import type { Fault } from "./faults.js";
import type { ReceivedRequest } from "./received-request.js";

/**
 * One part of an answer. The fake adds ids and signatures as the requested model does, unless `id` or
 * `signature` is set.
 */
export interface ScriptPart {
  readonly kind: "part";
  readonly part: Part;
  /** The chunks in which a text is streamed. */
  readonly chunks?: readonly string[];
  /** The signature of the part. `false` omits the signature. */
  readonly signature?: string | false;
  /** The id of the call. `false` omits the id. */
  readonly id?: string | false;
}

/**
 * How a stream distributes parts over events. `each`: one part per event. `together`: all parts in one event.
 * `calls-together`: one event per text, and one event for all calls.
 */
export type Layout = "each" | "together" | "calls-together";

export interface AnswerOptions {
  readonly finishReason?: string;
  readonly finishMessage?: string;
  /** Token counts that replace the computed counts. */
  readonly usage?: Readonly<Record<string, unknown>>;
  /** Other fields of the candidate, such as `groundingMetadata` or `continuationToken`. */
  readonly candidate?: Readonly<Record<string, unknown>>;
  readonly layout?: Layout;
  /**
   * The last event of a stream. `empty-text`: an empty text with the finish reason. `none`: the last part
   * itself.
   */
  readonly closing?: "empty-text" | "none";
  /** Puts the signature of a text into an empty text part that follows the text. */
  readonly signedClosing?: boolean;
  /** Milliseconds to wait before each event. */
  readonly delayMs?: number;
  /** The number of bytes per write. A small number splits events and characters. */
  readonly bytesPerWrite?: number;
  /** Steps of the Interactions API. They replace the parts and are sent unchanged. */
  readonly steps?: readonly (Readonly<Record<string, unknown>> & { readonly type: string })[];
  /** Omits the empty event that ends a call. This option applies only to streamed arguments. */
  readonly unterminated?: boolean;
}

export interface Answer extends AnswerOptions {
  readonly kind: "answer";
  readonly parts: readonly ScriptPart[];
}

/**
 * Complete responses that are sent unchanged. A stream sends one event per response. Without streaming, only
 * the first response is sent.
 */
export interface RawAnswer {
  readonly kind: "raw";
  readonly events: readonly unknown[];
}

/** The answer to one request. A string is a text. A list is one answer with several parts. */
export type Scripted =
  | string
  | ScriptPart
  | Part
  | readonly (string | ScriptPart | Part)[]
  | Answer
  | RawAnswer
  | Fault;

/** One entry of a script: an answer, or a function that makes one of the request. */
export type ScriptEntry<Request = ReceivedRequest> =
  | Scripted
  | ((request: Request) => Scripted | Promise<Scripted>);

export function text(...chunks: readonly string[]): ScriptPart {
  return { kind: "part", part: { text: chunks.join("") }, chunks };
}

/** Creates a part with a summary of thoughts, which is streamed like a text. */
export function thought(...chunks: readonly string[]): ScriptPart {
  return { kind: "part", part: { text: chunks.join(""), thought: true }, chunks };
}

/** Creates a part with a function call. A call without arguments has no `args`, as in Gemini's responses. */
export function call(
  name: string,
  args?: Readonly<Record<string, unknown>>,
  choice: { readonly id?: string | false; readonly signature?: string | false } = {},
): ScriptPart {
  const hasArgs = args !== undefined && Object.keys(args).length > 0;
  return { kind: "part", part: { functionCall: { name, ...(hasArgs && { args: { ...args } }) } }, ...choice };
}

/** Combines parts and options into an answer. */
export function answer(
  parts: string | ScriptPart | Part | readonly (string | ScriptPart | Part)[],
  options: AnswerOptions = {},
): Answer {
  return { kind: "answer", parts: list(parts).map(scriptPart), ...options };
}

/**
 * Creates an answer without content, for example with the finish reason MALFORMED_FUNCTION_CALL or SAFETY.
 */
export function finish(finishReason: string, finishMessage?: string): Answer {
  return { kind: "answer", parts: [], finishReason, ...(finishMessage !== undefined && { finishMessage }) };
}

export function raw(...events: readonly unknown[]): RawAnswer {
  return { kind: "raw", events };
}

/** Creates the response to a refused prompt. The response has no candidates. */
export function blocked(blockReason = "SAFETY"): RawAnswer {
  return raw({ promptFeedback: { blockReason }, usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 } });
}

/** Responses without usable content, by name. All of them have occurred in practice. */
export const degenerate = {
  noCandidates: raw({ usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 } }),
  emptyCandidates: raw({ candidates: [] }),
  noContent: raw({ candidates: [{ finishReason: "STOP", index: 0 }] }),
  emptyContent: raw({ candidates: [{ content: {}, finishReason: "STOP", index: 0 }] }),
  roleOnly: raw({ candidates: [{ content: { role: "model" }, finishReason: "STOP", index: 0 }] }),
  emptyParts: raw({
    candidates: [{ content: { parts: [], role: "model" }, finishReason: "STOP", index: 0 }],
  }),
  emptyText: raw({
    candidates: [{ content: { parts: [{ text: "" }], role: "model" }, finishReason: "STOP", index: 0 }],
  }),
  signatureOnly: raw({
    candidates: [
      {
        content: { parts: [{ thoughtSignature: "c2lnbmVkIG5vdGhpbmc=" }], role: "model" },
        finishReason: "STOP",
        index: 0,
      },
    ],
  }),
} as const;

/** Converts the short forms of a script entry to an answer, a raw answer or a fault. */
export function normaliseEntry(entry: Scripted): Answer | RawAnswer | Fault {
  if (typeof entry === "object" && "kind" in entry && isScriptKind(entry.kind)) {
    return entry as Answer | RawAnswer | Fault;
  }
  return answer(entry as string | ScriptPart | Part);
}

function isScriptKind(kind: unknown): boolean {
  return kind === "answer" || kind === "raw" || kind === "fault";
}

function list<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

function scriptPart(item: string | ScriptPart | Part): ScriptPart {
  if (typeof item === "string") return text(item);
  return (item as ScriptPart).kind === "part"
    ? (item as ScriptPart)
    : { kind: "part", part: item as Part, signature: false };
}
