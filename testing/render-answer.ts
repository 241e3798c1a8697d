import type { Part } from "@toolpress/runtime";
import type { ModelRules } from "../gemini-rules/model-rules.js";
import type { IdStyle, Opaque, SignatureStore } from "./opaque.js";
import { partialCalls } from "./partial-args.js";
import type { ReceivedRequest } from "./received-request.js";
import type { Answer, ScriptPart } from "./script.js";
import { usageOf } from "./usage.js";

/** A complete `GenerateContentResponse`. It is one event of a stream, or the response itself. */
export type ResponseJson = Readonly<Record<string, unknown>>;

export interface RenderContext {
  readonly request: ReceivedRequest;
  readonly rules: ModelRules;
  readonly ids: IdStyle;
  readonly opaque: Opaque;
  readonly signatures: SignatureStore;
  readonly responseId: string;
  /** The number of tokens in the cache that the request names. */
  readonly cachedTokens?: number;
}

/** Converts an answer to one response or to the events of a stream. The parts are the same in both cases. */
export function renderAnswer(answer: Answer, context: RenderContext): readonly ResponseJson[] {
  const signedParts = sign(answer, context);
  return context.request.stream
    ? streamed(answer, signedParts, context)
    : [unary(answer, signedParts, context)];
}

/**
 * Adds ids to calls, adds signatures to the parts that a model would sign, and splits texts into their
 * chunks.
 */
function sign(answer: Answer, context: RenderContext): readonly Part[] {
  const firstCall = answer.parts.findIndex(({ part }) => part.functionCall !== undefined);
  const lastText = answer.parts.findLastIndex(({ part }) => part.text !== undefined && part.thought !== true);
  const everyPart = context.request.parsed.toolConfig?.includeServerSideToolInvocations === true;
  return answer.parts.flatMap((scriptPart, index) => {
    const signs = everyPart || index === (firstCall < 0 ? lastText : firstCall);
    const signature = signatureOf(scriptPart, signs && context.rules.signatures, context);
    const parts = chunksOf(withId(scriptPart, context), signature, answer.signedClosing === true);
    for (const part of parts) if (part.thoughtSignature) context.signatures.add(part.thoughtSignature, part);
    return parts;
  });
}

function signatureOf(scriptPart: ScriptPart, signs: boolean, context: RenderContext): string | undefined {
  if (scriptPart.signature !== undefined)
    return scriptPart.signature === false ? undefined : scriptPart.signature;
  return signs ? context.opaque.signature() : undefined;
}

function withId(scriptPart: ScriptPart, context: RenderContext): ScriptPart {
  const { functionCall } = scriptPart.part;
  if (!functionCall || scriptPart.id === false) return scriptPart;
  const id = scriptPart.id ?? functionCall.id ?? context.opaque.id(context.ids);
  const { name, ...rest } = functionCall;
  return {
    ...scriptPart,
    part: {
      ...scriptPart.part,
      functionCall: { ...(id !== undefined && { id }), ...(name !== undefined && { name }), ...rest },
    },
  };
}

/**
 * Splits a text into its chunks. If there are several chunks, or with `signedClosing`, the signature is in an
 * empty text part after the text.
 */
function chunksOf(
  scriptPart: ScriptPart,
  signature: string | undefined,
  signedClosing: boolean,
): readonly Part[] {
  const chunks = scriptPart.chunks ?? [];
  const thoughtFlag = scriptPart.part.thought === true ? { thought: true } : {};
  const parts: readonly Part[] =
    chunks.length > 1 ? chunks.map((text) => ({ text, ...thoughtFlag })) : [scriptPart.part];
  if (signature === undefined) return parts;
  const closes = scriptPart.part.text !== undefined && (signedClosing || parts.length > 1);
  if (closes) return [...parts, { text: "", ...thoughtFlag, thoughtSignature: signature }];
  return [{ ...scriptPart.part, thoughtSignature: signature }];
}

function unary(answer: Answer, signedParts: readonly Part[], context: RenderContext): ResponseJson {
  const parts = signedParts.reduce<readonly Part[]>((joined, part) => {
    const last = joined.at(-1);
    return last && isPlainText(last) && isPlainText(part) && last.thought === part.thought
      ? [...joined.slice(0, -1), { ...last, text: `${last.text}${part.text}` }]
      : [...joined, part];
  }, []);
  return response({ parts, answer, context, last: true });
}

function isPlainText(part: Part): boolean {
  return part.text !== undefined && part.thoughtSignature === undefined;
}

function streamed(
  answer: Answer,
  signedParts: readonly Part[],
  context: RenderContext,
): readonly ResponseJson[] {
  const groups = groupIntoEvents(answer, signedParts).flatMap((group) => streamCalls(group, answer, context));
  const endsWithCall = signedParts.at(-1)?.functionCall !== undefined;
  const closing = answer.closing ?? (endsWithCall && answer.layout !== "together" ? "empty-text" : "none");
  const events: readonly (readonly Part[])[] =
    closing === "empty-text" ? [...groups, [{ text: "" }]] : groups;
  if (events.length === 0) return [response({ parts: [], answer, context, last: true })];
  return events.map((parts, index) =>
    response({ parts, answer, context, last: index === events.length - 1 }),
  );
}

function groupIntoEvents(answer: Answer, signedParts: readonly Part[]): readonly (readonly Part[])[] {
  if (answer.layout === "together") return signedParts.length > 0 ? [signedParts] : [];
  if (answer.layout !== "calls-together") return signedParts.map((part) => [part]);
  const calls = signedParts.filter((part) => part.functionCall !== undefined);
  const others = signedParts.filter((part) => part.functionCall === undefined).map((part) => [part]);
  return calls.length > 0 ? [...others, calls] : others;
}

/**
 * Streams a call argument by argument, as Vertex AI does on request. The first event contains the signature.
 */
function streamCalls(
  group: readonly Part[],
  answer: Answer,
  context: RenderContext,
): readonly (readonly Part[])[] {
  const streams =
    context.request.parsed.toolConfig?.functionCallingConfig?.streamFunctionCallArguments === true;
  if (!streams) return [group];
  return group.flatMap((part) => {
    const { functionCall, ...rest } = part;
    if (!functionCall) return [[part]];
    return partialCalls(functionCall, answer.unterminated).map((piece, index) => [
      { functionCall: piece, ...(index === 0 && rest) },
    ]);
  });
}

interface ResponseParts {
  readonly parts: readonly Part[];
  readonly answer: Answer;
  readonly context: RenderContext;
  /** Whether this is the last event, which contains the finish reason and the final token counts. */
  readonly last: boolean;
}

function response({ parts, answer, context, last }: ResponseParts): ResponseJson {
  const { request, responseId } = context;
  const called = answer.parts.some(({ part }) => part.functionCall !== undefined);
  const finishMessage =
    answer.finishMessage ??
    (called && answer.finishReason === undefined ? "Model generated function call(s)." : undefined);
  return {
    candidates: [
      {
        content: parts.length > 0 ? { parts, role: "model" } : {},
        ...(last && { finishReason: answer.finishReason ?? "STOP" }),
        ...(request.flavor === "gemini" && { index: 0 }),
        ...(last && finishMessage !== undefined && { finishMessage }),
        ...(last && answer.candidate),
      },
    ],
    usageMetadata: usageOf(answer, request, last, context.cachedTokens),
    modelVersion: request.model,
    ...(request.flavor === "vertex" && { createTime: "2026-01-01T00:00:00.000000Z" }),
    responseId,
  };
}
