import { RunError, type ErrorInfo } from "@toolpress/runtime";
import { checkOptionNames, type OptionNames } from "@toolpress/runtime/v1";
import type { Model, ModelCall } from "@toolpress/runtime";
import type { GenerateContentRequest, GenerateContentResponse } from "@toolpress/runtime";
import { checkRequest } from "../gemini-rules/check-request.js";
import { modelRules } from "../gemini-rules/model-rules.js";
import { texts } from "../gemini-rules/texts.js";
import { errorBody, refusal, type ErrorBody } from "./error-body.js";
import type { Fault } from "./faults.js";
import { createOpaque, createSignatureStore, type IdStyle } from "./opaque.js";
import type { GenerateContentBody, ReceivedRequest } from "./received-request.js";
import { renderAnswer, type RenderContext } from "./render-answer.js";
import { createRequestLog } from "./request-log.js";
import { normaliseEntry, type Answer, type RawAnswer, type ScriptEntry } from "./script.js";
import { pause } from "./pause.js";

export interface ScriptedModelOptions {
  /** The model whose rules for ids, signatures and refusals apply. */
  readonly model?: string;
  readonly flavor?: "gemini" | "vertex";
  readonly ids?: IdStyle;
  /** `false` accepts requests that Gemini would refuse. */
  readonly checks?: boolean;
  /**
   * `any` also accepts signatures that this model did not issue, for example those of a run that another
   * process paused.
   */
  readonly signatures?: "issued" | "any";
  readonly seed?: number;
  /**
   * The number of requests that `requests` keeps. Older requests are dropped.
   * @default 1000
   */
  readonly maxRequests?: number;
}

export interface ScriptedModel extends Model {
  /** Copies of the latest requests. A later change of the contents does not change these copies. */
  readonly requests: readonly ReceivedRequest[];
  readonly remaining: number;
  stream(request: GenerateContentRequest, call?: ModelCall): AsyncIterable<GenerateContentResponse>;
  /** Throws if an answer of the script was not used. */
  assertDone(): void;
}

const OPTIONS: OptionNames<ScriptedModelOptions> = {
  model: true,
  flavor: true,
  ids: true,
  checks: true,
  signatures: true,
  seed: true,
  maxRequests: true,
};

/**
 * Creates a model that answers from a script, without HTTP. The model checks requests as Gemini does. If the
 * script has no answer left, the request fails with an error of the kind `script`.
 */
