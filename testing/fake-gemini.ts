import type { IncomingMessage, ServerResponse } from "node:http";
import type { Content } from "@toolpress/runtime";
import { checkOptionNames, type OptionNames } from "@toolpress/runtime/v1";
import { checkRequest } from "../gemini-rules/check-request.js";
import type { KnowsSignature } from "../gemini-rules/check-signatures.js";
import { modelRules } from "../gemini-rules/model-rules.js";
import { admit } from "./admit.js";
import { answerResource } from "./answer-resource.js";
import { createCaches, type Caches } from "./cached-contents.js";
import { errorBody, refusal, type ErrorBody } from "./error-body.js";
import type { FakeGemini, FakeGeminiOptions } from "./fake-options.js";
import { bodyOf, listen } from "./listen.js";
import { createOpaque, createSignatureStore } from "./opaque.js";
import type { ReceivedRequest } from "./received-request.js";
import { renderAnswer, type RenderContext } from "./render-answer.js";
import { createRequestLog } from "./request-log.js";
import { normaliseEntry, type ScriptEntry } from "./script.js";
import { sendError, sendJson, sendScripted } from "./send.js";

const OPTIONS: OptionNames<FakeGeminiOptions> = {
  script: true,
  apiKey: true,
  accessToken: true,
  models: true,
  ids: true,
  signatures: true,
  rules: true,
  limits: true,
  sseErrors: true,
  seed: true,
  port: true,
  maxRequests: true,
};

/**
 * Starts a fake of the Gemini service on loopback HTTP. The fake checks requests as the real service does,
 * and answers them from a script.
 */
export async function fakeGemini(options: FakeGeminiOptions = {}): Promise<FakeGemini> {
  checkOptionNames("fakeGemini()", options, OPTIONS);
  const service = createService(options);
  const server = await listen("fakeGemini", options.port ?? 0, (incoming, out) => {
    service.serve(incoming, out).catch((problem: unknown) => {
      sendError(out, errorBody(500, `fakeGemini: ${String(problem)}`), { sseErrors: "json" });
    });
  });
  return {
    url: server.url,
    requests: service.requests,
    add: (...entries) => void service.entries.push(...entries),
    trust: service.trust,
    get remaining() {
      return service.entries.length;
    },
    assertDone: () => assertDone(service.firstRefused(), service.entries.length),
    close: server.close,
  };
}

interface Service {
  readonly requests: readonly ReceivedRequest[];
  readonly entries: ScriptEntry[];
  readonly trust: (contents: readonly Content[]) => void;
  /** Returns the first refused request. The request log may already have dropped this request. */
  firstRefused(): ReceivedRequest | undefined;
  serve(incoming: IncomingMessage, out: ServerResponse): Promise<void>;
}

function createService(options: FakeGeminiOptions): Service {
  const { script = [], sseErrors = "event-stream", seed = 1, models } = options;
  const log = createRequestLog(options.maxRequests);
  const entries: ScriptEntry[] = typeof script === "function" ? [] : [...script];
  const opaque = createOpaque(seed);
  const signatures = createSignatureStore();
  const caches = createCaches();
  const knowsSignature = options.signatures === "any" ? () => true as const : signatures.knows;
  let firstRefused: ReceivedRequest | undefined;

  async function serve(incoming: IncomingMessage, out: ServerResponse): Promise<void> {
    const { request, route, error } = admit(incoming, await bodyOf(incoming), log.count, options);
    log.add(request);
    out.on("close", () => {
      if (!out.writableFinished) request.aborted = true;
    });
    const refuse = (refused: ErrorBody): void => {
      Object.assign(request, { status: refused.error.code, error: refused });
      firstRefused ??= request;
      sendError(out, refused, { request, sseErrors });
    };
    if (error || !route) return error && refuse(error);
    if (!route.method.endsWith("enerateContent")) {
      const answered = answerResource({ route, request, caches, models });
      if (answered.error !== undefined) return refuse(answered.error);
      request.status = 200;
      return sendJson(out, answered.json);
    }
    const refusedRequest = refusalOf(request, options, { knowsSignature, caches });
    if (refusedRequest) return refuse(refusedRequest);
    const entry = typeof script === "function" ? script : entries.shift();
    if (entry === undefined) return refuse(scriptExhausted(request.index));
    request.status = 200;
    await answer(request, entry, out);
  }

  async function answer(request: ReceivedRequest, entry: ScriptEntry, out: ServerResponse): Promise<void> {
    const rules = { ...modelRules(request.model), ...options.rules };
    const ids = options.ids ?? (rules.ids && rules.callIds ? "short" : "none");
    const responseId = opaque.signature().slice(0, 22);
    const cachedTokens = caches.tokensOf(request.parsed.cachedContent);
    const context: RenderContext = { request, rules, ids, opaque, signatures, responseId, cachedTokens };
    const next = normaliseEntry(typeof entry === "function" ? await entry(request) : entry);
    await sendScripted(out, next, {
      request,
      sseErrors,
      events: (scripted) =>
        scripted.kind === "answer" ? renderAnswer(scripted, context) : withKnownSignatures(scripted.events),
    });
  }

  function withKnownSignatures(events: readonly unknown[]): readonly unknown[] {
    signatures.addAll(events);
    return events;
  }

  const { requests } = log;
  return { requests, entries, serve, trust: signatures.addAll, firstRefused: () => firstRefused };
}

interface KnownState {
  readonly knowsSignature: KnowsSignature;
  readonly caches: Caches;
}

function refusalOf(
  request: ReceivedRequest,
  { rules, limits }: FakeGeminiOptions,
  { knowsSignature, caches }: KnownState,
): ErrorBody | undefined {
  const { request: parsed, violations } = checkRequest(request.body, {
    flavor: request.flavor,
    model: request.model,
    ...(rules && { rules }),
    ...(limits && { limits }),
    knowsSignature,
  });
  Object.assign(request, { parsed });
  if (violations.length > 0) return refusal(violations);
  return parsed.cachedContent === undefined ? undefined : caches.refuse(parsed.cachedContent, request.model);
}

/**
 * Returns the error of an empty script. Google never sends this error. The status is 400, because clients do not
 * retry it.
 */
function scriptExhausted(index: number): ErrorBody {
  return errorBody(
    400,
    `fakeGemini: the script has no answer for request ${index + 1}; add one, or find out why it was sent`,
  );
}

function assertDone(refused: ReceivedRequest | undefined, remaining: number): void {
  if (refused) {
    throw new Error(`fakeGemini refused request ${refused.index + 1}: ${refused.error?.error.message}`);
  }
  if (remaining > 0) {
    throw new Error(
      `fakeGemini: ${remaining} scripted ${remaining === 1 ? "answer was" : "answers were"} never used`,
    );
  }
}
