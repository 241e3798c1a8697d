import type { Part } from "@toolpress/runtime";
import type { Fault } from "./faults.js";
import type { ReceivedRequest } from "./received-request.js";

/** One part of an answer. Ids and signatures are added like the requested model does, unless set. */
export interface ScriptPart {
  readonly kind: "part";
  readonly part: Part;
  /** The chunks of a streamed text. */
  readonly chunks?: readonly string[];
  /** Your own signature, or false for none. */
  readonly signature?: string | false;
  /** Your own id, or false for none. */
  readonly id?: string | false;
}

/** How a stream distributes the parts: one per event, all in one event, or texts one by one and all calls together. */
export type Layout = "each" | "together" | "calls-together";

export interface AnswerOptions {
  readonly finishReason?: string;
  readonly finishMessage?: string;
  /** Replaces the computed counts. */
  readonly usage?: Readonly<Record<string, unknown>>;
  /** Other fields of the candidate, such as `groundingMetadata` or `continuationToken`. */
  readonly candidate?: Readonly<Record<string, unknown>>;
  readonly layout?: Layout;
  /** The last event of a stream: an empty text with the finish reason, or the last part itself. */
  readonly closing?: "empty-text" | "none";
  /** Puts the signature of a text into an empty text part after it. */
  readonly signedClosing?: boolean;
  /** Milliseconds before each event. */
  readonly delayMs?: number;
  /** Sends a stream in pieces of this many bytes, so that events and characters are split. */
  readonly bytesPerWrite?: number;
  /** Steps of the Interactions API in place of the parts, sent unchanged. */
  readonly steps?: readonly (Readonly<Record<string, unknown>> & { readonly type: string })[];
  /** For streamed arguments only: omits the empty event that ends a call. */
  readonly unterminated?: boolean;
}

export interface Answer extends AnswerOptions {
  readonly kind: "answer";
  readonly parts: readonly ScriptPart[];
}

/** Complete responses, sent unchanged: one per event of a stream; without streaming only the first. */
export interface RawAnswer {
  readonly kind: "raw";
  readonly events: readonly unknown[];
}

/** The answer to one request. A string is text; a list is one answer with several parts. */
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

/** A thought summary, streamed like text. */
export function thought(...chunks: readonly string[]): ScriptPart {
  return { kind: "part", part: { text: chunks.join(""), thought: true }, chunks };
}

/** A function call. Without arguments it has no `args`, like Gemini's. */
export function call(
  name: string,
  args?: Readonly<Record<string, unknown>>,
  choice: { readonly id?: string | false; readonly signature?: string | false } = {},
): ScriptPart {
  const hasArgs = args !== undefined && Object.keys(args).length > 0;
  return { kind: "part", part: { functionCall: { name, ...(hasArgs && { args: { ...args } }) } }, ...choice };
}

/** Combines parts into an answer with options. */
export function answer(
  parts: string | ScriptPart | Part | readonly (string | ScriptPart | Part)[],
  options: AnswerOptions = {},
): Answer {
  return { kind: "answer", parts: list(parts).map(scriptPart), ...options };
}

/** An answer without content and with a finish reason: MALFORMED_FUNCTION_CALL, SAFETY, an empty STOP and others. */
export function finish(finishReason: string, finishMessage?: string): Answer {
  return { kind: "answer", parts: [], finishReason, ...(finishMessage !== undefined && { finishMessage }) };
}

export function raw(...events: readonly unknown[]): RawAnswer {
  return { kind: "raw", events };
}

/** A refused prompt: a response without candidates. */
export function blocked(blockReason = "SAFETY"): RawAnswer {
  return raw({ promptFeedback: { blockReason }, usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 } });
}

/** Responses without usable content that have occurred in practice, by name. */
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