export function scriptedModel(
  script: readonly ScriptEntry[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  checkOptionNames("scriptedModel()", options, OPTIONS);
  const { model: id = "gemini-3.5-flash", flavor = "gemini" } = options;
  const entries = [...script];
  const log = createRequestLog(options.maxRequests);
  const responder = createResponder(options, id, flavor);

  async function next(
    body: GenerateContentRequest,
    call: ModelCall | undefined,
    stream: boolean,
  ): Promise<ScriptedTurn> {
    if (call?.signal?.aborted) throw aborted();
    const request = receive(body, { index: log.count, flavor, model: call?.model ?? id, stream });
    log.add(request);
    responder.refuse(request);
    const entry = entries.shift();
    if (entry === undefined) throw scriptExhausted(script.length, log.count);
    const scriptedAnswer = normaliseEntry(typeof entry === "function" ? await entry(request) : entry);
    return responder.turn(scriptedAnswer, request, call?.signal);
  }

  return {
    id,
    flavor,
    requests: log.requests,
    get remaining() {
      return entries.length;
    },
    async generate(body, call) {
      const turn = await next(body, call, false);
      if (turn.error) throw turn.error;
      if (turn.delayMs !== undefined) await pauseFor(turn.delayMs, call?.signal);
      return (turn.events[0] ?? {}) as GenerateContentResponse;
    },
    async *stream(body, call) {
      const turn = await next(body, call, true);
      for (const event of turn.events) {
        if (turn.delayMs !== undefined) await pauseFor(turn.delayMs, call?.signal);
        if (call?.signal?.aborted) throw aborted();
        yield event as GenerateContentResponse;
      }
      if (turn.error) throw turn.error;
    },
    assertDone() {
      if (entries.length > 0) throw new Error(`scriptedModel: ${entries.length} answers were never used`);
    },
  };
}

/** The result of one request: events, and the error that follows them, if any. */
interface ScriptedTurn {
  readonly events: readonly unknown[];
  readonly error?: RunError;
  readonly delayMs?: number;
}

interface Responder {
  refuse(request: ReceivedRequest): void;
  turn(
    scriptedAnswer: Answer | RawAnswer | Fault,
    request: ReceivedRequest,
    signal?: AbortSignal,
  ): Promise<ScriptedTurn>;
}

function createResponder(options: ScriptedModelOptions, id: string, flavor: "gemini" | "vertex"): Responder {
  const opaque = createOpaque(options.seed ?? 1);
  const signatures = createSignatureStore();
  const knowsSignature = options.signatures === "any" ? undefined : signatures.knows;
  const rules = modelRules(id);
  const ids = options.ids ?? (rules.ids && rules.callIds ? "short" : "none");

  function render(scriptedAnswer: Answer | RawAnswer, request: ReceivedRequest): readonly unknown[] {
    const responseId = opaque.signature().slice(0, 22);
    const context: RenderContext = { request, rules, ids, opaque, signatures, responseId };
    if (scriptedAnswer.kind === "answer") return structuredClone(renderAnswer(scriptedAnswer, context));
    signatures.addAll(scriptedAnswer.events);
    return structuredClone(scriptedAnswer.events);
  }

  return {
    refuse(request) {
      const checked = checkRequest(request.body, {
        flavor,
        model: request.model,
        ...(knowsSignature && { knowsSignature }),
      });
      Object.assign(request, { parsed: checked.request });
      if (options.checks === false || checked.violations.length === 0) return;
      request.error = refusal(checked.violations);
      throw httpFailure(400, request.error);
    },
    async turn(scriptedAnswer, request, signal) {
      if (scriptedAnswer.kind !== "fault") {
        const delayMs = scriptedAnswer.kind === "answer" ? scriptedAnswer.delayMs : undefined;
        return { events: render(scriptedAnswer, request), ...(delayMs !== undefined && { delayMs }) };
      }
      if (scriptedAnswer.fault === "hang") throw await untilAborted(signal);
      if (scriptedAnswer.fault === "http") throw httpFailure(scriptedAnswer.status, scriptedAnswer.body);
      const events = render(normaliseEntry(scriptedAnswer.answer) as Answer | RawAnswer, request);
      const error =
        scriptedAnswer.fault === "cut"
          ? networkFailure()
          : httpFailure(503, scriptedAnswer.body ?? errorBody(503, texts.overloaded()));
      return { events: request.stream ? events.slice(0, scriptedAnswer.afterEvents) : [], error };
    },
  };
}

function receive(
  body: GenerateContentRequest,
  fields: Pick<ReceivedRequest, "index" | "flavor" | "model" | "stream">,
): ReceivedRequest {
  return {
    ...fields,
    method: fields.stream ? "streamGenerateContent" : "generateContent",
    path: "",
    query: new URLSearchParams(),
    headers: {},
    version: fields.flavor === "gemini" ? "v1beta" : "v1beta1",
    body: JSON.parse(JSON.stringify(body)) as GenerateContentBody,
    parsed: {},
  };
}

function scriptExhausted(answers: number, position: number): RunError {
  const has = answers === 1 ? "1 answer" : `${answers} answers`;
  const message =
    `scriptedModel: the script has ${has}, and none is left for request ${position}; ` +
    "add one, or find out in `requests` why the request was sent";
  return new RunError({ kind: "script", code: "SCRIPT_EXHAUSTED", message, retryable: false });
}

function httpFailure(status: number, body: ErrorBody | string): RunError {
  const error = typeof body === "string" ? undefined : body.error;
  const info: ErrorInfo = {
    kind: status === 429 ? "quota" : "http",
    message: error?.message ?? String(body),
    status,
    retryable: status === 408 || status === 429 || status >= 500,
    ...(error && { code: error.status }),
  };
  return new RunError(info);
}

function networkFailure(): RunError {
  return new RunError({ kind: "network", message: "the connection was cut", retryable: true });
}

function aborted(): RunError {
  return new RunError({ kind: "aborted", message: "the request was aborted" });
}

async function untilAborted(signal: AbortSignal | undefined): Promise<RunError> {
  if (signal === undefined) throw new Error("scriptedModel: `hang()` needs a signal to end it");
  if (!signal.aborted) await new Promise((done) => signal.addEventListener("abort", done, { once: true }));
  return aborted();
}

async function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return pause(ms);
  await Promise.race([pause(ms), untilAborted(signal)]);
  if (signal.aborted) throw aborted();
}
