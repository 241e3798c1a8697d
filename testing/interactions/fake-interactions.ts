import type { IncomingMessage, ServerResponse } from "node:http";
import { checkInteraction } from "../../gemini-rules/interactions/check-interaction.js";
import {
  interactionRules,
  type InteractionRules,
} from "../../gemini-rules/interactions/interaction-rules.js";
import { refused, type Refused } from "../../gemini-rules/interactions/texts.js";
import { texts } from "../../gemini-rules/texts.js";
import { errorBody, keyInvalid, type ErrorBody } from "../error-body.js";
import type { Fault } from "../faults.js";
import { isKnownModel } from "../known-models.js";
import { bodyOf, headersOf, listen } from "../listen.js";
import { createOpaque } from "../opaque.js";
import { createRequestLog } from "../request-log.js";
import { normaliseEntry, type Answer, type RawAnswer, type ScriptEntry } from "../script.js";
import type { Pacing } from "../sse-writer.js";
import { answerInteraction, checkContinuation, type AnswerContext } from "./answer-interaction.js";
import { answerResource } from "./answer-stored.js";
import type {
  FakeInteractions,
  FakeInteractionsOptions,
  ReceivedInteraction,
} from "./interaction-options.js";
import { interactionRoute, type InteractionRoute } from "./interaction-route.js";
import { createInteractionStore, type InteractionJson } from "./interaction-store.js";
import { documentedStyle } from "./render-events.js";
import * as send from "./send-interaction.js";

/**
 * Starts a fake of the Interactions API on loopback HTTP. The fake checks requests as the real service does, and answers
 * them from a script.
 */
export async function fakeInteractions(options: FakeInteractionsOptions = {}): Promise<FakeInteractions> {
  const service = createService(options);
  const server = await listen("fakeInteractions", options.port ?? 0, (incoming, out) => {
    service.serve(incoming, out).catch((problem: unknown) => {
      if (out.headersSent) return void out.destroy();
      send.sendInteraction(out, errorBody(500, `fakeInteractions: ${String(problem)}`), 500);
    });
  });
  return {
    url: server.url,
    requests: service.log.requests,
    add: (...entries) => void service.entries.push(...entries),
    forget: () => service.store.interactions.clear(),
    get remaining() {
      return service.entries.length;
    },
    assertDone: () => assertDone(service.firstRefused(), service.entries.length),
    close: server.close,
  };
}

type Entry = ScriptEntry<ReceivedInteraction>;

