import type { Content, Part } from "@toolpress/runtime";
import type { ParsedRequest } from "../gemini-rules/request.js";
import type { ApiVersion } from "../gemini-rules/request-message.js";
import type { Flavor } from "../gemini-rules/tool-messages.js";
import type { ErrorBody } from "./error-body.js";
import type { Method } from "./routes.js";

/** A request to the fake, accepted or refused. */
export interface ReceivedRequest {
  /** Counts all requests, from 0. */
  readonly index: number;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly flavor: Flavor;
  readonly version: ApiVersion;
  /** Such as `generateContent`, `countTokens` or `cachedContents.create`. Empty if the route is unknown. */
  readonly method: Method | "";
  /** Empty for lists and caches. */
  readonly model: string;
  /** Whether the method is `streamGenerateContent`. */
  readonly stream: boolean;
  /** The JSON exactly as sent. */
  readonly body: GenerateContentBody;
  /** The body with camelCase names, and lists in place of single messages. */
  readonly parsed: ParsedRequest;
  /** The status of the response: 200, the status of a scripted fault, or 400 and others for a refused request. */
  status?: number;
  /** The refusal. Scripted faults do not count. */
  error?: ErrorBody;
  /** Whether the client disconnected before the end of the response. */
  aborted?: boolean;
}

/** The fields of a request that tests use. Other fields are present too. */
export interface GenerateContentBody {
  readonly contents: readonly (Content & { parts: Part[] })[];
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
  readonly toolConfig?: Readonly<Record<string, unknown>>;
  readonly systemInstruction?: unknown;
  readonly generationConfig?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}
