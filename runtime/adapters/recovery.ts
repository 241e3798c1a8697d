import { stableText } from "../base/stable-text.js";
import type { LoopOptions, TurnInfo } from "../base/loop-options.js";
import { isRunError, type ErrorInfo } from "../errors.js";
import type { Model, ModelCall } from "../model.js";
import type { Turn } from "../run-result.js";
import type {
  Content,
  GenerateContentRequest,
  GenerateContentResponse,
  Part,
  UsageMetadata,
} from "../wire.js";

export interface FallbackOptions {
  /**
   * Whether another model may answer after this error.
   * @default quotas, timeouts, failed connections and errors of the service, after their retries
   */
  readonly when?: (error: ErrorInfo) => boolean;
  /** Called when a model is replaced. */
  readonly onFallback?: (fallback: {
    readonly from: string;
    readonly to: string;
    readonly error: ErrorInfo;
  }) => void;
}

/**
 * A model that asks the next one of a list if one fails. It never switches in the middle of a turn with thought signatures, because
 * another model refuses these, nor after a part of an answer has arrived. All models must have the same API.
 */
export function fallback(
  models: readonly [Model, ...Model[]],
  { when = isTemporary, onFallback }: FallbackOptions = {},
): Model {
  const [first] = models;
  if (models.some(({ flavor = "gemini" }) => flavor !== (first.flavor ?? "gemini")))
    throw new TypeError("fallback(): all models must have the same API, because histories do");
  /** The next model, or an exception if the error is final. */
  const next = (error: unknown, index: number, request: GenerateContentRequest): Model => {
    const model = models[index + 1];
    const from = models[index];
    if (!model || !from || !isRunError(error) || !when(error.info) || isSigned(request.contents)) throw error;
    onFallback?.({ from: from.id, to: model.id, error: error.info });
    return model;
  };
  const streams = models.every(({ stream }) => stream);
  return {
    ...first,
    async generate(request, call) {
      let model: Model = first;
      for (let index = 0; ; index++) {
        try {
          return await model.generate(request, forModel(call, index));
        } catch (error) {
          model = next(error, index, request);
        }
      }
    },
    ...(streams && {
      async *stream(request: GenerateContentRequest, call?: ModelCall) {
        let model: Model = first;
        for (let index = 0; ; index++) {
          let hasParts = false;
          try {
            for await (const chunks of model.stream!(request, forModel(call, index))) {
              hasParts ||= [chunks].flat().some(({ candidates }) => candidates?.[0]?.content?.parts?.length);
              yield chunks;
            }
            return;
          } catch (error) {
            if (hasParts) throw error;
            model = next(error, index, request);
          }
        }
      },
    }),
  };
}

/** The model that `prepareTurn` names replaces the first one only. */
function forModel(call: ModelCall | undefined, index: number): ModelCall {
  return index === 0 ? { ...call } : { ...call, model: undefined };
}

function isTemporary({ kind, status = 0, cut }: ErrorInfo): boolean {
  return (
    kind === "quota" ||
    kind === "network" ||
    kind === "timeout" ||
    !!cut ||
    (kind === "http" && status >= 500)
  );
}

/** Whether the current turn, after the last message of the user, has signatures. */
function isSigned(contents: readonly Content[]): boolean {
  const start = contents.findLastIndex(
    ({ role, parts = [] }) => role !== "model" && parts.some((part) => !part.functionResponse),
  );
  return contents
    .slice(start + 1)
    .some(({ steps, parts = [] }) => steps || parts.some(({ thoughtSignature }) => thoughtSignature));
}

/**
 * A model that gets one explanation after a malformed answer: its request is sent again with the reason. Without it, the loop repeats
 * the same request.
 */
export function explainMalformed(model: Model): Model {
  const { stream } = model;
  return {
    ...model,
    async generate(request, call) {
      const response = await model.generate(request, call);
      const reason = malformedReason(response);
      if (reason === undefined) return response;
      return withUsage(await model.generate(explained(request, reason), call), response.usageMetadata);
    },
    ...(stream && {
      async *stream(request: GenerateContentRequest, call?: ModelCall) {
        for await (const chunks of stream.call(model, request, call)) {
          const malformed = [chunks].flat().find((chunk) => malformedReason(chunk) !== undefined);
          if (!malformed) yield chunks;
          else {
            yield* stream.call(model, explained(request, malformedReason(malformed) ?? ""), call);
            return;
          }
        }
      },
    }),
  };
}

function malformedReason({ candidates }: GenerateContentResponse): string | undefined {
  const { finishReason = "", finishMessage = "" } = candidates?.[0] ?? {};
  return finishReason.startsWith("MALFORMED_") ? finishMessage : undefined;
}

function explained(request: GenerateContentRequest, reason: string): GenerateContentRequest {
  const text = `Your last answer was discarded, because it was not a valid function call. ${reason}`.trim();
  return { ...request, contents: withText(request.contents, text) };
}

/** Appends a text to the last turn, which is the user's. */
function withText(contents: readonly Content[], text: string): Content[] {
  const last = contents.at(-1);
  return [
    ...contents.slice(0, -1),
    { ...last, role: "user", parts: [...(last?.parts ?? []), { text } as Part] },
  ];
}

function withUsage(
  response: GenerateContentResponse,
  before: UsageMetadata | undefined,
): GenerateContentResponse {
  const usage: Record<string, unknown> = { ...response.usageMetadata };
  for (const [name, count] of Object.entries(before ?? {}))
    if (typeof count === "number") usage[name] = count + Number(usage[name] ?? 0);
  return { ...response, usageMetadata: usage };
}

/**
 * A `prepareTurn` that detects identical calls: if the model made the same successful call in `times` turns without another, the next
 * request contains a hint. The history does not change.
 */
export function hintRepeats(times = 3): NonNullable<LoopOptions["prepareTurn"]> {
  if (!(times >= 2)) throw new TypeError(`hintRepeats(): expected a number from 2, found ${String(times)}`);
  return ({ turns, contents }: TurnInfo) => {
    const [tool, ...others] = new Set(
      turns.slice(-times).flatMap(({ calls }) => calls.map((call) => call.tool)),
    );
    const keys = new Set(turns.slice(-times).map(keyOf));
    if (turns.length < times || keys.size !== 1 || keys.has("") || others.length > 0) return undefined;
    const text = `You called ${tool} ${times} times with the same arguments, and its result is above. Use the result, or answer without this call.`;
    return { contents: withText(contents, text) };
  };
}

/** The calls of a turn as text; "" if there are none or one failed. */
function keyOf({ calls }: Turn): string {
  if (calls.length === 0 || calls.some(({ code }) => code !== undefined)) return "";
  return stableText(calls.map(({ tool, args }) => [tool, args]));
}
