import type { ServerResponse } from "node:http";
import type { Refused } from "../../gemini-rules/interactions/texts.js";
import { errorBody, type ErrorBody } from "../error-body.js";
import { writePieces, type Pacing } from "../sse-writer.js";
import type { InteractionJson } from "./interaction-store.js";

const json = "application/json; charset=UTF-8";
const eventStream = "text/event-stream";

/** How the errors of one request are sent. */
export interface ErrorForm {
  readonly stream: boolean;
  readonly sseErrors: "event-stream" | "json";
}

export function sendInteraction(out: ServerResponse, body: unknown, status = 200): void {
  if (out.destroyed) return;
  out.writeHead(status, { "content-type": json });
  out.end(`${JSON.stringify(body, null, 2)}\n`);
}

/** An error of the API itself: a text in `code` and no `status`. */
export function sendRefusal(out: ServerResponse, { status, code, message }: Refused, form: ErrorForm): void {
  sendErrorBody(out, status, JSON.stringify({ error: { message, code } }), form);
}

/** An error of the front end, such as a wrong key: a list with one error of the classic form. */
export function sendFrontEndError(out: ServerResponse, body: ErrorBody): void {
  sendInteraction(out, [body], body.error.code);
}

/** Streamed requests may get their errors as an event. */
export function sendErrorBody(out: ServerResponse, status: number, body: string, form: ErrorForm): void {
  if (out.headersSent) return void out.destroy();
  const framed = form.stream && form.sseErrors === "event-stream" && body.startsWith("{");
  out.writeHead(status, { "content-type": framed ? eventStream : json });
  out.end(framed ? sseEvent("error", JSON.stringify(JSON.parse(body))) : body);
}

/** An error as an event of a stream. */
export function errorEvent({ error }: ErrorBody): InteractionJson {
  const code = error.code === 504 ? "gateway_timeout" : error.status.toLowerCase();
  return { event_type: "error", error: { message: error.message, code } };
}

export function defaultStreamError(): ErrorBody {
  return errorBody(504, "Deadline expired before operation could complete.");
}

function sseEvent(name: unknown, data: string): string {
  return `event: ${String(name)}\ndata: ${data}\n\n`;
}

export interface EventStream {
  readonly events: readonly InteractionJson[];
  readonly pacing: Pacing;
  /** `[DONE]` after the last event, no mark, or a connection that breaks. */
  readonly end: "done" | "none" | "cut";
}

export async function sendEvents(out: ServerResponse, { events, pacing, end }: EventStream): Promise<void> {
  out.writeHead(200, { "content-type": eventStream });
  out.flushHeaders();
  const written = events.map((event) => sseEvent(event.event_type, JSON.stringify(event)));
  const done = end === "done" ? [sseEvent("done", "[DONE]")] : [];
  const isConnected = await writePieces(out, [...written, ...done], pacing);
  if (!isConnected) return;
  if (end !== "cut") return void out.end();
  // The pause lets the client receive the data before the connection breaks.
  await new Promise((later) => setTimeout(later, 5));
  out.destroy();
}
