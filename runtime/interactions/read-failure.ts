import { isObject } from "../base/is-object.js";
import { isRunError, RunError } from "../errors.js";
import { asCut, readErrorBody } from "../gemini/service-error.js";
import type { GenerateContentResponse } from "../wire.js";
import type { Json } from "./step.js";

// The service has four forms of errors: its own with a text as `code`, a list with one error of the classic form, its own form as
// an event in the body of an error, and as an event of a stream.

/** The HTTP statuses that correspond to the codes of errors in a stream. */
const STATUS: Readonly<Record<string, number>> = {
  gateway_timeout: 504,
  unavailable: 503,
  internal: 500,
  resource_exhausted: 429,
};

/** Converts the body of an error to the classic form. Returns other texts unchanged. */
export function toClassic(text: string): string {
  try {
    return JSON.stringify(classic(parseBody(text)));
  } catch {
    return text;
  }
}

/** Parses a body that is JSON, or one event with JSON. */
export function parseBody(text: string): unknown {
  const data = /^data: ?(.*)$/m.exec(text);
  return JSON.parse(data?.[1] ?? text);
}

function classic(body: unknown): unknown {
  const { error } = (Array.isArray(body) ? (body[0] as unknown) : body) as { error?: Json };
  return isObject(error) && typeof error.code === "string"
    ? { error: { ...error, code: STATUS[error.code.toLowerCase()], status: error.code } }
    : body;
}

/** Creates the error that an event of a stream reports. */
export function eventFailure(event: unknown): RunError {
  const info = readErrorBody(classic(event)) ?? { kind: "protocol", message: "the stream reports an error" };
  return new RunError(info.retryable ? asCut(info, "CUT_STREAM") : info);
}

/**
 * Returns an answer with the finish reason of a malformed call, because the loop repeats such requests. The service
 * reports a malformed call as an error. Throws every other error.
 */
export function malformedAnswer(error: unknown): GenerateContentResponse {
  if (!isRunError(error) || error.info.code !== "malformed_tool_call") throw error;
  return { candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: error.info.message }] };
}
