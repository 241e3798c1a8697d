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
   * Returns whether another model may answer after this error.
   * @default quotas, timeouts, failed connections and errors of the service, after their retries
   */
  readonly when?: (error: ErrorInfo) => boolean;
  /** Called when the next model replaces a failed one. */
  readonly onFallback?: (fallback: {
    readonly from: string;
    readonly to: string;
    readonly error: ErrorInfo;
  }) => void;
}

/**
 * Creates a model that tries the models of a list in order until one answers. It does not switch in the middle of a turn
 * with thought signatures, because another model refuses these signatures. It does not switch after a part of an answer
 * has arrived. All models must use the same API.
 */
export function fallback(
  models: readonly [Model, ...Model[]],
  { when = isTemporary, onFallback }: FallbackOptions = {},
): Model {
  const [first] = models;
  if (models.some(({ flavor = "gemini" }) => flavor !== (first.flavor ?? "gemini")))
    throw new TypeError("fallback(): all models must have the same API, because histories do");
  /** Returns the next model. Throws the error if no other model may answer. */
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

/** Returns the options for one model. A model that `prepareTurn` names replaces only the first model of the list. */
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

/** Returns whether the contents after the last message of the user contain signatures. */
function isSigned(contents: readonly Content[]): boolean {
  const start = contents.findLastIndex(
    ({ role, parts = [] }) => role !== "model" && parts.some((part) => !part.functionResponse),
  );
  return contents
    .slice(start + 1)
    .some(({ steps, parts = [] }) => steps || parts.some(({ thoughtSignature }) => thoughtSignature));
}

/**
 * Creates a model that explains a malformed answer once: it sends the request again with the reason. Without this
 * wrapper, the loop repeats the same request.
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

/** Appends a text to the last turn of the user. */
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
 * Creates a `prepareTurn` that detects repeated calls. If the model made only the same successful call in each of the last
 * `times` turns, the next request contains a hint. The history does not change.
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

/** Returns the calls of a turn as text. Returns "" if the turn has no call or if a call failed. */
function keyOf({ calls }: Turn): string {
  if (calls.length === 0 || calls.some(({ code }) => code !== undefined)) return "";
  return stableText(calls.map(({ tool, args }) => [tool, args]));
}
