import type { Violation } from "../gemini-rules/message.js";
import { texts } from "../gemini-rules/texts.js";

/** The JSON of an error in Google's APIs. */
export interface ErrorBody {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly status: string;
    readonly details?: readonly Readonly<Record<string, unknown>>[];
  };
}

const statusOf: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  408: "DEADLINE_EXCEEDED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

export function errorBody(code: number, message: string, details?: ErrorBody["error"]["details"]): ErrorBody {
  return { error: { code, message, status: statusOf[code] ?? "UNKNOWN", ...(details && { details }) } };
}

/**
 * Returns the error for violations. The error has details if the JSON of the request does not fit the message
 * types.
 */
export function refusal(violations: readonly Violation[]): ErrorBody {
  if (violations[0]?.phase === "payload") return payloadRefusal(violations);
  return errorBody(400, violations.map(({ message }) => message).join("\n"));
}

function payloadRefusal(violations: readonly Violation[]): ErrorBody {
  return errorBody(400, violations.map(({ message }) => message).join("\n"), [
    {
      "@type": "type.googleapis.com/google.rpc.BadRequest",
      fieldViolations: violations.map(({ path, message }) => ({
        ...(path !== "" && { field: path }),
        description: message,
      })),
    },
  ]);
}

export function keyInvalid(): ErrorBody {
  return errorBody(400, texts.keyInvalid(), [
    {
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "API_KEY_INVALID",
      domain: "googleapis.com",
      metadata: { service: "generativelanguage.googleapis.com" },
    },
    {
      "@type": "type.googleapis.com/google.rpc.LocalizedMessage",
      locale: "en-US",
      message: texts.keyInvalid(),
    },
  ]);
}
