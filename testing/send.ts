import type { ServerResponse } from "node:http";
import type { ErrorBody } from "./error-body.js";
import type { SseErrors } from "./fake-options.js";
import type { Fault } from "./faults.js";
import type { ReceivedRequest } from "./received-request.js";
import { normaliseEntry, type Answer, type RawAnswer } from "./script.js";
import { pause } from "./pause.js";
import { arrayPieces, pretty, sseEvent, writePieces, type Pacing } from "./sse-writer.js";

const json = "application/json; charset=UTF-8";
const eventStream = "text/event-stream";

const headers = {
  vary: "Origin, X-Origin, Referer",
  "x-xss-protection": "0",
  "x-frame-options": "SAMEORIGIN",
  "x-content-type-options": "nosniff",
} as const;

export interface Sending {
  readonly request: ReceivedRequest;
  readonly sseErrors: SseErrors;
  /** Returns the JSON of an answer: one response, or the events of a stream. */
  readonly events: (answer: Answer | RawAnswer) => readonly unknown[];
}

export async function sendScripted(
  out: ServerResponse,
  next: Answer | RawAnswer | Fault,
  sending: Sending,
): Promise<void> {
  if (next.kind === "fault") return sendFault(out, next, sending);
  const pacing: Pacing = next.kind === "answer" ? next : {};
  const events = sending.events(next);
  if (!sending.request.stream) return sendUnary(out, events[0] ?? {}, pacing);
  const pieces = piecesOf(events, sending.request);
  open(out, sending.request);
  if (await writePieces(out, pieces, pacing)) out.end();
}

export interface ErrorSending {
  /** Undefined if the route is unknown. */
  readonly request?: ReceivedRequest;
  readonly sseErrors: SseErrors;
  readonly contentType?: string | undefined;
  readonly status?: number;
}

/**
 * Sends an error as indented JSON. In a response to `alt=sse`, `sseErrors` decides the content type. A stream without
 * `alt=sse` gets a list that contains the error.
 */
export function sendError(out: ServerResponse, error: ErrorBody | string, sending: ErrorSending): void {
  if (out.headersSent) return void out.destroy();
  const { request, sseErrors } = sending;
  const sse = request?.stream === true && request.query.get("alt") === "sse";
  const listed = request?.stream === true && !sse;
  const contentType = sending.contentType ?? (sse && sseErrors === "event-stream" ? eventStream : json);
  const status = sending.status ?? (typeof error === "string" ? 500 : error.error.code);
  out.writeHead(status, { ...headers, "content-type": contentType });
  out.end(typeof error === "string" ? error : `${pretty(listed ? [error] : error)}\n`);
}

/** Sends a response of a method that does not stream. */
export function sendJson(out: ServerResponse, body: unknown): void {
  out.writeHead(200, { ...headers, "content-type": json });
  out.end(`${pretty(body)}\n`);
}

async function sendUnary(out: ServerResponse, response: unknown, pacing: Pacing): Promise<void> {
  if (pacing.delayMs !== undefined) await pause(pacing.delayMs);
  if (!out.destroyed) sendJson(out, response);
}

async function sendFault(out: ServerResponse, fault: Fault, sending: Sending): Promise<void> {
  const { request } = sending;
  if (fault.fault === "hang") return;
  if (fault.fault === "http") {
    request.status = fault.status;
    return sendError(out, fault.body, { ...sending, contentType: fault.contentType, status: fault.status });
  }
  if (!request.stream) return void out.destroy();
  const interruptedAnswer = normaliseEntry(fault.answer) as Answer | RawAnswer;
  const pieces = piecesOf(sending.events(interruptedAnswer), request).slice(0, fault.afterEvents);
  open(out, request);
  await writePieces(out, pieces, interruptedAnswer.kind === "answer" ? interruptedAnswer : {});
  if (fault.fault === "cut") return cutOff(out);
  const body = fault.body;
  await writePieces(out, [fault.fault === "error-event" ? sseEvent(body) : pretty(body)], {});
  out.end();
}

/** Breaks the connection. The pause lets the client receive the data first. */
async function cutOff(out: ServerResponse): Promise<void> {
  await pause(5);
  out.destroy();
}

function open(out: ServerResponse, request: ReceivedRequest): void {
  const sse = request.query.get("alt") === "sse";
  out.writeHead(200, {
    ...headers,
    "content-type": sse ? eventStream : json,
    ...(sse && { "content-disposition": "attachment" }),
  });
  out.flushHeaders();
}

function piecesOf(events: readonly unknown[], request: ReceivedRequest): readonly string[] {
  return request.query.get("alt") === "sse" ? events.map(sseEvent) : arrayPieces(events);
}
