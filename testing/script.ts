import type { Part } from "@toolpress/runtime";
import type { Fault } from "./faults.js";
import type { ReceivedRequest } from "./received-request.js";

/** One part of an answer; ids and signatures are added as the model of the request would, unless given. */
export interface ScriptPart {
  readonly kind: "part";
  readonly part: Part;
  /** Text as the stream cuts it. */
  readonly chunks?: readonly string[];
  /** A signature of your own, or false for none. */
  readonly signature?: string | false;
  /** An id of your own, or false for none. */
  readonly id?: string | false;
}

/** How a stream spreads the parts: one event each, all in one, or text one by one and the calls together. */
export type Layout = "each" | "together" | "calls-together";

export interface AnswerOptions {
  readonly finishReason?: string;
  readonly finishMessage?: string;
  /** Replaces the computed counts. */
  readonly usage?: Readonly<Record<string, unknown>>;
  /** Other fields of the candidate: `groundingMetadata`, `continuationToken`… */
  readonly candidate?: Readonly<Record<string, unknown>>;
  readonly layout?: Layout;
  /** The last event of a stream: an empty text with the reason, or the reason on the last part. */
  readonly closing?: "empty-text" | "none";
  /** Puts the signature of a text into an empty text part after it. */
  readonly signedClosing?: boolean;
  /** Milliseconds before each event. */
  readonly delayMs?: number;
  /** Sends a stream in pieces of so many bytes, so that events and characters are torn apart. */
  readonly bytesPerWrite?: number;
  /** Partial arguments only: leaves out the empty event that ends a call. */
  readonly unterminated?: boolean;
}

export interface Answer extends AnswerOptions {
  readonly kind: "answer";
  readonly parts: readonly ScriptPart[];
}

/** Whole responses, sent as they are: one per event of a stream, the first alone otherwise. */
export interface RawAnswer {
  readonly kind: "raw";
  readonly events: readonly unknown[];
}

/** What a script may hold for one request. A string is text; a list is one answer of several parts. */
export type Scripted =
  | string
  | ScriptPart
  | Part
  | readonly (string | ScriptPart | Part)[]
  | Answer
  | RawAnswer
  | Fault;

export type ScriptEntry = Scripted | ((request: ReceivedRequest) => Scripted | Promise<Scripted>);

export function text(...chunks: readonly string[]): ScriptPart {
  return { kind: "part", part: { text: chunks.join("") }, chunks };
}

/** A thought summary; streams cut it like text. */
export function thought(...chunks: readonly string[]): ScriptPart {
  return { kind: "part", part: { text: chunks.join(""), thought: true }, chunks };
}

/** A function call. Without arguments the call carries no `args`, as Gemini sends it. */
export function call(
  name: string,
  args?: Readonly<Record<string, unknown>>,
  choice: { readonly id?: string | false; readonly signature?: string | false } = {},
): ScriptPart {
  const hasArgs = args !== undefined && Object.keys(args).length > 0;
  return { kind: "part", part: { functionCall: { name, ...(hasArgs && { args: { ...args } }) } }, ...choice };
}

/** Several parts with a say in how they are sent. */
export function answer(
  parts: string | ScriptPart | Part | readonly (string | ScriptPart | Part)[],
  options: AnswerOptions = {},
): Answer {
  return { kind: "answer", parts: list(parts).map(scriptPart), ...options };
}

/** An answer without content that ends for a reason: MALFORMED_FUNCTION_CALL, SAFETY, an empty STOP… */
export function finish(finishReason: string, finishMessage?: string): Answer {
  return { kind: "answer", parts: [], finishReason, ...(finishMessage !== undefined && { finishMessage }) };
}

export function raw(...events: readonly unknown[]): RawAnswer {
  return { kind: "raw", events };
}

/** A prompt that was refused: no candidates at all. */
export function blocked(blockReason = "SAFETY"): RawAnswer {
  return raw({ promptFeedback: { blockReason }, usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 } });
}

/** Shapes without an answer that clients have met, by name. */
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

/** Brings every short form of a script into one of the three that are sent. */
export function scripted(entry: Scripted): Answer | RawAnswer | Fault {
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

function scriptPart(given: string | ScriptPart | Part): ScriptPart {
  if (typeof given === "string") return text(given);
  return (given as ScriptPart).kind === "part"
    ? (given as ScriptPart)
    : { kind: "part", part: given as Part, signature: false };
}