// The return type is inferred, because only `fakeInteractions` uses the members.
function createService(options: FakeInteractionsOptions) {
  const { script = [], sseErrors = "event-stream" } = options;
  const log = createRequestLog<ReceivedInteraction>(options.maxRequests);
  const entries: Entry[] = typeof script === "function" ? [] : [...script];
  const store = createInteractionStore(options.signatures);
  const opaque = createOpaque(options.seed ?? 1);
  const style = { ...documentedStyle, ...options.stream };
  let firstRefused: ReceivedInteraction | undefined;

  async function serve(incoming: IncomingMessage, out: ServerResponse): Promise<void> {
    const { request, route, error, isJson } = receive(incoming, await bodyOf(incoming), log.count, options);
    log.add(request);
    out.on("close", () => {
      if (!out.writableFinished) request.aborted = true;
    });
    const refuse = (refusal: Refused): void => {
      const { status, code, message } = refusal;
      Object.assign(request, { status, error: { code, message } });
      firstRefused ??= request;
      send.sendRefusal(out, refusal, { stream: request.stream, sseErrors });
    };
    if (error || !route) {
      const body = error ?? errorBody(404, texts.urlUnknown(request.path));
      const { code, message, status } = body.error;
      Object.assign(request, { status: code, error: { code: status, message } });
      firstRefused ??= request;
      return send.sendFrontEndError(out, body);
    }
    if (!isJson) return refuse(refused("notJson"));
    request.status = 200;
    if (route.method !== "create")
      return answerResource({ request, id: route.id, store, style, refuse }, out);
    const rules = { ...interactionRules(request.model), ...options.rules };
    const checked = checkBody(request, rules);
    if (checked) return refuse(checked);
    const entry = typeof script === "function" ? script : entries.shift();
    if (entry === undefined) return refuse(scriptExhausted(request.index));
    const next = normaliseEntry(typeof entry === "function" ? await entry(request) : entry);
    await answerScripted(next, { request, rules, style, store, opaque }, out, sseErrors);
  }

  function checkBody(request: ReceivedInteraction, rules: InteractionRules): Refused | undefined {
    const { steps, refusal } = checkInteraction(request.body, {
      rules,
      issued: store,
      compares: options.compares ?? "all",
      stored: (id) => store.interactions.get(id),
      isKnownModel: (model) =>
        isKnownModel(model.replace(/^models\//, ""), "generateContent", options.models),
    });
    Object.assign(request, { steps });
    return refusal ?? checkContinuation(request.body, store);
  }

  return { log, entries, store, serve, firstRefused: () => firstRefused };
}

async function answerScripted(
  next: Answer | RawAnswer | Fault,
  context: AnswerContext,
  out: ServerResponse,
  sseErrors: send.ErrorForm["sseErrors"],
): Promise<void> {
  const { request, style } = context;
  const form = { stream: request.stream, sseErrors };
  if (next.kind === "fault" && next.fault === "hang") return;
  if (next.kind === "fault" && next.fault === "http") {
    request.status = next.status;
    const body = typeof next.body === "string" ? next.body : JSON.stringify(next.body);
    return send.sendErrorBody(out, next.status, body, form);
  }
  const scripted = next.kind === "fault" ? (normaliseEntry(next.answer) as Answer | RawAnswer) : next;
  const rendered = scripted.kind === "raw" ? ofRaw(scripted) : answerInteraction(scripted, context);
  if ("refusal" in rendered) {
    request.status = rendered.refusal.status;
    return send.sendRefusal(out, rendered.refusal, form);
  }
  const pacing = scripted.kind === "answer" ? scripted : {};
  if (request.body.background === true)
    return send.sendInteraction(out, { ...rendered.json, status: "in_progress", steps: [] });
  if (!request.stream) return sendUnary(out, next, rendered.json, pacing);
  await send.sendEvents(out, streamOf(next, rendered.events, pacing, style.done));
}

async function sendUnary(
  out: ServerResponse,
  next: Answer | RawAnswer | Fault,
  json: InteractionJson,
  { delayMs }: Pacing,
): Promise<void> {
  if (delayMs !== undefined) await new Promise((later) => setTimeout(later, delayMs));
  if (next.kind === "fault") out.destroy();
  else send.sendInteraction(out, json);
}

function streamOf(
  next: Answer | RawAnswer | Fault,
  events: readonly InteractionJson[],
  pacing: Pacing,
  done: boolean,
): send.EventStream {
  if (next.kind !== "fault" || !("afterEvents" in next))
    return { events, pacing, end: done ? "done" : "none" };
  const sent = events.slice(0, next.afterEvents);
  if (next.fault === "cut") return { events: sent, pacing, end: "cut" };
  const error = send.errorEvent(next.body ?? send.defaultStreamError());
  return { events: [...sent, error], pacing, end: "none" };
}

/** Returns the JSON of a raw answer. Without a stream, only the first JSON is sent. */
function ofRaw({ events }: RawAnswer): { json: InteractionJson; events: readonly InteractionJson[] } {
  return { json: (events[0] ?? {}) as InteractionJson, events: events as readonly InteractionJson[] };
}

interface Received {
  readonly request: ReceivedInteraction;
  readonly route?: InteractionRoute | undefined;
  readonly error?: ErrorBody | undefined;
  readonly isJson: boolean;
}

function receive(
  incoming: IncomingMessage,
  text: string,
  index: number,
  options: FakeInteractionsOptions,
): Received {
  const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
  const route = interactionRoute(incoming.method ?? "", url.pathname);
  const body = parseJson(text) as ReceivedInteraction["body"] | undefined;
  const request: ReceivedInteraction = {
    index,
    path: url.pathname,
    query: url.searchParams,
    headers: headersOf(incoming),
    method: route?.method ?? "",
    version: route?.version ?? "",
    flavor: route?.flavor ?? "gemini",
    model: String(body?.model ?? ""),
    stream: body?.stream === true || url.searchParams.get("stream") === "true",
    body: body ?? {},
    steps: [],
  };
  const error = route && refuseCaller(request, options);
  return { request, route, error, isJson: text === "" || typeof body === "object" };
}

function refuseCaller(request: ReceivedInteraction, options: FakeInteractionsOptions): ErrorBody | undefined {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (request.flavor === "vertex") {
    const isAccepted = token !== undefined && (options.accessToken ?? token) === token;
    return isAccepted ? undefined : errorBody(401, texts.tokenMissing());
  }
  const key = request.headers["x-goog-api-key"] ?? request.query.get("key");
  if (!key) return errorBody(403, texts.keyMissing());
  return options.apiKey !== undefined && key !== options.apiKey ? keyInvalid() : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the error of an empty script. Google never sends this error. It has a status that clients do not retry. */
function scriptExhausted(index: number): Refused {
  const message = `fakeInteractions: the script has no answer for request ${index + 1}; add one, or find out why it was sent`;
  return { ...refused("resultInvalid"), message };
}

function assertDone(request: ReceivedInteraction | undefined, remaining: number): void {
  if (request) {
    throw new Error(`fakeInteractions refused request ${request.index + 1}: ${request.error?.message}`);
  }
  if (remaining > 0) {
    throw new Error(
      `fakeInteractions: ${remaining} scripted ${remaining === 1 ? "answer was" : "answers were"} never used`,
    );
  }
}
