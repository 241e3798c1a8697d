import { texts } from "../gemini-rules/texts.js";
import { errorBody, type ErrorBody } from "./error-body.js";
import type { Scripted } from "./script.js";

/** A scripted answer that fails. */
export type Fault = { readonly kind: "fault" } & (HttpFault | StreamFault | { readonly fault: "hang" });

/** A scripted answer that does not fail. */
type FaultlessAnswer = Exclude<Scripted, { readonly kind: "fault" }>;

interface HttpFault {
  readonly fault: "http";
  readonly status: number;
  readonly body: ErrorBody | string;
  /**
   * The content type of an error in a response to `alt=sse`. By default, the option `sseErrors` of the fake decides.
   */
  readonly contentType?: string;
}

interface StreamFault {
  readonly fault: "cut" | "error-event" | "error-raw";
  readonly answer: FaultlessAnswer;
  /** The number of events that are sent before the failure. */
  readonly afterEvents: number;
  readonly body?: ErrorBody;
}

export interface HttpFaultOptions {
  readonly contentType?: string;
}

/**
 * Creates an error with any status. The body is the body that Google sends for the status, or your own body.
 */
export function httpError(status: number, body: ErrorBody | string, options: HttpFaultOptions = {}): Fault {
  return { kind: "fault", fault: "http", status, body, ...options };
}

/** Creates an error of the Interactions API. Its code is a text, such as `invalid_request`. */
export function interactionError(status: number, code: string, message: string): Fault {
  return httpError(status, JSON.stringify({ error: { message, code } }));
}

/**
 * Creates an error with the status 429. The delay is only in the body, because Gemini sends no Retry-After
 * header.
 */
export function rateLimited(
  options: {
    readonly retryDelay?: string;
    readonly perDay?: boolean;
    readonly flavor?: "gemini" | "vertex";
  } & HttpFaultOptions = {},
): Fault {
  const { retryDelay = "38s", perDay = false, flavor = "gemini", ...rest } = options;
  if (flavor === "vertex") return httpError(429, errorBody(429, texts.vertexExhausted()), rest);
  const period = perDay ? "PerDay" : "PerMinute";
  return httpError(
    429,
    errorBody(429, texts.quotaExceeded(retryDelay), [
      {
        "@type": "type.googleapis.com/google.rpc.Help",
        links: [
          {
            description: "Learn more about Gemini API quotas",
            url: "https://ai.google.dev/gemini-api/docs/rate-limits",
          },
        ],
      },
      {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        violations: [
          {
            quotaMetric: "generativelanguage.googleapis.com/generate_content_free_tier_requests",
            quotaId: `GenerateRequests${period}PerProjectPerModel-FreeTier`,
            quotaDimensions: { location: "global", model: "gemini-3.5-flash" },
            quotaValue: "5",
          },
        ],
      },
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay },
    ]),
    rest,
  );
}

export function overloaded(options: HttpFaultOptions = {}): Fault {
  return httpError(503, errorBody(503, texts.overloaded()), options);
}

export function internalError(options: HttpFaultOptions = {}): Fault {
  return httpError(500, errorBody(500, texts.internal()), options);
}

export function deadlineExceeded(options: HttpFaultOptions = {}): Fault {
  return httpError(504, errorBody(504, texts.deadline()), options);
}

/**
 * Breaks the connection. A stream breaks after `afterEvents` events, and a response without streaming breaks
 * before it is sent.
 */
export function cut(answer: FaultlessAnswer, afterEvents = 1): Fault {
  return { kind: "fault", fault: "cut", answer, afterEvents };
}

/**
 * Ends a stream with an error. By default, the error is an event. With `as: "raw"`, the error is JSON that is not an
 * event.
 */
export function failMidStream(
  answer: FaultlessAnswer,
  options: { readonly afterEvents?: number; readonly as?: "event" | "raw"; readonly body?: ErrorBody } = {},
): Fault {
  const { afterEvents = 1, as = "event", body = errorBody(503, texts.overloaded()) } = options;
  return { kind: "fault", fault: as === "event" ? "error-event" : "error-raw", answer, afterEvents, body };
}

/** Never answers. The request ends when the client aborts it or when the fake is closed. */
export function hang(): Fault {
  return { kind: "fault", fault: "hang" };
}
